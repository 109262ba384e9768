// Serves the stored evacuation list while there is no network. It handles only that page and its style sheets.
const kept = `evacuation ${registration.scope}`;
// The wait for an answer, in milliseconds, after which there is no network.
const patience = 6000;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (request.destination === "style") event.respondWith(style(request));
});

async function page(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
    if (answer.status >= 500) return await copy() ?? answer;
    // A person who may not see the list, or is no longer signed in, loses the copy.
    if (!answer.ok) await caches.delete(kept);
    return answer;
  } catch {
    return await copy() ?? Response.error();
  }
}

// copy returns today's list; on a later day, the page that says that there is none.
async function copy() {
  const cache = await caches.open(kept);
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    const until = Number(answer.headers.get("Rollbook-Kept-Until"));
    if (until > Date.now()) return answer;
    if (until) await cache.delete(request);
  }
  return cache.match(new URL("?copy=none", registration.scope), { ignoreVary: true });
}

// Opening would create a cache that a page has just dropped.
const style = async (request) => await caches.match(request, { cacheName: kept, ignoreVary: true }) ?? fetch(request);
