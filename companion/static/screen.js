// The companion's own screen, shown while people come in: the board takes over once marbles lie.

import { whileShown } from "./shown.js";

const waits = new URLSearchParams(location.search).has("wait");
let stream = null;

function connect() {
  stream = new EventSource("/api/events?state=1");
  stream.addEventListener("state", (message) => {
    const { moves, pending } = JSON.parse(message.data);
    if (!moves.length && !pending) return;
    // A second state would break off the way there.
    stream.close();
    location.replace("/");
  });
}

if (waits) whileShown(connect, () => stream.close());
