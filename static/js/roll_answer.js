// What an answer does to the page besides the cells that htmx puts in their places.
let lastSaved = [];

const clears = (outcome) => !/none|refused|conflict/.test(outcome);

// follow lets each row follow its cell. Only the answer to a person's own press
// carries a version (data-seen); only then "seen" follows too, and ticks that were there
// when it was pressed.
function follow(begun) {
  const own = [];
  for (const box of boxes) {
    const row = rowOf(box);
    const cell = row.querySelector(".cell");
    row.dataset.outcome = cell.dataset.is;
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
  const own = follow(ctx.begun);
  if (ctx.sourceElement === roll) pressed = "";
  if (own.length) {
    lastSaved = own.filter((box) => rowOf(box).dataset.outcome === "saved");
    if (!ticked().length && chosen()) chosen().checked = false;
    timeTouched = false;
  }
  holdBack();
  refresh();
}

// report says above the list what concerns the whole page.
function report(text) {
  const summary = $("#summary");
  const title = document.createElement("h2");
  title.textContent = text;
  summary.className = "report";
  summary.replaceChildren(title);
}

// What the press before it saved is no result of this one; its offer still holds.
function notKept() {
  $("#result").replaceChildren(...document.querySelectorAll("#mark-others"));
  report(navigator.onLine ? roll.dataset.notKept : roll.dataset.offline);
  $("#summary").focus();
}

function online() {
  if ($("#summary").textContent !== roll.dataset.offline) return;
  $("#summary").className = "";
  $("#summary").replaceChildren();
}

const isPress = (ctx) => ctx.request.method === "POST";

function listenToAnswers() {
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    ctx.begun = performance.now();
    if (ctx.sourceElement !== roll) return;
    pressed = $("#save").value;
    keepDraft();
  });
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => ctx && isPress(ctx) && notKept());
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
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
  addEventListener("offline", () => report(roll.dataset.offline));
  addEventListener("online", online);
}
