// Every ruling as a card: the verdict, the articles in plain words, the hollows, the text.

import { miniBoard } from "./board.js";
import { swatch } from "./colours.js";
import { decisionCard } from "./decisions.js";
import { html } from "./dom.js";
import { knows, language, say } from "./words.js";

/** Articles as chips that open to their plain words, as the rules of the game have them. */
export function articles(names, house, rules) {
  const words = (name) => [`article.${name}.${rules}`, `article.${name}`].find(knows);
  const chips = names.map((name) =>
    html("details", {}, html("summary", {}, say("article", { article: name })),
      html("p", {}, words(name) ? say(words(name)) : name)));
  if (house) chips.push(html("details", {}, html("summary", {}, say("house")), html("p", {}, say("house.note"))));
  return html("div", { class: "articles" }, ...chips);
}

function photo(event) {
  if (!event.photo) return null;
  return html("details", { class: "photo" }, html("summary", {}, say("photo")), html("img", { src: event.photo, alt: say("photo.alt"), loading: "lazy" }));
}

/** How sure it is, in words and per cent, never rounded up; null where it isn't known. */
export function sureness({ sure }) {
  if (sure === undefined || sure === null) return null;
  const level = sure >= 0.99 ? "very" : sure >= 0.95 ? "sure" : "fairly";
  const steps = sure >= 0.99 ? 1000 : 100;
  const shown = Math.min(0.999, Math.floor(sure * steps + 1e-6) / steps);
  const percent = shown.toLocaleString(language, { style: "percent", maximumFractionDigits: 1 });
  return html("p", { class: "sure", "data-sure": level, title: say("sure.note") },
    say(`sure.${level}`, { percent: sure > shown + 1e-6 ? say("sure.over", { percent }) : percent }));
}

function card(kind, event, title, side, small, text, figure) {
  return html("li", {},
    html("article", { class: `card ${kind}`, "data-seq": event.seq, "data-event": event.event },
      html("h3", {}, side ? swatch(side) : null, title, small ? html("small", {}, small) : null),
      figure, html("p", {}, text), sureness(event), photo(event), articles(event.articles ?? [], event.house, event.rules)));
}

const MAKERS = {
  combination: (event) => card(event.win ? "win" : "combination", event, say(event.win ? `termination.${event.win}` : `code.${event.combination}`), event.side, event.move, event.text,
    event.board ? miniBoard(event.board, { lines: event.alignments }) : null),
  fault: (event) => card(event.warning ? "fault warning" : "fault", event,
    knows(`fault.${event.fault}`) ? say(`fault.${event.fault}`) : event.fault, null, event.warning ? say("fault.warning") : "", event.text,
    event.repair ? miniBoard(event.repair, { marked: event.hollows }) : null),
  lesson: (event) => card("note taught", event, say("taught"), null, "", event.text, null),
  repaired: (event) => card("note", event, say("repaired"), null, "", say("repaired.text"), null),
  end: (event) => {
    // A win has its card already: the combination that won.
    if (event.termination.startsWith("Winning")) return null;
    if (event.by) return decisionCard(event);
    const winner = { "1-0": "w", "0-1": "b" }[event.result];
    return card("win", event, say(`termination.${event.termination}`), winner, say("result", { result: event.result }), event.text ?? "", null);
  },
};

/** The card of an event, or null where it calls for none. */
export const makeCard = (event) => MAKERS[event.event] ? MAKERS[event.event](event) : decisionCard(event);
