// The page opens even while the companion is out of reach, and says so then. What the
// companion answers is always asked for anew; the shell is taken from here only when it
// can't be had from there. Of the other pages nothing could be shown, so one stands for
// all of them that says so and opens what was wanted once it can be had.

const CACHE = "shell-{{ version }}";
const SHELL = {{ shell | tojson }};
// A page a language.
const OFFLINE = {{ offline | tojson }};

const LIVE = /^\/(api\/|healthz)/;
const TABLE = "/";
const SPOKEN = "/offline";

const kept = (cache, what) => cache.match(what, { ignoreVary: true, ignoreSearch: what === TABLE });

/** Remember the language of a page that was seen: the one that stands for others speaks it, too. */
async function speak(cache, language) {
  const page = OFFLINE[language] && await kept(cache, OFFLINE[language]);
  if (page) await cache.put(SPOKEN, page);
}

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...SHELL, ...Object.values(OFFLINE)]);
  await speak(cache, (await kept(cache, TABLE)).headers.get("Content-Language"));
  await self.skipWaiting();
}

self.addEventListener("install", (event) => event.waitUntil(install()));

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
    const found = await kept(cache, request);
    if (found) return found;
    throw error;
  }
}

async function page(request, { pathname, searchParams }) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    // No other page is kept: no game, and never the PIN on the companion's own screen.
    if (answer.ok && pathname === TABLE) cache.put(TABLE, answer.clone());
    if (answer.ok) speak(cache, answer.headers.get("Content-Language"));
    return answer;
  } catch (error) {
    await speak(cache, searchParams.get("lang"));
    const found = await kept(cache, pathname === TABLE ? TABLE : SPOKEN);
    if (found) return found;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // Events, states and pictures of the camera are never kept.
  if (request.method !== "GET" || url.origin !== location.origin || LIVE.test(url.pathname)) return;
  event.respondWith(request.mode === "navigate" ? page(request, url) : shell(request));
});
