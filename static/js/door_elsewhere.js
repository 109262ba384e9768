// On the tablet's pages without the names, taps that it keeps are sent too, by the same queue.
const { dataset: d } = document.currentScript;
const reach = () => {};
const arrived = () => {};
const draw = () => {};
const storageCleared = () => {};

async function start() {
  setClock();
  // A tablet on which nobody has tapped has no queue.
  const there = await indexedDB.databases?.().catch(() => null) ?? [{ name }];
  if (!there.some((one) => one.name.startsWith(name.split(".")[0]))) return;
  // A storage that does not open yet is tried again.
  await queue.open().catch(() => {});
  await untick();
  if (await waiting()) await report();
  addEventListener("online", () => later(0));
  sendAll();
}

// The generation of the list in which the address's page names students.
const listOf = (url) => new URL(url, location).searchParams.get("generation");

// untick leaves out of the rest who has tapped here: the page may not know of it yet. A tap of a list in which its
// number named another student is not theirs.
async function untick() {
  const roll = document.querySelector("#roll");
  if (!roll) return;
  const { class: of, date } = roll.elements;
  const list = listOf(document.querySelector("#live").dataset.events);
  for (const tap of await kept()) {
    const here = !tap.refused && tap.class === of.value && tap.date === date.value && listOf(tap.url) === list;
    const box = here && roll.querySelector(`.rows [name=enrolment][value="${tap.id}"]:enabled`);
    if (box) box.checked = false;
  }
  roll.dispatchEvent(new Event("change"));
}

// The files after this one are read first.
queueMicrotask(() => start().catch(() => {}));
