async function ask() {
  try {
    const answer = await fetch(d.fresh, { headers: { "HX-Request": "true" }, redirect: "manual" });
    if (answer.status === 401 || answer.status === 404) return leave();
    if (!answer.ok) return;
    show(await answer.text());
  } catch { /* The network is away: the stream comes back by itself, and asks. */ }
}

function listen() {
  const stream = new EventSource(d.events);
  stream.onopen = () => { ask(); if (pause) later(0); };
  stream.onmessage = (event) => show(event.data);
  stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) { ask(); setTimeout(listen, mostPause); } };
}

function tick() {
  document.querySelector("#clock").textContent = clockOf(now());
  if (today() !== field("date") && navigator.onLine) location.reload();
  setTimeout(tick, 60000 - now() % 60000);
}
