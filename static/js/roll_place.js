// Rows never move under a finger. The bar lies over the page, which ends with room for the
// highest bar there was (see bar.css). What moves rows all the same, such as words in a row,
// a report above the list or a font, meets a finger that is on its way: its press is for
// the row that stood there when it set out, 300 ms before: nobody sees and follows a move faster.
const standing = [document.body, ...boxes.map(rowOf), $(".head"), $(".bar")];

// layouts holds the places of the page, the rows, the head and, last, the bar, with the time since which
// they stood so; the newest comes first. movedAt is the time at which rows last moved on the page.
let layouts = [];
let movedAt = 0;
let room = 0;
let pressedAt = 0;

function look({ type }) {
  const places = standing.map((element) => element.getBoundingClientRect());
  const text = JSON.stringify(places);
  const [last] = layouts;
  if (last?.text == text) return;
  const now = performance.now();
  // The rows' places on the page do not change when somebody scrolls.
  const rows = String(places.slice(1, -2).map(({ top }) => Math.round(top - places[0].top)));
  if (last && (last.rows != rows || last.places[0].height > places[0].height)) movedAt = now;
  // Whoever resizes or scrolls follows the rows; the browser scrolls too, when they have moved or the
  // page has become shorter. What scrolls to a row and presses it at once comes before the event.
  const since = type == "resize" || movedAt < now - 300 && last?.places[0].top != places[0].top ? 0 : now;
  layouts = [{ since, text, rows, places }, ...layouts.slice(0, 9)];
  room = Math.max(room, places.at(-1).height);
  $("html").style.setProperty("--bar", `${room}px`);
  roll.style.setProperty("--bar", `${room}px`);
}

// correct leaves alone what a key clicks, which counts no clicks, and what can be pressed outside
// the list: who aims there has seen it.
function correct(event) {
  look(event);
  const { places } = layouts.find(({ since }) => since < pressedAt - 300) ?? layouts.at(-1);
  if (places == layouts[0].places || !event.detail || event.target.closest("#help, :is(a, label, input, button):not(li *)")) return;
  const box = boxes[places.findLastIndex(({ left, right, top, bottom }) => event.x >= left && event.x < right && event.y >= top && event.y < bottom) - 1];
  if (rowOf(event.target) == (box && rowOf(box))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  toggle(box);
}

function holdPlace() {
  const observer = new ResizeObserver(look);
  for (const element of standing) observer.observe(element);
  addEventListener("scroll", look, true);
  addEventListener("resize", look, true);
  addEventListener("pointerdown", ({ timeStamp }) => { pressedAt = timeStamp; });
  addEventListener("click", correct, true);
}
