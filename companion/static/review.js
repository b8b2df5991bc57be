// A game gone through again, from the companion's store or from a record that was brought.

import { around, createBoard, miniBoard, unfold } from "./board.js";
import { articles } from "./cards.js";
import { createChart } from "./chart.js";
import { install, learn, swatch } from "./colours.js";
import { html } from "./dom.js";
import { savePng, saveSvg } from "./picture.js";
import { showTray } from "./trays.js";
import { knows, language, list, say } from "./words.js";

const at = (id) => document.getElementById(id);
const number = at("main").dataset.game;

install();
const board = createBoard(at("board"));
let steps = [];
let here = 0;
let moveChart = () => {};
let players = { w: "", b: "" };
let rules = "";

/** "2026.11.21" as the reader writes it; what is no whole date stays as it is. */
function day(text) {
  const [, year, month, date] = (/^(\d{4})\.(\d\d)\.(\d\d)$/.exec(text) ?? []).map(Number);
  const known = new Date(year, month - 1, date);
  return known.getDate() === date ? known.toLocaleDateString(language, { dateStyle: "medium" }) : text;
}

const name = (side) => players[side] || say(`side.${side}`);
const code = (step) => step.ruling?.combination;

/** What the board shows: a combination as it was formed, with what was taken marked. */
function picture(step) {
  const taking = step.formed && !step.ruling.win;
  return {
    board: unfold(step.formed ?? step.placement),
    lines: step.formed ? step.ruling.alignments : [],
    last_hollows: step.target ? [step.target] : [],
    fault: null,
    status: { uncover: [] },
    castle: step.castle ? { queen: step.castle, area: around(step.castle) } : null,
    pending: taking ? {
      returns: step.returned.length, returned: [], returnable: step.returned, must_return: step.ruling.must_return,
      captures: step.captured.length, captured: [], capturable: step.captured,
    } : null,
  };
}

function title(step) {
  if (step.correction) return [say("review.correction")];
  if (step.move === null) return [say("review.start")];
  const action = step.move.split("=")[0];
  const label = step.ruling.win ? say(`termination.${step.ruling.win}`) : code(step) ? say(`code.${code(step)}`) : "";
  return [swatch(step.side), ` ${Math.floor((step.ply + 1) / 2)}${step.side === "w" ? "." : "…"} ${action}`, label ? html("span", { class: "code" }, label) : ""];
}

function ruling(step) {
  const parts = [];
  if (step.correction) parts.push(html("p", {}, step.fault && knows(`fault.${step.fault}`) ? say("review.let", { fault: say(`fault.${step.fault}`) }) : say("review.set")));
  if (step.ruling) {
    parts.push(html("p", {}, step.ruling.text), articles(step.ruling.articles, step.ruling.house, rules));
    if (step.returned.length) parts.push(html("p", { class: "empty" }, `${say("move.returned")} ${list(step.returned)}${step.captured.length ? ` · ${say("move.captured")} ${list(step.captured)}` : ""}`));
  }
  if (step.photo) parts.push(html("figure", { class: "photo" }, html("img", { src: step.photo, alt: say("photo.alt"), loading: "lazy" }), html("figcaption", {}, say("photo"))));
  return parts;
}

function chances(step) {
  if (!step.missed.length) return [html("p", { class: "empty" }, say(step.move ? "review.missed.none" : "review.missed.start"))];
  return [html("ul", { class: "chances" }, ...step.missed.map((chance) => html("li", {},
    miniBoard(chance.placement, { lines: chance.alignments }),
    html("p", {}, html("b", {}, `${chance.action}: ${chance.win ? say(`termination.${chance.win}`) : say(`code.${chance.combination}`)}`), html("br"), chance.text))))];
}

function go(to) {
  here = Math.min(steps.length - 1, Math.max(0, to));
  const step = steps[here];
  board.show(picture(step));
  for (const side of ["b", "w"]) {
    showTray(at(`tray-${side}`), side, { players: { w: { ...step.counts.w, name: name("w") }, b: { ...step.counts.b, name: name("b") } } }, step.turn === side && !step.ruling?.win);
  }
  at("ruling-title").replaceChildren(...title(step));
  at("ruling").replaceChildren(...ruling(step));
  at("missed").replaceChildren(...chances(step));
  // Nobody moved in a correction, so nothing was missed in it.
  at("missed").parentElement.hidden = Boolean(step.correction);
  at("step").value = String(here);
  at("step").setAttribute("aria-valuetext", at("ruling-title").textContent);
  for (const [id, off] of [["first", here === 0], ["back", here === 0], ["next", here === steps.length - 1], ["last", here === steps.length - 1]]) at(id).disabled = off;
  moveChart(here);
  at("plies").querySelectorAll("button").forEach((button) => {
    const current = Number(button.dataset.step) === here;
    if (current) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (current) at("plies").scrollTop = button.offsetTop - at("plies").clientHeight / 2;
  });
  document.body.dataset.step = String(here);
}

function plies() {
  at("plies").replaceChildren(...steps.slice(1).map((step, i) => html("li", {},
    html("button", { type: "button", "data-step": i + 1, class: code(step) ? "formed" : "" }, ...(step.move === null
      ? [say("review.correction")]
      : [swatch(step.side), ` ${Math.floor((step.ply + 1) / 2)}${step.side === "w" ? "." : "…"} ${step.move.split("=")[0]}`, code(step) ? html("span", { class: "code" }, code(step) + (step.ruling.win ? " #" : "")) : "",
        step.missed.length ? html("span", { class: "missed-mark", title: say("review.missed") }, "!") : ""])))));
}

function open(game) {
  ({ steps, players, rules } = game);
  const winner = { "1-0": "w", "0-1": "b" }[game.result];
  at("who").textContent = `${name("w")} – ${name("b")}`;
  const how = say(`termination.${game.termination}`);
  at("outcome").textContent = [winner ? `${say("games.won", { side: name(winner) })}: ${how}` : how, game.tags.Event, day(game.tags.Date)].filter((text) => text && !text.startsWith("?")).join(" · ");
  at("step").max = String(steps.length - 1);
  moveChart = createChart(at("chart"), steps, go);
  plies();
  go(0);
  document.body.dataset.ready = String(steps.length);
}

function saves(record) {
  const base = number ? `real-queen-${number}` : "real-queen";
  at("save-rqg").href = number ? `/api/games/${number}.rqg` : URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  at("save-rqg").download = `${base}.rqg`;
  at("save-rqg").hidden = false;
  if (number) {
    at("save-json").href = `/api/games/${number}.json?lang=${language}`;
    at("save-json").download = `${base}.json`;
    at("save-json").hidden = false;
  }
  const root = at("board").querySelector("svg");
  at("save-svg").addEventListener("click", () => saveSvg(root, `${base}-${here}`));
  at("save-png").addEventListener("click", () => savePng(root, `${base}-${here}`));
}

async function load() {
  const record = sessionStorage.getItem("record") ?? "";
  const answer = number
    ? await fetch(`/api/games/${number}.json?lang=${language}`, { cache: "no-store" })
    : await fetch(`/api/review?lang=${language}`, { method: "POST", headers: { "Content-Type": "text/plain" }, body: record });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.detail);
  const games = number ? [data] : data.games;
  at("which").hidden = games.length < 2;
  at("choose").replaceChildren(...games.map((game, i) => html("option", { value: i }, say("game", { n: i + 1 }))));
  at("choose").addEventListener("change", () => open(games[Number(at("choose").value)]));
  saves(record);
  open(games[0]);
}

async function colours() {
  try {
    learn((await (await fetch("/api/state", { cache: "no-store" })).json()).colours);
  } catch {
    // Neutral ones will do.
  }
}

at("first").addEventListener("click", () => go(0));
at("back").addEventListener("click", () => go(here - 1));
at("next").addEventListener("click", () => go(here + 1));
at("last").addEventListener("click", () => go(steps.length - 1));
at("step").addEventListener("input", () => go(Number(at("step").value)));
at("plies").addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button) go(Number(button.dataset.step));
});
addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: steps.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  go(to);
});

colours();
load().catch((error) => {
  at("review-error").textContent = error.message;
  at("review-error").hidden = false;
});
