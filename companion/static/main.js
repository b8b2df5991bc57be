// The page: listens to the table and keeps its parts up to date.

import { showBanner } from "./banner.js";
import { createBoard } from "./board.js";
import { createClocks } from "./clocks.js";
import { createCamera } from "./camera.js";
import { makeCard } from "./cards.js";
import { install, learn } from "./colours.js";
import { style } from "./dom.js";
import { announcement } from "./hearing.js";
import { follow } from "./live.js";
import { createLogin } from "./login.js";
import { showMoves } from "./moves.js";
import { leaveRoom } from "./names.js";
import { createVoice, tell } from "./voice.js";
import { showTray } from "./trays.js";
import { learnWords, say } from "./words.js";

const SIMULATOR = "simulator";

const PICTURE_MS = 1500;
const at = (id) => document.getElementById(id);

install();
const board = createBoard(at("board"));
leaveRoom([at("tray-b"), at("tray-w")]);
const clocks = createClocks((side) => at(`tray-${side}`));
let game = null;
let fresh = false;
let simulator = null;
let seen = false;
let desk = null;
let now = null;
let asked = "";
let warning = null;

function begin(number) {
  if (number === game) return;
  game = number;
  at("cards").replaceChildren();
  warning = null;
  at("rulings-none").hidden = false;
}

function hear(event, behind) {
  begin(event.game);
  const card = makeCard(event);
  if (card) {
    at("cards").prepend(card);
    at("rulings-none").hidden = true;
  }
  // What lies behind us is not read out again when the page opens.
  const isNews = fresh && !behind;
  const words = isNews ? announcement(event) : null;
  if (words) at(words[1] ? "alert" : "announce").textContent = words[0];
  if (isNews) tell(event, words);
  warning = stillWarned(event);
}

/** A warning stands until the other player has moved, or people have decided something. */
function stillWarned(event) {
  if (event.event === "fault") return event.warning ? event : warning;
  const mover = event.event === "move" && (event.position.split(" ")[1] === "w" ? "b" : "w");
  return ["start", "undo", "correction"].includes(event.event) || (mover && mover !== warning?.side) ? null : warning;
}

function show(state) {
  begin(state.game);
  learn(state.colours);
  board.show(state);
  for (const side of ["b", "w"]) {
    showTray(at(`tray-${side}`), side, state, state.result === "*" && state.turn === side);
  }
  clocks.show(state);
  at("settings").textContent = `${say(`rules.${state.rules}`)} · ${say(`strictness.${state.strictness}`).split(":")[0]}`;
  ask(showBanner(at("banner"), state, warning));
  showMoves(at("moves"), state);
  at("moves-none").hidden = state.moves.length > 0;
  showCamera(state.camera);
  showSimulator(state);
  const record = at("record");
  record.hidden = state.game === null;
  record.href = `/api/games/${state.game}.rqg`;
  document.body.dataset.seq = state.seq;
  document.title = state.result === "*" ? say("title") : `${say(`termination.${state.termination}`)} · ${say("title")}`;
  fresh = true;
  now = state;
  if (desk) openDesk();
}

/** What the banner asks of the people at the table is said to those who don't see it, once. */
function ask(words) {
  if (fresh && words && words !== asked) at("announce").textContent = words;
  asked = words;
}

function showCamera(camera) {
  const first = !seen && camera.frame !== null;
  seen = camera.frame !== null;
  if (first) watch();
  const pill = at("camera-status");
  pill.dataset.status = camera.status;
  pill.textContent = say(`camera.${camera.status}`);
  pill.title = camera.text;
}

/** Its hands are fetched only where there is a simulator, and with their looks: until those count, a finger scrolls. */
async function showSimulator(state) {
  if (state.camera.source !== SIMULATOR) return;
  simulator ??= Promise.all([import("./simulator.js"), style("simulator")])
    .then(([{ createSimulator }]) => createSimulator(at("board"), at("simulator")));
  (await simulator).show(state);
}

/** A referee's tools and their words are fetched only by referees. */
async function openDesk() {
  desk ??= Promise.all([import("./desk.js"), learnWords("desk"), style("desk")])
    .then(([{ createDesk }]) => createDesk(at("desk"), { board, holder: at("board"), login, cards: at("cards") }));
  if (now) (await desk).show(now);
}

async function closeDesk() {
  if (!desk) return;
  (await desk).close();
  desk = null;
}

function link(status) {
  const holder = at("link");
  holder.hidden = status === "live";
  holder.textContent = say(`link.${status}`);
}

const look = createCamera("", () => at("picture"), () => {
  at("camera-none").hidden = true;
});

/** The camera's picture, slowly, and only while somebody looks at the page. */
function watch() {
  if (seen && document.visibilityState === "visible") look();
}

setInterval(watch, PICTURE_MS);
createVoice(at("voice"));
const login = createLogin(at("referee"), { entered: openDesk, left: closeDesk, pressed: () => at("desk").scrollIntoView() });
follow({ event: hear, state: show, link });
