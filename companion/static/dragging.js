// Marbles that follow a finger, a pen or a mouse; pressing and the keyboard do the same.

import { NAMES } from "./board.js";
import { marble } from "./colours.js";
import { html, svg } from "./dom.js";

/** How far a press may stray and still be a press, in pixels. */
const STRAY_PX = 8;

/** Sizes as the board draws them, in hollows' cells. */
const WIDTH = { attack: 0.72, queen: 0.92 };

const inside = ({ left, right, top, bottom }, { clientX: x, clientY: y }) => x >= left && x <= right && y >= top && y <= bottom;

/** The hollow of a grid that is under a pointer, or null. */
function hollowUnder(grid, event) {
  const box = grid.getBoundingClientRect();
  if (!inside(box, event)) return null;
  const file = Math.min(6, Math.floor(((event.clientX - box.left) / box.width) * 7));
  const row = Math.min(6, Math.floor(((event.clientY - box.top) / box.height) * 7));
  return NAMES[(6 - row) * 7 + file];
}

/** What lies under a pointer in a tray's upper row: "attack", "queen" or null. */
function trayMarble(tray, event) {
  const box = tray.querySelector(":scope > svg")?.getBoundingClientRect();
  if (!box || !inside(box, event)) return null;
  const x = (event.clientX - box.left) / box.width - 0.5;
  const y = (event.clientY - box.top) / box.height;
  if (Math.abs(x) < 0.045) return "queen";
  return y < 0.52 ? "attack" : null;
}

/**
 * Let marbles be dragged over the grid in `holder`, out of `trays` ({ w, b }) and into them.
 * at(name) says what lies in a hollow, has(side, what) whether a tray holds it;
 * drop({ hollow } or { kind }, { hollow } or { side }) is told where one was let go.
 */
export function createDragging(holder, trays, { at, has, drop }) {
  const grid = holder.querySelector(".hollow-grid");
  let held = null; // { from, kind, x, y, id, ghost }

  function taken(event) {
    for (const [side, tray] of Object.entries(trays)) {
      if (!tray?.contains(event.target)) continue;
      const what = trayMarble(tray, event);
      const kind = what === "queen" ? side.toUpperCase() : side;
      return what && has(side, what) ? { from: { kind }, kind } : null;
    }
    const hollow = grid.contains(event.target) ? hollowUnder(grid, event) : null;
    return hollow && at(hollow) !== "." ? { from: { hollow }, kind: at(hollow) } : null;
  }

  function down(event) {
    if (held || event.button !== 0) return;
    const found = taken(event);
    if (found) held = { ...found, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
  }

  function lift() {
    const cell = grid.getBoundingClientRect().width / 7;
    const size = cell * (held.kind === held.kind.toLowerCase() ? WIDTH.attack : WIDTH.queen);
    held.ghost = html("div", { class: "dragged", "aria-hidden": "true", "data-kind": held.kind });
    held.ghost.append(svg("svg", { viewBox: "0 0 44 44", width: size * 1.1, height: size * 1.1 }, marble(held.kind, 22, 21, 20)));
    document.body.append(held.ghost);
    if (held.from.hollow) holder.querySelector(`.marble[data-hollow="${held.from.hollow}"]`)?.classList.add("away");
  }

  function move(event) {
    if (event.pointerId !== held?.id) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < STRAY_PX) return;
    if (!held.ghost) lift();
    held.ghost.style.translate = `calc(${event.clientX}px - 50%) calc(${event.clientY}px - 50%)`;
    aim(hollowUnder(grid, event));
  }

  const aim = (name) => grid.querySelectorAll("button").forEach((button) => button.toggleAttribute("data-aim", button.dataset.at === name));

  function end() {
    const { ghost } = held;
    held = null;
    ghost?.remove();
    aim(null);
    holder.querySelectorAll(".away").forEach((node) => node.classList.remove("away"));
  }

  function up(event) {
    if (event.pointerId !== held?.id) return;
    const { from, ghost } = held;
    end();
    if (!ghost) return;
    // The press that a browser makes of it is none.
    const swallow = (click) => click.stopPropagation();
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 0);
    const hollow = hollowUnder(grid, event);
    const side = Object.keys(trays).find((each) => trays[each] && inside(trays[each].getBoundingClientRect(), event));
    drop(from, hollow ? { hollow } : { side: side ?? null });
  }

  for (const place of [holder, ...Object.values(trays)]) place?.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", (event) => event.pointerId === held?.id && end());
  document.addEventListener("keydown", (event) => event.key === "Escape" && held && end());
}
