// Tiles show the server's state, and before that the tablet's own stored taps. No tile ever moves.
const words = { touched: "", tapped: d.tapped, kept: d.kept, refused: d.toStaff };
const label = (tile) => { write(tile.lastChild, words[tile.dataset.local] ?? tile.dataset.says); };
const remember = (tile) => { tile.dataset.says = tile.lastChild.textContent; };
// The taps that are not in the queue yet.
const touched = new Map();

// A tap of another day, or of an older generation of the list, belongs to no tile.
const isHere = (tap) => tap.date === field("date") && tap.url === form.action;

function localOf(tile, tap) {
  if (!tap || tap.refused && tile.dataset.state !== "out") return undefined;
  if (tap.refused) return "refused";
  if (tap.early) return "touched";
  return tap.free && tap.at + notMe > now() ? "tapped" : "kept";
}

// draw never fails its caller: taps are sent even if the page cannot show them.
const draw = () => drawAll().catch(reportError);

async function drawAll() {
  const own = (await kept()).filter((tap) => tap.class === field("class"));
  const mine = new Map([...touched, ...own.filter(isHere).map((tap) => [tap.id, tap])]);
  for (const tile of tiles()) {
    const local = localOf(tile, mine.get(idOf(tile)));
    if (local === tile.dataset.local) continue;
    if (local) tile.dataset.local = local;
    else delete tile.dataset.local;
    label(tile);
    became(tile, local);
  }
  offerNotMe([...mine.values()].filter((tap) => tileOf(tap.id)?.dataset.local === "tapped"));
  say("over", own.some((tap) => tap.date < today() && !tap.refused) && d.over);
  say("refused", form.querySelector("[data-local=refused]") && d.refused);
}

// arrived marks the tiles of taps that the server has accepted, until its next report.
function arrived(taps) {
  for (const tap of taps) {
    const tile = tap.class === field("class") && isHere(tap) ? tileOf(tap.id) : null;
    if (tile?.dataset.state === "out") {
      Object.assign(tile.dataset, { state: "kept", taken: `${tap.id}:${tap.seen}`, says: d.kept });
      label(tile);
    }
  }
}

// show updates the tiles from a report of the server.
function show(markup) {
  const page = new DOMParser().parseFromString(markup, "text/html");
  const fresh = page.querySelector(".taps");
  if (!fresh) return;
  const server = page.querySelector("#taps")?.dataset.now;
  if (server) compare(Number(server), Date.now());
  document.querySelector("#count").textContent = fresh.dataset.count;
  const next = [...fresh.querySelectorAll("button")];
  if (next.map(idOf).join() !== tiles().map(idOf).join()) form.querySelector(".taps").replaceWith(fresh);
  const old = tiles();
  next.forEach((tile, place) => update(old[place], tile));
  draw();
}

function update(tile, next) {
  // The server made this report before it accepted the tap.
  if (next.dataset.state === "out" && next.value === tile.dataset.taken) return;
  remember(next);
  tile.value = next.value;
  const { state } = tile.dataset;
  Object.assign(tile.dataset, next.dataset);
  label(tile);
  if (state !== next.dataset.state) became(tile, next.dataset.state);
}
