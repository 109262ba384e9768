// Hearing: a stream says whatever changes, and beats every few seconds while nothing does.
const silence = 10000;
const soon = 3000;
let stream = null;
let beats = 0;

async function look() {
  const answer = await askWaiting(d.fresh, await waiting()).catch(() => null);
  reach(Boolean(answer));
  if (!answer || left) return;
  // Unpaired, moved, or of another list: its new page sends what is still kept.
  if ([401, 403, 404, 409].includes(answer.status)) leave();
  else if (answer.ok) show(await answer.text().catch(() => ""));
}

function heard(quiet = silence) {
  clearTimeout(beats);
  beats = setTimeout(listen, quiet);
}

function listen() {
  stream?.close();
  stream = new EventSource(d.events);
  stream.onopen = () => { look(); if (pause) later(0); };
  stream.onmessage = (event) => { heard(); show(event.data); };
  stream.addEventListener("beat", () => heard());
  stream.onerror = () => { look(); heard(soon); };
  heard();
}
