// The companion's own screen, shown while people come in: the board takes over once marbles lie.

const waits = new URLSearchParams(location.search).has("wait");

if (waits) {
  const stream = new EventSource("/api/events?state=1");
  stream.addEventListener("state", (message) => {
    const { moves, pending } = JSON.parse(message.data);
    if (moves.length || pending) location.replace("/");
  });
}
