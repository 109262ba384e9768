// Hides the names while the tablet is idle, if the school wants that.
const hidden = document.querySelector("#show-names");
const idleAfter = 30000;
let idle = 0;

function hideNames() {
  hidden.hidden = false;
  form.hidden = true;
}

function showNames() {
  hidden.hidden = true;
  form.hidden = false;
  clearTimeout(idle);
  idle = setTimeout(hideNames, idleAfter);
}

function watchIdle() {
  if (!hidden) return;
  hideNames();
  hidden.addEventListener("click", showNames);
  for (const kind of ["pointerdown", "keydown"]) form.addEventListener(kind, showNames);
}
