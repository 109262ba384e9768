// Batches are sent in order, each with the same bytes until Rollbook answers.
const notMe = 5000;
// The longest waits in milliseconds: after no answer, and after an answer that the server is in trouble.
const mostPause = 4000;
const troublePause = 30000;

function newName() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function frozen(taps) {
  const { key, class: of, period, date, url } = taps[0];
  const body = new URLSearchParams({ class: of, period, date, tap: newName() });
  for (const tap of taps) body.append("in", `${tap.id}:${tap.seen}:${tap.at}`);
  return { key, date, url, body: body.toString(), taps };
}

// freeze makes batches of the due taps: one for each class and minute.
const freeze = (early) => queue.change(async (taps, batches) => {
  const due = (await done(taps.getAll())).filter((tap) => tap.at && (early || Math.abs(now() - tap.at) >= notMe));
  const groups = {};
  for (const tap of due) (groups[[tap.date, tap.class, tap.period, Math.floor(tap.at / 60000)]] ??= []).push(tap);
  for (const group of Object.values(groups)) {
    batches.put(frozen(group));
    for (const tap of group) taps.delete(tap.key);
  }
});

const askWaiting = (url, left, more) =>
  ask(url, { ...more, headers: { "Rollbook-Waiting": `${left} ${Date.now()}`, ...more?.headers } });
const post = (batch, left) => askWaiting(batch.url, left, {
  method: "POST", body: batch.body, headers: { "Content-Type": "application/x-www-form-urlencoded" },
});

// send sends one batch, and a refused one to the office's list. It returns the longest wait in milliseconds before the
// next try, or 0 if Rollbook accepted or refused the batch.
async function send(batch, left) {
  const answer = await post(batch.refused ? forOffice(batch) : batch, left).catch(() => null);
  if (!answer) return mostPause;
  if (answer.status === 429 || answer.status >= 500) return troublePause;
  if (batch.refused) await handOver(batch, answer);
  else if (answer.status === 204) await forget(batch);
  else if (answer.status === 401) leave();
  else await refuse(batch, answer);
  return 0;
}

async function forget(batch) {
  setFault("none");
  await queue.change((_, batches) => { batches.delete(batch.key); });
  // A failure to draw must not stop the sending.
  queueMicrotask(() => arrived(batch.taps));
}

let pause = 0;
let timer = 0;
let due = Infinity;
// later sends after the given milliseconds, unless an earlier time is set already.
function later(wait) {
  const at = performance.now() + wait;
  if (at >= due) return;
  clearTimeout(timer);
  due = at;
  timer = setTimeout(sendAll, wait);
}

let turn = Promise.resolve();
// Only one window sends at a time, in browsers with locks.
function inTurn(work) {
  turn = turn.catch(() => {}).then(() => navigator.locks ? navigator.locks.request(name, work) : work());
  return turn;
}

async function sendInOrder(early) {
  await queue.adopt();
  await freeze(early);
  for (;;) {
    const { batches } = await queue.all();
    for (const old of batches) {
      if (old.office && old.date !== today()) await queue.change((_, all) => { all.delete(old.key); });
    }
    const next = batches.find((batch) => !batch.refused || isRefused(batch));
    if (!next || left) return 0;
    const wait = await send(next, await waiting() - next.taps.length);
    reach(wait !== mostPause);
    if (wait) return wait;
    draw();
  }
}

async function sendAll(early = false) {
  if (left) return;
  clearTimeout(timer);
  due = Infinity;
  // A failing storage is tried again like a network.
  const most = await inTurn(() => sendInOrder(early === true)).catch((cause) => {
    reportError(cause);
    return mostPause;
  });
  pause = Math.min(Math.max(1000, pause * 2), most);
  draw();
  const { taps } = queue.known();
  const next = Math.min(...taps.map(({ at }) => at));
  if (pause) later(pause);
  else if (next < Infinity) later(Math.max(0, next + notMe - now()));
}
