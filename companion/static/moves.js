// The list of moves, w's and b's side by side.

import { html } from "./dom.js";
import { list, say } from "./words.js";

/** Its parts: action, code, whether it wins, returned, captured. */
export const MOVE = /^([^=^x#]+)(?:=([A-Z0-9]+))?(#)?(?:\^((?:[a-g][1-7])+))?(?:x((?:[a-g][1-7])+))?$/;

/** "e3e5" as a list. */
export const hollows = (text) => text.match(/../g) ?? [];

function cell(text, last) {
  const [, action, code, wins, returned, captured] = text.match(MOVE) ?? [null, text];
  const taken = [
    returned && `${say("move.returned")} ${list(hollows(returned))}`,
    captured && `${say("move.captured")} ${list(hollows(captured))}`,
  ].filter(Boolean).join(" · ");
  return html("span", { class: last ? "move last" : "move", title: text },
    action, code ? html("span", { class: "code" }, say(`code.${code}`) + (wins ? " #" : "")) : null,
    taken ? html("span", { class: "taken" }, taken) : null);
}

// The newest move stays in view when the list is given more or less room.
const pinned = new ResizeObserver(([{ target }]) => toEnd(target));

const toEnd = (holder) => {
  holder.scrollTop = holder.scrollHeight;
  pinned.observe(holder);
};

let shown = "";

/** Bring the list up to date and keep the newest move in view. */
export function showMoves(holder, { moves, plies }) {
  const key = moves.join(" ");
  if (key === shown) return;
  shown = key;
  const rows = [];
  moves.forEach((text, i) => {
    const white = plies[i] % 2 === 1;
    // A correction may have moved the turn: each row then begins with what is there.
    if (white || i === 0 || plies[i - 1] !== plies[i] - 1) rows.push(html("li", {}, html("span", { class: "n" }, `${Math.floor((plies[i] + 1) / 2)}.`)));
    const row = rows[rows.length - 1];
    if (!white && row.childElementCount === 1) row.append(html("span", { class: "move" }, "…"));
    row.append(cell(text, i === moves.length - 1));
  });
  holder.replaceChildren(...rows);
  holder.scrollTop = holder.scrollHeight;
  pinned.observe(holder);
}
