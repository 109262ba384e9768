// Sending: batches are sent in order, each until it is answered, byte for byte.
const notMe = 5000;
const mostPause = 30000;
const answerLimit = 20000;

function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function frozen(taps) {
  const { class: of, period, date, url } = taps[0];
  const body = new URLSearchParams({ class: of, period, date, tap: newName() });
  for (const tap of taps) body.append("in", `${tap.id}:${tap.seen}:${tap.at}`);
  return { date, url, body: body.toString(), taps };
}

// freeze gathers what is due: one batch for each class and minute.
const freeze = (early) => change(async (taps, batches) => {
  const due = (await done(taps.getAll())).filter((tap) => tap.at && (early || tap.at + notMe <= now()));
  const groups = Object.groupBy(due, (tap) => [tap.date, tap.class, tap.period, Math.floor(tap.at / 60000)].join());
  for (const group of Object.values(groups)) {
    batches.add(frozen(group));
    for (const tap of group) taps.delete(tap.key);
  }
});

const ask = (url, left, more) => fetch(url, {
  redirect: "manual", cache: "no-store", signal: AbortSignal.timeout(answerLimit), ...more,
  headers: { "HX-Request": "true", "Rollbook-Waiting": left, ...more?.headers },
});
// Only Rollbook itself says that a tablet is unpaired: whoever stands between says 401 too.
const turnedAway = (answer) => answer.status === 401 && answer.headers.has("HX-Redirect");

const post = (batch, left) => ask(batch.url, left, { method: "POST", body: batch.body, headers: { "Content-Type": "application/x-www-form-urlencoded" } });

// send sends one batch; false is for what has to be sent again.
async function send(batch, left) {
  const answer = await post(batch, left);
  if (turnedAway(answer)) return leave();
  if (answer.status === 204) return forget(batch);
  if (![400, 403, 404, 409, 413, 422].includes(answer.status)) return false;
  if (answer.status === 403 || answer.status === 404) return setAside(batch);
  await change((_, batches) => {
    // One that nobody can take keeps no other back.
    if (batch.taps.length === 1) return batches.put({ ...batch, refused: true });
    batches.delete(batch.key);
    for (const tap of batch.taps) batches.add(frozen([tap]));
  });
  return true;
}

// setAside keeps what belongs to a class that this tablet does not show, and says again what waits.
async function setAside(batch) {
  await change((_, batches) => batches.put({ ...batch, refused: moved }));
  await report();
  return true;
}

async function forget(batch) {
  await change((_, batches) => batches.delete(batch.key));
  arrived(batch.taps);
  return true;
}

let pause = 0;
let timer = 0;
let due = Infinity;
// later sends after so many milliseconds, or sooner where that was asked for before.
function later(wait) {
  const at = performance.now() + wait;
  if (at >= due) return;
  clearTimeout(timer);
  due = at;
  timer = setTimeout(sendAll, wait);
}

let turn = Promise.resolve();
// One window sends at a time, where the browser lets windows know of each other.
function inTurn(work) {
  turn = turn.catch(() => {}).then(() => navigator.locks ? navigator.locks.request(name, work) : work());
  return turn;
}

async function sendInOrder(early) {
  await freeze(early);
  for (;;) {
    const batches = await all("batches");
    for (const old of batches) if (old.refused && !isMoved(old) && old.date !== today()) await change((_, all) => all.delete(old.key));
    const next = batches.find((batch) => !batch.refused);
    if (!next) return;
    if (!await send(next, await waiting() - next.taps.length)) throw new Error("not answered");
    reach(true);
    await draw();
  }
}

async function sendAll(early = false) {
  if (!base) return;
  clearTimeout(timer);
  due = Infinity;
  try {
    await inTurn(() => sendInOrder(early === true));
    pause = 0;
  } catch {
    pause = Math.min(Math.max(2000, pause * 2), mostPause);
    if (base) reach(false);
  }
  if (!base) return;
  await draw();
  const next = (await all("taps")).reduce((soonest, tap) => Math.min(soonest, tap.at), Infinity);
  if (pause) later(pause);
  else if (next < Infinity) later(Math.max(0, next + notMe - now()));
}
