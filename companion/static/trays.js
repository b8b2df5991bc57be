// A player's tray: long grooves with the reserve, the Queen's round hollow, what was captured.

import { marble, swatch } from "./colours.js";
import { html, svg } from "./dom.js";
import { say } from "./words.js";

const WIDTH = 804;
const HEIGHT = 92;

const groove = (x, y, width) =>
  svg("rect", { x, y: y - 15, width, height: 30, rx: 15, fill: "#3d220d", opacity: 0.8 });

/** Ten places from the Queen's hollow outwards. */
const places = (y, side) => Array.from({ length: 10 }, (_, i) => [WIDTH / 2 + side * (64 + i * 32), y]);

function row(kind, count, y, r) {
  // Filled evenly from the middle: left, right, left, ...
  const spots = places(y, -1).flatMap((spot, i) => [spot, places(y, 1)[i]]);
  return spots.slice(0, count).map(([x, at]) => marble(kind, x, at, r, false));
}

function drawing(side, player) {
  const enemy = side === "w" ? "b" : "w";
  const middle = WIDTH / 2;
  const queen = player.queen === null;
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    svg("rect", { width: WIDTH, height: HEIGHT, rx: 20, fill: "url(#frame)" }),
    svg("rect", { x: 3, y: 3, width: WIDTH - 6, height: HEIGHT - 6, rx: 18, fill: "url(#wood)", opacity: 0.5 }),
    groove(34, 28, 320), groove(450, 28, 320), groove(34, 66, 320), groove(450, 66, 320),
    svg("circle", { cx: middle, cy: HEIGHT / 2, r: 28, fill: "url(#hollow)", stroke: "#2e1806", "stroke-width": 3 }),
    ...row(side, player.reserve, 28, 14), ...row(enemy, player.prisoners, 66, 14),
    queen ? marble(side.toUpperCase(), middle, HEIGHT / 2, 25, false) : null);
}

/** How often he was warned, where he was. */
const warnings = (count) => count
  ? html("span", { class: "warnings", role: "img", "aria-label": say("tray.warnings", { n: count }), title: say("tray.warnings", { n: count }) }, `⚠ ${count}`)
  : null;

/** Bring one player's tray up to date. */
export function showTray(holder, side, { players }, toMove) {
  const player = { ...players[side], prisoners: players[side === "w" ? "b" : "w"].captured };
  holder.dataset.turn = String(toMove);
  const key = JSON.stringify(player);
  if (holder.dataset.shown === key) return;
  holder.dataset.shown = key;
  const queen = player.queen === null ? say("tray.queen.tray") : say("tray.queen.board", { hollow: player.queen });
  const name = player.name || say(`side.${side}`);
  const words = say("tray", { side: name, reserve: player.reserve, queen, captured: player.prisoners });
  holder.replaceChildren(
    html("p", { class: "who" },
      html("span", { class: "turn", "aria-hidden": "true" }), swatch(side), html("b", {}, name), warnings(player.warnings),
      html("span", { class: "unseen" }, words),
      html("span", { class: "counts", "aria-hidden": "true" },
        html("b", {}, String(player.reserve)), ` ${say("reserve")} · `,
        html("b", {}, String(player.prisoners)), ` ${say("captured", { n: player.prisoners })}`)),
    drawing(side, player));
}
