// Clears the field of a PIN after each press, and when the person who began to type it has left the shared tablet.
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
  // The page's own requests must not clear the field under a typing person.
  for (const end of ["htmx:after:request", "htmx:error"]) {
    document.addEventListener(end, ({ detail: { ctx } }) => ctx?.request.method === "POST" && forget());
  }
  document.addEventListener("htmx:after:swap", () => field("[aria-invalid]")?.focus());
  addEventListener("pagehide", forget);
})();
