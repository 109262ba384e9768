// Hearing: a stream says whatever changes, and beats every few seconds while nothing does.
const silence = 10000;
let stream = null;
let beats = 0;

async function look() {
  try {
    const answer = await ask(d.fresh, await waiting());
    reach(true);
    if (turnedAway(answer)) return leave();
    // The tablet was moved: its new page sends what is still kept.
    if (answer.status === 403 || answer.status === 404) return location.assign(d.door);
    if (answer.ok) show(await answer.text());
  } catch {
    reach(false);
  }
}

function heard() {
  clearTimeout(beats);
  beats = setTimeout(listen, silence);
}

function listen() {
  stream?.close();
  stream = new EventSource(d.events);
  stream.onopen = () => { look(); if (pause) later(0); };
  stream.onmessage = (event) => { heard(); show(event.data); };
  stream.addEventListener("beat", heard);
  stream.onerror = look;
  heard();
}
