// Students tap their names. A tap is kept on the tablet at once: an opaque id, the time, the
// version seen; never a name. It is sent 5 s later, together with the others of its minute.
const form = document.querySelector("#taps");
const said = document.querySelector("#said");
const { dataset: d } = form;
const notMe = 5000;
const mostPause = 30000;
const field = (name) => form.elements[name].value;
const tiles = () => [...form.querySelectorAll("button")];
const idOf = (tile) => tile.value.split(":")[0];
const tileOf = (id) => tiles().find((tile) => idOf(tile) === String(id));
const problems = new Map();
const first = said.textContent;

// say shows what has to be known; the last problem that is still there.
function say(kind, text) {
  text ? problems.set(kind, text) : problems.delete(kind);
  const texts = [first, ...problems.values()].filter(Boolean);
  said.textContent = texts.join(" ");
  said.hidden = !texts.length;
}

// A clock that is wrong by more than two minutes gives way to the server's.
let ahead = 0;
function compare(server) {
  const off = Date.now() - server;
  ahead = Math.abs(off) > 120000 ? off : 0;
  say("clock", ahead && d.clock);
}
const now = () => Date.now() - ahead;
const inZone = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: d.zone, ...options });
const wall = inZone({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const clockOf = (at) => wall.format(at);
const day = new Intl.DateTimeFormat("en-CA", { timeZone: d.zone, year: "numeric", month: "2-digit", day: "2-digit" });
const today = () => day.format(now());

// The queue.
const name = `door-${d.owner}`;
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const committed = (tx) => new Promise((resolve, reject) => {
  tx.oncomplete = resolve;
  tx.onabort = () => reject(tx.error);
});
let base = null;

async function open() {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("taps", { keyPath: "key", autoIncrement: true });
    request.result.createObjectStore("batches", { keyPath: "key", autoIncrement: true });
  };
  base = await done(request);
  // What cannot be written now will not be kept later either.
  const tx = base.transaction("taps", "readwrite", { durability: "strict" });
  const probe = await done(tx.objectStore("taps").add({ probe: "x".repeat(4096) }));
  tx.objectStore("taps").delete(probe);
  await committed(tx);
  for (const other of await indexedDB.databases?.() ?? []) {
    if (other.name.startsWith("door-") && other.name !== name) indexedDB.deleteDatabase(other.name);
  }
}

const all = (store) => done(base.transaction(store).objectStore(store).getAll());

async function change(work) {
  const tx = base.transaction(["taps", "batches"], "readwrite", { durability: "strict" });
  const end = committed(tx);
  await work(tx.objectStore("taps"), tx.objectStore("batches"));
  await end;
}

// leave forgets everything and goes where the server says: the tablet is unpaired or moved.
function leave() {
  base?.close();
  indexedDB.deleteDatabase(name).onsuccess = () => location.assign(d.door);
}

function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// frozen is the text that is sent until it is answered, byte for byte.
function frozen(taps) {
  const { class: of, period, date } = taps[0];
  const body = new URLSearchParams({ class: of, period, date, tap: newName() });
  for (const tap of taps) body.append("in", `${tap.id}:${tap.seen}:${tap.at}`);
  return { date, url: taps[0].url, body: body.toString(), taps };
}

// freeze gathers what is due: one batch for each class and minute.
const freeze = () => change(async (taps, batches) => {
  const due = Object.groupBy((await done(taps.getAll())).filter((tap) => tap.at && tap.at + notMe <= now() && tap.date === today()),
    (tap) => [tap.class, tap.period, Math.floor(tap.at / 60000)].join());
  for (const group of Object.values(due)) {
    batches.add(frozen(group));
    for (const tap of group) taps.delete(tap.key);
  }
});

// send sends one batch; false is for what has to be sent again.
async function send(batch) {
  const answer = await fetch(batch.url, {
    method: "POST", body: batch.body, redirect: "manual", signal: AbortSignal.timeout(20000),
    headers: { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" },
  });
  if (answer.status === 401 || answer.type === "opaqueredirect") return leave();
  if (answer.status !== 204 && ![400, 403, 404, 409, 413, 422].includes(answer.status)) return false;
  await change((_, batches) => {
    batches.delete(batch.key);
    if (answer.ok) return;
    // One that nobody can take keeps no other back.
    if (batch.taps.length > 1) for (const tap of batch.taps) batches.add(frozen([tap]));
    else say("refused", d.refused);
  });
  return true;
}

let pause = 0;
let timer = 0;
function later(wait) {
  clearTimeout(timer);
  timer = setTimeout(sendAll, wait);
}

async function sendInOrder() {
  await freeze();
  for (const batch of await all("batches")) {
    if (batch.date !== today()) continue;
    if (!await send(batch)) throw new Error("not answered");
  }
}

async function sendAll() {
  try {
    await navigator.locks.request(name, sendInOrder);
    pause = 0;
    say("away");
  } catch {
    pause = Math.min(Math.max(2000, pause * 2), mostPause);
    say("away", d.away);
  }
  await draw();
  const waiting = (await all("taps")).filter((tap) => tap.date === today());
  if (pause) later(pause);
  else if (waiting.length) later(Math.max(0, waiting[0].at + notMe - now()));
}

// draw shows on each tile what the tablet knows above what the server said.
async function draw() {
  if (!base) return;
  const [taps, batches] = await Promise.all([all("taps"), all("batches")]);
  const kept = [...taps, ...batches.flatMap((batch) => batch.taps)].filter((tap) => tap.class === field("class"));
  say("over", kept.some((tap) => tap.date !== today()) && d.over);
  const local = new Map(kept.filter((tap) => tap.date === today()).map((tap) => [tap.id, tap]));
  const free = new Set(taps.map((tap) => tap.id));
  for (const tile of tiles()) {
    const tap = local.get(idOf(tile));
    const was = tile.dataset.local;
    if (!tap) delete tile.dataset.local;
    else tile.dataset.local = free.has(tap.id) && tap.at + notMe > now() ? "tapped" : "kept";
    if (tile.dataset.local === was) continue;
    tile.lastChild.textContent = { tapped: d.notMe, kept: d.kept }[tile.dataset.local] ?? "";
  }
}

const tappedAt = new Map();
async function tapped(tile) {
  const id = idOf(tile);
  const { local, state, clock } = tile.dataset;
  if (Date.now() - (tappedAt.get(id) ?? 0) < 2000) return;
  tappedAt.set(id, Date.now());
  if (local === "tapped") return takeBack(id, tile);
  if (local || state !== "out") return tell(tile, state === "in" ? d.since.replace("{}", clock) : d.sinceKept);
  const at = now();
  tile.dataset.local = "tapped";
  tile.lastChild.textContent = d.notMe;
  try {
    await change((taps) => { taps.add({ id, seen: tile.value.split(":")[1], at, class: field("class"), period: field("period"), date: field("date"), url: form.action }); });
    if (!pause) later(notMe);
  } catch {
    delete tile.dataset.local;
    tile.lastChild.textContent = "";
    say("full", d.full);
  }
}

async function takeBack(id, tile) {
  let gone = false;
  await change(async (taps) => {
    for (const tap of await done(taps.getAll())) if (tap.id === id) { taps.delete(tap.key); gone = true; }
  });
  if (gone) { delete tile.dataset.local; tile.lastChild.textContent = ""; }
}

function tell(tile, text) {
  const before = tile.lastChild.textContent;
  tile.lastChild.textContent = text;
  setTimeout(() => { if (tile.lastChild.textContent === text) tile.lastChild.textContent = before; }, 3000);
}

// show puts what the server says of each tile on it. No tile moves.
function show(markup) {
  const page = new DOMParser().parseFromString(markup, "text/html");
  const fresh = page.querySelector(".taps");
  const server = page.querySelector("#taps")?.dataset.now;
  if (server) compare(Number(server));
  if (!fresh) return;
  document.querySelector("#count").textContent = fresh.dataset.count;
  const old = form.querySelector(".taps");
  if (fresh.children.length !== old.children.length) old.replaceWith(fresh);
  for (const next of fresh.querySelectorAll("button")) {
    const tile = tileOf(idOf(next));
    if (!tile || tile === next) continue;
    const same = tile.dataset.state === next.dataset.state && tile.dataset.clock === next.dataset.clock;
    tile.value = next.value;
    if (same) continue;
    tile.dataset.state = next.dataset.state;
    tile.dataset.clock = next.dataset.clock ?? "";
    if (!tile.dataset.local) tile.lastChild.textContent = next.lastChild.textContent;
  }
  draw();
}

async function ask() {
  try {
    const answer = await fetch(d.fresh, { headers: { "HX-Request": "true" }, redirect: "manual" });
    if (answer.status === 401 || answer.status === 404) return leave();
    if (!answer.ok) return;
    show(await answer.text());
  } catch { /* The network is away: the stream comes back by itself, and asks. */ }
}

function listen() {
  const stream = new EventSource(d.events);
  stream.onopen = () => { ask(); if (pause) later(0); };
  stream.onmessage = (event) => show(event.data);
  stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) { ask(); setTimeout(listen, mostPause); } };
}

function tick() {
  document.querySelector("#clock").textContent = clockOf(now());
  if (today() !== field("date") && navigator.onLine) location.reload();
  setTimeout(tick, 60000 - now() % 60000);
}

async function start() {
  compare(Number(d.now));
  tick();
  try {
    await open();
  } catch {
    // Each tap is sent at once, as without a script.
    return say("full", d.full);
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", (event) => {
    const tile = event.target.closest("button");
    if (tile) tapped(tile);
  });
  addEventListener("online", () => later(0));
  listen();
  sendAll();
}
start();
