// Leaves a page of staff on a tablet for the names after an idle minute. The page stays in no history.
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
// Timers do not run while the tablet sleeps.
document.addEventListener("visibilitychange", () => Date.now() - since >= idle && leaveStaff());
touched();

// One press gives the ticked students the status of the button.
document.querySelector("#rest")?.addEventListener("click", (event) => {
  const { form, value } = event.target;
  event.preventDefault();
  form.querySelector(`[name=status][type=radio][value="${value}"]`).checked = true;
  form.dispatchEvent(new Event("change"));
  form.requestSubmit(document.querySelector("#only:not([hidden])") ?? document.querySelector("#press"));
});
