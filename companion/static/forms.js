// Small dialogs: a title, some fields, a button that does it, one that doesn't.

import { html } from "./dom.js";
import { say } from "./words.js";

const label = (id, key, input) => html("p", { class: "field" }, html("label", { for: `form-${id}` }, say(key)), input);
const named = (id, more) => ({ id: `form-${id}`, name: id, ...more });

/** A line of text. */
export const text = (id, key, value = "", more = {}) =>
  label(id, key, html("input", named(id, { value, maxlength: 40, autocomplete: "off", ...more })));

/** Several lines of text. */
export function lines(id, key, more = {}) {
  return label(id, key, html("textarea", named(id, { rows: 4, ...more })));
}

/** A whole number. */
export const number = (id, key, value, min, max) =>
  label(id, key, html("input", named(id, { type: "number", value, min, max, required: "" })));

/** One of some [value, words]. */
export const choice = (id, key, options, value) =>
  label(id, key, html("select", named(id), ...options.map(([name, words]) =>
    html("option", { value: name, selected: name === value ? "" : null }, words))));

/** The same of words "name: what it means": the meaning of the chosen one stands below. */
export function explained(id, key, options, value) {
  const field = choice(id, key, options.map(([name, words]) => [name, words.split(": ")[0]]), value);
  const about = html("small", { id: `form-${id}-about` });
  const select = field.querySelector("select");
  const tell = () => { about.textContent = Object.fromEntries(options)[select.value].split(": ")[1]; };
  select.setAttribute("aria-describedby", about.id);
  select.addEventListener("change", tell);
  tell();
  field.append(about);
  return field;
}

/** How strictly the companion rules. */
export const strictness = (now) =>
  explained("strictness", "desk.strictness", ["friendly", "teach", "tournament"].map((name) => [name, say(`strictness.${name}`)]), now);

/**
 * Open a dialog of fields. `run(values)` does it and says whether it was done; where it was not,
 * the dialog stays, with what `refusal` (an element) holds as the reason.
 */
export function createForm(title, fields, { submit, run, note = "", refusal = null, ready = null }) {
  const wrong = html("p", { class: "refusal", role: "alert" });
  const cancel = html("button", { type: "button" }, say("referee.cancel"));
  const enter = html("button", { type: "submit", class: "primary" }, say(submit));
  const form = html("form", { method: "dialog" }, html("h2", { id: "form-title" }, say(title)),
    note ? html("p", {}, note) : null, ...fields, wrong, html("p", { class: "buttons" }, cancel, enter));
  const dialog = html("dialog", { "aria-labelledby": "form-title" }, form);
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    enter.disabled = true;
    const ok = await run(Object.fromEntries(new FormData(form)));
    enter.disabled = false;
    if (ok) dialog.close();
    else wrong.textContent = refusal?.textContent ?? "";
  });
  document.body.append(dialog);
  ready?.(form);
  dialog.showModal();
  return dialog;
}
