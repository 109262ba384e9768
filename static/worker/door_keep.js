// Stores a tablet's pages of today, with the names on tiles, for times without a network, until the day ends
// by the server's clock. It stores no roll, which needs a PIN. A stored page says that it is a copy, and is
// reloaded when the network is back.
(() => {
  "use strict";
  const { worker, door, away, owner, pages } = document.currentScript.dataset;
  const { ours, ask } = self.door;
  const scope = new URL(door, location).href;
  // The greatest age of a copy, and the time in which a page that opens has the network for itself.
  const age = 300000;
  const start = 2000;
  // The time until a failed registration of the worker is repeated.
  const retry = 10000;
  const asOf = document.querySelector("#as-of");
  const stale = !asOf || !asOf.hidden;
  const name = `door ${scope} ${owner}`;

  // clockOf reads a page that was just made. It returns how far this tablet's clock is ahead of the server's, and when
  // the page's day ends by this tablet's clock.
  function clockOf(made) {
    const clock = made.querySelector("script[data-ends]")?.dataset;
    if (!clock) return null;
    const ahead = Date.now() - Number(clock.now);
    return { ahead, until: Number(clock.ends) + ahead };
  }

  const absolute = (address) => new URL(address, location).href;

  // filesOf lists the files that a page loads. Their addresses contain hashes, so versions never mix.
  function filesOf(made) {
    const files = made.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]");
    return [...files].map((file) => absolute(file.getAttribute("href") ?? file.getAttribute("src")));
  }

  // copied returns the headers of a copy, without the mark of Rollbook's own answers.
  function copied(answer) {
    const headers = new Headers(answer.headers);
    for (const name of ["Rollbook", "Content-Encoding", "Content-Length", "Link"]) headers.delete(name);
    return headers;
  }

  // copyOf returns a page as it is shown without a network; nothing for a class that the school no longer has.
  async function copyOf(address) {
    const answer = await ask(address);
    // The page itself says that the tablet was unpaired.
    if (answer.status === 401) location.replace(door);
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(address);
    const text = await answer.text();
    const made = new DOMParser().parseFromString(text, "text/html");
    const clock = clockOf(made);
    const headers = copied(answer);
    if (clock) {
      headers.set("Rollbook-Kept-Until", clock.until);
      headers.set("Rollbook-Clock-Ahead", clock.ahead);
      headers.set("Rollbook-Kept-At", Date.now());
    }
    const shown = new Response(text.replace('id="as-of" hidden', 'id="as-of"'), { headers });
    return { address: absolute(address), shown, files: filesOf(made) };
  }

  // fileOf uses the browser's own cache if it can.
  async function fileOf(address) {
    const answer = await fetch(address);
    if (!answer.ok || !ours(answer)) throw new Error(address);
    return new Response(answer.body, { headers: copied(answer) });
  }

  // keep stores the files first and then the pages, and drops files that no page needs.
  async function keep() {
    const copies = (await Promise.all([away, ...pages.split(" ")].map(copyOf))).filter(Boolean);
    const files = new Set(copies.flatMap((copy) => copy.files));
    const cache = await storage(() => caches.open(name));
    const there = new Set((await cache.keys()).map((request) => request.url));
    for (const file of files) {
      if (there.has(file)) continue;
      const answer = await fileOf(file);
      await storage(() => cache.put(file, answer));
    }
    for (const { address, shown } of copies) await storage(() => cache.put(address, shown));
    const wanted = new Set([...files, ...copies.map((copy) => copy.address)]);
    for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
  }

  // storage distinguishes a tablet without storage from a network that is away.
  async function storage(use) {
    try {
      return await use();
    } catch (cause) {
      keepsNothing();
      throw cause;
    }
  }

  function keepsNothing() {
    document.querySelector("#keeps-nothing").hidden = false;
  }

  // forgetOthers drops the pages of other classes and of an earlier pairing.
  async function forgetOthers() {
    for (const other of await caches.keys()) {
      if (other.startsWith(`door ${scope} `) && other !== name) await caches.delete(other);
    }
  }

  async function begin() {
    const registration = await navigator.serviceWorker.register(worker, { scope: door, updateViaCache: "none" });
    registration.update().catch(() => {});
    navigator.storage?.persist?.();
    if (await isOld()) await again();
    else timer = setTimeout(again, age);
  }

  // tryToBegin reports whether there is a worker. Without one the tablet promises nothing.
  async function tryToBegin() {
    try {
      await begin();
      hasWorker(true);
    } catch {
      hasWorker(Boolean(navigator.serviceWorker.controller));
      setTimeout(tryToBegin, retry);
    }
  }

  function hasWorker(yes) {
    document.querySelector("#no-worker").hidden = yes;
  }

  // isOld reports whether the copy must be renewed, because of its age or version.
  async function isOld() {
    const cache = await storage(() => caches.open(name));
    const copy = await cache.match(scope, { ignoreVary: true });
    const there = new Set((await cache.keys()).map((request) => request.url));
    const isNew = Number(copy?.headers.get("Rollbook-Kept-At")) > Date.now() - age;
    return !isNew || !filesOf(document).every((file) => there.has(file));
  }

  let timer = 0;
  async function again() {
    clearTimeout(timer);
    timer = setTimeout(again, age);
    // Without a network the earlier copies stay.
    await keep().catch(() => {});
  }

  const entered = () => document.querySelector("#pin")?.value;

  // comeBack reloads the page once the network is back, unless a PIN is being typed.
  async function comeBack() {
    try {
      const answer = await ask(door);
      if (answer.status >= 500) return;
    } catch {
      return;
    }
    self.door.network(true);
    if (entered()) asOf.hidden = true;
    else location.replace(asOf ? location.href : door);
  }

  if (stale) {
    self.door.network(false);
    addEventListener("online", comeBack);
    setInterval(comeBack, 10000);
    if (asOf) setTimeout(() => entered() || location.reload(), clockOf(document).until - Date.now());
  } else if (navigator.serviceWorker && self.caches) {
    storage(forgetOthers).then(() => setTimeout(tryToBegin, start), () => {});
  } else {
    hasWorker(false);
  }
})();
