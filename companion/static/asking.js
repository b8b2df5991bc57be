// Questions to the companion that it may refuse: what came of them, in words.

import { knows, language, say } from "./words.js";

/** What the companion did not do, and why; `code` where it has a name. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(words(problem));
    this.status = status;
    this.code = problem.code ?? "";
    this.wait = problem.wait_s ?? 0;
  }
}

function words({ code, detail, wait_s: seconds }) {
  const key = `referee.${code}`;
  return knows(key) ? say(key, { seconds, detail }) : say("referee.failed", { detail: detail ?? "" });
}

/** Show in `place` why it was refused; what is no refusal goes on. */
export function showRefusal(error, place, login) {
  if (!(error instanceof Refusal)) throw error;
  if (error.code === "login") login.expired();
  place.textContent = error.message;
  place.dataset.code = error.code;
  place.scrollIntoView({ block: "nearest" });
}

/** POST a JSON object; the answer's JSON, or a Refusal. */
export async function send(path, body) {
  let answer;
  let data;
  try {
    answer = await fetch(`${path}?lang=${language}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
    data = await answer.json();
  } catch {
    throw new Refusal(0, { code: "lost" });
  }
  if (!answer.ok) throw new Refusal(answer.status, data);
  return data;
}
