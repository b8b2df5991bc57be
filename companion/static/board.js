// The board as SVG: a1 at the bottom left. Marbles are added and removed one by one, so
// that what the hands did is what moves on the page.

import { crown, marble } from "./colours.js";
import { svg } from "./dom.js";
import { list, say } from "./words.js";

const FILES = "abcdefg";
const EDGE = 52;
const STEP = 100;
const SIZE = EDGE * 2 + STEP * 7;
const ATTACK = 33;
const QUEEN = 44;
const MINI_ATTACK = 34;
const MINI_QUEEN = 47;

export const NAMES = Array.from({ length: 49 }, (_, i) => FILES[i % 7] + (Math.floor(i / 7) + 1));

/** Centre of a hollow in the drawing. */
export function centre(name) {
  const file = FILES.indexOf(name[0]);
  const rank = Number(name[1]) - 1;
  return [EDGE + STEP * (file + 0.5), SIZE - EDGE - STEP * (rank + 0.5)];
}

const radius = (kind) => (kind === kind.toLowerCase() ? ATTACK : QUEEN);

/** "7/7/4w2/..." or a position's text to 49 characters in the order a1, b1, ... g7. */
export function unfold(placement) {
  const ranks = placement.split(" ")[0].split("/").reverse();
  return ranks.map((rank) => rank.replace(/\d/g, (n) => ".".repeat(Number(n)))).join("");
}

function wood() {
  const grain = Array.from({ length: 13 }, (_, i) => {
    const y = EDGE + 26 + i * 56;
    const bend = 12 + ((i * 37) % 19);
    return svg("path", {
      d: `M${EDGE} ${y} C ${SIZE * 0.3} ${y - bend}, ${SIZE * 0.6} ${y + bend}, ${SIZE - EDGE} ${y - 6}`,
      fill: "none", stroke: i % 3 ? "#6d4320" : "#d9ab72", "stroke-width": i % 2 ? 2 : 3.5, opacity: 0.16,
    });
  });
  return svg("g", {},
    svg("rect", { width: SIZE, height: SIZE, rx: 30, fill: "url(#frame)" }),
    svg("rect", { x: 3, y: 3, width: SIZE - 6, height: SIZE - 6, rx: 28, fill: "none", stroke: "#d9ab72", "stroke-opacity": 0.35, "stroke-width": 3 }),
    svg("rect", { x: EDGE - 4, y: EDGE - 4, width: SIZE - 2 * EDGE + 8, height: SIZE - 2 * EDGE + 8, rx: 14, fill: "url(#wood)", stroke: "#2e1806", "stroke-opacity": 0.6, "stroke-width": 3 }),
    ...grain);
}

const hollows = () => svg("g", {}, ...NAMES.map((name) => {
  const [x, y] = centre(name);
  return svg("g", {},
    svg("circle", { cx: x, cy: y, r: 25, fill: "url(#hollow)" }),
    svg("path", { d: `M${x - 22} ${y + 14} A26 26 0 0 0 ${x + 22} ${y + 14}`, fill: "none", stroke: "#f0c78d", "stroke-width": 2.5, opacity: 0.5 }));
}));

const letters = () => svg("g", { "aria-hidden": "true" }, ...Array.from({ length: 7 }, (_, i) => {
  const at = EDGE + STEP * (i + 0.5);
  return [[at, SIZE - EDGE / 2, FILES[i]], [at, EDGE / 2, FILES[i]], [EDGE / 2, SIZE - at, i + 1], [SIZE - EDGE / 2, SIZE - at, i + 1]]
    .map(([x, y, text]) => svg("text", { class: "name", x, y }, String(text)));
}).flat());

const GLYPHS = {
  return: "M-5 -5 L-9 -1 L-5 3 M-9 -1 H4 A5 5 0 0 1 4 9 H-1",
  must: "M-5 -5 L-9 -1 L-5 3 M-9 -1 H4 A5 5 0 0 1 4 9 H-1",
  capture: "M-6 -6 L6 6 M6 -6 L-6 6",
  fault: "M0 -9 V2 M0 8 V8.500",
  done: "M-7 0 L-2 6 L8 -6",
};

/** A mark on a hollow: ring round the marble and a badge that says the same without colour. */
function mark(kind, name, r) {
  const [x, y] = centre(name);
  const parts = [];
  if (kind !== "done") {
    parts.push(svg("circle", { class: "ring-back", cx: x, cy: y, r }), svg("circle", { class: `ring ${kind}`, cx: x, cy: y, r }));
  }
  if (GLYPHS[kind]) {
    const [bx, by] = kind === "done" ? [x, y] : [x + 29, y - 29];
    parts.push(svg("g", { class: `badge ${kind}`, transform: `translate(${bx} ${by})` },
      svg("circle", { r: 17 }), svg("path", { d: GLYPHS[kind] })));
  }
  return svg("g", { "data-mark": kind, "data-hollow": name }, ...parts);
}

/** The castle area of a Queen: the hollows beside hers, as many as the board has. */
export function around(queen) {
  const [file, rank] = [FILES.indexOf(queen[0]), Number(queen[1])];
  return NAMES.filter((name) => name !== queen && Math.abs(FILES.indexOf(name[0]) - file) <= 1 && Math.abs(Number(name[1]) - rank) <= 1);
}

/** The edge of a castle and its area: [x, y, width, height]. */
function bounds(names) {
  const xs = names.map((name) => centre(name)[0]);
  const ys = names.map((name) => centre(name)[1]);
  const [left, top] = [Math.min(...xs) - STEP / 2, Math.min(...ys) - STEP / 2];
  return { x: left + 5, y: top + 5, width: Math.max(...xs) + STEP / 2 - left - 10, height: Math.max(...ys) + STEP / 2 - top - 10, rx: 22 };
}

/** While a Queen stands on the board a line that reaches her castle area wins: it is outlined. */
function area(queen, side) {
  return svg("g", { "data-mark": "area", "data-side": side },
    svg("rect", { class: "castle-edge quiet", ...bounds([queen, ...around(queen)]) }));
}

const areas = (board, won) => ["W", "B"].map((queen) => [NAMES[[...board].indexOf(queen)], queen.toLowerCase()])
  .filter(([name]) => name && name !== won?.queen).map(([name, side]) => area(name, side));

function castle({ queen, area }) {
  const cells = [queen, ...area].map((name) => {
    const [x, y] = centre(name);
    return svg("rect", { class: name === queen ? "castle own" : "castle", x: x - STEP / 2, y: y - STEP / 2, width: STEP, height: STEP });
  });
  return svg("g", { "data-mark": "castle" }, ...cells,
    svg("rect", { class: "castle-edge", ...bounds([queen, ...area]) }));
}

const beam = (line) => {
  const d = "M" + line.map((name) => centre(name).join(" ")).join("L");
  return svg("g", {}, svg("path", { class: "beam", d }), svg("path", { class: "beam-core", d }));
};

/** The large board: `show(state)` brings it up to date. */
export function createBoard(holder) {
  const under = svg("g");
  const marbles = svg("g");
  const over = svg("g");
  const root = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img" }, wood(), letters(), hollows(), under, marbles, over);
  holder.replaceChildren(root);
  const lying = new Map();

  function lay(board) {
    NAMES.forEach((name, i) => {
      const kind = board[i];
      if (lying.get(name)?.kind === kind || (kind === "." && !lying.has(name))) return;
      lying.get(name)?.node.remove();
      lying.delete(name);
      if (kind === ".") return;
      const [x, y] = centre(name);
      const node = marble(kind, x, y, radius(kind));
      node.setAttribute("data-hollow", name);
      node.setAttribute("data-kind", kind);
      marbles.append(node);
      lying.set(name, { kind, node });
    });
  }

  let shown = null;
  let draft = new Map();

  const ring = (kind, name) => mark(kind, name, (lying.has(name) ? radius(lying.get(name).kind) : 30) + 7);

  /** The board with what a referee is about to correct. */
  function drafted(state) {
    const board = [...state.board].map((kind, i) => draft.get(NAMES[i]) ?? kind).join("");
    return { ...state, board, fault: null, pending: null, castle: null, lines: [], last_hollows: [], status: { uncover: [...draft.keys()] } };
  }

  function show(real) {
    shown = real;
    const state = draft.size ? drafted(real) : real;
    // While something is wrong the board shows what lies there; the banner, what should.
    lay(state.fault ? unfold(state.fault.placement) : state.board);
    under.replaceChildren(...areas(state.fault ? unfold(state.fault.placement) : state.board, state.castle), ...(state.castle ? [castle(state.castle)] : []), ...state.lines.map(beam));
    over.replaceChildren(...marks(state).map(([kind, names, later]) =>
      svg("g", later ? { class: "later" } : {}, ...names.map((name) => ring(kind, name)))));
    root.setAttribute("aria-label", describe(state));
  }

  return {
    show,
    /** Show hollows otherwise than the game has them: a Map of names to ".", "w", "W", "b", "B". */
    draft(changes) {
      draft = changes;
      if (shown) show(shown);
    },
  };
}

/** What is marked, most important last: [kind, hollows, whether it comes later]. */
function marks({ pending, fault, last_hollows: played, status }) {
  if (fault) return [["fault", fault.hollows]];
  if (!pending) return [["last", played], ["cover", status.uncover]];
  const due = pending.returns - pending.returned.length;
  const staying = pending.returnable.filter((name) => !pending.returned.includes(name));
  const must = staying.filter((name) => pending.must_return.includes(name));
  const taking = pending.captures - pending.captured.length;
  const standing = pending.capturable.filter((name) => !pending.captured.includes(name));
  return [
    ["done", [...pending.returned, ...pending.captured]],
    ["capture", taking > 0 ? standing : [], due > 0],
    ["return", due > 0 ? staying.filter((name) => !must.includes(name)) : []],
    ["must", due > 0 ? must : []],
    ["cover", status.doubt ? status.uncover : []],
  ];
}

/** The board in words, for those who don't see it. */
function describe({ board }) {
  const where = (kind) => NAMES.filter((_, i) => board[i] === kind);
  const parts = [["w", "W"], ["b", "B"]].map(([attack, queen]) => {
    const names = [...where(queen).map((name) => `Queen ${name}`), ...where(attack)];
    return `${say(`side.${attack}`)}: ${names.length ? list(names) : "–"}`;
  });
  return `${say("board")}. ${parts.join(". ")}.`;
}

/**
 * A small board without wood grain, for cards and repairs; `marked` hollows get a ring.
 * Without a label it stands beside words that say the same.
 */
export function miniBoard(placement, { lines = [], marked = [], label = "" } = {}) {
  const board = unfold(placement);
  const scale = STEP * 7;
  const rim = 12; // so that a ring round a Queen at the edge is whole
  const at = (name) => centre(name).map((v) => v - EDGE);
  const dots = NAMES.map((name, i) => {
    const [x, y] = at(name);
    if (board[i] === ".") return svg("circle", { cx: x, cy: y, r: 15, fill: "#4d2c11", opacity: 0.75 });
    const side = board[i].toLowerCase();
    const queen = board[i] !== side;
    return svg("g", {},
      svg("circle", { cx: x, cy: y, r: queen ? MINI_QUEEN : MINI_ATTACK, fill: `url(#marble-${side})`, stroke: "#1a0c02", "stroke-width": 4, "stroke-opacity": 0.5 }),
      queen ? crown(side, x, y, MINI_QUEEN * 0.68) : null);
  });
  const rays = lines.map((line) => svg("path", { class: "beam", d: "M" + line.map((name) => at(name).join(" ")).join("L") }));
  const rings = marked.map((name) => {
    const [x, y] = at(name);
    const queen = "WB".includes(board[NAMES.indexOf(name)]);
    return svg("circle", { cx: x, cy: y, r: (queen ? MINI_QUEEN : MINI_ATTACK) + 6, fill: "none", stroke: "#ff4b3a", "stroke-width": 12 });
  });
  const root = svg("svg", { viewBox: `${-rim} ${-rim} ${scale + 2 * rim} ${scale + 2 * rim}`, ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) },
    svg("rect", { x: -rim, y: -rim, width: scale + 2 * rim, height: scale + 2 * rim, rx: 40, fill: "url(#wood)" }), ...rays, ...dots, ...rings);
  const holder = document.createElement("div");
  holder.className = "mini";
  holder.append(root);
  return holder;
}
