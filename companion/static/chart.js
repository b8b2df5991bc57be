// Three small charts, one above the other: marbles on the board, in reserve, captured.

import { html, svg } from "./dom.js";
import { say } from "./words.js";

const WIDEST = 640;
const NARROWEST = 280;
const HEIGHT = 128;
const LEFT = 34;
// The name, the marks of combinations, the lines: one below the other.
const TOP = 36;
// As wide as the page has room when it is drawn: letters stay as large as they are meant.
let width = WIDEST;
const MOST = 20;

const KINDS = ["on_board", "reserve", "captured"];

const x = (i, all) => LEFT + ((width - LEFT - 12) * i) / Math.max(1, all - 1);
const y = (n) => TOP + (HEIGHT - TOP - 14) * (1 - n / MOST);

function line(steps, side, kind) {
  // A count holds until the next move: stairs, not slopes.
  const d = steps.map((step, i) => `${i ? `H${x(i, steps.length).toFixed(1)}V` : `M${LEFT} `}${y(step.counts[side][kind]).toFixed(1)}`).join("");
  return [svg("path", { class: "chart-edge", d }), svg("path", { class: `chart-line ${side}`, d })];
}

function one(steps, kind) {
  const grid = [0, 10, 20].map((n) => svg("g", {},
    svg("path", { class: "chart-grid", d: `M${LEFT} ${y(n)}H${width - 12}` }),
    svg("text", { class: "chart-text", x: LEFT - 6, y: y(n), "text-anchor": "end", "dominant-baseline": "central" }, String(n))));
  const marks = kind !== "on_board" ? [] : steps.flatMap((step, i) => (step.ruling?.combination
    ? [svg("circle", { class: `chart-mark ${step.ruling.win ? "win" : ""}`, cx: x(i, steps.length), cy: TOP - 9, r: step.ruling.win ? 6 : 4 })] : []));
  return svg("g", {}, svg("text", { class: "chart-name", x: LEFT, y: 13 }, say(`chart.${kind}`)), ...grid,
    ...line(steps, "b", kind), ...line(steps, "w", kind), ...marks);
}

/** Draw the game; `jump(step)` is called where the chart is pressed. Returns `show(step)`. */
export function createChart(holder, steps, jump) {
  width = Math.min(WIDEST, Math.max(NARROWEST, holder.clientWidth));
  const cursor = svg("path", { class: "chart-cursor" });
  const root = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${HEIGHT * 3}`, role: "img" },
    ...KINDS.map((kind, i) => {
      const part = one(steps, kind);
      part.setAttribute("transform", `translate(0 ${i * HEIGHT})`);
      return part;
    }), cursor);
  const legend = html("p", { class: "chart-legend" }, html("i", { class: "w" }), say("side.w"), html("i", { class: "b" }), say("side.b"),
    html("i", { class: "mark" }), say("chart.combination"));
  holder.replaceChildren(root, legend);
  root.addEventListener("click", (event) => {
    const box = root.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * width - LEFT) / (width - LEFT - 12);
    jump(Math.min(steps.length - 1, Math.max(0, Math.round(share * (steps.length - 1)))));
  });
  return (at) => {
    cursor.setAttribute("d", `M${x(at, steps.length)} ${TOP - 6}V${HEIGHT * 3 - 10}`);
    const told = KINDS.map((kind) => `${say(`chart.${kind}`)}: ${["w", "b"].map((side) => `${say(`side.${side}`)} ${steps[at].counts[side][kind]}`).join(", ")}`);
    root.setAttribute("aria-label", told.join(". "));
  };
}
