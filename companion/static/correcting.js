// Correcting the board: tap a hollow, say what lies there, then set it all at once.

import { unfold, NAMES } from "./board.js";
import { html } from "./dom.js";
import { createGrid } from "./hollowgrid.js";
import { KINDS, kindButton, kindWords as words } from "./vouching.js";
import { say } from "./words.js";

/** `tell(command, seq)` does it; `current()` is the newest state. `changed(on)` may be set. */
export function createCorrection({ board, holder, tell, current }) {
  let grid = null;
  let seq = 0;
  const changes = new Map();
  const list = html("p", {});
  const wrong = html("p", { class: "refusal", role: "alert" });
  const set = html("button", { type: "button", class: "primary" }, say("desk.correct.set"));
  const leave = html("button", { type: "button" }, say("desk.correct.leave"));
  const bar = html("section", { class: "correction-bar", "aria-label": say("desk.correct") },
    list, wrong, html("p", { class: "buttons" }, leave, set));

  const real = (name) => current().board[NAMES.indexOf(name)];
  const at = (name) => changes.get(name) ?? real(name);
  const describe = (name) => `${name}: ${words(at(name))}`;

  function refresh() {
    for (const [name, kind] of changes) if (real(name) === kind) changes.delete(name);
    board.draft(changes);
    grid.refresh();
    list.textContent = changes.size
      ? [...changes].map(([name, kind]) => `${name}: ${words(kind)}`).join(" · ") : say("desk.correct.tap");
    set.disabled = changes.size === 0;
  }

  function put(name, kind) {
    wrong.textContent = "";
    changes.set(name, kind);
    refresh();
    const lying = NAMES.map(at);
    for (const queen of ["W", "B"]) {
      if (lying.filter((each) => each === queen).length > 1) wrong.textContent = say("desk.correct.queens");
      if (lying.filter((each) => each === queen.toLowerCase()).length > 20) wrong.textContent = say("desk.correct.many");
    }
    set.disabled = changes.size === 0 || wrong.textContent !== "";
  }

  function ask(name) {
    const dialog = html("dialog", { class: "kinds", "aria-labelledby": "kinds-title" },
      html("h2", { id: "kinds-title" }, say("desk.correct.what", { hollow: name })),
      ...KINDS.map((kind) => {
        const pick = kindButton(kind, { "aria-pressed": String(at(name) === kind) });
        pick.addEventListener("click", () => {
          dialog.close();
          put(name, kind);
        });
        return pick;
      }));
    const cancel = html("button", { type: "button", class: "quiet" }, say("referee.cancel"));
    cancel.addEventListener("click", () => dialog.close());
    dialog.append(cancel);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  }

  function open() {
    const state = current();
    seq = state.seq;
    changes.clear();
    // What lies there is what a referee sees; where it is a fault, he starts from that.
    if (state.fault) [...unfold(state.fault.placement)].forEach((kind, i) => changes.set(NAMES[i], kind));
    grid = createGrid(holder, { label: say("desk.correct"), describe, press: ask, leave: close });
    document.body.append(bar);
    document.body.setAttribute("data-correcting", "");
    wrong.textContent = "";
    refresh();
    self.changed?.(true);
    holder.scrollIntoView({ block: "nearest" });
  }

  function close() {
    if (!grid) return;
    grid.remove();
    grid = null;
    changes.clear();
    board.draft(changes);
    bar.remove();
    document.body.removeAttribute("data-correcting");
    self.changed?.(false);
  }

  async function commit() {
    set.disabled = true;
    if (await tell({ command: "correct", hollows: Object.fromEntries(changes) }, seq)) {
      close();
      return;
    }
    // What was tapped stays; it is now set against what the page has learned since.
    seq = current().seq;
    wrong.textContent = document.querySelector("#desk .refusal").textContent;
    set.disabled = false;
  }

  set.addEventListener("click", commit);
  leave.addEventListener("click", close);
  const self = {
    toggle: () => (grid ? close() : open()),
    show: () => grid && refresh(),
    close,
  };
  return self;
}
