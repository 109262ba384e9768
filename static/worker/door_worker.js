// Gives out the pages that a tablet at a classroom door kept, where there is no network. It touches
// nothing but those pages and what they are made of, and keeps nothing itself: door_keep.js does.
const kept = `door ${registration.scope} `;
const door = new URL(registration.scope);
// A network that does not answer for so long, in milliseconds, is none.
const patience = 6000;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(request.method === "GET" ? page(request) : press(request));
  else if (/^(style|script|image|manifest)$/.test(request.destination)) event.respondWith(file(request));
});

async function page(request) {
  const patient = new AbortController();
  const timer = setTimeout(() => patient.abort(), patience);
  try {
    const answer = await fetch(request, { signal: patient.signal });
    return answer.status < 500 ? answer : await copy(request) ?? answer;
  } catch {
    return await copy(request) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

// press leads back to the page where a form did not arrive.
const press = (request) => fetch(request).catch(() => Response.redirect(door));

const file = async (request) => await match(request) ?? fetch(request);

async function match(request) {
  for (const cacheName of await caches.keys()) {
    if (!cacheName.startsWith(kept)) continue;
    // Opened, a cache that a page just dropped would be there again.
    const answer = await caches.match(request, { cacheName, ignoreVary: true });
    if (answer) return answer;
  }
}

// copy is the page while it is of today; afterwards the one that says that there is none. What was
// not kept leads to where the tablet begins.
async function copy(request) {
  if (new URL(request.url).pathname !== door.pathname) return Response.redirect(door);
  const answer = await match(request) ?? await match(door);
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
