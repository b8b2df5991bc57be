// Playing on the painted board: what a press on a hollow does, and the tools beside it.

import { NAMES, unfold } from "./board.js";
import { swatch } from "./colours.js";
import { html } from "./dom.js";
import { createDragging } from "./dragging.js";
import { createGrid } from "./hollowgrid.js";
import { language, say } from "./words.js";

const PATH = "/api/simulator";

const flip = (letter, swapped) => (swapped ? { w: "b", W: "B", b: "w", B: "W", ".": "." }[letter] : letter);

/** Let people play on the board in `holder`; tools go into `panel`. Call `show(state)` with every state. */
export function createSimulator(holder, panel) {
  let game = null;
  let sim = null;
  let held = null;
  let asking = false;
  let again = false;
  // What hands do: answers may come late, and not in the order of what was asked.
  let begun = 0;
  let ended = 0;
  let newest = 0;
  let early = null;
  let over = null; // the number of a game that was cleared away, until the next one waits for its first move
  const note = html("p", { class: "sim-note", role: "status" });

  const at = (name) => (sim ? flip(sim.board[NAMES.indexOf(name)], game?.swapped) : ".");
  const tool = () => panel.querySelector("input:checked")?.value ?? "auto";
  const tell = (key, values) => { note.textContent = say(key, values); };
  const wish = (letter, hollow) => {
    const side = flip(letter.toLowerCase(), game.swapped);
    return { do: "place", series: side === "w" ? "light" : "dark", queen: letter !== letter.toLowerCase(), hollow };
  };

  function take(answer) {
    sim = answer;
    grid.refresh();
    grid.mark((name) => at(name) !== ".");
    hand.setAttribute("aria-pressed", String(sim.hand));
    if (begun > ended) return;
    const waiting = early;
    early = null;
    waiting?.();
  }

  /** Done before it is known what lies there, and in which game: it is done as soon as that is. */
  function tooEarly(action) {
    const known = sim && game && over === null;
    if (!known) early = action;
    return !known;
  }

  /** Let a hand do something: [whether it was answered and done, what was answered]. */
  async function act(body) {
    try {
      const answer = await fetch(`${PATH}?lang=${language}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
      });
      return [answer.ok, await answer.json()];
    } catch {
      return [false, { detail: say("simulator.lost") }];
    }
  }

  async function send(body, key, values) {
    hold(null);
    begun += 1;
    const mine = begun;
    const [done, data] = await act(body);
    ended += 1;
    if (!done) {
      note.textContent = data.detail;
      look();
    } else if (mine > newest) {
      newest = mine;
      take(data);
      if (key) tell(key, values);
    }
    return done;
  }

  function hold(name) {
    held = name;
    grid.hold(name);
  }

  const remove = (hollow, taken = false) => send({ do: "remove", hollow, taken }, "simulator.removed", { hollow });
  const place = (letter, hollow) => send(wish(letter, hollow), "simulator.placed", { hollow });

  /** While something is wrong, or the board is to be laid anew, a press makes the hollow what it should be. */
  async function repair(name) {
    const should = unfold(game.fault?.repair ?? game.board)[NAMES.indexOf(name)];
    const now = at(name);
    if (now !== "." && now !== should && !(await remove(name))) return;
    if (should !== "." && now !== should) await place(should, name);
  }

  /** What is to be taken now in a combination: "return", "capture" or null. */
  function due(name) {
    const { pending } = game;
    if (!pending) return null;
    const open = (all, done) => all.includes(name) && !done.includes(name);
    if (pending.returned.length < pending.returns) return open(pending.returnable, pending.returned) ? "return" : null;
    return open(pending.capturable, pending.captured) ? "capture" : null;
  }

  function follow(name) {
    const wrong = game.fault?.hollows ?? (game.status?.phase === "arranging" ? game.status.uncover : null);
    if (wrong) return wrong.includes(name) ? repair(name) : tell("simulator.repair");
    if (due(name)) return remove(name, due(name) === "capture");
    if (at(name) !== ".") return lift(name);
    if (game.result !== "*") return tell("simulator.over");
    if (game.pending) return tell("simulator.due");
    const player = game.players[game.turn];
    return place(player.reserve === 0 && player.queen === null ? game.turn.toUpperCase() : game.turn, name);
  }

  function lift(name) {
    hold(name);
    tell("simulator.held", { hollow: name });
  }

  function press(name) {
    if (tooEarly(() => press(name))) return;
    const kind = tool();
    if (held === name) {
      hold(null);
      tell("simulator.back", { hollow: name });
    } else if (held && at(name) === ".") {
      send({ do: "move", hollow: held, to: name }, "simulator.moved", { hollow: held, to: name });
    } else if (kind === "auto" || (kind !== "take" && due(name))) {
      follow(name);
    } else if (kind === "take") {
      remove(name);
    } else if (at(name) === ".") {
      place(kind, name).then((done) => {
        // There is one Queen: the next thing is another.
        if (done && kind !== kind.toLowerCase()) panel.querySelector('[value="auto"]').checked = true;
      });
    } else {
      lift(name);
    }
  }

  /** A marble that was dragged: out of a hollow or a tray, to a hollow, a tray or beside the board. */
  function drop(marble, target) {
    if (tooEarly(() => drop(marble, target))) return;
    const { hollow: from, kind } = marble;
    const { hollow: to, side } = target;
    hold(null);
    if (to && to !== from && at(to) !== ".") tell("simulator.full", { hollow: to });
    else if (to && to !== from) from ? send({ do: "move", hollow: from, to }, "simulator.moved", { hollow: from, to }) : place(kind, to);
    else if (from && side) remove(from, side !== at(from).toLowerCase());
    else if (from) tell("simulator.back", { hollow: from });
  }

  /** Whether a tray holds an attack marble, or its Queen. */
  const has = (side, what) => Boolean(game) && (what === "queen" ? game.players[side].queen === null : game.players[side].reserve > 0);

  function describe(name) {
    const kind = at(name);
    return say(kind === "." ? "simulator.hollow.empty" : `simulator.hollow.${kind}`, { hollow: name });
  }

  const grid = createGrid(holder, { label: say("simulator.board"), describe, press, leave: () => hold(null) });
  const tray = (side) => document.getElementById(`tray-${side}`);
  createDragging(holder, { w: tray("w"), b: tray("b") }, { at, has, drop });
  const hand = html("button", { type: "button", "aria-pressed": "false" }, say("simulator.hand"));
  const clear = html("button", { type: "button" }, say("simulator.clear"));
  hand.addEventListener("click", () => send({ do: "hand", over: !sim?.hand }));
  clear.addEventListener("click", async () => {
    if (game && (game.result !== "*" || game.actions || game.pending || game.fault || /[wb]/i.test(game.board ?? ""))) over = game.game ?? null;
    if (!(await send({ do: "clear" }))) over = null;
  });
  panel.append(
    html("h2", { id: "simulator-title" }, say("simulator")), html("p", { class: "empty" }, say("simulator.intro")),
    note, tools(), html("p", { class: "sim-buttons" }, hand, clear));
  panel.hidden = false;

  async function look() {
    // What is on its way may have been told before this.
    again = asking;
    if (asking) return;
    asking = true;
    const before = begun + ended;
    try {
      const answer = await fetch(PATH, { cache: "no-store" });
      const data = await answer.json();
      if (before !== begun + ended) again = true;
      else if (answer.ok) take(data);
    } catch {
      // The next state asks again.
    }
    asking = false;
    if (again) look();
  }

  return {
    show(state) {
      game = state;
      if (game.game !== over && game.status?.phase === "steady") over = null;
      look();
    },
  };
}

function tools() {
  const choices = [["auto", null, say("simulator.tool.auto")]];
  for (const side of ["w", "b"]) {
    const values = { side: say(`side.${side}`) };
    choices.push([side, side, say("simulator.tool.marble", values)], [side.toUpperCase(), side.toUpperCase(), say("simulator.tool.queen", values)]);
  }
  choices.push(["take", null, say("simulator.tool.take")]);
  return html("fieldset", { class: "sim-tools" }, html("legend", { class: "unseen" }, say("simulator.tool")),
    ...choices.map(([value, kind, label]) => html("label", { title: kind ? label : null },
      html("input", { type: "radio", name: "sim-tool", value, checked: value === "auto" ? "" : null }),
      html("span", { class: kind ? "sim-marble" : "" },
        ...(kind ? [swatch(kind), html("span", { class: "unseen" }, label)] : [label])))));
}
