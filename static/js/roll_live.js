// While a mark is being sent, the page listens to the server's events, and asks by itself if they stop. Otherwise it
// keeps no connection open. A board always listens.
const live = () => $("#live");
const silence = Number(live()?.dataset.silence ?? 5000);
const longestPause = 30000;
let timer, extension, stream;
let pause = silence;

const underWay = () => "always" in live().dataset || boxes.some((box) => /waiting|confirming/.test(rowOf(box).dataset.outcome));

function ask() {
  if (!document.hidden) htmx.ajax("GET", live().dataset.statuses, { source: live(), swap: "none" });
  pause = Math.min(pause * 2, longestPause);
  timer = setTimeout(ask, pause);
}

// heard postpones asking, because the stream is alive.
function heard() {
  clearTimeout(timer);
  pause = silence;
  if (underWay()) timer = setTimeout(ask, pause);
}

function loadExtension() {
  extension ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = live().dataset.script;
    script.onload = resolve;
    document.head.append(script);
  });
  return extension;
}

async function listen() {
  heard();
  live().dataset.open = "";
  await loadExtension();
  if (!("open" in live().dataset)) return;
  live().setAttribute("hx-sse:connect", live().dataset.events);
  htmx.process(live());
}

// hush ends the stream by removing its element from the page.
function hush() {
  clearTimeout(timer);
  const old = live();
  const next = old.cloneNode();
  next.removeAttribute("hx-sse:connect");
  delete next.dataset.open;
  delete next.dataset.htmxPowered;
  stream?.abortController.abort();
  stream = null;
  old.replaceWith(next);
}

// watch opens or ends the stream as the rows need it.
function watch() {
  const open = "open" in live().dataset;
  if (underWay() === open) return;
  if (open) hush();
  else listen();
}

function listenToStream() {
  document.addEventListener("htmx:sse:after:connection", ({ detail }) => { stream = detail.connection; });
  document.addEventListener("htmx:sse:after:message", heard);
  watch();
}
