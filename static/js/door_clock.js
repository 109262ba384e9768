// If the tablet's clock is wrong by more than two minutes, the server's is used. awake.js shows staff a sentence.
let ahead = 0;
function compare(server, arrived) {
  const off = arrived - server;
  ahead = Math.abs(off) > 120000 ? Math.round(off) : 0;
}
const now = () => Date.now() - ahead;
const timeZone = d.zone || undefined;
// The parts are put together here: no language writes them as YYYY-MM-DD in every browser.
const calendar = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn",
  { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
function today() {
  const { year, month, day } =
    Object.fromEntries(calendar.formatToParts(now()).map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day}`;
}

function setClock() {
  const [arrival] = performance.getEntriesByType("navigation");
  compare(Number(d.now), performance.timeOrigin + (arrival?.responseStart ?? 0));
}
