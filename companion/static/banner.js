// The banner: the one thing that everybody at the table should know now.

import { miniBoard } from "./board.js";
import { swatch } from "./colours.js";
import { html } from "./dom.js";
import { knows, list, say } from "./words.js";

const ARRANGE = "arrange";

const heading = (text, side, small) => html("h2", {},
  side ? swatch(side) : null, html("span", {}, text), small ? html("small", {}, small) : null);

function ticks(done, all, from) {
  const spots = Array.from({ length: all }, (_, i) =>
    i < done.length ? html("span", { class: "tick ticked" }, `✓ ${done[i]}`) : html("span", { class: "tick" }, ""));
  return html("span", { class: "ticks", role: "img", "aria-label": `${say("done.of", { done: done.length, all })} ${from}` }, ...spots);
}

function due(kind, number, done, notes, later) {
  const state = done.length >= number ? "done" : later ? "later" : "";
  return html("div", { class: `due ${kind} ${state}` },
    html("strong", {}, `${say(kind)} ${number}`),
    ticks(done, number, ""),
    ...notes.map((note) => html("p", { class: "from" }, note)));
}

function returns(pending) {
  const lying = pending.returnable.filter((name) => !pending.returned.includes(name));
  if (pending.returned.length >= pending.returns) return due("return", pending.returns, pending.returned, [], false);
  const notes = [say("return.from", { hollows: list(lying) })];
  if (pending.must_return.some((name) => lying.includes(name))) notes.push(say("return.crossing", { hollows: list(pending.must_return) }));
  if (pending.articles.includes("D3")) notes.push(say("return.remains"));
  return due("return", pending.returns, pending.returned, [notes.join("; ")], false);
}

function captures(pending) {
  if (pending.captures === 0) return html("p", { class: "note" }, `${say("capture")}: ${say("capture.none")}`);
  const all = pending.capturable.length === pending.captures;
  const from = all ? say("capture.all", { hollows: list(pending.capturable) }) : say("capture.from");
  return due("capture", pending.captures, pending.captured, [from], pending.returned.length < pending.returns);
}

function combination({ pending, turn }) {
  return ["combination",
    heading(`${say(`code.${pending.combination}`)}!`, turn, say(`formed.by.${turn}`)),
    html("div", { class: "dues" }, returns(pending), captures(pending))];
}

/** What is to be done to the board, and how it is to lie then. */
const toLay = (text, board, hollows) => html("div", { class: "fault-body" }, html("p", {}, text), board
  ? html("figure", {}, html("figcaption", {}, say("fault.repair")), miniBoard(board, { marked: hollows, label: say("fault.repair") }))
  : null);

function fault({ fault: it }) {
  const key = `fault.${it.fault}`;
  return ["fault", heading(`⚠ ${knows(key) ? say(key) : say("fault.title")}`), toLay(it.text, it.repair, it.hollows)];
}

/** Nothing is ruled on until it lies so: whoever plays on meanwhile plays unseen. */
const arrange = ({ status, board }) => [ARRANGE, heading(say("arranging")), toLay(status.text, board, status.uncover)];

function end(state) {
  const winner = { "1-0": "w", "0-1": "b" }[state.result];
  const how = say(`termination.${state.termination}`);
  const won = state.termination.startsWith("Winning");
  return ["win", heading(won ? `${how}!` : how),
    html("p", { class: "winner" }, winner ? swatch(winner) : null, winner ? say(`win.by.${winner}`) : say("win.draw")),
    won ? html("p", { class: "note" }, state.ceremony?.text ?? say("win.ceremony")) : null];
}

function turn(state) {
  const first = state.moves.length === 0 && !state.board.match(/[wb]/i);
  const note = first ? say("turn.first.note") : lastMove(state);
  return ["turn", heading(first ? say("turn.first") : say(`turn.${state.turn}`), first ? null : state.turn),
    html("p", { class: "note" }, note)];
}

const lastMove = (state) => state.last?.text ?? "";

function setup({ camera, status }) {
  const asks = camera.waiting_for ? say(`waiting.${camera.waiting_for}`) : "";
  return ["setup", heading(say(camera.status === "waiting" ? "setup" : `camera.${camera.status}`)),
    html("p", { class: "note" }, asks || camera.text || status.text)];
}

/** While somebody learns on the board no game is watched. */
function lesson() {
  return ["setup", heading(say("learn.table")), html("p", { class: "note" }, say("learn.table.note")),
    html("p", {}, html("a", { href: "/learn" }, say("learn.table.link")))];
}

function choose(state) {
  if (state.teaching) return lesson();
  if (state.result !== "*") return end(state);
  if (state.fault) return fault(state);
  if (["starting", "waiting", "failed", "stalled", "trouble", "moved"].includes(state.camera.status)) return setup(state);
  if (state.paused) return ["turn", heading(say("paused")), html("p", { class: "note" }, say("paused.note"))];
  if (state.status.phase === "arranging") return arrange(state);
  if (state.pending) return combination(state);
  return turn(state);
}

// What a player can do something about; that a hand passes by is no news.
const ASKS = ["blind", "unsure", "cleared"];

// A question stays while hands come and go.
const PASSING = ["moving", "settling", "hand"];

const isAsked = ({ phase, doubt, choices }) => doubt || ASKS.includes(phase) || (PASSING.includes(phase) && choices.length > 0);

/** Two stories fit: a person says which it was, and no hollow has to be shown for it. */
const waits = (status) => (status.choices.length && !status.uncover.length ? say("status.choices") : status.text);

let shown = "";

const warned = (warning) => warning ? `⚠ ${say("fault.warning")}: ${warning.text}` : "";

/** Bring the banner up to date, alone where something changed; what it asks for, or "". `warning`: an event, or null. */
export function showBanner(holder, state, warning) {
  const [kind, ...parts] = choose(state);
  // The referee's own word on what it waits for, where the banner doesn't say it already.
  const open = ["turn", "combination"].includes(kind);
  const asks = open && isAsked(state.status) ? waits(state.status) : "";
  const taught = open && state.lesson ? state.lesson.text : "";
  const stuck = open && state.advice ? state.advice.text : "";
  // What the trays show beside the record: worth a look, and nothing waits for it.
  const trays = open ? state.notices.map((notice) => notice.text) : [];
  const next = html("div", {}, ...parts, ...[asks, open ? warned(warning) : "", taught, stuck, ...trays].filter(Boolean).map((text) => html("p", { class: "wait" }, text)));
  const key = kind + next.innerHTML;
  const said = kind === ARRANGE ? state.status.text : asks;
  if (key === shown) return said;
  shown = key;
  holder.dataset.kind = kind;
  holder.replaceChildren(...next.childNodes);
  return said;
}
