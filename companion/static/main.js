// The page: listens to the table and keeps its parts up to date.

import { showBanner } from "./banner.js";
import { createBoard } from "./board.js";
import { announcement, makeCard } from "./cards.js";
import { install, learn } from "./colours.js";
import { html } from "./dom.js";
import { follow } from "./live.js";
import { createLogin } from "./login.js";
import { showMoves } from "./moves.js";
import { showTray } from "./trays.js";
import { say } from "./words.js";

const SIMULATOR = "simulator";

const PICTURE_MS = 1500;
const at = (id) => document.getElementById(id);

install();
const board = createBoard(at("board"));
let game = null;
let fresh = false;
let simulator = null;
let seen = false;

function begin(number) {
  if (number === game) return;
  game = number;
  at("cards").replaceChildren();
  at("rulings-none").hidden = false;
}

function hear(event) {
  begin(event.game);
  const card = makeCard(event);
  if (card) {
    at("cards").prepend(card);
    at("rulings-none").hidden = true;
  }
  // What lies behind us is not read out again when the page opens.
  const words = fresh ? announcement(event) : null;
  if (words) at(words[1] ? "alert" : "announce").textContent = words[0];
}

function show(state) {
  begin(state.game);
  learn(state.colours);
  board.show(state);
  for (const side of ["b", "w"]) {
    showTray(at(`tray-${side}`), side, state, state.result === "*" && state.turn === side);
  }
  showBanner(at("banner"), state);
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

/** Its hands are fetched only where there is a simulator. */
async function showSimulator(state) {
  if (state.camera.source !== SIMULATOR) return;
  if (simulator === null) {
    simulator = import("./simulator.js").then(({ createSimulator }) => {
      document.head.append(html("link", { rel: "stylesheet", href: "/static/simulator.css" }));
      return createSimulator(at("board"), at("simulator"));
    });
  }
  (await simulator).show(state);
}

function link(status) {
  const holder = at("link");
  holder.hidden = status === "live";
  holder.textContent = say(`link.${status}`);
}

/** The camera's picture, slowly, and only while somebody looks at the page. */
function watch() {
  const picture = at("picture");
  const next = new Image();
  next.onload = () => {
    picture.src = next.src;
    picture.hidden = false;
    at("camera-none").hidden = true;
  };
  if (seen && document.visibilityState === "visible") next.src = `/api/camera.jpg?t=${Date.now()}`;
}

setInterval(watch, PICTURE_MS);
createLogin(at("referee"));
follow({ event: hear, state: show, link });
