// The clock on the cover, with the half of the day where the server writes times so.
const wall = new Intl.DateTimeFormat(document.documentElement.lang === "en-US" ? "en-US" : "en-GB",
  { timeZone, timeStyle: "short" });

function tick() {
  document.querySelector("#clock").textContent = wall.format(now());
  setTimeout(tick, 60000 - now() % 60000);
}
