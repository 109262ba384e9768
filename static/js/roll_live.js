// A visible page listens to the server's events, and asks by itself if they stop. A hidden page keeps no connection
// open, and neither does one whose press has no answer yet: its marks are shown by the answer.
const live = () => $("#live");
const silence = live()?.dataset.silence ?? 5000;
const longestPause = 30000;
let timer, stream;
let pause = silence;

// The browser opens an ended stream again, but not a refused one.
function ask() {
  if (stream.readyState === EventSource.CLOSED) connect();
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

function connect() {
  stream = new EventSource(live().dataset.events);
  stream.addEventListener("beat", heard);
  stream.onmessage = ({ data }) => {
    heard();
    htmx.swap({ text: data, sourceElement: live(), swap: "none", request: {} });
  };
}

function hush() {
  clearTimeout(timer);
  stream?.close();
  stream = null;
}

// watch opens the stream of a visible page, and ends that of a hidden one.
function watch() {
  if (document.hidden) hush();
  else if (!stream) {
    heard();
    connect();
  }
}

function listenToStream() {
  document.addEventListener("visibilitychange", watch);
  watch();
}
