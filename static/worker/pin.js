// A PIN does not stay in its field: neither after a press, whatever became of it, nor when whoever
// began to type it has left the shared tablet.
(() => {
  "use strict";
  const lasts = 60000;
  let forgetting = 0;
  const field = (state = "") => document.querySelector("#pin" + state);

  function forget() {
    if (field()) field().value = "";
  }

  document.addEventListener("input", ({ target }) => {
    if (target !== field()) return;
    clearTimeout(forgetting);
    forgetting = setTimeout(forget, lasts);
  });
  // What the page reads by itself does not disturb who types.
  for (const end of ["htmx:after:request", "htmx:error"]) document.addEventListener(end, ({ detail: { ctx } }) => ctx?.request.method === "POST" && forget());
  document.addEventListener("htmx:after:swap", () => field("[aria-invalid]")?.focus());
  addEventListener("pagehide", forget);
})();
