// Students tap their names on a tablet at the door. The tablet stores each tap at once: an opaque id, the
// time and the version seen, never a name. It sends the tap 5 s later, with the others of the same minute.
const form = document.querySelector("#taps");
const said = document.querySelector("#said");
const { dataset: d } = form;
const field = (name) => form.elements[name].value;
const tiles = () => [...form.querySelectorAll(".taps button")];
const idOf = (tile) => tile.value.split(":")[0];
const tileOf = (id) => tiles().find((tile) => idOf(tile) === String(id));
const problems = new Map();

// say shows the text of a problem, and removes it when the text is empty.
function say(kind, text) {
  text ? problems.set(kind, text) : problems.delete(kind);
  const texts = [...problems.values()].join(" ");
  write(said, texts);
  said.hidden = !texts;
}

// storageCleared is called after the browser cleared the storage, with the error if it cannot be filled again.
function storageCleared(cause) {
  say("full", cause && d.full);
  draw();
  later(0);
}

// A tablet without storage shows another sentence, which also covers a network that is away.
function reach(reached) {
  say("away", !reached && !problems.has("full") && document.querySelector("#no-worker").hidden && d.away);
  self.door.network(reached);
}
