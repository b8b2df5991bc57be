// A new game: who plays, by which rules, how strictly, with how much time.

import { html } from "./dom.js";
import { choice, createForm, strictness, text } from "./forms.js";
import { say } from "./words.js";

const MINUTES = [5, 10, 15, 20, 30, 60];

/** The fields, filled from the last game. */
export function gameFields(state, { fromBoard = true } = {}) {
  const budget = state.clock.enabled ? Math.round((state.clock.budget ?? 900) / 60) : 0;
  const minutes = budget && !MINUTES.includes(budget) ? [...MINUTES, budget].sort((a, b) => a - b) : MINUTES;
  const begin = ["bare", "board.w", "board.b"].map((name) => [name, say(`desk.begin.${name}`)]);
  return [
    text("white", "desk.player.w", state.players.w.name), text("black", "desk.player.b", state.players.b.name),
    choice("rules", "desk.rules", ["official", "classic"].map((name) => [name, say(`desk.rules.${name}`)]), state.rules),
    strictness(state.strictness),
    choice("clock", "desk.clock.time", [["0", say("desk.clock.none")], ...minutes.map((n) => [String(n), say("desk.clock.each", { n })])], String(budget)),
    choice("mode", "desk.clock.mode", ["camera", "button"].map((name) => [name, say(`desk.clock.mode.${name}`)]), state.clock.mode),
    fromBoard ? choice("begin", "desk.begin", begin) : null,
  ].filter(Boolean);
}

/** The command that the fields say. */
export function gameCommand(said) {
  const minutes = Number(said.clock);
  const command = {
    command: "new_game", players: { w: said.white, b: said.black }, rules: said.rules, strictness: said.strictness,
    clock: minutes ? { seconds: minutes * 60, mode: said.mode } : null,
  };
  const [where, turn] = (said.begin ?? "bare").split(".");
  return where === "board" ? { ...command, from_board: true, turn } : command;
}

/** Ask for all of it and begin. */
export function openNewGame({ state, tell }) {
  const running = state.game !== null && state.result === "*" && state.moves.length > 0;
  createForm("desk.new.title", gameFields(state), {
    note: running ? say("desk.new.running") : "", submit: "desk.new.submit",
    refusal: document.querySelector("#desk .refusal") ?? html("p"),
    run: (said) => tell(gameCommand(said), state.seq),
  });
}
