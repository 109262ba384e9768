// A press always meets the row that the person aimed at. The bar lies over the page, which ends with room for the
// highest bar so far (see bar.css). Words in a row, a report above the list or a font can still move rows. A press
// within 300 ms of such a move counts for the row that was there before it: people do not react faster.
const standing = [document.body, ...boxes.map(rowOf), $(".head"), $(".bar")];

// layouts has the places of the page, the rows, the head and, last, the bar, each with the time of that layout; the
// newest comes first. movedAt is the time of the last move of rows on the page.
let layouts = [];
let movedAt = 0;
let room = 0;
let pressedAt = 0;

function look({ type }) {
  const places = standing.map((element) => element.getBoundingClientRect());
  const text = String(places.map(({ x, y, width, height }) => [x, y, width, height]));
  const [last] = layouts;
  if (last?.text == text) return;
  const now = performance.now();
  // Scrolling does not change the rows' places on the page.
  const rows = String(places.slice(1, -2).map(({ top }) => Math.round(top - places[0].top)));
  if (last && (last.rows != rows || last.places[0].height > places[0].height)) movedAt = now;
  // A person who resizes or scrolls watches the rows. The browser scrolls too, when rows moved or the page became
  // shorter. A script that scrolls to a row and presses it at once comes before the event.
  const since = type == "resize" || movedAt < now - 300 && last?.places[0].top != places[0].top ? 0 : now;
  layouts = [{ since, text, rows, places }, ...layouts.slice(0, 9)];
  room = Math.max(room, places.at(-1).height);
  $("html").style.setProperty("--bar", `${room}px`);
  roll.style.setProperty("--bar", `${room}px`);
}

// correct ignores clicks by a key, whose count is 0, and presses outside the list. A label's click is followed by one
// on its box, which needs no second look.
function correct(event) {
  if (!event.detail || boxes.includes(event.target)) return;
  look(event);
  const { places } = layouts.find(({ since }) => since < pressedAt - 300) ?? layouts.at(-1);
  if (places == layouts[0].places || event.target.closest("#help, :is(a, label, input, button):not(li *)")) return;
  const holds = ({ left, right, top, bottom }) =>
    event.x >= left && event.x < right && event.y >= top && event.y < bottom;
  const box = boxes[places.findLastIndex(holds) - 1];
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
