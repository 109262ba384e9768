// A store keeps unsent records in the browser's database. Some browsers, as on iPads, close the database under an open
// page: then it is opened again. Some clear it: then it is filled again from the page's own copy.
const lookEvery = 2000;

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const databases = async () => await indexedDB.databases?.() ?? [];

// storeOf returns the store with that name. keys has the key options of each kind of record. noticed is called after
// the store was cleared, with the error if it could not be filled again.
function storeOf(name, keys, noticed) {
  const kinds = Object.keys(keys);
  let connection = null;
  // The page's own copy of the records. Every window has all of them, because each tells the others of its changes.
  let known = {};
  let windows = null;

  async function connect() {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const kind of kinds) {
        const store = request.result.createObjectStore(kind, keys[kind]);
        for (const record of known[kind] ?? []) store.put(record);
      }
    };
    const base = await done(request);
    // Another window that deletes the database must not wait for this one.
    base.onversionchange = () => base.close();
    base.onclose = lookForIt;
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
  async function change(work) {
    await run("readwrite", work);
    windows?.postMessage("");
  }

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
  // adopt takes over once. After an error it tries again.
  const adopt = () => adopting ??= takeOver().catch((cause) => {
    adopting = null;
    throw cause;
  });

  // open fails if nothing can be stored, but keeps looking for a storage that becomes available.
  async function open() {
    navigator.storage?.persist?.();
    setInterval(lookForIt, lookEvery);
    windows = new BroadcastChannel(name);
    windows.onmessage = () => run("readonly").catch(() => {});
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
