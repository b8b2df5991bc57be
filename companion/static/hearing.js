// What is said of an event: by a screen reader, and aloud for those who want it.

import { isDecision } from "./decisions.js";
import { MOVE, hollows } from "./moves.js";
import { list, say } from "./words.js";

/** An action in words, who makes it first. */
export function actionInWords(action, letter) {
  const side = say(`side.${letter}`);
  if (action === "--") return say("heard.pass", { side });
  const [from, to] = hollows(action.replace("Q", ""));
  const kind = (action.startsWith("Q") ? "queen" : "marble") + (to ? ".from" : "");
  return say(`heard.${kind}`, { side, from, to: to ?? from });
}

/** A complete move in words. */
function moved({ move, position }) {
  const [, action, , , returned, captured] = move.match(MOVE) ?? [null, move];
  return [
    actionInWords(action, position.split(" ")[1] === "w" ? "b" : "w"),
    returned && `${say("move.returned")} ${list(hollows(returned))}`,
    captured && `${say("move.captured")} ${list(hollows(captured))}`,
  ].filter(Boolean).join(", ");
}

/** [text, whether it can't wait], or null where an event calls for no words. */
export function announcement(event) {
  const { event: kind, text } = event;
  if (kind === "combination") return [`${say(event.win ? `termination.${event.win}` : `code.${event.combination}`)}. ${text}`, false];
  if (kind === "fault") return [text, !event.warning];
  if (kind === "repaired") return [say("repaired.text"), false];
  if (kind === "move") return [moved(event), false];
  if (kind === "end" || kind === "lesson" || isDecision(event)) return text ? [text, false] : null;
  return null;
}
