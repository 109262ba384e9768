// A teacher's roll outlives a network that is away, and this page: each press is kept on the tablet
// before it is sent, as opaque ids, a time and its token; never a name, and never a PIN. Without an
// answer it stays, and goes again byte for byte once somebody enters a PIN. After its day it is not
// sent any more, and on a tablet that was moved it cannot be; then only a press removes it. The office
// is told the dates and classes of all that is kept.
(() => {
  "use strict";
  const told = document.currentScript.dataset;
  const $ = (selector) => document.querySelector(selector);
  const roll = $("#roll");
  const bar = $("#kept-roll");
  const name = `roll-${told.owner}`;
  // The rolls of this tablet's classes, by class.
  const rolls = JSON.parse(told.rolls);
  const boxes = () => [...roll.querySelectorAll(".rows [name=enrolment]")];
  const field = (named) => roll.elements[named].value;
  const clock = $("script[data-ends]").dataset;
  const ahead = Date.now() - Number(clock.now);
  // When the day ends, by this tablet's clock.
  const until = Number(clock.ends) + ahead;
  const wall = new Intl.DateTimeFormat("en-GB", { timeZone: told.zone || undefined, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const timeNow = () => wall.format(Date.now() - ahead);
  let base = null;
  let kept = null;
  let away = !navigator.onLine;

  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  // change has the store written down before it is relied on.
  async function change(work) {
    const transaction = base.transaction("rolls", "readwrite", { durability: "strict" });
    const end = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    work(transaction.objectStore("rolls"));
    await end;
  }
  const put = (record) => change((rolls) => rolls.put(record));
  const remove = (record) => change((rolls) => rolls.delete(record.key));

  async function open() {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("rolls", { keyPath: "key" });
    base = await done(request);
    // A window that clears the store is not kept waiting.
    base.onversionchange = () => base.close();
    // What cannot be written now will not be kept later either.
    await put({ key: "trial", trial: "x".repeat(4096) });
    await remove({ key: "trial" });
    for (const other of await indexedDB.databases?.() ?? []) if (other.name.startsWith("roll-") && other.name !== name) indexedDB.deleteDatabase(other.name);
    return all();
  }
  // The trial of another window that opens is no roll.
  const all = async () => (await done(base.transaction("rolls").objectStore("rolls").getAll())).filter(({ body }) => body);

  // report tells the office what is kept here, where it was told something else before.
  let reported = told.reported;
  let reporting = Promise.resolve();
  async function tellOffice() {
    const says = (await all()).map((record) => `${record.date} ${encodeURIComponent(record.class)}`).sort().join();
    if (says === reported) return;
    const answer = await fetch(told.report, { cache: "no-store", redirect: "manual", headers: { "HX-Request": "true", "Rollbook-Rolls": says || "none" } });
    if (answer.ok) reported = says;
  }
  const report = () => { reporting = reporting.then(tellOffice).catch(() => {}); };

  // recordOf makes the record that is kept of a press. The names are those of the class and of statuses.
  const recordOf = (body) => ({
    key: body.get("save"), class: field("class"), name: $("h1").textContent, date: field("date"), day: told.day, clock: timeNow(), until, tried: false,
    statuses: ["status", "others"].map((named) => statusOf(body.get(named))), body: body.toString(),
  });

  function statusOf(id) {
    const radio = [...roll.querySelectorAll("[name=status]")].find(({ value }) => value === id);
    return radio?.nextElementSibling.textContent ?? $("#others-choice")?.dataset.name ?? "";
  }

  const over = (record) => Date.now() >= record.until || Boolean(roll) && record.class === field("class") && record.date !== field("date");

  // show has the roll say what is kept, and nobody change what may have arrived.
  function show(record) {
    kept = record;
    const press = new URLSearchParams(record.body);
    const ticked = new Set(press.getAll("enrolment"));
    for (const box of boxes()) box.checked = ticked.has(box.value);
    for (const radio of roll.querySelectorAll("[name=status]")) radio.checked = radio.value === press.get("status");
    if ($("#others-choice")) $("#others-choice").checked = press.has("others");
    lock(true);
    say();
    roll.dispatchEvent(new Event("change"));
  }

  function lock(yes) {
    for (const part of [...roll.querySelectorAll("fieldset"), ...document.querySelectorAll("#all, #clear, #tick-all, #others-choice")]) part.disabled = yes;
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

  // stays is for a press that has no answer: what the page said of it gives way to what is so.
  function stays(ctx) {
    if (!ctx.kept) return;
    $("#summary").className = $("#result").className = "";
    $("#summary").replaceChildren();
    $("#result").replaceChildren();
    show(ctx.kept);
  }

  async function answered(ctx) {
    if (ctx.response.status >= 500) return stays(ctx);
    if ($("#signing-problem") && kept) return;
    if ($("#open-today") && kept) return expire();
    await remove(ctx.kept).catch(() => {});
    report();
    const was = kept;
    if (was) free();
    if (!$("#signing-problem")) document.dispatchEvent(new Event("rollbook:saved"));
  }

  // listen keeps each press before it is sent. The name and the PIN go with it and stay nowhere.
  function listen() {
    document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
      if (ctx.sourceElement !== roll || ctx.request.method !== "POST") return;
      const signing = ["staff", "pin"].map((named) => [named, ctx.request.body.get(named) ?? ""]);
      for (const [named] of signing) ctx.request.body.delete(named);
      const record = kept ?? recordOf(ctx.request.body);
      ctx.request.body = new URLSearchParams(record.body);
      for (const [named, value] of signing) ctx.request.body.append(named, value);
      const send = ctx.fetch;
      ctx.fetch = async (...request) => {
        const reached = navigator.onLine;
        await keep(ctx, { ...record, tried: record.tried || reached });
        if (!reached) throw new Error("no network");
        return send(...request);
      };
    });
    document.addEventListener("htmx:error", ({ detail: { ctx } }) => ctx?.sourceElement === roll && stays(ctx));
    document.addEventListener("htmx:before:swap", (event) => event.defaultPrevented && event.detail.ctx.kept && stays(event.detail.ctx));
    document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => ctx.kept && answered(ctx));
    bar.querySelector("button").addEventListener("click", async () => {
      await remove(kept);
      report();
      free();
    });
    document.addEventListener("visibilitychange", expire);
    setTimeout(expire, until - Date.now());
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

  // expire takes a roll off the page whose day is over, and says that it was not saved.
  function expire() {
    if (!kept || !over(kept) && !$("#open-today")) return;
    tell(kept);
    for (const box of boxes()) box.checked = false;
    free();
  }

  // tell says what is not saved, and what to do about it.
  function tell(record) {
    const moved = !(record.class in rolls);
    const words = { ...record, marks: marksOf(record).map(([status, ids]) => `${ids.length} ${status}`).join(", ") };
    const text = over(record) || record === kept && $("#open-today") ? told.over : moved ? told.moved : told.elsewhere;
    const notice = document.createElement("div");
    notice.className = "notice";
    notice.dataset.kind = "problem";
    addTo(notice, "p", text.replaceAll(/\{(\w+)\}/g, (_, named) => words[named]));
    if (here(record)) for (const [status, ids] of marksOf(record)) addTo(notice, "p", `${status}: ${ids.map(nameOf).filter(Boolean).join(", ")}`);
    else if (!moved) Object.assign(addTo(notice, "a", told.open), { className: "button", href: rolls[record.class] });
    // Not beside the names: whoever passes could press it.
    if (text !== told.elsewhere && !$("#taps")) addTo(notice, "button", told.remove).addEventListener("click", async () => {
      await remove(record);
      report();
      notice.remove();
    });
    $("#kept-rolls").append(notice);
  }

  // marksOf are the statuses of a press, each with its students.
  function marksOf(record) {
    const press = new URLSearchParams(record.body);
    const others = press.has("others") ? press.getAll("other") : [];
    return [[record.statuses[0], press.getAll("enrolment")], [record.statuses[1], others]].filter(([, ids]) => ids.length);
  }

  // nameOf is by the names of this page, as none is kept.
  const nameOf = (id) => boxes().find((box) => box.value === id)?.parentNode.querySelector("bdi").textContent.trim();

  function addTo(notice, kind, text) {
    const part = document.createElement(kind);
    part.textContent = text;
    notice.append(part);
    return part;
  }

  const here = (record) => roll && bar && record.class === field("class");

  function reached(yes) {
    if (yes && away && base) report();
    away = !yes;
    say();
  }

  // A copy goes by the time that it is now, and not by that of when it was made.
  function setTime() {
    if (!roll || !bar || $("#as-of").hidden) return;
    $("#time").defaultValue = timeNow();
    roll.dispatchEvent(new Event("change"));
  }

  async function begin() {
    setTime();
    let records = [];
    try {
      records = await open();
    } catch {
      return keepsNothing();
    }
    if (roll && bar) listen();
    for (const record of records) {
      if (here(record) && !over(record)) show(record);
      else tell(record);
    }
    report();
  }

  addEventListener("online", () => reached(true));
  addEventListener("offline", () => reached(false));
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => reached(ctx.response.status < 500));
  document.addEventListener("htmx:error", ({ detail: { ctx } }) => ctx && reached(false));
  begin();
})();
