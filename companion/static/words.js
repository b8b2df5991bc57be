// The page's words, in the language the server chose for this visitor.

const catalogue = JSON.parse(document.getElementById("words").textContent);

export const language = document.documentElement.lang;

const VALUE = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

/**
 * The message, its {values} filled in; an unknown one shows its name rather than nothing.
 * {n|move|moves} is the first word where n is one, else the second.
 */
export function say(message, values = {}) {
  const text = catalogue[message] ?? message;
  return text.replace(VALUE, (whole, name, one, many) =>
    many === undefined ? values[name] ?? whole : Number(values[name]) === 1 ? one : many);
}

/** Whether the catalogue has that message. */
export const knows = (message) => message in catalogue;

/** "a4, b4, c4" */
export const list = (names) => names.join(", ");

/** Fetch the messages of a part that most visitors never need. */
export async function learnWords(part) {
  const answer = await fetch(`/api/words/${part}?lang=${language}`);
  if (!answer.ok) throw new Error(String(answer.status));
  Object.assign(catalogue, await answer.json());
}
