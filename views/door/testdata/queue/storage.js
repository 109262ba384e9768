// The part of a browser's database that a tablet uses. The model can close, fill, fail, end and clear it. All
// transactions of one database run one after the other, like writing ones in a browser (Indexed Database API
// 3.0, section 2.7.2).
const problem = (name) => new DOMException("the model's", name);

class Storage {
  constructor(time, random) {
    Object.assign(this, { time, random, bases: new Map(), dead: false, full: false, lame: false });
  }

  // of returns the storage as a page has it.
  of(page) {
    return {
      open: (name) => this.open(page, name),
      deleteDatabase: (name) => this.remove(page, name),
      databases: async () => {
        if (this.dead) throw problem("UnknownError");
        return [...this.bases.keys()].map((name) => ({ name, version: 1 }));
      },
    };
  }

  open(page, name) {
    const request = {};
    const fail = (kind) => { request.error = problem(kind); request.onerror?.({}); };
    this.time.after(this.random.between(0, 8), page, () => {
      if (this.dead) return fail("UnknownError");
      const isNew = !this.bases.has(name);
      const base = this.bases.get(name) ?? { name, stores: new Map(), connections: new Set(), waiting: [], running: null };
      const connection = new Connection(this, base, page);
      request.result = connection;
      if (isNew) {
        connection.upgrading = new Map();
        request.onupgradeneeded?.({});
        if (this.full || this.lame && this.random.chance(0.3)) return fail("AbortError");
        base.stores = connection.upgrading;
        connection.upgrading = null;
        this.bases.set(name, base);
      }
      base.connections.add(connection);
      request.onsuccess?.({});
    });
    return request;
  }

  remove(page, name) {
    const request = {};
    const base = this.bases.get(name);
    const attempt = () => {
      for (const connection of [...base?.connections ?? []]) connection.onversionchange?.({});
      if (base?.connections.size) return this.time.after(5, page, attempt);
      if (this.bases.get(name) === base) this.bases.delete(name);
      request.onsuccess?.({});
    };
    this.time.after(this.random.between(0, 8), page, attempt);
    return request;
  }

  // shut closes every connection under its page.
  shut() {
    for (const base of this.bases.values()) for (const connection of [...base.connections]) connection.shut();
  }

  // clear deletes everything, like a browser that needs the space or that a person told to.
  clear() {
    this.shut();
    this.bases.clear();
  }

  // forget closes a page's connections. A record that it was storing may be stored or not.
  forget(page) {
    for (const base of this.bases.values()) {
      for (const connection of [...base.connections]) if (connection.page === page) connection.shut(this.random.chance(0.5));
    }
  }

  // records returns all stored records of the kind, each with the name of its database.
  records(kind) {
    return [...this.bases.values()].flatMap((base) => [...base.stores.get(kind)?.values() ?? []].map((record) => ({ ...record, base: base.name })));
  }
}

class Connection {
  constructor(storage, base, page) { Object.assign(this, { storage, base, page, closed: false, transactions: new Set() }); }

  get objectStoreNames() { return { contains: (kind) => this.upgrading.has(kind) }; }
  createObjectStore(kind) { this.upgrading.set(kind, new Map()); }

  transaction(kinds, mode) {
    if (this.closed) throw problem("InvalidStateError");
    return new Transaction(this, mode);
  }

  close() {
    this.closed = true;
    if (!this.transactions.size) this.base.connections.delete(this);
  }

  shut(keeps) {
    this.closed = true;
    for (const transaction of [...this.transactions]) {
      if (keeps && transaction.ending) transaction.keep();
      transaction.abort(problem("AbortError"));
    }
    this.base.connections.delete(this);
    this.storage.time.after(this.storage.random.between(0, 5), this.page, () => this.onclose?.({}));
  }
}

class Transaction {
  constructor(connection, mode) {
    Object.assign(this, { connection, mode, requests: [], active: true, over: false, ending: false, error: null, stores: null });
    connection.transactions.add(this);
    connection.base.waiting.push(this);
    this.later(() => this.begin());
  }

  later(work) { this.connection.storage.time.after(this.connection.storage.random.between(0, 3), null, work); }

  begin() {
    const { base } = this.connection;
    if (this.over || base.running || base.waiting[0] !== this) return;
    base.running = base.waiting.shift();
    this.stores = new Map([...base.stores].map(([kind, records]) => [kind, new Map(records)]));
    this.step();
  }

  // step runs one request, or ends the transaction.
  step() {
    if (this.over) return;
    const request = this.requests.shift();
    const { storage } = this.connection;
    if (!request) {
      this.active = false;
      this.ending = true;
      return this.later(() => this.end());
    }
    try {
      if (storage.dead || storage.lame && storage.random.chance(0.1)) throw problem("UnknownError");
      request.result = request.work();
      request.onsuccess?.({});
      this.later(() => this.step());
    } catch (cause) {
      request.error = cause;
      request.onerror?.({});
      this.abort(cause);
    }
  }

  end() {
    if (this.over) return;
    const { storage } = this.connection;
    if (storage.dead || storage.lame && storage.random.chance(0.2)) return this.abort(problem(storage.random.of(["UnknownError", "QuotaExceededError"])));
    this.keep();
    this.finish();
    if (!this.connection.page.ended) this.oncomplete?.({});
  }

  keep() { if (this.mode === "readwrite") this.connection.base.stores = this.stores; }

  abort(cause) {
    if (this.over) return;
    this.error = cause;
    this.finish();
    if (this.connection.page.ended) return;
    for (const request of this.requests) {
      request.error = problem("AbortError");
      request.onerror?.({});
    }
    this.onabort?.({});
  }

  finish() {
    this.over = true;
    this.active = false;
    const { base } = this.connection;
    this.connection.transactions.delete(this);
    if (this.connection.closed && !this.connection.transactions.size) base.connections.delete(this.connection);
    if (base.running === this) base.running = null;
    base.waiting = base.waiting.filter((waiting) => waiting !== this);
    base.waiting[0]?.later(() => base.waiting[0]?.begin());
  }

  objectStore(kind) {
    const ask = (work) => {
      if (this.over || !this.active) throw problem("TransactionInactiveError");
      const request = { work };
      this.requests.push(request);
      return request;
    };
    return {
      getAll: () => ask(() => [...this.stores.get(kind).values()].sort((one, other) => one.key - other.key).map((record) => structuredClone(record))),
      getAllKeys: () => ask(() => [...this.stores.get(kind).keys()]),
      put: (record) => this.puts(kind, structuredClone(record), ask),
      delete: (key) => ask(() => { this.stores.get(kind).delete(key); }),
    };
  }

  puts(kind, record, ask) {
    const { storage, page } = this.connection;
    if (kind === "taps" && record.id) storage.adds(page, record);
    return ask(() => {
      if (storage.full) throw problem("QuotaExceededError");
      this.stores.get(kind).set(record.key, record);
    });
  }
}
