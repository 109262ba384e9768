// The clock on the cover.
const wall = inZone({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

function tick() {
  document.querySelector("#clock").textContent = wall.format(now());
  setTimeout(tick, 60000 - now() % 60000);
}
