// Stores each press of a teacher's roll on the tablet before it is sent, as opaque ids, a time and a token; never a
// name or a PIN. A press without an answer stays stored. Staff send it again, byte for byte, when they open the roll
// and press Save. It is not sent after its day or from a moved tablet; then only a press removes it. The office gets
// the dates, classes and times of all stored rolls.
(() => {
  "use strict";
  const { ours, ask, day, storeOf } = self.door;
  const told = document.currentScript.dataset;
  const $ = (selector) => document.querySelector(selector);
  const roll = $("#roll");
  const bar = $("#kept-roll");
  const store = storeOf(`roll-${told.owner}`, ["rolls"], (cause) => cause && keepsNothing());
  // The rolls of this tablet's classes, by class.
  const rolls = JSON.parse(told.rolls);
  const boxes = () => [...roll.querySelectorAll(".rows [name=enrolment]")];
  const field = (named) => roll.elements[named].value;
  const ahead = Date.now() - Number($("script[data-ends]").dataset.now);
  const timeZone = told.zone || undefined;
  // The present by the server's clock.
  const now = () => Date.now() - ahead;
  const time = (language, at) => new Intl.DateTimeFormat(language, { timeZone, timeStyle: "short" }).format(at);
  // wallTime has the half of the day where the server writes times so.
  const wallTime = (at) => time(document.documentElement.lang === "en-US" ? "en-US" : "en-GB", at);
  const today = () => day(now(), timeZone);
  let open = false;
  let kept = null;
  let away = !navigator.onLine;

  const put = (record) => store.change((rolls) => { rolls.put(record); });
  const remove = (record) => store.change((rolls) => { rolls.delete(record.key); });
  const all = async () => (await store.all()).rolls;

  // report sends the office the list of stored rolls, if it changed.
  let reported = told.reported;
  let reporting = Promise.resolve();
  async function tellOffice() {
    const listed = ({ date, name, clock }) => `${date} ${encodeURIComponent(`${name} ${clock}`)}`;
    const says = (await all()).map(listed).sort().join();
    if (says === reported) return;
    const answer = await ask(told.report, { headers: { "Rollbook-Rolls": says || "none" } });
    if (answer.ok) reported = says;
  }
  const report = () => { reporting = reporting.then(tellOffice).catch(() => {}); };

  // The board shows within seconds that a tablet is gone.
  const beat = 2000;
  setInterval(() => ask(told.report, { signal: AbortSignal.timeout(beat) }).catch(() => {}), beat);

  // recordOf makes the stored record of a press. Its only names are those of the class and of statuses.
  const recordOf = (body) => ({
    key: body.get("save"), class: field("class"), name: $("h1").textContent,
    date: field("date"), day: told.day, clock: time("en-GB", now()), at: now(), tried: false,
    statuses: ["status", "others"].map((named) => statusOf(body.get(named))), body: body.toString(),
  });

  function statusOf(id) {
    const radio = [...roll.querySelectorAll("[name=status]")].find(({ value }) => value === id);
    return radio?.nextElementSibling.textContent ?? $("#others-choice")?.dataset.name ?? "";
  }

  const over = (record) => record.date < today();

  // show puts the stored press on the roll and locks it, since it may have arrived.
  function show(record) {
    kept = record;
    const press = new URLSearchParams(record.body);
    const ticked = new Set(press.getAll("enrolment"));
    for (const box of boxes()) box.checked = ticked.has(box.value);
    for (const radio of roll.querySelectorAll("[name=status]")) radio.checked = radio.value === press.get("status");
    const others = $("#others-choice");
    if (others) {
      others.checked = press.has("others");
      others.dispatchEvent(new Event("change", { bubbles: true }));
    }
    lock(true);
    say();
    roll.dispatchEvent(new Event("change"));
  }

  function lock(yes) {
    const others = document.querySelectorAll("#all, #clear, #tick-all, #others-choice, #only");
    for (const part of [...roll.querySelectorAll("fieldset"), ...others]) part.disabled = yes;
    bar.hidden = !yes;
  }

  function say() {
    if (!kept) return;
    bar.querySelector("p").textContent = away ? bar.dataset.away : bar.dataset.back;
    bar.querySelector("button").hidden = kept.tried;
  }

  function free() {
    kept = null;
    lock(false);
    roll.dispatchEvent(new Event("change"));
  }

  // stays replaces the page's sentence about a press that has no answer.
  function stays(ctx) {
    if (!ctx.kept) return;
    $("#summary").className = $("#result").className = "";
    $("#summary").replaceChildren();
    $("#result").replaceChildren();
    show(ctx.kept);
  }

  const isAnswer = ({ response }) => ours(response) && response.status < 500;

  async function answered(ctx) {
    if (!isAnswer(ctx)) return stays(ctx);
    if ($("#signing-problem") && kept) return;
    if ($("#open-today") && kept) return expire();
    // "Not saved yet" must not stand beside an answer.
    if (kept) free();
    await remove(ctx.kept).catch(() => {});
    report();
  }

  // listen stores each press before it is sent. Name and PIN are sent with it and stored nowhere.
  function listen() {
    document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
      if (ctx.sourceElement !== roll || ctx.request.method !== "POST") return;
      const signing = ["staff", "pin", "opening"].filter((named) => ctx.request.body.has(named))
        .map((named) => [named, ctx.request.body.get(named)]);
      for (const [named] of signing) ctx.request.body.delete(named);
      const record = kept ?? recordOf(ctx.request.body);
      ctx.request.body = new URLSearchParams(record.body);
      for (const [named, value] of signing) ctx.request.body.append(named, value);
      const send = ctx.fetch;
      ctx.fetch = async (...request) => {
        const reached = navigator.onLine;
        await keep(ctx, { ...record, tried: record.tried || reached });
        if (!reached) throw new DOMException("", "NetworkError");
        return send(...request);
      };
    });
    document.addEventListener("htmx:error", ({ detail: { ctx } }) => ctx?.sourceElement === roll && stays(ctx));
    document.addEventListener("htmx:before:swap", (event) => {
      const { ctx } = event.detail;
      // A proxy's answer proves nothing about a roll.
      if (!ours(ctx.response)) event.preventDefault();
      if (event.defaultPrevented) stays(ctx);
    });
    document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => ctx.kept && answered(ctx));
    bar.querySelector("button").addEventListener("click", async () => {
      if (!await signs(told.sign, [])) return;
      await remove(kept);
      report();
      free();
    });
    roll.dataset.offline = told.offline;
  }

  async function keep(ctx, record) {
    try {
      await put(record);
      ctx.kept = record;
    } catch {
      keepsNothing();
    }
  }

  function keepsNothing() {
    $("#keeps-nothing").hidden = false;
  }

  // expire removes a roll of an earlier day from the page, and says that it was not saved.
  function expire() {
    tell(kept);
    for (const box of boxes()) box.checked = false;
    free();
  }

  // tell shows which rolls are not saved, and what to do about them.
  function tell(record) {
    const moved = !(record.class in rolls);
    const text = over(record) || record === kept && $("#open-today") ? told.over : moved ? told.moved : told.elsewhere;
    const notice = document.createElement("div");
    notice.className = "notice";
    notice.dataset.kind = "problem";
    const valueOf = (_, named) => named === "clock" ? wallTime(record.at) : record[named];
    addTo(notice, "p", text.replaceAll(/\{(\w+)\}/g, valueOf));
    if (here(record)) {
      for (const [status, ids] of marksOf(record)) {
        addTo(notice, "p", `${status}: ${ids.map(nameOf).filter(Boolean).join(told.list)}`);
      }
    } else if (!moved && record.class !== $("#staff [name=class]")?.value) {
      Object.assign(addTo(notice, "a", told.open), { className: "button", href: rolls[record.class] });
    }
    // Not beside the names, where any passer-by could press it.
    const ends = (label, address, fields) => addTo(notice, "button", label).addEventListener("click", async () => {
      if (!await signs(address, fields)) return;
      await remove(record);
      report();
      notice.remove();
    });
    if (text !== told.elsewhere && $("#signing")) {
      ends(told.give, told.hand, fieldsOf(record));
      ends(told.remove, told.sign, []);
    }
    $("#kept-rolls").append(notice);
  }

  // fieldsOf returns the record in the form of the office's list.
  const fieldsOf = (record) => [
    ["save", record.key], ["date", record.date], ["name", record.name], ["at", record.at],
    ["reason", over(record) ? "over" : "moved"],
    ...marksOf(record).flatMap(([status, ids]) => ids.map((id) => ["mark", `${id}:${status}`])),
  ];

  // signs posts the fields with the name and the PIN of staff. It reports whether they were accepted, and shows the
  // problem if not.
  async function signs(address, fields) {
    const [opening, staff, pin] = [$("[name=opening]"), $("[name=staff]"), $("#pin")];
    if (opening && address === told.sign) return true;
    const signature = opening ? [["opening", opening.value]] : [["staff", staff.value], ["pin", pin.value]];
    const body = new URLSearchParams([...fields, ...signature]);
    const answer = await ask(address, { method: "POST", body }).catch(() => null);
    const right = answer?.status === 204;
    if (pin) pin.value = "";
    $("#signing-problem")?.remove();
    if (right) return true;
    const problem = document.createElement("p");
    const textContent = answer && answer.status < 500 ? await answer.text() : told.noSign;
    Object.assign(problem, { id: "signing-problem", role: "alert", textContent });
    $("#signing").prepend(problem);
    (staff?.value ? pin : staff)?.focus();
    return false;
  }

  // marksOf returns the statuses of a press, each with its students.
  function marksOf(record) {
    const press = new URLSearchParams(record.body);
    const others = press.has("others") ? press.getAll("other") : [];
    return [[record.statuses[0], press.getAll("enrolment")], [record.statuses[1], others]]
      .filter(([, ids]) => ids.length);
  }

  // nameOf reads the name from the page, because none is stored.
  const nameOf = (id) => boxes().find((box) => box.value === id)?.parentNode.querySelector("bdi").textContent.trim();

  function addTo(notice, kind, text) {
    const part = document.createElement(kind);
    part.textContent = text;
    notice.append(part);
    return part;
  }

  const here = (record) => roll && bar && record.class === field("class");

  function reached(yes) {
    if (yes && away && open) report();
    away = !yes;
    say();
  }

  async function begin() {
    let records = [];
    try {
      await store.open();
      records = await all();
      open = true;
    } catch {
      return keepsNothing();
    }
    if (roll && bar) listen();
    for (const record of records) {
      if (here(record) && !over(record)) show(record);
      else tell(record);
    }
    // Ticks stay when the roll closes after a minute.
    const ticks = $("#ticks-left");
    const drafts = Object.keys(sessionStorage).filter((key) => key.startsWith("roll:"));
    if (ticks && !records.length) ticks.hidden = !drafts.length;
    if (drafts.length && !drafts.some((key) => key.includes(today()))) ticks?.replaceChildren(ticks.dataset.over);
    report();
  }

  addEventListener("online", () => reached(true));
  addEventListener("offline", () => reached(false));
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => reached(isAnswer(ctx)));
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => ctx && reached(false));
  begin();
})();
