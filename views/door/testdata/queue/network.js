// The network between the tablet and Rollbook, and Rollbook itself: the taps that it accepted, those that it
// refuses, and the office's list.
const foreign = [200, 204, 302, 400, 401, 403, 404, 409, 413, 422, 429, 500, 502];

class Answer {
  constructor(status, marked, text = "", more = {}) {
    Object.assign(this, { status, ok: status >= 200 && status < 300, redirected: false, body: text });
    this.headers = new Headers(marked ? { Rollbook: "1", ...more } : {});
  }

  async text() {
    if (this.broken) throw new TypeError("the model's network broke");
    return this.body;
  }
}

// elsewhere is a redirect that the browser does not follow (Fetch Standard: opaque-redirect filtered
// response).
const elsewhere = () => new Answer(0, false);

class Network {
  constructor(time, random, server) {
    Object.assign(this, { time, random, server, weather: "good", streams: new Set() });
  }

  // now returns the state of the network for one request.
  now() {
    if (this.weather !== "mixed") return this.weather;
    return this.random.weighed({ good: 4, away: 2, deaf: 2, torn: 1, slow: 1, foreign: 3, portal: 1 });
  }

  fetch(page, url, options = {}) {
    const { time, random } = this;
    return new Promise((resolve, reject) => {
      const fails = () => reject(new TypeError("the model's network is away"));
      options.signal?.addEventListener("abort", () => reject(problem("TimeoutError")));
      const request = { url: new URL(url, location.href), method: options.method ?? "GET", headers: options.headers ?? {}, body: String(options.body ?? ""), cookie: page.device.cookie };
      const [there, back, weather] = [random.between(5, 200), random.between(5, 200), this.now()];
      time.after(there, null, () => {
        if (weather === "away") return time.after(back, page, fails);
        if (weather === "foreign" || weather === "portal") return time.after(back, page, () => resolve(this.foreign(weather)));
        const answer = this.server.answer(request);
        if (weather === "deaf") return time.after(back, page, fails);
        answer.broken = weather === "torn";
        time.after(weather === "slow" ? 25000 : back, page, () => resolve(answer));
      });
    });
  }

  foreign(weather) {
    if (weather === "portal") return Object.assign(new Answer(200, false, "<form>Sign in to the network</form>"), { redirected: this.random.chance(0.5) });
    const status = this.random.of(foreign);
    return status === 302 ? elsewhere() : new Answer(status, false, "404 page not found");
  }

  // source makes an EventSource for a page.
  source(page, url) {
    const network = this;
    const { class: of } = Object.fromEntries(new URL(url, location.href).searchParams);
    return new class extends EventTarget {
      constructor() {
        super();
        this.of = of;
        network.time.after(network.random.between(5, 200), page, () => this.connect());
      }
      connect() {
        if (this.closed) return;
        if (network.now() !== "good" || !network.server.knows(page.device.cookie)) return this.onerror?.({});
        network.streams.add(this);
        this.onopen?.({});
        if (of) this.say();
        this.beat();
      }
      say() { network.time.after(network.random.between(5, 200), page, () => this.isOpen() && this.onmessage?.({ data: page.device.tiles(of) })); }
      beat() { network.time.after(3000, page, () => { if (this.isOpen()) this.dispatchEvent(new Event("beat")), this.beat(); }); }
      isOpen() { return network.streams.has(this) && !page.ended; }
      close() { this.closed = true; network.streams.delete(this); }
      breaks() { network.streams.delete(this); network.time.after(network.random.between(5, 200), page, () => this.closed || this.onerror?.({})); }
    }();
  }

  becomes(weather) {
    this.weather = weather;
    if (weather !== "good") this.cut();
  }

  cut() { for (const stream of [...this.streams]) stream.breaks(); }
  changed(of) { for (const stream of this.streams) if (stream.of === of) stream.say(); }
}

class Server {
  constructor(time, random, classOf) {
    Object.assign(this, { time, random, classOf, cookies: new Set(), proofs: [], presses: new Set(), taken: new Map(), office: new Set(), marks: new Map(), doubled: [] });
    this.heals();
  }

  heals() { Object.assign(this, { busy: 0, unwanted: new Set(), moved: false, deskRefuses: false, deskBusy: false }); }

  get today() { return new Date(this.time.wall).toISOString().slice(0, 10); }
  knows(cookie) { return this.cookies.has(cookie); }
  mark(id) { return this.marks.get(`${id} ${this.today}`) ?? { version: 0, state: "out" }; }

  answer(request) {
    const { pathname, searchParams } = request.url;
    if (this.busy) return new Answer(this.busy, true);
    if (!this.knows(request.cookie)) return new Answer(401, true);
    if (request.method === "POST" && pathname.endsWith("/roll/taps")) return this.taps(new URLSearchParams(request.body));
    if (request.method === "POST" && pathname === paths.refused) return this.refused(new URLSearchParams(request.body));
    if (pathname === paths.tiles) return this.moved ? new Answer(404, true) : new Answer(200, true, tilesOf(searchParams.get("class")));
    return new Answer(200, true);
  }

  taps(form) {
    const rows = form.getAll("in").map((text) => text.split(":"));
    if (this.presses.has(form.get("tap"))) return new Answer(204, true);
    if (this.moved) return new Answer(this.random.of([403, 404]), true);
    if (rows.some(([id]) => this.unwanted.has(Number(id)))) return new Answer(this.random.of([400, 409, 413, 422]), true, "", this.random.chance(0.7) ? { "Rollbook-Reason": "not_on_list" } : {});
    this.presses.add(form.get("tap"));
    for (const [id, , at] of rows) this.take(Number(id), `${id}@${at}`, form);
    this.network.changed(form.get("class"));
    return new Answer(204, true);
  }

  // take marks the student. The same tap must never come with a second press.
  take(id, tap, form) {
    if (this.taken.has(tap)) this.doubled.push(tap);
    this.taken.set(tap, form.get("tap"));
    const key = `${id} ${form.get("date")}`;
    this.marks.set(key, { version: (this.marks.get(key)?.version ?? 0) + 1, state: "kept" });
    this.time.after(this.random.between(100, 4000), null, () => {
      this.marks.get(key).state = "in";
      this.network.changed(form.get("class"));
    });
  }

  refused(form) {
    if (this.deskBusy) return new Answer(this.random.of([429, 500, 503]), true);
    if (this.deskRefuses) return new Answer(400, true);
    for (const text of form.getAll("in")) {
      const [id, , at] = text.split(":");
      this.office.add(`${id}@${at}`);
    }
    return new Answer(204, true);
  }

  // undo is a person's decision that the student is out again.
  undo(id) {
    const mark = this.mark(id);
    if (mark.state !== "in") return;
    this.marks.set(`${id} ${this.today}`, { version: mark.version + 1, state: "out" });
    this.network.changed(this.classOf(id));
  }
}
