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
  if (await waiting()) await report();
  addEventListener("online", () => later(0));
  sendAll();
}

// The files after this one are read first.
queueMicrotask(() => start().catch(() => {}));
