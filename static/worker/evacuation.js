// Stores the evacuation list on this device until midnight, for times without a network.
(() => {
  "use strict";
  const { worker, scope, left, over } = document.currentScript.dataset;
  // By this device's clock, right or wrong.
  const until = Date.now() + Number(left);
  const page = new URL(scope, location);
  const name = `evacuation ${page.href}`;
  const list = new URL("?copy=list", page).href;
  const styles = [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.href);

  async function put(cache, address) {
    const answer = await fetch(address);
    if (!answer.ok || answer.redirected) throw new Error(address);
    const headers = new Headers(answer.headers);
    if (address === list) headers.set("Rollbook-Kept-Until", until);
    await cache.put(address, new Response(await answer.blob(), { headers }));
  }

  async function keep() {
    await navigator.serviceWorker.register(worker, { scope });
    const cache = await caches.open(name);
    const wanted = [list, new URL("?copy=none", page).href, ...styles];
    for (const request of await cache.keys()) if (!wanted.includes(request.url)) await cache.delete(request);
    await Promise.all(wanted.map((address) => put(cache, address)));
    await navigator.serviceWorker.ready;
    document.querySelector("#kept").hidden = false;
  }

  // After midnight an open page must not show yesterday's list as today's.
  function end() {
    if (Date.now() < until) return;
    document.querySelector("#evacuation").textContent = over;
    if (self.caches) caches.open(name).then((cache) => cache.delete(list));
  }

  setTimeout(end, Number(left));
  document.addEventListener("visibilitychange", end);
  if (navigator.serviceWorker && self.caches) keep().catch(() => {});
})();
