// The list of games, and opening a record from a file.

import { install, swatch } from "./colours.js";
import { html } from "./dom.js";
import { language, say } from "./words.js";

const at = (id) => document.getElementById(id);
const LARGEST = 128 * 1024;

install();

const when = (text) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(text));

function row(game) {
  const winner = { "1-0": "w", "0-1": "b" }[game.result];
  const name = (side) => game.players[side] || say(`side.${side}`);
  const won = winner ? say("games.won", { side: name(winner) }) : game.result === "1/2-1/2" ? say("win.draw") : "";
  const how = !game.readable ? say("games.unreadable") : game.running ? say("games.running") : say(`termination.${game.termination}`);
  return html("li", { class: "game", "data-game": game.id },
    html("a", { class: "game-link", href: `/games/${game.id}` },
      html("span", { class: "game-who" }, swatch("w"), name("w"), " – ", swatch("b"), name("b")),
      html("span", { class: "game-how" }, winner ? html("b", {}, `${won}: `) : null, winner || game.running ? how : won || how),
      html("span", { class: "game-when" }, `${when(game.started)} · ${say("games.moves", { n: game.moves })}`)),
    html("a", { class: "button small", href: game.record, download: "", "aria-label": `${say("record")}: ${say("game", { n: game.id })}` }, ".rqg"));
}

async function list() {
  const { games } = await (await fetch("/api/games", { cache: "no-store" })).json();
  at("games").replaceChildren(...games.map(row));
  at("games-none").hidden = games.length > 0;
  document.body.dataset.ready = String(games.length);
}

function refuse(text) {
  at("upload-error").textContent = text;
  at("upload-error").hidden = false;
}

/** It is read by the companion first: what is wrong is said here, and nothing is kept there. */
at("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  target.value = "";
  if (!file) return;
  at("upload-error").hidden = true;
  if (file.size > LARGEST) {
    refuse(say("upload.large", { kb: LARGEST / 1024 }));
    return;
  }
  try {
    const text = await file.arrayBuffer();
    const answer = await fetch(`/api/review?lang=${language}`, { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });
    if (!answer.ok) {
      refuse(say("upload.refused", { name: file.name, reason: (await answer.json()).detail }));
      return;
    }
    sessionStorage.setItem("record", new TextDecoder().decode(text));
    location.assign("/games/open");
  } catch {
    refuse(say("link.lost"));
  }
});

list().catch(() => refuse(say("link.lost")));
