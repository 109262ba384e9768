// The queue is what this tablet keeps until the server has it: taps, which can still be taken back,
// and batches of them, whose text is frozen.
const name = `door-${d.owner}`;
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const committed = (tx) => new Promise((resolve, reject) => {
  tx.oncomplete = resolve;
  tx.onabort = () => reject(tx.error);
});
let base = null;
let opened = null;

async function open() {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("taps", { keyPath: "key", autoIncrement: true });
    request.result.createObjectStore("batches", { keyPath: "key", autoIncrement: true });
  };
  const ready = await done(request);
  // A window that clears the queue is not kept waiting.
  ready.onversionchange = () => ready.close();
  // What cannot be written now will not be kept later either.
  await change(async (taps) => taps.delete(await done(taps.add({ probe: "x".repeat(4096) }))), ready);
  base = ready;
  await tryAgain();
  navigator.storage?.persist?.();
  for (const other of await indexedDB.databases?.() ?? []) {
    if (other.name.startsWith("door-") && other.name !== name) indexedDB.deleteDatabase(other.name);
  }
}

const all = (store) => done(base.transaction(store).objectStore(store).getAll());

async function change(work, to = base) {
  const tx = to.transaction(["taps", "batches"], "readwrite", { durability: "strict" });
  const end = committed(tx);
  await Promise.all([work(tx.objectStore("taps"), tx.objectStore("batches")), end]);
}

// kept is all taps of the queue; those of batches that the server refused say so.
async function kept() {
  if (!base) return [];
  const [taps, batches] = await Promise.all([all("taps"), all("batches")]);
  return [...taps.map((tap) => ({ ...tap, free: true })), ...batches.flatMap(({ refused, taps }) => taps.map((tap) => ({ ...tap, refused })))];
}

// Taps of a class that this tablet does not show now wait too: it may be moved back.
const moved = "moved";
const isMoved = ({ refused }) => refused === moved;
const waiting = async () => (await kept()).filter((tap) => !tap.refused || isMoved(tap)).length;

// tryAgain lets those go once more.
const tryAgain = () => change(async (_, batches) => {
  for (const batch of await done(batches.getAll())) if (isMoved(batch)) batches.put({ ...batch, refused: false });
});

// leave forgets everything and goes where the server says: the tablet is unpaired.
function leave() {
  base?.close();
  base = null;
  const request = indexedDB.deleteDatabase(name);
  request.onsuccess = request.onerror = request.onblocked = () => location.assign(d.door);
}
