// Remembers the collected students while the office looks at other pages: in this window, today, by number and never
// by name. Hidden fields exist on two pages only.
const trayKey = "tray " + (field ? field.form.getAttribute("action") : "");
const deviceDay = () => new Date().toDateString();
const found = () => document.querySelector("#found");

const chosenStudent = (value, name = "tray") =>
  Object.assign(document.createElement("input"), { type: "hidden", name, value });

function storeTray(tray) {
  if (tray) sessionStorage[trayKey] = JSON.stringify({ tray, day: deviceDay() });
  else delete sessionStorage[trayKey];
}

// The stored students, without those whose absence was kept just now. A search on another day has none.
function storedTray() {
  const kept = JSON.parse(sessionStorage[trayKey] ?? "{}");
  const isUntold = (student) => !document.querySelector(`[data-told="${student}"]`);
  const tray = kept.day === deviceDay() ? kept.tray.split(" ").filter(isUntold) : [];
  storeTray(tray.join(" "));
  return field.form.elements.date ? [] : tray;
}

// A page that knows the tray replaces what is stored.
function keepTray() {
  const { tray } = found().dataset;
  if (tray !== undefined) storeTray(tray);
}

// A chosen student is on the page before the server answers: on the list, or alone. The answer replaces the row.
function showSoon(students, alone) {
  const soon = document.querySelector("#soon");
  const before = document.querySelector(".finding > section");
  if (soon && before?.id === "open") before.replaceWith(soon.content);
  else if (soon) document.querySelector(".finding").prepend(soon.content);
  else if (alone) return;
  const list = document.querySelector("#tray .found");
  if (alone) list.replaceChildren();
  for (const student of students) {
    const row = document.createElement("li");
    row.setAttribute("aria-busy", "true");
    row.className = "name";
    row.append(...student.cloneNode(true).childNodes);
    row.querySelector("label, .add")?.remove();
    list.append(row);
  }
}
document.addEventListener("submit", ({ target }) => {
  if (target.id !== "collect") return;
  showSoon([...document.querySelectorAll("[form=collect]:checked")].map((box) => box.closest(".name")));
});

// The names beside the button are those of the ticked students.
document.addEventListener("change", ({ target }) => {
  if (!target.matches("#tray [name=enrolment]")) return;
  const ticked = [...document.querySelectorAll("#tray [name=enrolment]:checked")];
  const marked = document.querySelector("#marked");
  marked.textContent = ticked.map((box) => box.closest("label").innerText.trim()).join(marked.dataset.between);
});

if (found()) {
  keepTray();
  const tray = found().dataset.tray === undefined ? storedTray() : [];
  if (tray.length > 0) {
    const address = new URL(location);
    for (const student of tray) address.searchParams.append("tray", student);
    location.replace(address);
  }
  // An answer replaces the last one, and the address follows it, so that Back leads to a page that was shown.
  document.addEventListener("htmx:after:swap", () => {
    if (!found()) return;
    keepTray();
    sayTime();
    const { address } = found().dataset;
    if (address !== found.last) history.pushState(null, "", address);
    found.last = address;
    if (document.activeElement === document.body) found().focus();
  });
  found.last = found().dataset.address;
  addEventListener("popstate", () => location.reload());
  bringTyped();
} else if (field) {
  document.querySelector("#finder-tray").replaceChildren(...storedTray().map((student) => chosenStudent(student)));
}

document.addEventListener("submit", ({ target }) => {
  if (!("signOut" in target.dataset)) return;
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("tray ")) delete sessionStorage[key];
});
