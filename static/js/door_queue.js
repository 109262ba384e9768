// The queue: what this tablet keeps until the server has it.
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

async function open() {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("taps", { keyPath: "key", autoIncrement: true });
    request.result.createObjectStore("batches", { keyPath: "key", autoIncrement: true });
  };
  base = await done(request);
  // What cannot be written now will not be kept later either.
  const tx = base.transaction("taps", "readwrite", { durability: "strict" });
  const probe = await done(tx.objectStore("taps").add({ probe: "x".repeat(4096) }));
  tx.objectStore("taps").delete(probe);
  await committed(tx);
  for (const other of await indexedDB.databases?.() ?? []) {
    if (other.name.startsWith("door-") && other.name !== name) indexedDB.deleteDatabase(other.name);
  }
}

const all = (store) => done(base.transaction(store).objectStore(store).getAll());

async function change(work) {
  const tx = base.transaction(["taps", "batches"], "readwrite", { durability: "strict" });
  const end = committed(tx);
  await work(tx.objectStore("taps"), tx.objectStore("batches"));
  await end;
}
