// A tap: in, or "Not me" within 5 s. Of two within 2 s on one tile the second is none.
const tappedAt = new Map();

function tapped(tile) {
  const id = idOf(tile);
  const { local, state, clock } = tile.dataset;
  if (performance.now() - (tappedAt.get(id) ?? -Infinity) < 2000) return;
  tappedAt.set(id, performance.now());
  if (local === "tapped") takeBack(id);
  else if (local || state !== "out") tell(tile, state === "in" ? d.since.replace("{}", clock) : words[local === "refused" ? "refused" : ""] ?? d.sinceKept);
  else keep(tile, { id, seen: tile.value.split(":")[1], at: now(), class: field("class"), name: document.querySelector("h1").textContent, period: field("period"), date: today(), url: form.action });
}

// keep answers on the screen at once.
async function keep(tile, tap) {
  touched.set(tap.id, { ...tap, early: true });
  tile.dataset.local = "touched";
  label(tile);
  try {
    await opened;
    await change((taps) => { taps.add(tap); });
    touched.delete(tap.id);
    if (!pause) later(notMe);
    setTimeout(draw, notMe);
  } catch {
    say("full", d.full);
    await sendAtOnce(tap);
  }
  draw();
}

// sendAtOnce sends what cannot be kept. Where that fails the tile says so.
async function sendAtOnce(tap) {
  touched.set(tap.id, tap);
  draw();
  const answer = await post(frozen([tap]), 0).catch(() => null);
  if (answer?.status === 204) {
    touched.delete(tap.id);
    arrived([tap]);
  } else {
    touched.set(tap.id, { ...tap, refused: true });
  }
}

// takeBack takes a tap out of the queue, unless it is on its way.
async function takeBack(id) {
  await opened;
  await change(async (taps) => {
    for (const tap of await done(taps.getAll())) if (tap.id === id) taps.delete(tap.key);
  });
  draw();
}

const told = new Map();
function tell(tile, text) {
  clearTimeout(told.get(tile));
  tile.lastChild.textContent = text;
  told.set(tile, setTimeout(() => label(tile), 3000));
}
