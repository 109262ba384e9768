// A visible page listens to the server's events, and asks by itself if they stop. A hidden page keeps no connection open,
// and neither does one whose press has no answer yet: its marks are shown by the answer.
const live = () => $("#live");
const silence = live()?.dataset.silence ?? 5000;
const longestPause = 30000;
let timer, extension, stream;
let pause = silence;


function ask() {
  htmx.ajax("GET", live().dataset.statuses, { source: live(), swap: "none" });
  pause = Math.min(pause * 2, longestPause);
  timer = setTimeout(ask, pause);
}

// heard postpones asking, because the stream is alive.
function heard() {
  clearTimeout(timer);
  pause = silence;
  timer = setTimeout(ask, pause);
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

// watch opens the stream of a visible page, and ends that of a hidden one.
function watch() {
  const open = "open" in live().dataset;
  if (open != document.hidden) return;
  if (open) hush();
  else listen();
}

function listenToStream() {
  document.addEventListener("htmx:sse:after:connection", ({ detail }) => { stream = detail.connection; });
  document.addEventListener("htmx:sse:after:message", heard);
  document.addEventListener("visibilitychange", watch);
  watch();
}
