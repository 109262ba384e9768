// An idle tablet dims its screen and moves the picture by some pixels every minute, against burn-in.
const restAfter = 120000;
const moveEvery = 60000;
let resting = 0;
let steps = 0;

function rest() {
  document.documentElement.dataset.rests = "";
  document.body.style.translate = `${steps % 3 * 3 - 3}px ${steps++ % 2 * 3}px`;
  resting = setTimeout(rest, moveEvery);
}

function wake() {
  clearTimeout(resting);
  delete document.documentElement.dataset.rests;
  document.body.style.translate = "";
  resting = setTimeout(rest, restAfter);
}

function watchRest() {
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, wake);
  wake();
}
