// Students tap their names on a tablet at the door. Of a tap the tablet keeps an opaque id, the
// time and the version seen, at once; never a name. It is sent 5 s later, with the others of its
// minute.
const form = document.querySelector("#taps");
const said = document.querySelector("#said");
const { dataset: d } = form;
const field = (name) => form.elements[name].value;
const tiles = () => [...form.querySelectorAll(".taps button")];
const idOf = (tile) => tile.value.split(":")[0];
const tileOf = (id) => tiles().find((tile) => idOf(tile) === String(id));
const problems = new Map();

// say shows what has to be known, for as long as it is so.
function say(kind, text) {
  text ? problems.set(kind, text) : problems.delete(kind);
  const texts = [...problems.values()].join(" ");
  if (said.textContent !== texts) said.textContent = texts;
  said.hidden = !texts;
}

// storageCleared is for a storage that was cleared, or that takes nothing.
function storageCleared(cause) {
  say("full", cause && d.full);
  draw();
}

// A tablet that can keep nothing has said what that means while the network is away.
function reach(reached) {
  say("away", !reached && !problems.has("full") && document.querySelector("#no-worker").hidden && d.away);
  self.door.network(reached);
}
