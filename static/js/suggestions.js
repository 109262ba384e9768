// The finder is a combobox: while a person types it lists what the text may mean. The first suggestion is chosen, the
// arrows choose another one, and Enter takes it: it opens the student, and with Shift it adds her to the list. Enter in
// the empty field does nothing.
const suggestions = document.createElement("ul");
const options = () => [...suggestions.children];
const isOpen = () => !suggestions.hidden;

// asked is the newest question; an older one counts only if Enter was pressed before its answer came.
let asked = { text: "" };

function showSuggestions(shown) {
  suggestions.hidden = !shown;
  field.setAttribute("aria-expanded", shown);
  choose(shown && options()[0]);
}

function choose(option) {
  for (const one of options()) one.setAttribute("aria-selected", one === option);
  if (!option) return field.removeAttribute("aria-activedescendant");
  field.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function suggest(question) {
  question.answered = true;
  suggestions.dataset.of = question.text;
  showSuggestions(options().length > 0);
}

const chosen = () => suggestions.querySelector("[aria-selected=true]");

// Asks what the text may mean. Without an answer the field is a search as before.
async function ask() {
  const question = asked = { text: field.value.trim() };
  if (!question.text) return showSuggestions(false);
  const body = new URLSearchParams(new FormData(field.form));
  question.answer = fetch(field.form.dataset.suggested, { method: "POST", body })
    .then(async (answer) => answer.ok ? answer.text() : "", () => "");
  const text = await question.answer;
  if (asked !== question) return;
  suggestions.innerHTML = text;
  suggest(question);
}

// The text of the field is dealt with: what a person types from now on is the next one.
function clear() {
  field.value = "";
  asked = { text: "" };
}

// Enter before the answer waits for it. It takes the only student, and asks which of several is meant.
async function takeLater(question, adds) {
  answers.add(question);
  clear();
  const template = document.createElement("template");
  template.innerHTML = await question.answer;
  answers.delete(question);
  const found = [...template.content.children];
  if (found.length === 1 && found[0].dataset.take) return take(found[0], adds);
  saves = false;
  field.value = question.text;
  asked = question;
  suggestions.replaceChildren(...found);
  suggest(question);
  if (found.length === 0) field.form.requestSubmit();
}

function pick(option, adds) {
  showSuggestions(false);
  if ("take" in option.dataset) {
    clear();
    take(option, adds);
  } else if ("all" in option.dataset) field.form.requestSubmit();
  else location.assign(option.dataset.address);
}

// Opens the student, or adds her to the list: only that marks her with others. Her name stands there before the server
// answers. What was typed since is not sent along.
function take(option, adds) {
  const typed = field.value;
  field.value = "";
  const student = chosenStudent(option.dataset.take, adds ? "tray" : "open");
  document.querySelector("#finder-tray").append(student);
  if (found()) showSoon([option], !adds);
  else addEventListener("pagehide", keepTyped);
  field.form.requestSubmit();
  if (!adds) student.remove();
  field.value = typed;
}

// What a person types while the page of the first student opens stands in that page's field. It is kept for that moment
// only.
const keepTyped = () => { sessionStorage.typed = field.value || [...answers].map(({ text }) => text).join(""); };

function bringTyped() {
  const { typed } = sessionStorage;
  delete sessionStorage.typed;
  if (!typed) return;
  field.focus();
  field.value = typed;
  ask();
}

// Returns true for a key that it has used.
function stepSuggestions(event) {
  const text = field.value.trim();
  const isAsked = text !== "" && asked.text === text;
  if (event.key === "Enter" && !text) return true;
  if (event.key === "Enter" && isAsked && !asked.answered) {
    takeLater(asked, event.shiftKey);
    return true;
  }
  const all = options();
  const place = all.indexOf(chosen());
  if (event.key === "ArrowDown" && !isOpen() && text) ask();
  else if (!isOpen()) return false;
  else if (event.key === "ArrowDown") choose(all[(place + 1) % all.length]);
  else if (event.key === "ArrowUp") choose(all.at(place - 1));
  else if (event.key === "Escape") showSuggestions(false);
  else if (event.key === "Enter") pick(all[place], event.shiftKey);
  else return false;
  return true;
}

if (field) {
  Object.assign(suggestions, { id: "suggestions", role: "listbox", hidden: true, ariaLabel: field.ariaLabel });
  field.after(suggestions);
  Object.assign(field, { role: "combobox", ariaExpanded: false, ariaAutoComplete: "list" });
  field.setAttribute("aria-controls", suggestions.id);
  field.addEventListener("input", ask);
  field.addEventListener("blur", () => showSuggestions(false));
  // A press on a suggestion does not take the focus from the field.
  suggestions.addEventListener("pointerdown", (event) => event.preventDefault());
  suggestions.addEventListener("mousedown", (event) => event.preventDefault());
  suggestions.addEventListener("click", ({ target }) => {
    if (target.closest("li")) pick(target.closest("li"), target.matches("[data-add]"));
  });
}

// In the field for a reason the arrow down brings the last reasons, one after the other.
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (key !== "ArrowDown" || target.name !== "reason" || !target.list) return;
  const reasons = [...target.list.options].map((option) => option.value);
  const next = reasons.indexOf(target.value) + 1;
  if (target.value && next === 0) return;
  event.preventDefault();
  target.value = reasons[next % reasons.length];
  target.dispatchEvent(new Event("input", { bubbles: true }));
});
