// Serves the stored pages of a tablet at a classroom door while there is no network. It handles only those pages and
// their files. door_keep.js stores them.
const kept = `door ${registration.scope} `;
const door = new URL(registration.scope);
// The wait for an answer, in milliseconds, after which there is no network.
const patience = 6000;
// The number of requests for a file, and the milliseconds between them.
const mostTries = 30;
const betweenTries = 2000;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(request.method === "GET" ? page(request) : press(request));
  else if (/^(style|script|image|manifest)$/.test(request.destination)) event.respondWith(file(request));
});

// Only Rollbook's own answers count: each carries a mark, which copies lack. Any other answer, such as a proxy's or a
// portal's page, means that there is no network.
const ours = (answer) => answer.headers.has("Rollbook");

async function page(request) {
  const patient = new AbortController();
  const timer = setTimeout(() => patient.abort(), patience);
  try {
    const answer = await fetch(request, { signal: patient.signal });
    if (ours(answer)) return answer.status < 500 ? answer : await copy(request) ?? answer;
  } catch {
    // No network.
  } finally {
    clearTimeout(timer);
  }
  return await copy(request) ?? nothing();
}

// nothing is the page shown when there is no copy. It tries again by itself.
const nothing = () => new Response(
  `<!DOCTYPE html><link rel="icon" href="data:,"><meta http-equiv="refresh" content="10"><p>\u27f3`,
  { headers: { "Content-Type": "text/html; charset=utf-8" } },
);

// press leads back to the page after a form did not arrive.
async function press(request) {
  const answer = await fetch(request).catch(() => null);
  return answer && ours(answer) ? answer : Response.redirect(door);
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// While a portal answers in Rollbook's place, the page's files are requested again.
async function file(request) {
  for (let tries = 0; tries < mostTries; tries++) {
    const kept = await match(request);
    const answer = kept ?? await fetch(request);
    if (kept || ours(answer)) return answer;
    await wait(betweenTries);
  }
  return Response.error();
}

async function match(request) {
  for (const cacheName of await caches.keys()) {
    if (!cacheName.startsWith(kept)) continue;
    // Opening would create a cache that a page has just dropped.
    const answer = await caches.match(request, { cacheName, ignoreVary: true });
    if (answer) return answer;
  }
}

// copy returns today's stored page; on a later day, the page that says that there is none. Other addresses lead to the
// tablet's first page. Rolls need a PIN and are not stored: their addresses lead to the names of the class.
async function copy(request) {
  const address = new URL(request.url);
  if (address.pathname !== door.pathname) return Response.redirect(door);
  address.searchParams.delete("staff");
  const answer = await match(address.href) ?? await match(door);
  if (Number(answer?.headers.get("Rollbook-Kept-Until")) > Date.now()) return timed(answer);
  await drop();
  return match(new URL(`${door.pathname}/away`, door));
}

// timed sets the copy's time to the present, corrected by this tablet's clock error when the copy was made.
async function timed(answer) {
  const now = Date.now() - Number(answer.headers.get("Rollbook-Clock-Ahead"));
  const text = (await answer.text()).replaceAll(/ data-now="\d+"/g, ` data-now="${now}"`);
  return new Response(text, { headers: answer.headers });
}

// drop deletes the pages of an earlier day.
async function drop() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(kept)) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const until = (await cache.match(request)).headers.get("Rollbook-Kept-Until");
      if (until && Number(until) <= Date.now()) await cache.delete(request);
    }
  }
}
