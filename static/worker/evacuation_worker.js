// Gives out the evacuation list that its page kept, where there is no network. It touches
// nothing but that page and its stylesheets.
const kept = `evacuation ${registration.scope}`;
// A network that does not answer for so long, in milliseconds, is none.
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
    // Whoever may not see it, or is not signed in any more, has no copy of it either.
    if (!answer.ok) await caches.delete(kept);
    return answer;
  } catch {
    return await copy() ?? Response.error();
  }
}

// copy is the list while it is of today; afterwards the page that says that there is none.
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

// Opened, a cache that a page just dropped would be there again.
const style = async (request) => await caches.match(request, { cacheName: kept, ignoreVary: true }) ?? fetch(request);
