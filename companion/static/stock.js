// Reserve and captured marbles of both series, as a referee puts them right: what is not on the
// board and not in reserve has been captured, so each field follows from the other.

import { swatch } from "./colours.js";
import { html } from "./dom.js";
import { say } from "./words.js";

const MARBLES = 20;
const SIDES = ["w", "b"];

/** `changed()` is called when somebody has typed. */
export function createStock(changed) {
  const said = {};
  let onBoard = { w: 0, b: 0 };
  let usual = { w: 0, b: 0 };
  const field = (side, what) => {
    const node = html("input", { type: "number", min: 0, max: MARBLES, inputmode: "numeric", "data-stock": `${what}-${side}`, "aria-label": say(`desk.stock.${what}.${side}`) });
    node.addEventListener("input", () => type(side, what, node.value));
    return node;
  };
  const fields = Object.fromEntries(SIDES.map((side) => [side, { reserve: field(side, "reserve"), captured: field(side, "captured") }]));
  const element = html("div", { class: "stock" }, ...SIDES.map((side) => html("p", {}, swatch(side),
    fields[side].reserve, html("span", { "aria-hidden": "true" }, say("reserve")),
    fields[side].captured, html("span", { "aria-hidden": "true" }, say("captured")))));

  const reserve = (side) => said[side] ?? usual[side];
  const free = (side) => MARBLES - onBoard[side];

  function type(side, what, text) {
    const number = /^\d+$/.test(text) ? Number(text) : NaN;
    said[side] = what === "reserve" ? number : free(side) - number;
    show(fields[side][what]);
    changed();
  }

  /** Bring the fields up to date, but for the one that is being typed into. */
  function show(typing = null) {
    for (const side of SIDES) {
      const values = { reserve: reserve(side), captured: free(side) - reserve(side) };
      for (const [what, node] of Object.entries(fields[side])) {
        if (node !== typing) node.value = Number.isNaN(values[what]) ? "" : values[what];
        node.max = free(side);
      }
    }
  }

  return {
    element,
    /** What lies on the board in the correction; `players` is how the game has it. */
    follow(players, lying) {
      for (const side of SIDES) {
        const { reserve: before, on_board: was } = players[side];
        onBoard[side] = lying.filter((kind) => kind === side).length;
        // As the referee's order counts: what appears comes out of the reserve, what vanishes goes back.
        usual[side] = Math.max(0, Math.min(before - onBoard[side] + was, free(side)));
        if (said[side] === usual[side]) delete said[side];
      }
      show(element.contains(document.activeElement) ? document.activeElement : null);
    },
    /** The reserves that a person has set, for the order; null while he has set none. */
    get wanted() {
      return Object.keys(said).length ? { ...said } : null;
    },
    get wrong() {
      const off = SIDES.some((side) => !(reserve(side) >= 0 && reserve(side) <= free(side)));
      return off ? say("desk.stock.wrong") : "";
    },
    clear() {
      for (const side of SIDES) delete said[side];
    },
  };
}
