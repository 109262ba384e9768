// Students tap their names. A tap is kept on the tablet at once: an opaque id, the time, the
// version seen; never a name. It is sent 5 s later, together with the others of its minute.
const form = document.querySelector("#taps");
const said = document.querySelector("#said");
const { dataset: d } = form;
const notMe = 5000;
const mostPause = 30000;
const field = (name) => form.elements[name].value;
const tiles = () => [...form.querySelectorAll("button")];
const idOf = (tile) => tile.value.split(":")[0];
const tileOf = (id) => tiles().find((tile) => idOf(tile) === String(id));
const problems = new Map();
const first = said.textContent;

// say shows what has to be known; the last problem that is still there.
function say(kind, text) {
  text ? problems.set(kind, text) : problems.delete(kind);
  const texts = [first, ...problems.values()].filter(Boolean);
  said.textContent = texts.join(" ");
  said.hidden = !texts.length;
}
