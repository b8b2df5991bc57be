// The players' clocks beside their names: read from the state, running on by themselves between.

import { html } from "./dom.js";
import { say } from "./words.js";

const TICK_MS = 250;
const LOW_S = 60;
const SIDES = ["w", "b"];

/** 754.3 to "12:34"; under a minute with tenths, over an hour with hours. */
export function timeLeft(seconds) {
  const left = Math.max(0, seconds);
  if (left < LOW_S) return `0:${left.toFixed(1).padStart(4, "0")}`;
  const whole = Math.floor(left);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Put clocks into the trays; call `show(state)` after they were drawn. */
export function createClocks(trayOf) {
  const nodes = Object.fromEntries(SIDES.map((side) => [side, html("span", { class: "clock", role: "timer" })]));
  let clock = null;
  let since = 0;

  function tick() {
    if (!clock?.enabled) return;
    for (const side of SIDES) {
      const gone = clock.running === side ? (performance.now() - since) / 1000 : 0;
      const left = clock[side] - gone;
      const text = timeLeft(left);
      if (nodes[side].textContent !== text) nodes[side].textContent = text;
      nodes[side].toggleAttribute("data-running", clock.running === side);
      nodes[side].toggleAttribute("data-low", left < LOW_S);
    }
  }

  setInterval(tick, TICK_MS);
  return {
    show(state) {
      clock = state.clock;
      since = performance.now();
      for (const side of SIDES) {
        const who = trayOf(side).querySelector(".who");
        if (!clock.enabled) nodes[side].remove();
        else if (nodes[side].parentNode !== who) who.querySelector(".counts").before(nodes[side]);
        nodes[side].setAttribute("aria-label", say("clock.of", { side: state.players[side].name || say(`side.${side}`) }));
      }
      tick();
    },
  };
}
