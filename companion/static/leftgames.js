// Games that were left unfinished: one of them is gone on with.

import { choice, createForm } from "./forms.js";
import { language, say } from "./words.js";

const when = (text) => new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" }).format(new Date(text));

function told(game) {
  const name = (side) => game.players[side] || say(`side.${side}`);
  return say("desk.left.told", { names: `${name("w")} – ${name("b")}`, when: when(game.started) });
}

/** Those of them that may be gone on with; the one at the table is none. */
export async function unfinished(state) {
  const { games } = await (await fetch("/api/games", { cache: "no-store" })).json();
  return games.filter((game) => game.readable && game.result === "*" && game.moves > 0 && game.id !== state.game);
}

/** Ask which, and take it up. */
export async function openLeft({ state, tell, refusal, done }) {
  refusal.textContent = done.textContent = "";
  let games = [];
  try {
    games = await unfinished(state);
  } catch {
    refusal.textContent = say("link.lost");
    return;
  }
  if (games.length === 0) {
    done.textContent = say("desk.left.none");
    return;
  }
  const running = state.game !== null && state.result === "*" && state.moves.length > 0;
  const options = games.map((game) => [String(game.id), told(game)]);
  createForm("desk.left.title", [choice("game", "desk.left.game", options, options[0][0])], {
    note: [say("desk.left.note"), running ? say("desk.new.running") : ""].join(" ").trim(),
    submit: "desk.left.submit", refusal,
    run: ({ game }) => tell({ command: "take_up", game: Number(game) }, state.seq),
  });
}
