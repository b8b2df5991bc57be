// Forty-nine buttons over a drawn board: the same for a finger, a mouse and the arrow keys.

import { NAMES } from "./board.js";
import { html } from "./dom.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 7, ArrowDown: -7 };

/**
 * Lay the buttons over a board's holder.
 * describe(name) is what a screen reader says of a hollow, press(name) is called when one is
 * pressed, leave() when Escape is.
 */
export function createGrid(holder, { label, describe, press, leave }) {
  const buttons = new Map(NAMES.map((name) => [name, html("button", { type: "button", tabindex: -1, "data-at": name })]));
  const rows = [7, 6, 5, 4, 3, 2, 1].map((rank) => [..."abcdefg"].map((file) => buttons.get(file + rank))).flat();
  const grid = html("div", { class: "hollow-grid", role: "group", "aria-label": label }, ...rows);
  holder.append(grid);
  buttons.get("d4").tabIndex = 0;

  function focus(name) {
    for (const [each, button] of buttons) button.tabIndex = each === name ? 0 : -1;
    buttons.get(name).focus();
  }

  grid.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    focus(button.dataset.at);
    press(button.dataset.at);
  });
  grid.addEventListener("keydown", (event) => {
    const at = NAMES.indexOf(event.target.dataset.at);
    if (event.key === "Escape") leave?.();
    const to = at + STEPS[event.key];
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    // Left and right stay in their rank.
    const same = Math.abs(STEPS[event.key]) === 7 || Math.floor(to / 7) === Math.floor(at / 7);
    if (NAMES[to] && same) focus(NAMES[to]);
  });

  const refresh = () => buttons.forEach((button, name) => button.setAttribute("aria-label", describe(name)));
  refresh();
  return {
    refresh,
    /** Show which hollow's marble is in the hand; null for none. */
    hold(held) {
      buttons.forEach((button, name) => button.toggleAttribute("data-held", name === held));
    },
    /** Tell the hollows that hold a marble from those that don't. */
    mark(filled) {
      buttons.forEach((button, name) => button.toggleAttribute("data-filled", filled(name)));
    },
    remove: () => grid.remove(),
  };
}
