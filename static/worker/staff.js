// A page of staff on a tablet gives way to the names once nobody has touched it for a minute. It stays in
// no history.
const { tiles } = document.currentScript.dataset;
const idle = 60000;
let since = Date.now();
let timer = 0;
const leaveStaff = () => location.replace(tiles);

function touched() {
  since = Date.now();
  clearTimeout(timer);
  timer = setTimeout(leaveStaff, idle);
}

for (const kind of ["pointerdown", "keydown", "input"]) addEventListener(kind, touched);
// A tablet that slept has no timers.
document.addEventListener("visibilitychange", () => Date.now() - since >= idle && leaveStaff());
touched();

// One press gives those who are ticked the status of the button.
document.querySelector("#rest")?.addEventListener("click", (event) => {
  const { form, value } = event.target;
  event.preventDefault();
  form.querySelector(`[name=status][type=radio][value="${value}"]`).checked = true;
  form.dispatchEvent(new Event("change"));
  form.requestSubmit(document.querySelector("#only:not([hidden])") ?? document.querySelector("#press"));
});
