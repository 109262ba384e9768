// For 5 s after a tap, a "Not me" button stands below the names, away from the thumb. It stays in its place, so that no
// button slips under a finger that aims at another. Only the oldest in sight makes room for a new one, and then stands
// at the end, where the row scrolls.
const bench = document.querySelector("#not-me");
const offered = () => [...bench.children];
// The finger that tapped must not press the new button: it is carried out after this time.
const guard = 700;
// A press counts for the button that was in that place before: people do not react faster.
const reaction = 300;
// The last student of each place, and the time when the student's button left it.
const before = [];
// The row keeps its length until it is empty: a shorter row would slide below the finger.
let places;

function offerNotMe(taps) {
  for (const button of offered()) if (!taps.some(({ id }) => id === button.value)) drop(button);
  for (const { id } of taps) if (!offered().some(({ value }) => value === id)) seat(notMeOf(id));
}

function seat(button) {
  const { fontSize } = getComputedStyle(document.documentElement);
  // A button is 7.5rem wide, the gap 0.5rem. A part of the next button shows that there are more.
  const inSight = Math.max(1, Math.floor(bench.clientWidth / parseFloat(fontSize) / 8 - 0.35));
  const taken = offered().map(({ place }) => place);
  const free = [...taken, 0].findIndex((_, place) => !taken.includes(place));
  const oldest = free >= inSight && offered().find(({ place }) => place < inSight);
  if (oldest) {
    leaves(oldest);
    put(button, oldest.place);
    put(oldest, free);
  } else put(button, free);
  bench.append(button);
}

function put(button, place) {
  button.place = place;
  button.style.gridColumn = place + 1;
  places = Math.max(place + 1, bench.firstChild ? places : 0);
  bench.style.gridTemplateColumns = `repeat(${places}, 7.5rem)`;
}

const leaves = ({ place, value }) => { before[place] = { value, at: performance.now() }; };

function drop(button) {
  leaves(button);
  // A keyboard user continues at the tile.
  if (document.activeElement === button) tileOf(button.value)?.focus();
  button.remove();
}

function notMeOf(id) {
  const button = document.createElement("button");
  const text = document.createElement("b");
  text.textContent = d.notMe;
  Object.assign(button, { type: "button", value: id, since: performance.now() })
    .append(tileOf(id).querySelector("bdi").cloneNode(true), " ", text);
  button.addEventListener("click", () => pressed(button));
  return button;
}

function pressed(button) {
  const now = performance.now();
  const last = before[button.place];
  const id = now - last?.at < reaction ? last.value : button.value;
  const aimed = offered().find(({ value }) => value === id);
  if (aimed?.ariaPressed) return;
  if (aimed) aimed.ariaPressed = true;
  setTimeout(takeBack, aimed ? guard - now + aimed.since : 0, id);
}
