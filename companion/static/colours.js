// From the two colours that the camera learned to marbles with light on them.

import { html, svg } from "./dom.js";

const FALLBACK = { w: "#f2e9d8", b: "#2b2b33" };
let current = { ...FALLBACK };

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** The colour between two, both "#rrggbb"; share of the second from 0 to 1. */
export function mix(hex, other, share) {
  const to = channels(other);
  const mixed = channels(hex).map((value, i) => Math.round(value + (to[i] - value) * share));
  return "#" + mixed.map((value) => value.toString(16).padStart(2, "0")).join("");
}

const luminance = (hex) => {
  const [r, g, b] = channels(hex);
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
};

// What the camera learns is a sphere's mean, its shaded half included; lit, it is brighter.
const LIT = 1.35;

/** A marble's colour in the light of its lamp. */
export function lit(hex) {
  const rgb = channels(hex);
  const most = Math.min(LIT, 245 / Math.max(...rgb, 1));
  return "#" + rgb.map((value) => Math.round(value * Math.max(1, most)).toString(16).padStart(2, "0")).join("");
}

/** The stops of a marble's light: where the lamp hits, the colour itself, its shade, its rim. */
function stops(learned) {
  const hex = lit(learned);
  const dark = luminance(hex) < 0.12;
  return [
    [0, mix(hex, "#ffffff", dark ? 0.55 : 0.72)],
    [0.28, mix(hex, "#ffffff", dark ? 0.2 : 0.22)],
    [0.62, hex],
    [0.9, mix(hex, "#000000", 0.42)],
    [1, mix(hex, "#000000", 0.28)],
  ];
}

/** Gradients "marble-w" and "marble-b" for every drawing of the page; made once, kept up to date. */
export function install() {
  const gradients = ["w", "b"].map((side) =>
    svg("radialGradient", { id: `marble-${side}`, cx: 0.36, cy: 0.3, r: 0.78 },
      ...stops(current[side]).map(([offset]) => svg("stop", { offset }))));
  const wood = [
    svg("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 1, y2: 1 },
      svg("stop", { offset: 0, "stop-color": "#bd8a53" }),
      svg("stop", { offset: 0.5, "stop-color": "#a97442" }),
      svg("stop", { offset: 1, "stop-color": "#8c5a2e" })),
    svg("linearGradient", { id: "frame", x1: 0, y1: 0, x2: 0.7, y2: 1 },
      svg("stop", { offset: 0, "stop-color": "#7a4a22" }),
      svg("stop", { offset: 1, "stop-color": "#4f2d12" })),
    svg("radialGradient", { id: "hollow", cx: 0.5, cy: 0.62, r: 0.6 },
      svg("stop", { offset: 0, "stop-color": "#8a5c31" }),
      svg("stop", { offset: 0.55, "stop-color": "#6b4220" }),
      svg("stop", { offset: 1, "stop-color": "#3d220d" })),
  ];
  const sheet = svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "unseen" },
    svg("defs", {}, ...gradients, ...wood));
  document.body.append(sheet);
  paint();
}

function paint() {
  for (const side of ["w", "b"]) {
    document.documentElement.style.setProperty(`--marble-${side}`, lit(current[side]));
    const nodes = document.querySelectorAll(`#marble-${side} stop`);
    stops(current[side]).forEach(([, colour], i) => nodes[i].setAttribute("stop-color", colour));
  }
}

/** Take over the colours of a state; null leaves a neutral light and dark. */
export function learn(colours) {
  const next = { w: colours?.w ?? FALLBACK.w, b: colours?.b ?? FALLBACK.b };
  if (next.w === current.w && next.b === current.b) return;
  current = next;
  paint();
}

/** A marble of radius r at x, y: shadow, body, the lamp in it; a Queen wears her crown. */
export function marble(kind, x, y, r, shadow = true) {
  const side = kind.toLowerCase();
  const parts = [
    shadow && svg("ellipse", { cx: x + r * 0.12, cy: y + r * 0.2, rx: r * 1.04, ry: r * 0.98, fill: "#1a0c02", opacity: 0.42 }),
    svg("circle", { cx: x, cy: y, r, fill: `url(#marble-${side})`, stroke: "#1a0c02", "stroke-opacity": 0.35, "stroke-width": r * 0.05 }),
    kind !== side && crown(side, x, y + r * 0.08, r * 0.62),
    svg("ellipse", {
      cx: x - r * 0.34, cy: y - r * 0.46, rx: r * 0.26, ry: r * 0.15, fill: "#fff", opacity: 0.78,
      transform: `rotate(-36 ${x - r * 0.34} ${y - r * 0.46})`,
    }),
    svg("path", {
      d: `M${x - r * 0.52} ${y + r * 0.62} A${r * 0.84} ${r * 0.84} 0 0 0 ${x + r * 0.62} ${y + r * 0.52}`,
      fill: "none", stroke: "#fff", "stroke-width": r * 0.07, "stroke-linecap": "round", opacity: 0.24,
    }),
  ];
  return svg("g", { class: "marble" }, ...parts.filter(Boolean));
}

/** The Queen's crown, s half its width, in what shows on her colour. */
export function crown(side, x, y, s) {
  const point = ([dx, dy]) => `${(x + dx * s).toFixed(1)} ${(y + dy * s).toFixed(1)}`;
  const outline = [[-0.62, 0.5], [-0.8, -0.38], [-0.34, 0.02], [0, -0.62], [0.34, 0.02], [0.8, -0.38], [0.62, 0.5]];
  const light = luminance(current[side]) < 0.5;
  return svg("path", {
    d: `M${outline.map(point).join("L")}Z`, class: `crown-${side}`,
    fill: light ? "#ffe9b0" : "#3a2008", opacity: light ? 0.92 : 0.72, "stroke-linejoin": "round",
    stroke: light ? "#ffe9b0" : "#3a2008", "stroke-width": s * 0.12,
  });
}

/** A small marble in the run of text, to say which series is meant. */
export function swatch(side) {
  const holder = html("span", { class: "swatch", "aria-hidden": "true" });
  holder.append(svg("svg", { viewBox: "0 0 40 40", width: "100%", height: "100%" }, marble(side, 20, 20, 18, false)));
  return holder;
}
