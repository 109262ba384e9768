// A store keeps unsent records in the browser's database. Some browsers, as on iPads, close the database under an open
// page: then it is opened again. Some clear it: then it is filled again from the page's own copy.
const lookEvery = 2000;

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

// storeOf returns the store with that name and kinds of records, each with a key that no other record ever has. noticed
// is called after the store was cleared, with the error if it could not be filled again.
function storeOf(name, own, noticed) {
  // Each new database gets a birth. A database that lacks a birth of the page's copy was made after storage was
  // cleared, by a window that did not know these records.
  const kinds = [...own, "births"];
  let connection = null;
  // The page's own copy of the records. Every window has all of them, because each tells the others of its changes.
  let known = Object.fromEntries(kinds.map((kind) => [kind, []]));
  let windows = null;

  async function connect() {
    const request = indexedDB.open(name, 2);
    request.onupgradeneeded = () => {
      const { result } = request;
      for (const kind of kinds) {
        if (!result.objectStoreNames.contains(kind)) result.createObjectStore(kind, { keyPath: "key" });
      }
    };
    const base = await done(request);
    // Another window that deletes the database must not wait for this one.
    base.onversionchange = () => base.close();
    base.onclose = lookForIt;
    return base;
  }

  const putAll = (stores, records) =>
    kinds.forEach((kind, place) => records[kind].forEach((record) => stores[place].put(record)));

  // fill returns whether it put the page's records into a database that lacked them.
  async function fill(stores) {
    const births = stores.at(-1);
    const there = await done(births.getAllKeys());
    const lacks = known.births.some(({ key }) => !there.includes(key));
    if (lacks) putAll(stores, known);
    else if (!there.length) births.put({ key: Math.random() });
    return lacks;
  }

  async function once(base, work) {
    const transaction = base.transaction(kinds, "readwrite", { durability: "strict" });
    const end = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException("", "AbortError"));
    });
    const stores = kinds.map((kind) => transaction.objectStore(kind));
    let filled;
    const read = async () => {
      filled = await fill(stores);
      await work?.(...stores);
      const all = await Promise.all(stores.map((store) => done(store.getAll())));
      return Object.fromEntries(kinds.map((kind, place) => [kind, all[place]]));
    };
    [known] = await Promise.all([read(), end]);
    if (filled) {
      windows?.postMessage("");
      noticed?.();
    }
    return known;
  }

  // run does the work in one transaction, and returns all records by kind.
  async function run(work) {
    for (let again = false; ; again = true) {
      try {
        return await once(await (connection ??= connect()), work);
      } catch (cause) {
        if (again || /^(Quota|Data|Constraint)/.test(cause.name)) throw cause;
        connection = null;
      }
    }
  }
  async function change(work) {
    await run(work);
    windows?.postMessage("");
  }

  // takeOver takes over what earlier tablets of the same school kept on this device.
  async function takeOver() {
    for (const other of await indexedDB.databases()) {
      if (other.name === name || !other.name.startsWith(name.slice(0, name.lastIndexOf(".") + 1))) continue;
      const left = await storeOf(other.name, own).all();
      await change((...stores) => putAll(stores, left));
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
    const read = () => run().catch(() => setTimeout(read, lookEvery));
    windows.onmessage = read;
    await change((store) => {
      store.put({ key: -1, trial: "x".repeat(4096) });
      store.delete(-1);
    });
    await adopt();
  }

  async function lookForIt() {
    const there = await indexedDB.databases();
    if (there.some((one) => one.name === name)) return;
    (await connection?.catch(() => {}))?.close();
    connection = null;
    await run().then(() => noticed?.(), noticed);
  }

  return { open, adopt, change, all: () => run(), known: () => known };
}

self.door = { ours, ask, day, done, storeOf, setFault };
