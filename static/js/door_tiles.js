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
