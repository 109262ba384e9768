// The rules that hold after every step.
const grace = 3000;
const moment = 100;

Object.assign(Walk.prototype, {
  // clears makes the browser clear the storage. Every page that knew its records stores them again. A page
  // may lack a tap that another page stored a moment ago. A page that could not read a failing storage may
  // store a tap that was sent meanwhile: Rollbook has the student in, and changes nothing.
  clears() {
    const { storage, pages } = this.device;
    const there = this.stored();
    const isKnown = (tap) => pages.length === 1 || this.time.steady - tap.keptAt > moment;
    const isIll = this.time.steady <= this.illUntil + 2 * grace;
    const knowing = pages.filter((page) => ["taps", "home"].includes(page.kind) && this.time.steady - page.opened > grace && !isIll);
    if (isIll) for (const tap of this.taps) tap.mayRepeat = true;
    for (const tap of this.taps) if (there.has(tap.key) && !tap.over) tap.cleared = { at: this.time.steady, knowing: isKnown(tap) ? knowing : [], living: pages };
    storage.clear();
  },

  stored() {
    const { storage } = this.device;
    const all = [...storage.records("taps"), ...storage.records("batches").flatMap((batch) => batch.taps)];
    return new Map(all.map((tap) => [`${tap.id}@${tap.at}`, tap]));
  },

  // repeats reports whether an earlier tap of the student is stored, or is being stored again: the tile shows
  // that one.
  repeats(id) {
    const there = this.stored();
    return this.taps.some((tap) => tap.id === id && (there.has(tap.key) || tap.kept && !tap.over));
  },

  // isRepeated reports whether a later tap of the student was stored, in any window.
  isRepeated(tap, there) { return this.taps.slice(this.taps.indexOf(tap) + 1).some((later) => later.id === tap.id && (later.kept || there.has(later.key))); },

  look() {
    const { storage, pages } = this.device;
    if (storage.dead || storage.full || storage.lame) this.illUntil = this.time.steady;
    const there = this.stored();
    for (const tap of this.taps) if (!tap.over) this.lookAt(tap, there);
    for (const page of pages) if (page.kind === "taps" && !page.leaving) this.lookAtTiles(page, there);
    for (const tap of this.server.doubled) if (!this.taps.some((one) => one.key === tap && one.mayRepeat)) this.fails(`Rollbook got ${tap} as two marks`);
  },

  lookAt(tap, there) {
    const { key, page, cleared } = tap;
    const tile = page.ended ? null : page.tileOf(tap.id);
    const sent = this.server.taken.has(key) || this.server.office.has(key);
    if (tap.takenBack && sent && !tap.over) this.fails(`${key} was taken back, and is sent`);
    if (sent) tap.over = "sent";
    else if (there.has(key)) Object.assign(tap, { kept: true, keptAt: tap.keptAt ?? this.time.steady, cleared: null });
    else if (tap.takenBack || this.time.steady - tap.notMeAt < grace) tap.over = "taken back";
    else if (["touched", "refused"].includes(tile?.dataset.local)) return;
    else if (tile && tile.dataset.state !== "out" && !tap.kept) tap.over = "Rollbook had the student in";
    else if (page.ended && !tap.kept) tap.over = "its page ended before it was kept";
    else if (!tap.kept && (tap.repeats || this.isRepeated(tap, there))) tap.over = "another tap was kept";
    else if (this.server.proofs.includes(tap.proof)) tap.over = "its tablet was unpaired";
    else if (cleared?.living.every((one) => one.ended)) tap.over = "its storage was cleared, and no page filled it";
    else if (cleared && (cleared.knowing.every((one) => one.ended) || this.time.steady < Math.max(cleared.at, this.illUntil) + grace)) return;
    else this.fails(`${key ?? tap.id} is lost`);
  },

  lookAtTiles(page, there) {
    const ids = new Set([...there.values()].map((tap) => Number(tap.id)));
    for (const tile of page.document.querySelectorAll(".taps button")) {
      const id = Number(tile.value.split(":")[0]);
      const own = this.taps.filter((tap) => tap.id === id);
      const { local, state } = tile.dataset;
      const isSent = own.some((tap) => tap.over === "sent");
      const promises = local === "tapped" || local === "kept";
      const waits = own.some((tap) => tap.cleared || tap.over && tap.over !== "sent" && this.device.pages.length > 1);
      if (promises && !ids.has(id) && !isSent && !waits) this.fails(`the tile of ${id} says ${local}, and nothing keeps it`);
      if ((state === "in" || state === "kept") && !own.some((tap) => this.server.taken.has(tap.key))) this.fails(`the tile of ${id} says ${state}, and Rollbook has no tap`);
    }
  },
});

// walks runs walks, from the seed on, until that many steps are done or a walk fails.
async function walks(seed, steps, each) {
  const ends = {};
  let [done, number] = [0, 0];
  for (; done < steps; number++) {
    const walked = await new Walk(seed + number).run(Math.min(each, steps - done));
    done += each;
    for (const [end, taps] of Object.entries(walked.ends)) ends[end] = (ends[end] ?? 0) + taps.length;
    if (walked.wrong.length) return { seed: walked.seed, wrong: walked.wrong, trace: walked.trace, ends };
  }
  return { steps: done, walks: number, ends };
}
