// Correcting the board: tap a hollow, say what lies there, then set it all at once.

import { unfold, NAMES } from "./board.js";
import { html } from "./dom.js";
import { createGrid } from "./hollowgrid.js";
import { createStock } from "./stock.js";
import { KINDS, kindButton, kindWords as words } from "./vouching.js";
import { say } from "./words.js";

/** `tell(command, seq)` does it; `current()` is the newest state. `changed(on)` may be set. */
export function createCorrection({ board, holder, tell, current }) {
  let grid = null;
  let seq = 0;
  let refused = "";
  let behind = false;
  const changes = new Map();
  const list = html("p", {});
  const wrong = html("p", { class: "refusal", role: "alert" });
  const set = html("button", { type: "button", class: "primary" }, say("desk.correct.set"));
  const leave = html("button", { type: "button" }, say("desk.correct.leave"));
  const stock = createStock(touched);
  const bar = html("section", { class: "correction-bar", "aria-label": say("desk.correct") },
    list, stock.element, wrong, html("p", { class: "buttons" }, leave, set));

  const real = (name) => current().board[NAMES.indexOf(name)];
  const at = (name) => changes.get(name) ?? real(name);
  const describe = (name) => `${name}: ${words(at(name))}`;

  /** What is wrong with it is said before it is sent. */
  function check() {
    const lying = NAMES.map(at);
    const queens = ["W", "B"].some((queen) => lying.filter((each) => each === queen).length > 1);
    const many = ["w", "b"].some((side) => lying.filter((each) => each === side).length > 20);
    const problem = queens ? say("desk.correct.queens") : many ? say("desk.correct.many") : stock.wrong;
    wrong.textContent = problem || refused;
    set.disabled = (changes.size === 0 && !stock.wanted) || problem !== "";
  }

  function refresh() {
    for (const [name, kind] of changes) if (real(name) === kind) changes.delete(name);
    board.draft(changes);
    grid.refresh();
    stock.follow(current().players, NAMES.map(at));
    list.textContent = changes.size
      ? [...changes].map(([name, kind]) => `${name}: ${words(kind)}`).join(" · ") : say("desk.correct.tap");
    check();
  }

  /** A person went on: what was refused before is no news any more. */
  function touched() {
    refused = "";
    behind = false;
    check();
  }

  function put(name, kind) {
    touched();
    changes.set(name, kind);
    refresh();
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
    stock.clear();
    refused = "";
    behind = false;
    // What lies there is what a referee sees; where it is a fault, he starts from that.
    if (state.fault) [...unfold(state.fault.placement)].forEach((kind, i) => changes.set(NAMES[i], kind));
    grid = createGrid(holder, { label: say("desk.correct"), describe, press: ask, leave: close });
    document.body.append(bar);
    document.body.setAttribute("data-correcting", "");
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
    const wanted = stock.wanted ? { reserve: stock.wanted } : {};
    if (await tell({ command: "correct", hollows: Object.fromEntries(changes), ...wanted }, seq)) {
      close();
      return;
    }
    // What was tapped stays. What it overlooked may yet be on its way to the page.
    const why = document.querySelector("#desk .refusal");
    refused = why.textContent;
    behind = why.dataset.code === "stale";
    seq = current().seq;
    check();
  }

  set.addEventListener("click", commit);
  leave.addEventListener("click", close);
  const self = {
    toggle: () => (grid ? close() : open()),
    show() {
      if (!grid) return;
      if (behind) seq = current().seq;
      refresh();
    },
    close,
  };
  return self;
}
