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
