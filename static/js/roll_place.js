// Rows never move under a finger. The bar lies over the page, which ends with room for the
// highest bar there was (see bar.css). What moves rows all the same, such as words in a row,
// a report above the list or a font, meets a finger that is on its way: its press is for
// the row that stood there when it set out, 300 ms before: nobody sees and follows a move faster.
const standing = [...boxes.map(rowOf), $(".bar")];

// layouts are where the rows and, last, the bar stood, the newest first, and since when.
let layouts = [];
let room = 0;
let pressedAt = 0;

function look(event) {
  const places = standing.map((element) => element.getBoundingClientRect());
  const text = JSON.stringify(places);
  if (text === layouts[0]?.text) return;
  const now = performance.now();
  // Whoever scrolls follows the rows; the browser scrolls too, when they have just moved.
  const followed = event.type === "scroll" && now - layouts[0]?.since > 300;
  layouts = [{ since: followed ? 0 : now, text, places }, ...layouts.slice(0, 9)];
  room = Math.max(room, places.at(-1).height);
  document.documentElement.style.setProperty("--bar", `${room}px`);
}

// correct leaves alone what a key clicks, which counts no clicks, and what lies over the list.
function correct(event) {
  look(event);
  const { places } = layouts.find((layout) => layout.since < pressedAt - 300) ?? layouts.at(-1);
  if (places === layouts[0].places || !event.detail || event.target.closest(".sheet, #help")) return;
  const { clientX: x, clientY: y } = event;
  const box = boxes[places.findLastIndex((place) => x >= place.left && x < place.right && y >= place.top && y < place.bottom)];
  if (event.target.closest(".rows > li") === (box ? rowOf(box) : null)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (box) toggle(box, event.shiftKey);
}

function holdPlace() {
  const observer = new ResizeObserver(look);
  for (const element of [document.body, ...standing]) observer.observe(element);
  addEventListener("scroll", look, true);
  addEventListener("pointerdown", ({ timeStamp }) => { pressedAt = timeStamp; }, true);
  addEventListener("click", correct, true);
}
