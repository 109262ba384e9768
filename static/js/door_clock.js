// If the tablet's clock is wrong by more than two minutes, the server's is used. awake.js shows staff a sentence.
let ahead = 0;
function compare(server, arrived) {
  const off = arrived - server;
  ahead = Math.abs(off) > 120000 ? Math.round(off) : 0;
}
const now = () => Date.now() - ahead;
const timeZone = d.zone || undefined;
const today = () => self.door.day(now(), timeZone);

function setClock() {
  const [arrival] = performance.getEntriesByType("navigation");
  compare(Number(d.now), performance.timeOrigin + (arrival?.responseStart ?? 0));
}
