// Lessons: choose one, lay the board, play, be told what is right or missing.

import { Refusal, send } from "./asking.js";
import { showBanner } from "./banner.js";
import { createBoard, miniBoard, unfold } from "./board.js";
import { install, learn, swatch } from "./colours.js";
import { html, style } from "./dom.js";
import { actionInWords } from "./hearing.js";
import { follow } from "./live.js";
import { showTray } from "./trays.js";
import { language, say } from "./words.js";

const at = (id) => document.getElementById(id);
const MOST_LINES = 6;
const LEARNED = "learned";

install();
const board = createBoard(at("board"));
let lessons = [];
let current = null;
let stage = null;
let hinted = false;
let simulator = null;
let latest = null;

const learned = () => {
  try {
    return JSON.parse(localStorage.getItem(LEARNED) ?? "[]");
  } catch {
    return [];
  }
};

function remember(id) {
  try {
    localStorage.setItem(LEARNED, JSON.stringify([...new Set([...learned(), id])]));
  } catch {
    // A browser that keeps nothing: the lesson was learned all the same.
  }
}

const worth = (lesson) => (lesson.returns ? say("learn.worth", { returns: lesson.returns, captures: lesson.captures }) : "");

function card(lesson) {
  const button = html("button", { type: "button", "data-lesson": lesson.id }, miniBoard(lesson.placement),
    html("span", {}, html("b", {}, lesson.title), html("small", {}, worth(lesson) || ""),
      learned().includes(lesson.id) ? html("small", { class: "learned" }, `✓ ${say("learn.learned")}`) : null));
  button.addEventListener("click", () => give(lesson.id));
  return html("li", {}, button);
}

const list = () => at("lessons").replaceChildren(...lessons.map(card));

async function give(id) {
  at("learn-error").hidden = true;
  hinted = false;
  try {
    await send("/api/lessons", { lesson: id });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    at("learn-error").textContent = error.message;
    at("learn-error").hidden = false;
  }
}

/** What is still to be done before the lesson begins, hollow by hollow. */
function orders(teaching) {
  const lines = teaching.to_lay.flatMap(({ hollow, is, should }) => [
    is === "." ? null : say("learn.take", { hollow }), should === "." ? null : say(`learn.put.${should}`, { hollow })]).filter(Boolean);
  const shown = lines.slice(0, MOST_LINES).map((line) => html("li", {}, line));
  if (lines.length > MOST_LINES) shown.push(html("li", {}, say("learn.more", { n: lines.length - MOST_LINES })));
  return html("div", { class: "lay" }, html("ul", {}, ...shown), miniBoard(teaching.start, { marked: teaching.to_lay.map(({ hollow }) => hollow), label: say("learn.lay") }));
}

const KINDS = {
  lay: (teaching) => [html("h2", {}, say("learn.lay")), orders(teaching)],
  play: (teaching) => [html("h2", {}, swatch(teaching.game.turn), html("span", {}, say(`turn.${teaching.game.turn}`))),
    hinted ? html("p", {}, say("learn.hint.is", { action: actionInWords(teaching.solutions[0], teaching.game.turn) })) : null,
    html("p", { class: "note" }, teaching.status.phase === "steady" ? "" : teaching.status.text)],
  again: (teaching) => [html("h2", {}, say("learn.instead")), html("p", {}, teaching.instead), html("p", { class: "note" }, say("learn.instead.note")),
    teaching.to_lay.length ? orders(teaching) : null],
  done: (teaching) => [html("h2", {}, `✓ ${say("learn.done")}`), html("p", {}, teaching.done)],
  leaving: () => [html("h2", {}, say("learn.leaving")), html("p", {}, say("learn.leaving.note"))],
};

let shown = "";

function tell(state, teaching) {
  if (["take", "fault"].includes(teaching.stage)) {
    shown = "";
    showBanner(at("banner"), { ...state, ...teaching.game, status: teaching.status, teaching: null });
    return;
  }
  const next = html("div", {}, ...KINDS[teaching.stage](teaching));
  const key = teaching.stage + next.innerHTML;
  if (key === shown) return;
  shown = key;
  at("banner").dataset.kind = teaching.stage;
  at("banner").replaceChildren(...next.childNodes);
}

/** The lesson's board; while it is being laid, what lies there. */
function picture(teaching) {
  const laying = ["lay", "again"].includes(teaching.stage);
  return { ...teaching.game, status: teaching.status, ...(laying ? { board: unfold(teaching.seen), last_hollows: [] } : {}) };
}

function open(teaching, lesson) {
  const fresh = current !== lesson.id;
  current = lesson.id;
  at("goal-title").textContent = lesson.title;
  at("goal-text").textContent = lesson.text;
  at("goal-worth").textContent = worth(lesson);
  if (fresh) {
    hinted = false;
    scrollTo(0, 0);
    at("goal-title").focus({ preventScroll: true });
  }
}

function show(state) {
  latest = state;
  learn(state.colours);
  document.body.dataset.seq = state.seq;
  const { teaching } = state;
  document.body.dataset.stage = teaching?.stage ?? "";
  for (const id of ["intro", "lessons"]) at(id).hidden = teaching !== null && teaching.stage !== "leaving";
  at("lesson").hidden = teaching === null;
  if (teaching === null) {
    if (current) list();
    current = null;
    return;
  }
  const lesson = lessons.find(({ id }) => id === teaching.lesson);
  for (const id of ["hint", "again", "next", "leave"]) at(id).hidden = !lesson;
  at("board").closest(".table").hidden = !lesson;
  document.querySelector(".goal").hidden = !lesson;
  tell(state, teaching);
  if (!lesson) {
    if (current) list();
    current = null;
    return;
  }
  open(teaching, lesson);
  if (teaching.stage === "done" && stage !== "done") remember(lesson.id);
  stage = teaching.stage;
  at("hint").disabled = teaching.solutions.length === 0;
  at("next").hidden = stage !== "done" || lesson === lessons.at(-1);
  board.show(picture(teaching));
  for (const side of ["b", "w"]) showTray(at(`tray-${side}`), side, teaching.game, teaching.game.turn === side);
  play(state, teaching);
}

/** On the simulator the board is played on here too. */
async function play(state, teaching) {
  if (state.camera.source !== "simulator") return;
  simulator ??= Promise.all([import("./simulator.js"), style("simulator")])
    .then(([{ createSimulator }]) => createSimulator(at("board"), at("simulator")));
  (await simulator).show({ ...teaching.game, swapped: state.swapped });
}

function link(status) {
  at("link").hidden = status === "live";
  at("link").textContent = say(`link.${status}`);
}

at("hint").addEventListener("click", () => {
  hinted = true;
  shown = "";
  show(latest);
});
at("again").addEventListener("click", () => give(current));
at("next").addEventListener("click", () => give(lessons[lessons.findIndex(({ id }) => id === current) + 1].id));
at("leave").addEventListener("click", () => give(null));

({ lessons } = await (await fetch(`/api/lessons?lang=${language}`)).json());
list();
follow({ event() {}, state: show, link });
