// A store is what the tablet has not sent, in the browser's database. Browsers close that under a page, as
// iPads do: then it is opened again. They clear it too: then it is filled again with what this page knows.
const lookEvery = 2000;

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const databases = async () => await indexedDB.databases?.() ?? [];

// storeOf is the store with a key for each kind of record. noticed is called where the store was cleared,
// with the error that kept it from being filled again.
function storeOf(name, keys, noticed) {
  const kinds = Object.keys(keys);
  let connection = null;
  // What is there, as this page knows it.
  let known = {};

  async function connect() {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const kind of kinds) {
        const store = request.result.createObjectStore(kind, keys[kind]);
        for (const record of known[kind] ?? []) store.put(record);
      }
    };
    const base = await done(request);
    // A window that clears the store is not kept waiting.
    base.onversionchange = () => base.close();
    return base;
  }

  async function once(base, mode, work) {
    const transaction = base.transaction(kinds, mode, { durability: "strict" });
    const end = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
    });
    const stores = kinds.map((kind) => transaction.objectStore(kind));
    const read = async () => {
      await work?.(...stores);
      const all = await Promise.all(stores.map((store) => done(store.getAll())));
      return Object.fromEntries(kinds.map((kind, place) => [kind, all[place]]));
    };
    const [all] = await Promise.all([read(), end]);
    return known = all;
  }

  // run does the work in one transaction, and returns all records by kind.
  async function run(mode, work) {
    for (let again = false; ; again = true) {
      try {
        return await once(await (connection ??= connect()), mode, work);
      } catch (cause) {
        if (again || /^(Quota|Data|Constraint)/.test(cause.name)) throw cause;
        connection = null;
      }
    }
  }
  const change = (work) => run("readwrite", work);

  // takeOver takes over what earlier tablets of the same school kept on this device.
  async function takeOver() {
    for (const other of await databases()) {
      if (other.name === name || !other.name.startsWith(name.slice(0, name.lastIndexOf(".") + 1))) continue;
      const left = await storeOf(other.name, keys).all();
      await change((...stores) => kinds.forEach((kind, place) => {
        for (const { key, ...record } of left[kind]) stores[place].put(keys[kind].autoIncrement ? record : { key, ...record });
      }));
      indexedDB.deleteDatabase(other.name);
    }
  }

  let adopting = null;
  // adopt does so once, and fails until it has.
  const adopt = () => adopting ??= takeOver().catch((cause) => {
    adopting = null;
    throw cause;
  });

  // open fails where nothing can be kept. A storage that comes later is looked for all the same.
  async function open() {
    navigator.storage?.persist?.();
    setInterval(lookForIt, lookEvery);
    await change((store) => {
      store.put({ key: -1, trial: "x".repeat(4096) });
      store.delete(-1);
    });
    await adopt();
  }

  async function lookForIt() {
    const there = await databases();
    if (!there.length && !indexedDB.databases || there.some((one) => one.name === name)) return;
    (await connection?.catch(() => {}))?.close();
    connection = null;
    await run("readonly").then(() => noticed?.(), noticed);
  }

  return { open, adopt, change, all: () => run("readonly"), known: () => known };
}

self.door = { ours, ask, done, storeOf };
