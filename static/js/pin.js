// A PIN does not stay in its field: neither after a press, whatever became of it, nor when whoever
// began to type it has left the shared tablet.
const pinLasts = 60000;
let forgetting = 0;

function forgetPIN() {
  const pin = $("#pin");
  if (pin) pin.value = "";
}

function listenToPIN() {
  document.addEventListener("input", (event) => {
    if (event.target.id !== "pin") return;
    clearTimeout(forgetting);
    forgetting = setTimeout(forgetPIN, pinLasts);
  });
  // What the page reads by itself does not disturb who types.
  for (const end of ["htmx:after:request", "htmx:error"]) document.addEventListener(end, ({ detail: { ctx } }) => ctx && isPress(ctx) && forgetPIN());
  document.addEventListener("htmx:after:swap", () => $("#pin[aria-invalid]")?.focus());
  addEventListener("pagehide", forgetPIN);
}
