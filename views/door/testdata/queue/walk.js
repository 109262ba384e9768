// A walk: people, the network, the browser and Rollbook do something, step by step, and after each step what
// must always be so is looked at. Then all is well again, and everything has to arrive.
let tilesOf = null;

class Walk {
  constructor(seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.wrong = [];
    this.trace = [];
    this.taps = [];
    const start = Date.parse(this.random.chance(0.3) ? "2025-11-20T23:58:30Z" : "2025-11-20T08:27:00Z");
    this.time = new Time(start, (cause) => this.fails(`a script fails: ${cause?.stack ?? cause}`));
    this.server = new Server(this.time, this.random, classOf);
    this.network = this.server.network = new Network(this.time, this.random, this.server);
    this.device = new Device(this.time, this.random, this.network, this.server, (page, options) => this.posts(page, options), (page, text) => this.says(page, text));
    this.device.storage.adds = (page, record) => this.names(page, record.id, record.at);
    this.illUntil = 0;
    tilesOf = (of) => this.tilesOf(of);
  }

  fails(what) { this.wrong.push(`step ${this.trace.length} (${this.trace.at(-1)}): ${what}`); }

  tilesOf(of) {
    const list = document.createElement("ul");
    list.className = "taps";
    const marks = classes[of].map((id) => [id, this.server.mark(id)]);
    list.dataset.count = `${marks.filter(([, mark]) => mark.state === "in").length} of ${marks.length} in`;
    for (const [id, mark] of marks) {
      const item = samples[mark.state].cloneNode(true);
      item.firstChild.value = `${id}:${mark.version}`;
      item.querySelector("bdi").textContent = `Student ${id}`;
      list.append(item);
    }
    return `<form id="taps" data-now="${this.time.wall}">${list.outerHTML}</form>`;
  }

  // names gives a tap the time under which its page keeps or sends it.
  names(page, id, at) {
    const key = `${id}@${at}`;
    const tap = this.taps.find((one) => one.page === page && one.id === Number(id) && !one.key);
    if (tap && !this.taps.some((one) => one.key === key)) tap.key = key;
  }

  posts(page, options) {
    if (options?.method !== "POST" || !options.body) return;
    for (const text of new URLSearchParams(String(options.body)).getAll("in")) {
      const [id, , at] = text.split(":");
      this.names(page, id, at);
    }
  }

  // says hears of a student whose tap was taken back. A tap that another window has put into a batch stays.
  says(page, text) {
    if (!text.endsWith(`: ${page.form.dataset.takenBack}`)) return;
    const stays = this.device.storage.records("batches").flatMap((batch) => batch.taps.map(({ id, at }) => `${id}@${at}`));
    for (const tap of this.taps) if (text.startsWith(`Student ${tap.id}:`) && tap.kept && !tap.over && !stays.includes(tap.key)) tap.takenBack = true;
  }

  async run(steps) {
    try {
      await this.device.pair();
      this.device.open("8B");
      await this.time.forward(1000);
      for (let step = 0; step < steps && !this.wrong.length; step++) await this.step();
      if (!this.wrong.length) await this.heals();
    } catch (cause) {
      this.fails(`the model fails: ${cause.stack}`);
    }
    return { seed: this.seed, steps: this.trace.length, taps: this.taps.length, ends: Object.groupBy(this.taps, (tap) => tap.over ?? "open"), wrong: this.wrong, trace: this.trace };
  }

  async step() {
    const name = this.random.weighed(weights);
    this.trace.push(name);
    const more = await moves[name](this);
    if (more) this.trace[this.trace.length - 1] += ` ${more}`;
    await this.time.forward(this.random.between(5, 150));
    this.look();
  }

  // heals ends all trouble. What is kept arrives within a minute, but for what the office's list refused:
  // that is handed over by the next page. The next morning nothing is left.
  async heals() {
    const { device, server, network, time } = this;
    this.trace.push("all is well");
    server.heals();
    network.becomes("good");
    Object.assign(device.storage, { dead: false, full: false, lame: false });
    if (!server.knows(device.cookie)) await moves.pair(this);
    device.skew = 0;
    await this.minute();
    this.wantsEmpty("a minute after all is well", (batch) => !batch.refused);
    await this.reopens();
    this.wantsEmpty("a minute after the next page", (batch) => !batch.office);
    time.sleep(86400000);
    for (const page of device.pages) page.happens("visibilitychange");
    await this.minute();
    await this.reopens();
    this.wantsEmpty("the next morning", () => true);
    for (const page of device.pages) if (page.document?.querySelector("[data-local]")) this.fails("a tile of the next morning says something of a tap");
  }

  async minute() {
    for (let second = 0; second < 60 && !this.wrong.length; second += 4) {
      await this.time.forward(4000);
      this.look();
    }
  }

  async reopens() {
    for (const page of [...this.device.pages]) page.end();
    this.device.open("8B");
    await this.minute();
  }

  wantsEmpty(when, counts) {
    if (this.wrong.length) return;
    const left = [...this.device.storage.records("taps"), ...this.device.storage.records("batches").filter(counts)];
    if (left.length) this.fails(`${when} the tablet still keeps ${JSON.stringify(left)}`);
  }
}

const weights = {
  tap: 30, moment: 22, while: 9, notMe: 5, weather: 9, mends: 6, shuts: 3, dies: 2, lives: 4, fills: 2, isLame: 2, clears: 4, reloads: 4, closes: 3,
  beside: 12, elsewhere: 3, losesCookie: 1, revoked: 1, pair: 5, night: 1, clock: 2, refuses: 4, moved: 1, isBusy: 2, desk: 3, accepts: 4, undoes: 3, online: 2,
};

const open = (walk) => walk.random.of(walk.device.pages);

const moves = {
  tap: (walk) => {
    const { random, device, taps } = walk;
    const page = random.of(device.pages.filter((one) => one.kind === "taps" && !one.leaving).concat(null));
    const id = page && random.of(classes[page.of]);
    const tile = page?.tileOf(id);
    if (!tile) return "nowhere";
    const isNew = tile.dataset.state === "out" && !tile.dataset.local;
    if (isNew) taps.push({ id, page, proof: device.proof, repeats: walk.repeats(id) });
    page.press(tile);
    return `${id}${isNew ? "" : " again"}`;
  },
  notMe: async ({ random, device, time, taps }) => {
    const page = random.of(device.pages);
    const button = page.document?.querySelector("#not-me button");
    if (!button) return "by nobody";
    // The tap is away a moment before the page says so, or the page ends without a word.
    for (const tap of taps) if (tap.id === Number(button.value)) tap.notMeAt = time.steady;
    page.press(button);
    await time.forward(100);
    return button.value;
  },
  moment: ({ time, random }) => time.forward(random.between(10, 3000)),
  while: ({ time, random }) => time.forward(random.between(3000, 40000)),
  weather: ({ network, random }) => { network.becomes(random.of(["mixed", "away", "deaf", "torn", "slow", "foreign", "portal"])); return network.weather; },
  mends: ({ network }) => network.becomes("good"),
  shuts: ({ device }) => device.storage.shut(),
  dies: ({ device }) => { device.storage.dead = true; device.storage.shut(); },
  lives: ({ device }) => { Object.assign(device.storage, { dead: false, full: false, lame: false }); },
  fills: ({ device }) => { device.storage.full = true; },
  isLame: ({ device }) => { device.storage.lame = true; },
  clears: (walk) => walk.clears(),
  reloads: (walk) => { const page = open(walk); walk.device.go(page, page.of); },
  closes: (walk) => { const page = open(walk); page.end(); walk.device.open(page.of); },
  beside: ({ device, random }) => { if (device.pages.length < 2) device.open(random.of(["8B", "9A", paths.door])); },
  elsewhere: (walk) => walk.device.go(open(walk), walk.random.of(["8B", "9A", paths.door])),
  losesCookie: ({ device }) => { device.cookie = null; },
  revoked: ({ device, server }) => {
    if (!server.cookies.delete(device.cookie)) return;
    server.proofs.push(device.proof);
  },
  pair: async (walk) => {
    const { device, server, time } = walk;
    if (server.knows(device.cookie)) return "not needed";
    if (walk.network.now() !== "good") return "not reached";
    await time.forward(100);
    for (const page of [...device.pages]) page.end();
    await device.pair();
    device.open(paths.door);
    await time.forward(500);
    device.go(device.pages[0], "8B");
  },
  night: ({ time, device, network }) => {
    network.cut();
    time.sleep(57600000);
    for (const page of device.pages) page.happens("visibilitychange");
  },
  clock: ({ device, random }) => { device.skew = random.of([0, 0, 30000, -30000, 10800000, -10800000]); return device.skew; },
  refuses: ({ server, random }) => { server.unwanted.add(1 + random.below(5)); },
  moved: ({ server }) => { server.moved = true; },
  isBusy: ({ server, random }) => { server.busy = random.of([429, 500, 503]); },
  desk: ({ server, random }) => { server[random.of(["deskRefuses", "deskBusy"])] = true; },
  accepts: ({ server }) => server.heals(),
  undoes: ({ server, random }) => server.undo(1 + random.below(5)),
  online: (walk) => open(walk).happens("online"),
};
