// On the tablet's pages without the names, taps that it keeps are sent too, by the same queue.
const { dataset: d } = document.currentScript;
const reach = () => {};
const arrived = () => {};
const draw = () => showMoved();

async function start() {
  setClock();
  // A tablet on which nobody has tapped has no queue.
  if (!(await indexedDB.databases?.() ?? [{ name }]).some((one) => one.name === name)) return;
  await open();
  await untick();
  if (await waiting()) await report();
  addEventListener("online", () => later(0));
  sendAll();
}

// untick leaves out of the rest who has tapped here: the page may not know of it yet.
async function untick() {
  const roll = document.querySelector("#roll");
  if (!roll) return;
  const { class: of, date } = roll.elements;
  for (const tap of await kept()) {
    const box = !tap.refused && tap.class === of.value && tap.date === date.value && roll.querySelector(`.rows [name=enrolment][value="${tap.id}"]:enabled`);
    if (box) box.checked = false;
  }
  roll.dispatchEvent(new Event("change"));
}

// The files after this one are read first.
queueMicrotask(() => start().catch(() => {}));
