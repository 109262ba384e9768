// What an answer does to the page besides the cells that htmx puts in their places.
let lastSaved = [];

// What met a newer mark has its question above the list, which keeps the choice.
const clears = (outcome) => !/none|refused/.test(outcome);

// follow lets each row follow its cell. Only the answer to a person's own press
// carries a version (data-seen); only then "seen" follows too, and ticks that were there
// when it was pressed.
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

// The next presses appear, but cannot be pressed by the finger that just saved.
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

// report says above the list what concerns the whole page.
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

// sentence says in the bar, in place of what was said before, what is so now. What can be
// offered besides stays. What is so now is in sight while somebody is ticked, too.
function sentence(text, now) {
  $("#result").classList.toggle("now", Boolean(now));
  $("#result").replaceChildren(text, ...document.querySelectorAll("#mark-others"));
}

// What the press before it saved is no result of this one; its offer still holds.
function notKept() {
  if (navigator.onLine) {
    sentence("");
    report(roll.dataset.notKept);
    $("#summary").focus();
  } else {
    offline();
  }
  refresh();
}

const offline = () => sentence(roll.dataset.offline, true);

function online() {
  if ($("#result").textContent.startsWith(roll.dataset.offline)) sentence("");
}

// After a moment without an answer the press says that it is under way.
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
    $("#press").textContent = text;
    sentence(text);
  }, 300);
}

const isPress = (ctx) => ctx.request.method === "POST";

function listenToAnswers() {
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    ctx.begun = performance.now();
    if (isPress(ctx)) saving(ctx.sourceElement);
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
    // What comes by itself leaves alone what the page says of a press.
    if (!isPress(ctx) && $("#summary > h2:only-child")) tasks.splice(0, tasks.length, ...tasks.filter((task) => task.target?.id !== "summary"));
    // An answer that is not ours, such as a proxy's page, says nothing about the press.
    if (!isPress(ctx) || tasks.some((task) => task.target?.id === "summary")) return;
    event.preventDefault();
    notKept();
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "keys-link") $("#help").showPopover();
    else if (isPress(ctx)) answered(ctx);
    else if (follow()) refresh();
    watch();
    // Who was sent to what needs a person did not scroll there.
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
