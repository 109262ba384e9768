// The server's stream sends every change of the tiles, and a beat every few seconds.
const silence = 10000;
const soon = 3000;
let stream = null;
let beats = 0;

// An answer that was asked for earlier than the one on the screen is old.
let order = 0;
let shown = 0;

function showInOrder(at, markup) {
  if (at < shown) return;
  shown = at;
  show(markup);
}

async function look() {
  const at = ++order;
  const answer = await askWaiting(d.fresh, await waiting()).catch(() => null);
  reach(Boolean(answer));
  if (!answer || left) return;
  // The tablet was unpaired or moved, or the list changed. Its new page sends the stored taps.
  if ([401, 403, 404, 409].includes(answer.status)) leave();
  else if (answer.ok) showInOrder(at, await answer.text().catch(() => ""));
}

function heard(quiet = silence) {
  clearTimeout(beats);
  beats = setTimeout(listen, quiet);
}

function listen() {
  stream?.close();
  stream = new EventSource(d.events);
  stream.onopen = () => { look(); if (pause) later(0); };
  stream.onmessage = (event) => { heard(); showInOrder(++order, event.data); };
  stream.addEventListener("beat", () => heard());
  stream.onerror = () => { look(); heard(soon); };
  heard();
}
