// What happens, as it happens: server-sent events; where those can't be had, asking again and again.

import { whileShown } from "./shown.js";
import { language } from "./words.js";

const POLL_MS = 3000;
const RETRY_STREAM_MS = 20000;

// Three signs of life: a connection that has been silent for longer is dead, whatever the browser believes.
const SILENT_MS = 16000;

async function get(path) {
  const answer = await fetch(path, { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/**
 * Follow the table.
 * on.event(event, whether it lies behind us), on.state(state), on.link("live" | "lost" | "polling").
 * A browser's EventSource comes back by itself after a lost connection and says which event it
 * had last, so nothing is missed. A refusal (503: too many pages) ends it for good: then we poll.
 * A page that is left follows no more; brought back as it was, it goes on from what it had last.
 */
export function follow(on) {
  let newest = 0;
  let game = null;
  let poll = null;
  let again = null;
  let stream = null;
  let silence = null;

  function event(data, behind = false) {
    if (data.seq <= newest && data.game === game) return;
    newest = data.seq;
    game = data.game;
    on.event(data, behind);
  }

  async function ask(link) {
    try {
      const state = await get(`/api/state?lang=${language}`);
      if (state.game !== null) {
        const after = state.game === game ? newest : 0;
        const { events } = await get(`/api/games/${state.game}/events?lang=${language}&after=${after}`);
        const known = newest;
        events.forEach((each) => event(each, each.seq <= known));
      }
      on.state(state);
      on.link(link);
    } catch {
      on.link("lost");
    }
  }

  /** Of a game that was left, and is now gone on with, nothing is known here. */
  const isTakenUp = (number) => game !== null && number !== null && number !== game;

  function heard() {
    clearTimeout(silence);
    silence = setTimeout(() => {
      on.link("lost");
      connect();
    }, SILENT_MS);
  }

  function hear(data) {
    // All of such a game is asked for with the state that follows.
    if (data.event === "start" || !isTakenUp(data.game)) event(data);
  }

  function show(state) {
    if (isTakenUp(state.game)) ask("live");
    else on.state(state);
  }

  function connect() {
    clearTimeout(again);
    stream?.close();
    const after = newest ? `&after=${newest}` : "";
    stream = new EventSource(`/api/events?state=1&lang=${language}${after}`);
    heard();
    stream.onopen = () => {
      heard();
      clearInterval(poll);
      poll = null;
      on.link("live");
    };
    const listen = (name, take) => stream.addEventListener(name, (message) => {
      heard();
      take(message.data);
    });
    listen("message", (data) => hear(JSON.parse(data)));
    listen("state", (data) => show(JSON.parse(data)));
    listen("alive", () => {});
    stream.onerror = refused;
  }

  function refused() {
    if (stream.readyState !== EventSource.CLOSED) {
      on.link("lost");
      return;
    }
    clearTimeout(silence);
    if (poll === null) {
      ask("polling");
      poll = setInterval(ask, POLL_MS, "polling");
    }
    again = setTimeout(connect, RETRY_STREAM_MS);
  }

  function leave() {
    stream.close();
    clearTimeout(silence);
    clearTimeout(again);
    clearInterval(poll);
    poll = null;
  }

  whileShown(connect, leave);
}
