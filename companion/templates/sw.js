// The page opens even while the companion is out of reach, and says so then. What the
// companion answers is always asked for anew; the shell is taken from here only when it
// can't be had from there.

const CACHE = "shell-{{ version }}";
const SHELL = {{ shell | tojson }};

const LIVE = /^\/(api\/|healthz)/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

async function shell(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const page = request.mode === "navigate";
    const kept = await cache.match(request, { ignoreVary: true, ignoreSearch: page })
      ?? (page ? await cache.match("/", { ignoreVary: true, ignoreSearch: true }) : undefined);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // Events, states and pictures of the camera are never kept.
  if (request.method !== "GET" || url.origin !== location.origin || LIVE.test(url.pathname)) return;
  event.respondWith(shell(request));
});
