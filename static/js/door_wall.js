// The clock on the cover, with the half of the day where the server writes times so.
const half = document.documentElement.lang === "en-US";
const wall = new Intl.DateTimeFormat(half ? "en-US" : "en-GB", {
  timeZone, hour: half ? "numeric" : "2-digit", minute: "2-digit",
});

function tick() {
  document.querySelector("#clock").textContent = wall.format(now());
  setTimeout(tick, 60000 - now() % 60000);
}
