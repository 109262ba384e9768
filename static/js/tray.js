// Remembers the collected students while the office looks at other pages: in this window, today, by number and never
// by name. Hidden fields exist on two pages only.
const trayKey = "tray " + (field ? field.form.getAttribute("action") : "");
const deviceDay = () => new Date().toDateString();
const found = () => document.querySelector("#found");

const chosenStudent = (value) =>
  Object.assign(document.createElement("input"), { type: "hidden", name: "tray", value });

function keepTray() {
  const { tray, date } = found().dataset;
  if (tray) sessionStorage.setItem(trayKey, JSON.stringify({ tray, date, day: deviceDay() }));
  else sessionStorage.removeItem(trayKey);
}

function bringTray() {
  const kept = JSON.parse(sessionStorage.getItem(trayKey) ?? "null");
  if (!kept) return;
  if (kept.day !== deviceDay()) {
    sessionStorage.removeItem(trayKey);
    return;
  }
  document.querySelector("#finder-tray").replaceChildren(...kept.tray.split(" ").map(chosenStudent));
}

// A chosen student is on the list before the server answers; the answer replaces the row.
function showSoon(students) {
  const soon = document.querySelector("#soon");
  const before = document.querySelector(".finding > section");
  if (soon && before?.id === "open") {
    const isCollected = document.querySelector(`#finder-tray [value="${before.dataset.student}"]`);
    if (isCollected) students.unshift(before.firstElementChild);
    before.replaceWith(soon.content);
  } else if (soon) document.querySelector(".finding").prepend(soon.content);
  for (const student of students) {
    const row = document.createElement("li");
    row.setAttribute("aria-busy", "true");
    row.className = "name";
    row.append(...student.cloneNode(true).childNodes);
    row.querySelector("label")?.remove();
    document.querySelector("#tray .found").append(row);
  }
}
document.addEventListener("submit", ({ target }) => {
  if (target.id !== "collect") return;
  showSoon([...document.querySelectorAll("[form=collect]:checked")].map((box) => box.closest(".name")));
});

function forgetTrays() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("tray ")) sessionStorage.removeItem(key);
}

if (found()) {
  keepTray();
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
  bringTray();
}

document.addEventListener("submit", ({ target }) => { if ("signOut" in target.dataset) forgetTrays(); });
