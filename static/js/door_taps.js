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
