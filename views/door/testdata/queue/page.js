// The tablet and its pages. Each page runs the scripts that Rollbook serves in the model's browser.
const given = ["self", "window", "document", "location", "navigator", "indexedDB", "fetch", "EventSource", "setTimeout", "clearTimeout",
  "setInterval", "clearInterval", "performance", "Date", "AbortSignal", "addEventListener", "crypto", "reportError", "caches", "sessionStorage", "localStorage", "BroadcastChannel"];
const paths = { door: "/door", tiles: "/tiles", events: "/events" };
const classes = { "8B": [1, 2, 3], "9A": [4, 5] };
const classOf = (id) => Object.keys(classes).find((name) => classes[name].includes(id));
// The pages and scripts as Rollbook serves them, by name.
const pages = {};
const scripts = {};

async function load() {
  const text = async (path) => (await fetch(path)).text();
  for (const name of ["taps", "home", "pair"]) pages[name] = await text(`/page/${name}`);
  for (const name of ["tablet", "awake", "door", "door_sender", "forget"]) scripts[name] = new Function(...given, await text(`/script/${name}.js`));
  const page = parsed(pages.taps);
  Object.assign(paths, page.querySelector("#kept-taps").dataset);
  for (const state of ["out", "in", "kept"]) samples[state] = page.querySelector(`.taps [data-state=${state}]`).closest("li");
}

const parsed = (markup) => new DOMParser().parseFromString(markup, "text/html");
const samples = {};

// A weak digest that takes no time.
const digest = async (_, bytes) => Uint8Array.from({ length: 8 }, (_, place) => bytes.reduce((sum, byte) => (sum * 31 + byte + place) % 251, 7)).buffer;
const hexOf = async (text) => [...new Uint8Array(await digest("", new TextEncoder().encode(text)))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

class Page {
  constructor(device, kind, { of, tiles, stale }) {
    Object.assign(this, { device, kind, of, stale, ended: false, listeners: {}, opened: device.time.steady, arrived: device.time.wall + device.skew });
    this.document = parsed(pages[kind]);
    if (kind === "taps") this.fillTiles(tiles);
    this.run();
    if (stale) this.comesBack();
  }

  fillTiles(tiles) {
    const form = this.form = this.document.querySelector("#taps");
    Object.assign(form.dataset, { door: paths.door, fresh: `${paths.tiles}?class=${this.of}`, events: `${paths.events}?class=${this.of}`, zone: "UTC" });
    form.elements.class.value = this.of;
    form.elements.date.value = new Date(this.device.time.wall).toISOString().slice(0, 10);
    this.document.querySelector("h1").textContent = this.of;
    this.document.querySelector(".taps").replaceWith(parsed(tiles).querySelector(".taps"));
    // The announcement of another tap may replace one at once.
    const said = new MutationObserver((changes) => { for (const { addedNodes: [text] } of changes) if (text) this.device.says(this, text.data); });
    said.observe(this.document.querySelector("#became"), { childList: true });
  }

  run() {
    const { kind, device } = this;
    this.self = { door: {}, caches: { keys: async () => [] } };
    if (kind === "pair") return this.start("forget", { unpaired: device.server.proofs.join(" ") }, this.document.querySelector("[data-no-tablet]"));
    const { wall } = device.time;
    this.start("tablet", {});
    this.self.door.network = () => {};
    this.start("awake", { now: wall, ends: wall - wall % 86400000 + 86400000, home: paths.door, fast: "", slow: "" });
    const own = { owner: device.owner, now: wall, zone: "UTC", door: paths.door, events: paths.events };
    if (kind === "taps") {
      Object.assign(this.form.dataset, { owner: own.owner, now: own.now });
      this.start("door", {});
    } else {
      this.start("door_sender", own);
    }
  }

  start(name, data, element) {
    const script = element ?? this.document.createElement("script");
    Object.assign(script.dataset, data);
    const values = this.environment(script);
    scripts[name](...given.map((one) => values[one]));
  }

  environment(script) {
    const page = this;
    const { device } = this;
    const { time, network } = device;
    const location = { get href() { return globalThis.location.href; }, assign: (to) => device.go(page, to), replace: (to) => device.go(page, to), reload: () => device.go(page, page.of) };
    return {
      self: this.self, window: this.self, location, script,
      document: this.shown(script),
      navigator: { storage: {}, locks: { request: (_, work) => device.locks.request(page, work) }, serviceWorker: { getRegistrations: async () => [] } },
      indexedDB: device.storage.of(page),
      fetch: (url, options) => { device.posting(page, options); return network.fetch(page, url, options); },
      EventSource: function (url) { return network.source(page, url); },
      setTimeout: (work, wait, ...more) => time.after(wait, page, () => work(...more)),
      clearTimeout: (timer) => time.cancel(timer),
      setInterval: (work, wait) => { const again = () => { time.after(wait, page, again); work(); }; time.after(wait, page, again); },
      clearInterval: () => { throw new Error("the model has no clearInterval"); },
      performance: { now: () => time.steady - page.opened, timeOrigin: this.arrived, getEntriesByType: () => [{ responseStart: 0 }] },
      Date: { now: () => Math.floor(time.wall) + device.skew },
      AbortSignal: { timeout: (wait) => { const end = new AbortController(); time.after(wait, page, () => end.abort()); return end.signal; } },
      addEventListener: (kind, work) => this.listen(kind, work),
      crypto: { getRandomValues: (bytes) => bytes.map((_, place) => bytes[place] = device.random.below(256)), subtle: { digest } },
      reportError: (cause) => { throw cause; },
      caches: this.self.caches, sessionStorage: {}, localStorage: { removeItem: () => {} },
      BroadcastChannel: function (name) { return device.channel(page, name); },
    };
  }

  shown(script) {
    const { document } = this;
    return {
      currentScript: script, documentElement: document.documentElement, body: document.body, hidden: false, activeElement: null,
      querySelector: (selector) => document.querySelector(selector), querySelectorAll: (selector) => document.querySelectorAll(selector),
      createElement: (name) => document.createElement(name), addEventListener: (kind, work) => this.listen(kind, work),
    };
  }

  listen(kind, work) { (this.listeners[kind] ??= []).push(work); }
  happens(kind) { for (const work of this.listeners[kind] ?? []) work({ persisted: false }); }

  tileOf(id) { return [...this.document.querySelectorAll(".taps button")].find((tile) => tile.value.split(":")[0] === String(id)); }
  press(element) { element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); }

  // The script of a stored page reloads it once the network is back.
  comesBack() {
    this.device.time.after(10000, this, () => {
      if (this.device.network.now() === "good") this.device.go(this, this.of);
      else this.comesBack();
    });
  }

  end() {
    this.ended = true;
    const { device } = this;
    device.storage.forget(this);
    device.locks.leave(this);
    device.channels = device.channels.filter((channel) => channel.page !== this);
    device.pages = device.pages.filter((page) => page !== this);
  }
}

// Locks are the browser's own, of one name (Web Locks API).
class Locks {
  constructor(time) { Object.assign(this, { time, waiting: [], held: null }); }

  request(page, work) {
    return new Promise((resolve, reject) => {
      this.waiting.push({ page, work: async () => work(), resolve, reject });
      this.next();
    });
  }

  next() {
    this.time.after(1, null, () => {
      if (this.held) return;
      this.waiting = this.waiting.filter((one) => !one.page.ended);
      const next = this.held = this.waiting.shift() ?? null;
      if (!next) return;
      const over = () => { if (this.held === next) this.held = null, this.next(); };
      next.work().then((value) => { over(); next.resolve(value); }, (cause) => { over(); next.reject(cause); });
    });
  }

  leave(page) {
    if (this.held?.page === page) this.held = null;
    this.next();
  }
}

// Device is the tablet, which outlives its pages.
class Device {
  constructor(time, random, network, server, posting, says) {
    Object.assign(this, { time, random, network, server, posting, says, storage: new Storage(time, random), locks: new Locks(time), channels: [], pages: [], skew: 0, pairings: 0, copies: {} });
  }

  async pair() {
    this.cookie = `cookie ${++this.pairings}`;
    this.proof = `proof ${this.pairings} ${this.random.below(1e9)}`;
    this.owner = `oak.${await hexOf(this.proof)}`;
    this.server.cookies.add(this.cookie);
    this.copies = {};
  }

  tiles(of) { return tilesOf(of); }

  // channel sends messages to the other pages with a channel of the name (HTML Standard, section 9.5).
  channel(page, name) {
    const own = { page, name, postMessage: (data) => {
      for (const other of this.channels) if (other !== own && other.name === name) this.time.after(this.random.between(0, 5), other.page, () => other.onmessage?.({ data }));
    } };
    this.channels.push(own);
    return own;
  }

  // go opens an address in place of a page: that of a class, or the tablet's first page.
  go(page, to) {
    if (page.leaving) return;
    page.leaving = true;
    this.time.after(50, page, () => { page.end(); this.open(to); });
  }

  open(to) {
    const of = to in classes ? to : undefined;
    const kind = of ? "taps" : "home";
    const reached = this.network.now() === "good" && !this.server.busy;
    let page;
    if (reached && !this.server.knows(this.cookie)) {
      page = new Page(this, "pair", {});
    } else if (reached) {
      this.copies[kind + of] = { day: this.server.today, tiles: of && tilesOf(of) };
      page = new Page(this, kind, { of, tiles: of && tilesOf(of) });
    } else if (this.copies[kind + of]?.day === this.server.today) {
      page = new Page(this, kind, { of, tiles: this.copies[kind + of].tiles, stale: true });
    } else {
      // The worker's page when it has no copy.
      page = { device: this, kind: "nothing", of, happens: () => {}, end: Page.prototype.end, comesBack: Page.prototype.comesBack };
      page.comesBack();
    }
    this.pages.push(page);
    return page;
  }
}
