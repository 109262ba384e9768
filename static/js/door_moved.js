// Taps of a class that this tablet does not show any more stay on it and are counted on its pages,
// until it is moved back or staff remove them.
const tray = document.querySelector("#kept-taps");
const written = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "long", day: "numeric", month: "long" });

async function showMoved() {
  const left = base ? (await all("batches")).filter(isMoved) : [];
  const groups = Object.values(Object.groupBy(left, ({ date, taps }) => [date, taps[0].class].join()));
  tray.replaceChildren(...groups.map(noticeOf));
}

function noticeOf(batches) {
  const [{ date, taps: [{ name }] }] = batches;
  const words = { n: batches.reduce((sum, { taps }) => sum + taps.length, 0), name, day: written.format(new Date(date)) };
  const notice = document.createElement("div");
  notice.className = "notice";
  notice.dataset.kind = "problem";
  const said = document.createElement("p");
  said.textContent = tray.dataset.moved.replaceAll(/\{(\w+)\}/g, (_, key) => words[key]);
  notice.append(said);
  // Not beside the names: whoever passes could press it.
  if (!document.querySelector("#taps")) {
    const button = document.createElement("button");
    button.textContent = tray.dataset.remove;
    button.addEventListener("click", () => removeMoved(batches));
    notice.append(button);
  }
  return notice;
}

async function removeMoved(batches) {
  await change((_, all) => { for (const { key } of batches) all.delete(key); });
  await draw();
  await report();
}

// report tells the office how many taps wait here, where nothing else does.
const report = async () => ask(tray.dataset.report, await waiting()).catch(() => {});
