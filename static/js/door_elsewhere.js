// The tablet's pages without the names send stored taps too, by the same queue.
const { dataset: d } = document.currentScript;
const [reach, arrived, draw] = Array(3).fill(() => {});
const storageCleared = () => later(0);

async function start() {
  setClock();
  // Without a tap there is no queue.
  const there = await indexedDB.databases().catch(() => [{ name }]);
  if (!there.some((one) => one.name.startsWith(name.split(".")[0]))) return;
  // The storage may open later.
  await queue.open().catch(() => {});
  await untick();
  if (await waiting()) await report();
  addEventListener("online", () => later(0));
  sendAll();
}

// The generation of the student numbers on the page.
const listOf = (url) => new URL(url, location).searchParams.get("generation");

// untick unticks the students who tapped here, because the server may not have their taps yet. It skips taps of an
// older generation, whose numbers may be other students'.
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

// The files after this one must run first.
queueMicrotask(() => start().catch(() => {}));
