// Updates the rest of the page after htmx has put an answer's cells in place.
let lastSaved = [];

// A held row has its question above the list, and the question contains the choice.
const clears = (outcome) => !/none|refused/.test(outcome);

// follow updates each row after its cell. Only the answer to the person's own press carries a version (data-seen). Then
// the row's "seen" is updated too, and the ticks of that press are removed.
function follow(begun) {
  const own = [];
  for (const box of boxes) {
    const row = rowOf(box);
    const cell = row.querySelector(".cell");
    const met = cell.dataset.is === "conflict" && row.dataset.outcome !== "conflict";
    row.dataset.outcome = cell.dataset.is;
    if (met && box.since <= begun) box.checked = false;
    if (!cell.dataset.seen) continue;
    row.querySelector("[name=seen]").value = cell.dataset.seen;
    delete cell.dataset.seen;
    if (clears(cell.dataset.is) && box.since <= begun) box.checked = false;
    own.push(box);
  }
  return own;
}

// The next buttons appear disabled for a moment, so that a double press of Save does not press them.
function holdBack() {
  for (const element of document.querySelectorAll("#result button, #result a")) {
    element.inert = true;
    setTimeout(() => { element.inert = false; }, 700);
  }
}

function answered(ctx) {
  $("#result").classList.remove("now");
  const own = follow(ctx.begun);
  if (ctx.sourceElement === roll) pressed = "";
  if (own.length) {
    lastSaved = own.filter((box) => rowOf(box).dataset.outcome === "saved");
    if (!ticked().length && chosen()) chosen().checked = false;
    timeTouched = false;
  }
  refresh();
  holdBack();
}

// report shows messages about the whole page above the list.
function report(text) {
  const title = document.createElement("h2");
  title.textContent = text;
  $("#summary").className = "report";
  $("#summary").replaceChildren(title);
}

function hushReport() {
  $("#summary").className = "";
  delete $("#summary").dataset.form;
  $("#summary").replaceChildren();
}

// sentence replaces the sentence in the bar. Offers beside it stay. It stays visible while students are ticked.
function sentence(text, now) {
  $("#result").classList.toggle("now", Boolean(now));
  $("#result").replaceChildren(text, ...document.querySelectorAll("#mark-others"));
}

// The result of the press before is removed. Its offer stays valid.
function notKept() {
  if (navigator.onLine) {
    sentence("");
    report(roll.dataset.notKept);
    $("#summary").focus();
  } else {
    offline();
  }
  refresh();
  watch();
}

const offline = () => sentence(roll.dataset.offline, true);

function online() {
  if ($("#result").textContent.startsWith(roll.dataset.offline)) sentence("");
}

// Without an answer after a moment, the bar says that the press is being sent.
let waits;

function counted(sender) {
  if (sender === roll) return sent;
  if (sender.name) return sender.value === "all" ? $("#summary").querySelectorAll("[name=seen]").length : 1;
  return sender.querySelectorAll("[name=enrolment]:enabled").length;
}

function saving(sender) {
  const n = counted(sender);
  waits = setTimeout(() => {
    const text = fill(roll.dataset.saving, { n });
    write(press, text);
    sentence(text);
  }, 300);
}

const isPress = (ctx) => ctx.request.method === "POST";

function listenToAnswers() {
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    ctx.begun = performance.now();
    if (isPress(ctx)) {
      saving(ctx.sourceElement);
      hush();
    }
    if (ctx.sourceElement !== roll) return;
    pressed = $("#save").value;
    keepDraft();
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => isPress(ctx) && clearTimeout(waits));
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (!ctx || !isPress(ctx)) return;
    clearTimeout(waits);
    notKept();
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    clearTimeout(isPress(ctx) && waits);
    // An update from the stream must not replace the sentence about a press, nor its button. Questions are a list.
    if (!isPress(ctx) && $("#summary > h2:not(:has(~ ul))")) {
      tasks.splice(0, tasks.length, ...tasks.filter((task) => task.target?.id !== "summary"));
    }
    // An answer that is not Rollbook's, such as a proxy's page, proves nothing about the press.
    if (!isPress(ctx) || tasks.some((task) => task.target?.id === "summary")) return;
    event.preventDefault();
    notKept();
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "keys-link") $("#help").showPopover();
    else if (isPress(ctx)) answered(ctx);
    else if (follow()) refresh();
    watch();
    // This scrolling is the page's own, not the person's.
    look(ctx);
  });
  document.addEventListener("click", (event) => {
    if (event.target.id !== "change" || !lastSaved.length) return;
    event.preventDefault();
    tick(lastSaved, true);
    lastSaved[0].focus();
  });
  addEventListener("offline", offline);
  if (!navigator.onLine) offline();
  addEventListener("online", online);
}
