// One key leads to the finder from every page, and another saves the open form.
const field = document.querySelector("#finder");
const typing = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";
// The form that the key saves: the open student's, otherwise the list's.
const mark = () => document.querySelector("#tray form, #mark");

// While the page waits for an answer, the key saves what that answer shows: the student opened, or all on the list.
const answers = new Set();
let saves = false;
const ready = () => mark()?.querySelector("[data-ready]");
const isOfPage = ({ sourceElement }) => sourceElement.getAttribute("hx-target") === "#found";

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => { if (isOfPage(ctx)) answers.add(ctx); });
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (!answers.delete(ctx) || answers.size > 0 || !saves) return;
  saves = false;
  if (ctx.status === "swapped") mark()?.requestSubmit(ready());
  else ctx.sourceElement.submit?.(); // The browser shows why the answer does not come.
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && !event.repeat && (ready() || answers.size > 0)) {
    event.preventDefault();
    if (answers.size > 0) saves = true;
    else mark().requestSubmit(ready());
  }
  // On a roll the key leads to the roll's own field.
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest(typing)) return;
  if (!field || !("slash" in field.dataset) || document.querySelector("form#roll")) return;
  event.preventDefault();
  field.focus();
  field.select();
});

// The time follows the clock until a person changes it. The button shows the time that it saves.
const opened = new WeakMap();

// said writes a time like the server, with the half of the day where people use it.
function said(time) {
  if (document.documentElement.lang !== "en-US") return time;
  const written = (_, hours, minutes) => `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
  return time.replace(/^(\d+):(\d+)$/, written);
}

function sayTime() {
  if (!mark()) return;
  const time = mark().elements.time;
  const named = mark().querySelector("[data-ready][data-template]");
  if (!opened.has(time)) opened.set(time, Date.now());
  const now = Date.parse(`1970-01-01T${time.defaultValue}Z`) + Date.now() - opened.get(time);
  if ("now" in time.dataset) time.valueAsNumber = (now - now % 60000) % 86400000;
  if (named) write(named, named.dataset.template.replace("{time}", said(time.value)));
}

document.addEventListener("input", ({ target }) => {
  if (target.form !== mark() || target.name !== "time") return;
  delete target.dataset.now;
  sayTime();
});
sayTime();
setInterval(sayTime, 15000);

// A double press is one save.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form !== mark()) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
});
addEventListener("pageshow", () => { if (mark()) delete mark().dataset.sent; });

// Keys in the field: those of the suggestions, and the arrow to the right leads to the student's movements. Escape
// clears the field, and pressed again leaves it.
function step(event) {
  if (event.ctrlKey || event.metaKey || event.isComposing) return;
  const gate = document.querySelector("#gate [name=movement]");
  if (stepSuggestions(event)) event.preventDefault();
  else if (event.key === "Escape") {
    event.preventDefault();
    if (field.value) field.value = "";
    else field.blur();
  } else if (
    gate && event.key === "ArrowRight" && field.selectionEnd === field.value.length &&
    ["", document.querySelector("#found").dataset.sought].includes(field.value)
  ) {
    event.preventDefault();
    gate.focus();
  }
}
field?.addEventListener("keydown", step);
// After a search from another page, or a save, the focus returns to the field, unless it covers other parts of the
// page or would open a screen keyboard. A field that lacks something takes it instead.
if (!document.querySelector("[autofocus]") && document.querySelector("#found .finding > section")
  && document.activeElement === document.body && matchMedia("(width >= 75rem) and (not (pointer: coarse))").matches) {
  field.focus();
  field.select();
}
