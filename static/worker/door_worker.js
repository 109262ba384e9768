// Gives out the pages that a tablet at a classroom door kept, where there is no network. It touches
// nothing but those pages and what they are made of, and keeps nothing itself: door_keep.js does.
const kept = `door ${registration.scope} `;
const door = new URL(registration.scope);
// A network that does not answer for so long, in milliseconds, is none.
const patience = 6000;
// How often a file is asked for, and the milliseconds between.
const mostTries = 30;
const betweenTries = 2000;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(request.method === "GET" ? page(request) : press(request));
  else if (/^(style|script|image|manifest)$/.test(request.destination)) event.respondWith(file(request));
});

// Only Rollbook's own answers count: each carries a mark, which copies do not. Anything else, such as the page
// of a proxy or a portal, is no network.
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

// nothing stands where there is not even a copy, and tries again.
const nothing = () => new Response(`<!DOCTYPE html><meta http-equiv="refresh" content="10"><p>\u27f3`, { headers: { "Content-Type": "text/html; charset=utf-8" } });

// press leads back to the page where a form did not arrive.
async function press(request) {
  const answer = await fetch(request).catch(() => null);
  return answer && ours(answer) ? answer : Response.redirect(door);
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// A page is not without its files for as long as somebody else answers: they are asked for again.
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
    // Opened, a cache that a page just dropped would be there again.
    const answer = await caches.match(request, { cacheName, ignoreVary: true });
    if (answer) return answer;
  }
}

// copy is the page while it is of today; afterwards the one that says that there is none. What was
// not kept leads to where the tablet begins. No roll is kept that needs a PIN: its class has the names.
async function copy(request) {
  const address = new URL(request.url);
  if (address.pathname !== door.pathname) return Response.redirect(door);
  address.searchParams.delete("staff");
  const answer = await match(address.href) ?? await match(door);
  if (Number(answer?.headers.get("Rollbook-Kept-Until")) > Date.now()) return timed(answer);
  await drop();
  return match(new URL(`${door.pathname}/away`, door));
}

// timed has the scripts of a copy go by the time that it is now, as far as this tablet's clock was
// ahead of the server's when it was made.
async function timed(answer) {
  const now = Date.now() - Number(answer.headers.get("Rollbook-Clock-Ahead"));
  const text = (await answer.text()).replaceAll(/ data-now="\d+"/g, ` data-now="${now}"`);
  return new Response(text, { headers: answer.headers });
}

// drop forgets the pages of a day that is over.
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
