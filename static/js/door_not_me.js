// For 5 s after a tap, a "Not me" button stands below the names, away from the thumb. No button moves meanwhile, so
// that none slips under a finger that aims at another.
const bench = document.querySelector("#not-me");
const slots = [];

function offerNotMe(taps) {
  const most = Math.max(1, Math.floor(bench.clientWidth / 112));
  const ids = taps.map((tap) => tap.id).slice(-most);
  for (const [place, button] of slots.entries()) if (button && !ids.includes(button.value)) drop(place);
  for (const id of ids) {
    if (slots.some((button) => button?.value === id)) continue;
    const free = slots.findIndex((button) => !button);
    slots[free < 0 ? slots.length : free] = notMeOf(id);
  }
  const shown = slots.map((button) => button ?? document.createElement("i"));
  if (shown.some((part, place) => bench.children[place] !== part)) bench.replaceChildren(...shown);
}

function drop(place) {
  const button = slots[place];
  slots[place] = null;
  // A keyboard user continues at the tile.
  if (document.activeElement === button) tileOf(button.value)?.focus();
}

function notMeOf(id) {
  const button = document.createElement("button");
  const since = performance.now();
  const [name, text] = [document.createElement("bdi"), document.createElement("b")];
  name.textContent = nameOf(tileOf(id));
  text.textContent = d.notMe;
  Object.assign(button, { type: "button", value: id }).append(name, " ", text);
  // The finger that tapped must not press the new button below it.
  button.addEventListener("click", () => performance.now() - since > 700 && takeBack(id));
  return button;
}
