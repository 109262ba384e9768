// The roll's ticks, and the label of Save. The list is never replaced, so its boxes are looked up once.
const $ = (selector) => document.querySelector(selector);
const page = $("#page");
const roll = $("form#roll");
const boxes = roll ? [...roll.querySelectorAll(".rows [name=enrolment]")] : [];
const choice = $("#others-choice");
const press = $("#press");
const rowOf = (box) => box.closest("li");
const ticked = () => boxes.filter((box) => box.checked);
// blank students have no tick and no mark, and are not expected later. Save gives those with a known absence its
// status, and the others Present.
const isBlank = (box) => !box.checked && rowOf(box).dataset.outcome === "none"
  && !rowOf(box).querySelector("[data-later]");
const blank = () => boxes.filter(isBlank);
const isOther = (box) => isBlank(box) && !rowOf(box).querySelector("[name=known]");
const free = () => boxes.filter(isOther);
const chosen = () => roll.querySelector("[name=status]:checked");
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// wanted is the person's choice of "25 others Present". Without a choice it is on if no student has a mark and some
// are absent or late, unless she switched it off on an earlier roll.
let wanted;

function chooseOthers(n) {
  if (!choice) return;
  const untouched = boxes.every((box) => rowOf(box).dataset.outcome === "none");
  choice.checked = wanted ?? (n && untouched && !("only" in choice.dataset) && chosen()?.closest(".f-absent, .f-late"));
  $("#wanted").value = wanted ?? "";
}

// sendsOthers reports whether Save also marks the students who are not ticked. With no ticks it does so if there is no
// next class.
function sendsOthers() {
  return choice && blank().length && (ticked().length ? choice.checked : !$("#next, #mark-others"));
}

function saveLabel(values, others) {
  const texts = roll.dataset;
  const text = values.n && values.status ? others ? texts.saveBoth : texts.saveAs
    : values.n ? texts.saveSome
    : !others ? texts.save
    : boxes.some((box) => rowOf(box).dataset.outcome !== "none") ? texts.saveOthers : texts.saveNobody;
  return fill(text, values);
}

// refresh updates all texts and buttons that depend on the ticks and the status.
function refresh() {
  const n = ticked().length;
  const m = free().length;
  chooseOthers(n);
  const only = $("#only");
  const others = sendsOthers();
  const leads = !n && !$("#summary .answer");
  const rest = (m, k) => [m && m + " " + choice.dataset.name, k && k + " " + choice.dataset.known]
    .filter(Boolean).join(choice.dataset.list);
  const values = {
    n, m, status: chosen()?.nextElementSibling.textContent, other: choice?.dataset.name,
    rest: choice && rest(m, blank().length - m),
  };
  press.title = saveLabel(values, others);
  write(press, press.title);
  press.className = n || others && leads ? "primary" : "";
  press.classList.toggle("long", press.textContent.length > 26);
  press.name = others ? "others" : "";
  $("#next, #mark-others")?.classList.toggle("primary", leads);
  $("#ticked").textContent = n ? fill(roll.dataset.ticked, { n }) : "";
  $("#all").checked = n === boxes.length;
  $("#all").indeterminate = n % boxes.length;
  if (choice) {
    const label = choice.nextElementSibling;
    choice.parentNode.hidden = !m || !n;
    write(label, fill(label.dataset.template, values));
    only.hidden = !others || !n;
    write(only, fill(n > 1 ? only.dataset.several : only.dataset.one, values));
  }
  for (const box of boxes) {
    box.since = box.checked ? box.since || performance.now() : 0;
    const other = rowOf(box).querySelector("[name=other]");
    if (other) other.disabled = !isBlank(box);
  }
  refreshOffer(rest);
  refreshTime();
  keepDraft();
}

// refreshOffer updates the count of "Mark the other 25 Present" without the students ticked since.
function refreshOffer(rest) {
  const offer = $("#mark-others");
  if (!offer) return;
  let m = 0;
  for (const field of $("#others").querySelectorAll("[name=enrolment]")) {
    const box = $(`#e${CSS.escape(field.value)}`);
    field.disabled = field.nextElementSibling.disabled = !(box && isOther(box));
    m += !field.disabled;
  }
  const text = rest(m, offer.dataset.known);
  offer.hidden = !text;
  write(offer, fill(offer.dataset.template, { rest: text }));
}

// changed refreshes after a person's action, and removes the request for it.
function changed({ target } = {}) {
  if (target === choice) wanted = target.checked;
  explain("");
  if ("form" in $("#summary").dataset) hushReport();
  refresh();
}

function tick(list, on) {
  for (const box of list) box.checked = on;
  changed();
}

// sent counts the students of the last press.
let sent;

// The time follows the clock until a person changes it.
let timeTouched = false;
const opened = Date.now();

function refreshTime() {
  const check = chosen()?.dataset.check ?? "";
  const time = $("#time");
  $("#check").value = check;
  time.disabled = !check;
  if (timeTouched || !time.defaultValue) return;
  const now = Date.parse(`1970-01-01T${time.defaultValue}Z`) + Date.now() - opened;
  time.valueAsNumber = (now - now % 60000) % 86400000;
}

// explain shows above Save why nothing was sent, and moves the focus to the place to correct. The sentence goes away
// after the correction.
function explain(text, place) {
  $("#explain").textContent = text;
  place?.focus();
}

// missing returns a sentence about what the press lacks, and its place; nothing if the press is complete.
function missing() {
  const texts = roll.dataset;
  const n = ticked().length;
  const reason = roll.elements.reason;
  if (!n && !sendsOthers()) return [texts.nobody, boxes[0]];
  if (n && !chosen()) return [texts.noStatus, roll.querySelector("[name=status]")];
  if (reason?.validity.valueMissing) return [texts.noReason, reason];
}

function toggleMarks() {
  const hidden = page.classList.toggle("hidden-marks");
  $("#hide").ariaPressed = hidden;
  sessionStorage.setItem("hide", hidden ? 1 : "");
}

// After Back the roll is fresh, with the draft's ticks. The browser restores boxes by position, which may be another
// student's, so that is switched off.
function comeBack({ persisted }) {
  if (persisted) location.reload();
  for (const box of boxes) box.checked = box.since;
  refresh();
}

function listenToForm() {
  addEventListener("pageshow", comeBack);
  roll.addEventListener("change", changed);
  roll.addEventListener("submit", (event) => {
    // Either only the ticked ones, or all that the button names.
    sent = ticked().length + (event.submitter.name ? blank().length : 0);
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

// Under "More..." a person finds a status by typing. The closed menu shows the chosen name.
function listenToMore() {
  const more = $(".more");
  if (!more) return;
  const title = more.querySelector("summary");
  // On a touch screen the field would open a keyboard over the list.
  let touched = false;
  title.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
  more.addEventListener("toggle", () => {
    if (more.open && !touched) $("#find-status").focus();
  });
  more.addEventListener("input", (event) => {
    if (event.target.id !== "find-status") return;
    for (const label of more.querySelectorAll(".choice")) {
      label.hidden = !plain(label.textContent).includes(plain(event.target.value));
    }
  });
  roll.addEventListener("change", (event) => {
    if (event.target.name !== "status") return;
    const inside = more.contains(event.target);
    write(title, inside ? event.target.nextElementSibling.textContent : title.dataset.more);
    if (inside) more.open = false;
  });
}
