// A game that goes on from the board as it lies: what the camera sees, and what only people know.

import { miniBoard, NAMES, unfold } from "./board.js";
import { lit } from "./colours.js";
import { html, svg } from "./dom.js";
import { question } from "./vouching.js";
import { list, say } from "./words.js";

const SIDES = ["w", "b"];
const OTHER = { ".": ".", w: "b", W: "B", b: "w", B: "W" };
const FEW = 4;

const group = (key, ...children) => html("fieldset", { class: "question" }, html("legend", {}, say(key)), ...children);

function radio(name, value, ...words) {
  return html("label", { class: "check" }, html("input", { type: "radio", name, value, required: "" }), html("span", {}, ...words));
}

/** A marble of a series, whichever it is called later. */
const dot = (colour) => (colour ? html("span", { class: "swatch", "aria-hidden": "true" },
  svg("svg", { viewBox: "0 0 40 40", width: "100%", height: "100%" }, svg("circle", { cx: 20, cy: 20, r: 18, fill: lit(colour), stroke: "#1a0c02", "stroke-opacity": 0.5, "stroke-width": 2 }))) : null);

const captured = (side) => html("p", { class: "field" }, html("label", { for: `captured-${side}` }, say(`desk.stock.captured.${side}`)),
  html("input", { id: `captured-${side}`, name: `captured-${side}`, type: "number", min: 0, max: 20, required: "", inputmode: "numeric", autocomplete: "off" }));

/**
 * The questions; `update(setup)` keeps them with what the camera sees, `command(said)` adds the
 * answers to those of a new game.
 */
export function createJoining() {
  const seen = html("div", { class: "seen" });
  const series = html("div", {});
  const doubts = html("div", { class: "asked", hidden: "" });
  const told = new Map();
  let lying = null;
  let colours = null;
  // Whether the series that the eyes call White so far is said to be Black; null until it is said.
  let flip = null;
  let drawn = "";

  function lies() {
    if (!lying) return [html("p", { class: "empty" }, say("wizard.joined.unseen"))];
    return [miniBoard(lying.placement, { marked: lying.doubtful, label: say("wizard.joined.board") }), html("p", {}, say("wizard.joined.lies"))];
  }

  /** Which is White: told by its colour and by where it lies. */
  function choices() {
    const board = lying ? unfold(lying.placement) : [];
    return SIDES.map((side, i) => {
      const all = NAMES.filter((_, at) => board[at]?.toLowerCase() === side);
      const hollows = list(all.slice(0, FEW)) + (all.length > FEW ? ", …" : "");
      const node = radio("series", side, dot(colours?.[side]),
        all.length ? say("wizard.joined.series.on", { hollows }) : say("wizard.joined.series.none"));
      const input = node.querySelector("input");
      input.checked = flip === (i === 1);
      input.addEventListener("change", () => {
        flip = i === 1;
        told.clear();
        ask();
      });
      return node;
    });
  }

  /** What lies in a hollow can be said once it is known which series is White. */
  function ask() {
    const open = flip === null || !lying ? [] : lying.doubtful;
    doubts.hidden = open.length === 0;
    doubts.replaceChildren(...(open.length ? [html("p", {}, say("wizard.joined.doubt"))] : []), ...open.map(doubt));
  }

  function doubt(name) {
    const node = question(name, (kind) => {
      told.set(name, kind);
      press();
    }, (kind) => (flip ? OTHER[kind] : kind));
    const press = () => node.querySelectorAll("button").forEach((each) => each.setAttribute("aria-pressed", String(each.value === told.get(name))));
    press();
    return node;
  }

  return {
    fields: [html("p", { class: "ask" }, say("wizard.joined.play")), seen,
      group("wizard.joined.series", series), doubts,
      group("wizard.joined.turn", ...SIDES.map((side) => radio("turn", side, say(`desk.turn.${side}`)))),
      group("wizard.joined.captured", ...SIDES.map(captured)),
      html("p", { class: "empty" }, say("wizard.joined.between"))],
    update(setup) {
      // Colours follow the light in small steps, and are no news.
      const next = JSON.stringify([setup.lying, setup.colours === null]);
      if (next === drawn) return;
      drawn = next;
      ({ lying, colours } = setup);
      seen.replaceChildren(...lies());
      // Hands that pass by are no reason to take away what is being answered.
      if (!lying) return;
      for (const name of told.keys()) if (!lying.doubtful.includes(name)) told.delete(name);
      series.replaceChildren(...choices());
      ask();
    },
    command: (said, begin) => ({
      ...begin, from_board: true, turn: said.turn, swapped: lying ? lying.swapped !== flip : false,
      captured: Object.fromEntries(SIDES.map((side) => [side, Number(said[`captured-${side}`])])),
      ...(told.size ? { hollows: Object.fromEntries(told) } : {}),
    }),
  };
}
