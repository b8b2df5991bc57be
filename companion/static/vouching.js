// What the camera can't tell: its picture of the hollow, and what a person says lies there.

import { swatch } from "./colours.js";
import { html } from "./dom.js";
import { say } from "./words.js";

/** Everything that may lie in a hollow. */
export const KINDS = [".", "w", "W", "b", "B"];

/** More would fill a phone's screen; the others are asked next. */
const AT_ONCE = 3;

/** "White's Queen", "nothing". */
export const kindWords = (kind) => say(`desk.kind.${kind === "." ? "none" : kind}`);

/** A button for one of KINDS; `shown` is the marble drawn on it where series are about to be exchanged. */
export const kindButton = (kind, attributes = {}, shown = kind) => html("button", { type: "button", value: kind, ...attributes },
  kind === "." ? html("span", { class: "swatch none", "aria-hidden": "true" }) : swatch(shown), kindWords(kind));

/** What lies in a hollow: the camera's picture of it, and a button for each kind, which calls `picked(kind)`. */
export function question(name, picked, shown = (kind) => kind) {
  const picture = html("img", { src: `/api/camera/${name}.jpg?t=${Date.now()}`, alt: say("desk.doubt.picture", { hollow: name }), width: 160, height: 160 });
  const picks = KINDS.map((kind) => {
    const pick = kindButton(kind, {}, shown(kind));
    pick.addEventListener("click", () => picked(kind));
    return pick;
  });
  return html("div", { class: "doubt", role: "group", "aria-label": say("desk.doubt.what", { hollow: name }), "data-doubt": name },
    html("h3", {}, say("desk.doubt.what", { hollow: name })), picture, html("div", { class: "kinds-row" }, ...picks));
}

/** The questions that are open, none where the eyes tell by themselves. */
export function doubts({ status }, tell) {
  if (!status.doubt) return [];
  const vouch = (name) => (kind) => tell({ command: "vouch", hollows: { [name]: kind } });
  return [html("p", {}, say("desk.doubt")), ...status.uncover.slice(0, AT_ONCE).map((name) => question(name, vouch(name)))];
}
