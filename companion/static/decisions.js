// What people decided, as cards for everybody: what, who, when; a referee may take it back.

import { html } from "./dom.js";
import { language, say } from "./words.js";

/** The time of day of an event, as the reader writes it. */
export const clockTime = (event) =>
  new Date(event.time).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });

const duration = (s) => `${Math.floor(s / 60)}:${String(Math.round(s % 60)).padStart(2, "0")}`;

const WORDS = {
  correction: (event) => [event.fault ? "decision.stands" : "decision.correction", event.text],
  undo: (event) => ["decision.undo", event.actions ? say("decision.undo.text", { count: event.actions }) : say("decision.undo.none")],
  vouch: (event) => ["decision.vouch", event.text],
  pause: () => ["decision.pause", ""],
  resume: () => ["decision.resume", ""],
  setting: (event) => ["decision.setting", [
    event.strictness ? say(`strictness.${event.strictness}`) : "",
    event.players ? `${event.players.w || say("side.w")} – ${event.players.b || say("side.b")}` : "",
  ].filter(Boolean).join(" · ")],
  series: () => ["decision.series", say("decision.series.text")],
  clock: (event) => ["decision.clock", event.mode === "off" ? say("decision.clock.off") : `${duration(event.w_s)} – ${duration(event.b_s)}`],
  move: (event) => ["decision.move", event.move],
  end: (event) => [`termination.${event.termination}`, say("result", { result: event.result })],
};

/** Whether a person has decided it. */
export const isDecision = (event) => Boolean(event.by) && event.event in WORDS
  && (event.event !== "clock" || event.reason === "set")
  // Which series is w is also said where that is no news.
  && event.exchanged !== false;

/** Who decided it; what nobody said has an author too. */
export const author = (event) => ({ "the table": say("by.table"), "the companion": say("by.companion") })[event.by] ?? event.by;

/** The card of a person's decision, or null where it is none. */
export function decisionCard(event) {
  if (!isDecision(event)) return null;
  const [title, text] = WORDS[event.event](event);
  return html("li", {},
    html("article", { class: "card note decision", "data-seq": event.seq, "data-event": event.event },
      html("h3", {}, say(title), html("small", {}, `${author(event)}, ${clockTime(event)}`)),
      text ? html("p", {}, text) : null,
      // A move is taken back with the others, not out of their middle.
      event.event === "move" ? null : html("p", { class: "for-referees" },
        html("button", { type: "button", "data-revert": event.seq, class: "quiet" }, say("decision.revert")))));
}
