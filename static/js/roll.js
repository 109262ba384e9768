// The roll: what is ticked, and what Save will do. The list is never replaced, so its
// boxes are looked up once.
const $ = (selector) => document.querySelector(selector);
const page = $("#page");
const roll = $("#roll");
const boxes = roll ? [...roll.querySelectorAll(".rows [name=enrolment]")] : [];
const rowOf = (box) => box.closest("li");
const ticked = () => boxes.filter((box) => box.checked);
const free = () => boxes.filter((box) => !box.checked && rowOf(box).dataset.outcome === "none");
const chosen = () => roll.querySelector("[name=status]:checked");
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

function othersChoice() {
  const choice = $("#others-choice");
  return choice && { choice, chosen: choice.checked, name: choice.dataset.name };
}

function saveLabel(n, m, others) {
  const texts = roll.dataset;
  const status = chosen()?.nextElementSibling.textContent;
  const values = { n, m, status, other: others?.name };
  const both = others?.chosen && m;
  if (n && status) return fill(both ? texts.saveBoth : texts.saveAs, values);
  if (n) return fill(texts.saveSome, values);
  return nobody() ? fill(m < boxes.length ? texts.saveOthers : texts.saveNobody, values) : texts.save;
}

// nobody tells whether Save marks everybody without a mark: nobody is ticked, and no class leads on.
const nobody = () => !ticked().length && !$("#next, #mark-others") && othersChoice() && free().length;

// refresh makes everything that depends on ticks and status say what is so now.
function refresh() {
  const n = ticked().length;
  const m = free().length;
  const others = othersChoice();
  const press = $("#press");
  press.textContent = saveLabel(n, m, others);
  press.name = nobody() && !others.chosen ? "others" : "";
  press.value = others?.choice.value;
  press.classList.toggle("primary", n > 0 || nobody() && !$("#summary .answer"));
  $("#next, #mark-others")?.classList.toggle("primary", !n);
  $("#ticked").textContent = n ? fill(roll.dataset.ticked, { n }) : "";
  $("#all").checked = n === boxes.length;
  $("#all").indeterminate = n && n < boxes.length;
  if (others) {
    const label = others.choice.nextElementSibling;
    others.choice.parentNode.hidden = !m || !n;
    label.textContent = fill(label.dataset.template, { m, other: others.name });
  }
  for (const box of boxes) {
    box.since = box.checked ? box.since || performance.now() : 0;
    const other = rowOf(box).querySelector("[name=other]");
    if (other) other.disabled = box.checked || rowOf(box).dataset.outcome !== "none";
  }
  refreshOffer(others);
  refreshTime();
  keepDraft();
}

// refreshOffer leaves out of "Mark the other 25 Present" who was ticked since.
function refreshOffer(others) {
  const offer = $("#mark-others");
  if (!offer) return;
  let m = 0;
  for (const field of $("#others").querySelectorAll("[name=enrolment]")) {
    const box = $(`#e${CSS.escape(field.value)}`);
    field.disabled = field.nextElementSibling.disabled = !box || box.checked || rowOf(box).dataset.outcome !== "none";
    m += !field.disabled;
  }
  offer.hidden = !m;
  offer.textContent = fill(offer.dataset.template, { m, other: others?.name });
}

// changed is a refresh after somebody did something: what was asked of her is gone.
function changed() {
  explain("");
  if ("form" in $("#summary").dataset) hushReport();
  refresh();
}

function tick(list, on) {
  for (const box of list) box.checked = on;
  changed();
}

// The time is now, until somebody touches it.
let timeTouched = false;
const opened = Date.now();

function refreshTime() {
  const check = chosen()?.dataset.check ?? "";
  const time = $("#time");
  $("#check").value = check;
  time.disabled = !check;
  if (timeTouched || !time.defaultValue) return;
  const [hours, minutes] = time.defaultValue.split(":").map(Number);
  const now = (hours * 60 + minutes + Math.floor((Date.now() - opened) / 60000)) % 1440;
  time.value = [Math.floor(now / 60), now % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

// explain says above Save why nothing was sent, and goes to where it can be mended. It is gone
// when that was done.
function explain(text, place) {
  $("#explain").textContent = text;
  place?.focus();
}

function missing() {
  const texts = roll.dataset;
  const n = ticked().length;
  const reason = roll.elements.reason;
  if (!n && !nobody()) return [texts.nobody, boxes[0]];
  if (n && !chosen()) return [texts.noStatus, roll.querySelector("[name=status]")];
  if (reason && !reason.value.trim()) return [texts.noReason, reason];
  return null;
}

function toggleMarks() {
  const hidden = page.classList.toggle("hidden-marks");
  $("#hide").ariaPressed = hidden;
  sessionStorage.setItem("hide", hidden ? 1 : "");
}

// Who goes back meets the roll as it is now, with the draft's ticks; no browser's own memory
// of boxes, which goes by their places, ticks any.
function comeBack({ persisted }) {
  if (persisted) location.reload();
  for (const box of boxes) box.checked = box.since;
  refresh();
}

function listenToForm() {
  addEventListener("pageshow", comeBack);
  roll.addEventListener("change", changed);
  roll.addEventListener("submit", (event) => {
    const reason = missing();
    if (!reason) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    explain(...reason);
  }, true);
  $("#time").addEventListener("input", () => {
    timeTouched = true;
    changed();
  });
  roll.elements.reason?.addEventListener("input", changed);
  $("#clear").addEventListener("click", () => tick(boxes, false));
  $("#all").addEventListener("change", (event) => tick(boxes, event.target.checked));
  $("#tick-all").addEventListener("click", () => tick(boxes, true));
  $("#print").addEventListener("click", () => print());
  $("#hide").addEventListener("click", toggleMarks);
  if (sessionStorage.getItem("hide")) toggleMarks();
  setInterval(refreshTime, 15000);
}

// Under "More..." a status is found by typing, and its name stands on the closed menu.
function listenToMore() {
  const more = $(".more");
  if (!more) return;
  const title = more.querySelector("summary");
  // Under a finger the field would bring up a keyboard over the list.
  let touched = false;
  title.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
  more.addEventListener("toggle", () => {
    if (more.open && !touched) $("#find-status").focus();
  });
  more.addEventListener("input", (event) => {
    if (event.target.id !== "find-status") return;
    for (const label of more.querySelectorAll(".choice")) label.hidden = !plain(label.textContent).includes(plain(event.target.value));
  });
  roll.addEventListener("change", (event) => {
    if (event.target.name !== "status") return;
    const inside = more.contains(event.target);
    title.textContent = inside ? event.target.nextElementSibling.textContent : title.dataset.more;
    if (inside) more.open = false;
  });
}
