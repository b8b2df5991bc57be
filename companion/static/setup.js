// The wizard: camera, board, trays, play. The companion goes on by itself; this shows how far it is.

import { send, showRefusal } from "./asking.js";
import { createCamera } from "./camera.js";
import { install, learn, swatch } from "./colours.js";
import { createCorners } from "./corners.js";
import { html, svg } from "./dom.js";
import { createJoining } from "./joining.js";
import { openLeft, unfinished } from "./leftgames.js";
import { createLogin } from "./login.js";
import { gameCommand, gameFields } from "./newgame.js";
import { language, learnWords, say } from "./words.js";

const PATH = "/api/setup";
const EVERY_MS = 700;
const PATIENCE_MS = 10000;
const STEPS = ["camera", "board", "trays", "play"];

const get = async (path) => {
  const patience = new AbortController();
  const giveUp = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(path, { cache: "no-store", signal: patience.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    return await answer.json();
  } finally {
    clearTimeout(giveUp);
  }
};

const holder = document.getElementById("wizard");
let timer = null;

function button(key, run, attributes = {}) {
  const node = html("button", { type: "button", ...attributes }, say(key));
  node.addEventListener("click", run);
  return node;
}

/** A step's card: its title, and a body that is replaced only where it changes. */
function createStep(name) {
  const mark = html("small", {});
  const body = html("div", { class: "body" });
  const card = html("li", { class: "step", "data-step": name }, html("h3", {}, say(`wizard.${name}`), mark), body);
  let shown = null;
  return {
    card,
    show(state, key, parts) {
      card.dataset.state = state;
      mark.textContent = state === "later" ? "" : say(`wizard.${state}`);
      if (shown === key) return;
      shown = key;
      body.replaceChildren(...parts().filter(Boolean));
    },
  };
}

function createPicture() {
  let image = html("img", { alt: say("wizard.picture") });
  const rings = svg("svg", { "aria-hidden": "true", preserveAspectRatio: "none" });
  const live = html("div", { class: "live" }, image, rings);
  let ratio = 9 / 16;
  const load = createCamera("bare=1&", () => image, (next) => {
    image = next;
    ratio = next.naturalHeight / next.naturalWidth;
    live.style.aspectRatio = `${next.naturalWidth} / ${next.naturalHeight}`;
  });
  return {
    live,
    load,
    draw({ hollows, rim }, places) {
      rings.setAttribute("viewBox", `0 0 1000 ${1000 * ratio}`);
      const at = ([x, y]) => [x * 1000, y * 1000 * ratio];
      rings.replaceChildren(...(places
        ? [svg("path", { class: "frame", d: `M${places.map((place) => at(place).join(" ")).join("L")}Z` })]
        : (hollows ?? []).map(at).map(([cx, cy]) => svg("circle", { class: "found", cx, cy, r: rim * 1000 }))));
    },
  };
}

async function createWizard(login) {
  await learnWords("wizard");
  await learnWords("desk");
  const refusal = html("p", { class: "refusal", role: "alert" });
  const steps = Object.fromEntries(STEPS.map((name) => [name, createStep(name)]));
  const picture = createPicture();
  const said = html("p", { class: "unseen", "aria-live": "polite" });
  let corners = null;
  let joining = null;
  let setup = null;
  let spoken = "";
  let looking = false;
  let acts = 0;
  const cameras = await get(`${PATH}/cameras?lang=${language}`);

  holder.replaceChildren(
    html("div", {}, html("p", { class: "empty" }, say("wizard.intro")), refusal, said,
      html("ol", { class: "steps" }, ...STEPS.map((name) => steps[name].card))),
    html("div", { class: "live-holder" }, picture.live));

  async function act(body, path = PATH) {
    refusal.textContent = "";
    acts += 1;
    try {
      const answer = await send(path, body);
      acts += 1;
      if (path === PATH) show(answer);
      return true;
    } catch (error) {
      showRefusal(error, refusal, login);
      return false;
    }
  }

  function leaveCorners() {
    corners?.remove();
    corners = null;
    show(setup);
  }

  function dragCorners() {
    if (corners) return;
    corners = createCorners(picture.live, setup.corners, (places) => picture.draw(setup, places));
    show(setup);
  }

  async function setCorners() {
    if (await act({ do: "corners", corners: corners.places() })) leaveCorners();
  }

  function camera() {
    const lost = setup.camera_text && html("p", { class: "wrong" }, setup.camera_text);
    if (cameras.fixed) return [lost, html("p", {}, say("wizard.camera.fixed"))];
    const names = cameras.cameras.map(({ source, name }) => [source, name]);
    if (!names.some(([source]) => source === cameras.now)) names.unshift([cameras.now, cameras.now]);
    const select = html("select", { "aria-label": say("wizard.camera.which") }, ...names.map(([value, name]) =>
      html("option", { value, selected: value === cameras.now ? "" : null }, name)));
    const use = async () => {
      if (await act({ do: "source", source: select.value })) cameras.now = select.value;
    };
    return [lost, html("p", {}, say("wizard.camera.which")), select, html("p", { class: "row" }, button("wizard.camera.use", use))];
  }

  /** What is asked for, and what is wrong with the picture. */
  const asks = () => [
    // Too dark to find a board says already what is asked for: light.
    ...(setup.wrong.includes(setup.waiting_for) ? [] : [html("p", { class: "ask" }, setup.waiting_text)]),
    ...setup.wrong_text.map((each) => html("p", { class: "wrong" }, each))];

  /** Marbles may lie there already; and what was said so may be taken back. */
  function otherwise() {
    const [key, what] = setup.under_way ? ["wizard.bare", "bare"] : ["wizard.under-way", "under-way"];
    const why = setup.under_way && !setup.hollows ? "" : say(`${key}.note`);
    return html("div", { class: "row quiet" }, why ? html("p", { class: "empty" }, why) : null, button(key, () => act({ do: what }), { class: "quiet" }));
  }

  function board(state) {
    if (corners) {
      return [html("p", {}, say("wizard.board.drag")),
        html("p", { class: "row" }, button("wizard.board.leave", leaveCorners), button("wizard.board.set", setCorners, { class: "primary" }))];
    }
    const tools = html("p", { class: "row" }, button("wizard.board.corners", dragCorners), button("wizard.board.again", () => act({ do: "again" })));
    if (state === "later") return [];
    if (state === "now") return [...asks(), tools, otherwise()];
    const seen = setup.sure ? html("p", {}, say("wizard.board.found")) : html("p", { class: "wrong" }, say("wizard.board.unsure"));
    return [seen, html("p", { class: "empty" }, say("wizard.board.sure", { percent: Math.min(99, Math.floor(setup.confidence * 100)) })), tools,
      setup.under_way ? otherwise() : null];
  }

  function trays(state) {
    if (state === "now" && setup.under_way) {
      return [html("p", { class: "ask" }, say("wizard.joined.note")),
        html("p", { class: "row" }, button("wizard.joined.on", () => act({ do: "no-trays" }), { class: "primary" }))];
    }
    if (state === "now") {
      return [...asks(), html("p", { class: "row" }, button("wizard.trays.skip", () => act({ do: "no-trays" }))),
        html("p", { class: "empty" }, say("wizard.trays.skip.note"))];
    }
    if (state === "later") return [];
    if (!setup.colours) return [html("p", {}, say("wizard.colours.none"))];
    learn(setup.colours);
    return [html("p", {}, say("wizard.colours")), html("p", { class: "colours" }, swatch("w"), swatch("b"))];
  }

  async function command(body) {
    const done = await act(body, "/api/table/commands");
    if (done) location.assign("/");
    return done;
  }

  /** Of a game that the companion saw begin nothing has to be told. */
  async function offerLeft(form, game) {
    if ((await unfinished(game)).length === 0) return;
    const tell = (order, seq) => command({ ...order, seq });
    form.prepend(html("div", { class: "row quiet" }, html("p", { class: "empty" }, say("wizard.joined.known")),
      button("desk.left", () => openLeft({ state: game, tell, refusal, done: html("p") }), { class: "quiet", "aria-haspopup": "dialog" })));
  }

  function play(state) {
    joining = null;
    if (state !== "now") return [];
    joining = setup.under_way ? createJoining() : null;
    const questions = joining;
    const form = html("form", {}, ...(questions?.fields ?? [html("p", { class: "ask" }, say("wizard.play.note"))]));
    get(`/api/state?lang=${language}`).then((game) => {
      // Who set up anew in the middle of a game mostly wants to go on with it.
      const running = game.game !== null && game.result === "*" && game.moves.length > 0;
      if (questions) offerLeft(form, game).catch(() => {});
      if (running) {
        form.prepend(html("p", { class: "buttons" }, html("a", { class: "button primary", href: "/" }, say("wizard.play.back"))),
          html("p", { class: "empty" }, say("wizard.play.back.note")));
      }
      form.append(...gameFields(game, { fromBoard: false }),
        html("p", { class: "buttons" }, html("button", { type: "submit", class: running ? "" : "primary" }, say("wizard.play.begin"))));
      form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const said = Object.fromEntries(new FormData(form));
        const begin = gameCommand(said);
        await command(questions?.command(said, begin) ?? begin);
      });
    }, () => {});
    return [form];
  }

  function show(next) {
    setup = next;
    const now = STEPS.indexOf(setup.step);
    const parts = { camera, board, trays, play };
    STEPS.forEach((name, i) => {
      const lost = name === "camera" && Boolean(setup.camera_text);
      const state = lost ? "now" : i < now ? "done" : i === now ? "now" : "later";
      const found = [setup.waiting_text, setup.wrong_text, setup.colours, setup.confidence, Boolean(corners), setup.under_way];
      const about = { camera: [cameras.now, setup.camera_text], board: found, trays: found, play: [setup.under_way] }[name];
      steps[name].show(state, JSON.stringify([state, about]), () => parts[name](state));
    });
    joining?.update(setup);
    picture.draw(setup, corners?.places());
    document.body.dataset.setup = setup.step;
    const words = [setup.camera_text, say(`wizard.${setup.step}`), setup.waiting_text, ...setup.wrong_text].filter(Boolean).join(". ");
    if (words !== spoken) said.textContent = spoken = words;
  }

  /** One question at a time, however slowly the answers come. */
  async function look() {
    if (looking || document.visibilityState !== "visible") return;
    looking = true;
    try {
      const before = acts;
      const answer = await get(`${PATH}?lang=${language}`);
      // What was asked before something was done is no news after it.
      if (before === acts) show(answer);
      if (setup && setup.step !== "camera") picture.load();
      if (refusal.textContent === say("link.lost")) refusal.textContent = "";
    } catch {
      refusal.textContent = say("link.lost");
    } finally {
      looking = false;
    }
  }

  await look();
  timer = setInterval(look, EVERY_MS);
}

function close() {
  clearInterval(timer);
  delete document.body.dataset.setup;
  holder.replaceChildren(html("p", {}, say("setup.login")), button("referee.enter", () => login.open(), { class: "primary" }));
}

install();
const login = createLogin(document.getElementById("referee"), {
  entered: () => createWizard(login), left: close, pressed: () => location.assign("/"),
});
