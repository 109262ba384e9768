// Keys and ranges of the roll. Single-letter keys work only if the page allows them.
let anchor = boxes[0];
let star = false;
let match = 0;

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

function range(to, on) {
  const [from, until] = [boxes.indexOf(anchor), boxes.indexOf(to)].sort((a, b) => a - b);
  tick(boxes.slice(from, until + 1), on);
}

function move(step, extend) {
  const here = boxes.indexOf(document.activeElement);
  const next = boxes[here < 0 ? boxes.indexOf(anchor) : here + step];
  if (!next) return;
  next.focus();
  if (extend) range(next, true);
  else anchor = next;
}

function toggle(box, extend) {
  if (!box) return;
  box.checked = !box.checked;
  if (extend) range(box, box.checked);
  anchor = box;
  changed();
}

function clickRow(event) {
  const box = rowOf(event.target)?.querySelector("[name=enrolment]");
  if (!box || event.target.closest("button, a, summary")) return;
  // Otherwise the focus after the click would scroll to the box.
  box.focus({ preventScroll: true });
  if (event.target === box) {
    if (event.shiftKey) range(box, box.checked);
    anchor = box;
  } else if (event.shiftKey) {
    // Not every browser ticks a box when its label is clicked with Shift.
    event.preventDefault();
    toggle(box, true);
  }
}

function found(text) {
  const wanted = plain(text);
  return wanted ? boxes.filter((box) => {
    const [number, name] = box.parentNode.querySelectorAll("span, bdi");
    return number.textContent === wanted ||
      plain(name.textContent).split(/\s+/).some((_, i, words) => words.slice(i).join(" ").startsWith(wanted));
  }) : [];
}

function showFound(step) {
  const all = found($("#find").value), count = $("#matches");
  match = step ? (match + step + all.length) % all.length || 0 : 0;
  const box = all[match];
  $(".found")?.classList.remove("found");
  $("#find").ariaDescription = box ? box.parentNode.querySelector("bdi").textContent : "";
  count.textContent = box ? fill(count.dataset.template, { n: match + 1, m: all.length }) : "";
  if (!box) return;
  rowOf(box).classList.add("found");
  rowOf(box).scrollIntoView({ block: "nearest" });
}

function keyInFind(event) {
  const field = event.target, step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step || event.key === "Enter") event.preventDefault();
  if (step) return showFound(step);
  if (event.key === "Enter") toggle(found(field.value)[match]);
  else if (event.key === "Escape") anchor.focus();
  else return;
  field.value = "";
  showFound();
}

const starKeys = { a: () => tick(boxes, true), n: () => tick(boxes, false), u: () => tick(free(), true) };

const letterKeys = {
  j: () => move(1),
  k: () => move(-1),
  x: (event) => toggle(boxes.find((box) => box === document.activeElement), event.shiftKey),
  "/": () => $("#find").focus(),
  o: () => ($("#mark-others, #only:not([hidden])") ?? choice)?.focus(),
  t: () => $("#time").focus(),
  h: toggleMarks,
  n: () => $("#next")?.click(),
  "?": () => $("#keys-link")?.click(),
  "*": () => { star = true; },
};

function letterKey(event) {
  if (!("singleKeys" in page.dataset)) return false;
  const key = event.key.toLowerCase();
  if (star) {
    star = false;
    return starKeys[key]?.() ?? key in starKeys;
  }
  if (/^[1-9]$/.test(key)) {
    const radio = roll.querySelectorAll("[name=status]")[key - 1];
    if (radio) radio.click();
    return Boolean(radio);
  }
  letterKeys[key]?.(event);
  return key in letterKeys;
}

function rowKey(event) {
  const inRows = boxes.includes(event.target) || event.target === document.body;
  if (inRows && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    move(event.key === "ArrowDown" ? 1 : -1, event.shiftKey);
    return true;
  }
  if (event.key === " " && event.shiftKey && boxes.includes(event.target)) {
    toggle(event.target, true);
    return true;
  }
  return false;
}

function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
      event.preventDefault();
      roll.requestSubmit(press);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.id === "find") keyInFind(event);
    else if (event.target.matches("input:not([type=checkbox], [type=radio]), select, textarea, .more *")) return;
    else if (rowKey(event) || (event.key.length === 1 && letterKey(event))) event.preventDefault();
  });
  $("#find").addEventListener("input", () => showFound());
  roll.querySelector(".rows").addEventListener("click", clickRow);
}
