// The way in for referees: a PIN and a name. Their tools are fetched once they are in.

import { Refusal, send } from "./asking.js";
import { html } from "./dom.js";
import { say } from "./words.js";

const PATH = "/api/referee";
const NAME = "referee-name";

function field(id, label, note, attributes) {
  return html("p", { class: "field" }, html("label", { for: id }, label),
    html("input", { id, name: id, "aria-describedby": `${id}-note`, ...attributes }),
    html("small", { id: `${id}-note` }, note));
}

const remembered = () => {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return ""; // a browser that keeps nothing
  }
};

function remember(name) {
  try {
    localStorage.setItem(NAME, name);
  } catch {
    // It is typed again, then.
  }
}

/** Make `button` open the dialog, or leave; on.entered(name) and on.left() tell. */
export function createLogin(button, on = {}) {
  let inside = null;
  const wrong = html("p", { class: "refusal", role: "alert" });
  const enter = html("button", { class: "primary", type: "submit" }, say("referee.enter"));
  const cancel = html("button", { type: "button" }, say("referee.cancel"));
  const form = html("form", { method: "dialog" },
    html("h2", { id: "login-title" }, say("referee.title")), html("p", {}, say("referee.why")),
    field("pin", say("referee.pin"), say("referee.pin.where"), { inputmode: "numeric", autocomplete: "off", maxlength: 6, pattern: "[0-9]{6}", required: "" }),
    field("name", say("referee.name"), say("referee.name.why"), { autocomplete: "nickname", maxlength: 40, value: remembered() }),
    wrong, html("p", { class: "buttons" }, cancel, enter));
  const dialog = html("dialog", { id: "login", "aria-labelledby": "login-title" }, form);
  document.body.append(dialog);

  function show(who) {
    inside = who.referee ? who : null;
    button.textContent = inside ? say("referee.in", { name: inside.name }).trim() : say("referee");
    button.dataset.inside = String(Boolean(inside));
    document.body.toggleAttribute("data-referee", Boolean(inside));
    if (inside) on.entered?.(inside);
    else on.left?.();
  }

  function open(pin = "") {
    wrong.textContent = "";
    form.elements.pin.value = pin;
    dialog.showModal();
    form.elements[pin ? "name" : "pin"].focus();
  }

  async function submit(event) {
    event.preventDefault();
    wrong.textContent = "";
    enter.disabled = true;
    const name = form.elements.name.value.trim();
    try {
      const who = await send(`${PATH}/login`, { pin: form.elements.pin.value, name });
      remember(name);
      dialog.close();
      show(who);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      wrong.textContent = error.message;
      form.elements.pin.select();
    }
    enter.disabled = false;
  }

  /** Who is asked for by a code that was scanned: the PIN stays out of the address bar. */
  function scanned() {
    const pin = /^#pin=([0-9]{6})$/.exec(location.hash)?.[1];
    if (!pin) return false;
    history.replaceState(null, "", location.pathname + location.search);
    if (!inside) open(pin);
    return true;
  }

  form.addEventListener("submit", submit);
  cancel.addEventListener("click", () => dialog.close());
  button.addEventListener("click", () => (inside ? on.pressed?.(inside) : open()));
  addEventListener("hashchange", scanned);
  fetch(PATH, { cache: "no-store" }).then((answer) => answer.json()).then(show, () => {}).then(scanned);

  return {
    open,
    async leave() {
      show(await send(`${PATH}/logout`, {}));
    },
    /** The session is over: ask for the PIN again, and say that nothing was done. */
    expired() {
      show({ referee: false });
      open();
      wrong.textContent = say("referee.login");
    },
  };
}
