// Four handles on the picture: the middles of the corner hollows, moved by finger, mouse or arrows.

import { html } from "./dom.js";
import { say } from "./words.js";

const STEP = 0.002;
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
const AT_FIRST = [[0.3, 0.2], [0.7, 0.2], [0.7, 0.8], [0.3, 0.8]];

const within = (v) => Math.min(0.999, Math.max(0, v));

/** Lay handles over `holder`, from `corners` (shares of its size) or in the middle; `moved()` is called. */
export function createCorners(holder, corners, moved) {
  const places = (corners ?? AT_FIRST).map(([x, y]) => [within(x), within(y)]);
  const handles = places.map((_, i) => {
    const handle = html("button", { type: "button", class: "handle", "data-corner": i, "aria-label": say(`wizard.corner.${i}`) });
    handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      handle.focus();
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const box = holder.getBoundingClientRect();
      put(i, [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
    });
    handle.addEventListener("keydown", (event) => {
      const by = ARROWS[event.key];
      if (!by) return;
      event.preventDefault();
      const far = event.shiftKey ? 10 : 1;
      put(i, places[i].map((v, axis) => v + by[axis] * far));
    });
    return handle;
  });

  function put(i, place) {
    places[i] = place.map(within);
    handles[i].style.left = `${places[i][0] * 100}%`;
    handles[i].style.top = `${places[i][1] * 100}%`;
    moved(places);
  }

  holder.append(...handles);
  places.forEach((place, i) => put(i, place));
  return { places: () => places, remove: () => handles.forEach((handle) => handle.remove()) };
}
