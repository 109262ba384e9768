// A tap: in, or "Not me" within 5 s. Of two within 2 s on one tile the second is none.
const tappedAt = new Map();

function tapped(tile) {
  const id = idOf(tile);
  const { local, state, clock } = tile.dataset;
  if (performance.now() - (tappedAt.get(id) ?? -Infinity) < 2000) return;
  tappedAt.set(id, performance.now());
  if (local === "tapped") takeBack(id);
  else if (local || state !== "out") tell(tile, state === "in" ? d.since.replace("{}", clock) : words[local === "refused" ? "refused" : ""] ?? d.sinceKept);
  else keep(tile, { id, seen: tile.value.split(":")[1], at: now(), class: field("class"), period: field("period"), date: today(), url: form.action });
}

// keep answers on the screen at once, and says so where the tap could not be kept.
async function keep(tile, tap) {
  touched.set(tap.id, { ...tap, free: true });
  tile.dataset.local = "tapped";
  label(tile);
  try {
    await change((taps) => { taps.add(tap); });
    if (!pause) later(notMe);
  } catch {
    say("full", d.full);
    lost = true;
    form.requestSubmit(tile);
  }
  touched.delete(tap.id);
  draw();
}

// takeBack takes a tap out of the queue, unless it is on its way.
async function takeBack(id) {
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
