// Time that passes only when the model lets it. What is due runs in order, each after all promises of the one
// before have been kept.
const channel = new MessageChannel();
let promised = null;
channel.port1.onmessage = () => promised();
const promisesKept = () => new Promise((resolve) => { promised = resolve; channel.port2.postMessage(0); });

// More than so many tasks in one step never end.
const mostTasks = 100000;

class Time {
  constructor(start, failed) {
    // What a clock that cannot be set shows, in milliseconds; and the server's clock.
    this.steady = 0;
    this.start = start;
    this.failed = failed;
    this.due = [];
    this.number = 0;
  }

  get wall() { return this.start + this.steady; }

  // after runs work after so many milliseconds, unless its owner has ended by then.
  after(wait, owner, work) {
    const task = { at: this.steady + Math.max(0, Number(wait) || 0), number: ++this.number, owner, work };
    let [low, high] = [0, this.due.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.due[middle].at <= task.at) low = middle + 1;
      else high = middle;
    }
    this.due.splice(low, 0, task);
    return task.number;
  }

  cancel(number) {
    const place = this.due.findIndex((task) => task.number === number);
    if (place >= 0) this.due.splice(place, 1);
  }

  async forward(wait) {
    const end = this.steady + wait;
    await promisesKept();
    let tasks = 0;
    while (this.due[0]?.at <= end) {
      const task = this.due.shift();
      if (++tasks > mostTasks) throw new Error(`no end in sight: ${task.work}`);
      this.steady = Math.max(this.steady, task.at);
      if (task.owner?.ended) continue;
      try {
        task.work();
      } catch (cause) {
        this.failed(cause);
      }
      await promisesKept();
    }
    this.steady = end;
  }

  // sleep lets only the clocks on walls go on, as for a tablet whose screen is off.
  sleep(wait) { this.start += wait; }
}

// Random is mulberry32: the same seed makes the same choices.
class Random {
  constructor(seed) { this.state = seed >>> 0; }

  next() {
    let mixed = this.state = (this.state + 0x6d2b79f5) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(limit) { return Math.floor(this.next() * limit); }
  between(low, high) { return low + this.next() * (high - low); }
  chance(share) { return this.next() < share; }
  of(all) { return all[this.below(all.length)]; }

  // weighed returns the name of one of the choices, by their weights.
  weighed(choices) {
    let left = this.next() * Object.values(choices).reduce((sum, weight) => sum + weight, 0);
    for (const [name, weight] of Object.entries(choices)) if ((left -= weight) < 0) return name;
    throw new Error("no choice");
  }
}
