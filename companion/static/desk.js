// The referee's desk: everything that a person may decide, hidden from those who only watch.

import { Refusal, send, showRefusal } from "./asking.js";
import { miniBoard } from "./board.js";
import { createCorrection } from "./correcting.js";
import { html } from "./dom.js";
import { choice, createForm, lines, number, strictness, text } from "./forms.js";
import { openLeft } from "./leftgames.js";
import { openNewGame } from "./newgame.js";
import { doubts } from "./vouching.js";
import { say } from "./words.js";

const COMMANDS = "/api/table/commands";
const SIDES = ["w", "b"];

// Whoever presses these means now, whatever has happened meanwhile.
const AT_ONCE = ["pause", "resume", "press"];

// Where the table can't be heard, what was done is not waited for any longer.
const HEARD_MS = 3000;

/** Fill `panel`; call `show(state)` with every state. `board` is the large one, `holder` its element. */
export function createDesk(panel, { board, holder, login, cards }) {
  let state = null;
  const refusal = html("p", { class: "refusal", role: "alert" });
  const done = html("p", { class: "done", role: "status" });

  // What was brought about here is known here before the table tells it, unless others came between.
  let known = 0;
  const newest = () => Math.max(state.seq, known);
  const waiting = new Set();

  /** Until the page shows an event and what came of it. */
  const shown = (seq) => new Promise((resolve) => {
    if (state.seq >= seq) resolve();
    else waiting.add({ seq, resolve, late: setTimeout(resolve, HEARD_MS) });
  });

  function arrived() {
    for (const wait of waiting) {
      if (state.seq < wait.seq) continue;
      clearTimeout(wait.late);
      waiting.delete(wait);
      wait.resolve();
    }
  }

  /** Tell the table; whether it was done, once that can be seen. `seq` is what was known when it was decided. */
  async function tell(command, seq = newest()) {
    refusal.textContent = done.textContent = "";
    try {
      const answer = await send(COMMANDS, AT_ONCE.includes(command.command) ? command : { ...command, seq });
      if (answer.events[0]?.seq === newest() + 1) known = answer.events.at(-1).seq;
      await shown(answer.seq);
      done.textContent = say("desk.done");
      return true;
    } catch (error) {
      showRefusal(error, refusal, login);
      return false;
    }
  }

  const button = (key, run, attributes = {}) => {
    const node = html("button", { type: "button", ...attributes }, say(key));
    node.addEventListener("click", run);
    return node;
  };

  const correction = createCorrection({ board, holder, tell, current: () => state });
  const asked = html("div", { class: "asked" });
  const group = (key, ...children) => html("fieldset", {}, html("legend", {}, say(key)), ...children);

  const correct = button("desk.correct", () => correction.toggle(), { "aria-pressed": "false" });
  correction.changed = (on) => correct.setAttribute("aria-pressed", String(on));
  const count = html("input", { type: "number", min: 1, value: 1, "aria-label": say("desk.undo.count") });
  const undo = button("desk.undo", async () => {
    if (await tell({ command: "undo", actions: Number(count.value) || 1 })) count.value = 1;
  });
  const drop = button("desk.drop", () => tell({ command: "undo", actions: 0 }));

  const turns = Object.fromEntries(SIDES.map((side) =>
    [side, button(`desk.turn.${side}`, () => tell({ command: "turn", side }))]));

  const pause = button("desk.pause", () => tell({ command: state.paused ? "resume" : "pause" }));
  const presses = Object.fromEntries(SIDES.map((side) =>
    [side, button(`desk.press.${side}`, () => tell({ command: "press", side }))]));
  const setClock = button("desk.clock", openClock, { "aria-haspopup": "dialog" });

  const ENDS = [
    ["resign.w", { command: "resign", side: "w" }], ["resign.b", { command: "resign", side: "b" }],
    ["draw", { command: "draw" }],
    ["time.w", { command: "time", side: "w" }], ["time.b", { command: "time", side: "b" }],
    ["deadlock", { command: "deadlock" }],
    ["deadlock.w", { command: "deadlock", winner: "w" }], ["deadlock.b", { command: "deadlock", winner: "b" }],
  ];
  const end = button("desk.end", openEnd, { class: "danger", "aria-haspopup": "dialog" });
  const newGame = button("desk.new", () => openNewGame({ state, tell }), { "aria-haspopup": "dialog" });
  const left = button("desk.left", () => openLeft({ state, tell, refusal, done }), { "aria-haspopup": "dialog" });
  const settings = button("desk.settings", openSettings, { "aria-haspopup": "dialog" });
  const swap = button("desk.swap", () => tell({ command: "series", swapped: !state.swapped }));
  const setup = html("a", { class: "button", href: "/setup" }, say("desk.setup"));
  const wrong = button("desk.wrong", openWrong, { "aria-haspopup": "dialog" });
  const more = html("p", { class: "row" }, newGame, left, settings, swap);

  panel.append(
    html("header", {}, html("h2", { id: "desk-title" }, say("desk")), button("referee.leave", () => login.leave(), { class: "quiet" })),
    refusal, done, asked,
    group("desk.board", html("p", { class: "row" }, correct, drop), html("p", { class: "row" }, count, undo)),
    group("desk.turn", html("p", { class: "row" }, turns.w, turns.b)),
    group("desk.time", html("p", { class: "row" }, pause, setClock), html("p", { class: "row presses" }, presses.w, presses.b)),
    group("desk.game", more, html("p", { class: "row" }, setup, wrong), html("p", { class: "row" }, end)));

  cards.addEventListener("click", ({ target }) => {
    const event = target.closest("[data-revert]")?.dataset.revert;
    if (event) tell({ command: "revert", event: Number(event) });
  });

  function openEnd() {
    const seq = newest();
    createForm("desk.end.title", [choice("end", "desk.end.how", ENDS.map(([name]) => [name, say(`desk.end.${name}`)]))], {
      note: say("desk.end.note"), submit: "desk.end.submit",
      run: ({ end: name }) => tell({ ...ENDS.find(([each]) => each === name)[1] }, seq), refusal,
    });
  }

  function openWrong() {
    createForm("desk.wrong.title", [lines("right", "desk.wrong.right", { maxlength: 2000, required: "" })], {
      note: say("desk.wrong.note"), submit: "desk.wrong.submit", refusal,
      run: async ({ right }) => {
        try {
          const { url, name } = await send("/api/reports", { right });
          done.replaceChildren(say("desk.wrong.saved"), " ", html("a", { href: url, download: name }, name));
          done.scrollIntoView({ block: "nearest" });
          return true;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refusal.textContent = error.message;
          return false;
        }
      },
    });
  }

  function openSettings() {
    const seq = newest();
    createForm("desk.settings.title", [
      text("white", "desk.player.w", state.players.w.name), text("black", "desk.player.b", state.players.b.name),
      strictness(state.strictness),
    ], {
      submit: "desk.save", refusal,
      run: ({ white, black, ...how }) => tell({ command: "setting", ...how, players: { w: white, b: black } }, seq),
    });
  }

  function openClock() {
    const seq = newest();
    const { clock } = state;
    const left = (side) => [number(`${side}-min`, `desk.clock.min.${side}`, Math.floor((clock[side] ?? 900) / 60), 0, 1439),
      number(`${side}-s`, "desk.clock.s", Math.floor((clock[side] ?? 900) % 60), 0, 59)];
    createForm("desk.clock.title", [...left("w"), ...left("b"),
      choice("mode", "desk.clock.mode", ["camera", "button", "off"].map((name) => [name, say(`desk.clock.mode.${name}`)]), clock.mode ?? "camera"),
    ], {
      submit: "desk.save", refusal,
      run: (said) => tell(said.mode === "off" ? { command: "clock", off: true }
        : { command: "clock", mode: said.mode, ...Object.fromEntries(SIDES.map((side) => [side, Number(said[`${side}-min`]) * 60 + Number(said[`${side}-s`])])) }, seq),
    });
  }

  /** What the companion can't decide by itself. */
  function questions({ status, fault, advice, result }) {
    const parts = doubts(state, tell);
    if (status.choices.length) {
      parts.push(html("h3", {}, say("desk.which")), html("div", { class: "choices" }, ...status.choices.map((moves, i) => {
        const pick = html("button", { type: "button", class: "choice" },
          miniBoard(status.boards[i], { label: moves.join(", ") }), html("span", {}, moves.join(", ")));
        pick.addEventListener("click", () => tell({ command: "answer", moves }));
        return pick;
      })));
    }
    if (fault) {
      const stands = button("desk.allow", () => tell({ command: "allow" }));
      stands.disabled = fault.stand === null;
      parts.push(html("h3", {}, say("desk.fault")), html("div", { class: "stands" },
        html("div", {}, html("p", {}, say(fault.stand === null ? "desk.allow.not" : "desk.allow.note")), stands),
        fault.stand === null ? null : miniBoard(fault.stand, { label: say("desk.allow") })));
    }
    if (status.phase === "arranging") parts.push(html("p", {}, say("desk.arranging")), button("desk.go_on", () => tell({ command: "go_on" })));
    if (advice && result === "*") parts.push(html("h3", {}, say("desk.stuck")), html("p", {}, advice.text));
    return parts;
  }

  let asks = "";
  return {
    show(next) {
      state = next;
      panel.hidden = false;
      const none = state.game === null;
      const over = state.result !== "*";
      const key = JSON.stringify([state.status.choices, state.status.doubt && state.status.uncover, state.status.phase === "arranging", state.fault?.repair, state.fault?.stand, state.advice?.text, over]);
      if (key !== asks) {
        asks = key;
        const parts = questions(state);
        asked.replaceChildren(...parts);
        asked.hidden = parts.length === 0;
      }
      for (const side of SIDES) {
        turns[side].setAttribute("aria-pressed", String(state.turn === side && !over));
        turns[side].disabled = none || over || state.turn === side;
        presses[side].hidden = !state.clock.enabled && state.strictness !== "tournament";
        presses[side].disabled = over || state.paused;
      }
      for (const node of [correct, setClock, settings, swap]) node.disabled = none;
      pause.textContent = say(state.paused ? "desk.resume" : "desk.pause");
      pause.disabled = none || over;
      end.disabled = none || over;
      count.max = Math.max(1, state.actions);
      count.disabled = undo.disabled = none || state.actions === 0;
      drop.hidden = !(state.pending || (over && !state.last?.win));
      drop.textContent = say(over ? "desk.reopen" : "desk.drop");
      correction.show(state);
      arrived();
    },
    close() {
      correction.close();
      panel.replaceChildren();
      panel.hidden = true;
    },
  };
}
