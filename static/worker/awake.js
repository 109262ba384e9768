// A tablet at a classroom door keeps its screen on, and shows the day that it is by the server's
// clock, whatever its own says.
const told = document.currentScript.dataset;
const second = 1000;
const minute = 60 * second;
// Where this tablet's clock stood when the answer arrived that names the server's time.
const [arrival] = performance.getEntriesByType("navigation");
const ahead = performance.timeOrigin + (arrival?.responseStart ?? 0) - Number(told.now);
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const openedIn = zone();
let wall = Date.now();
let steady = performance.now();
let changed = false;
let asking = false;

const over = () => Date.now() - ahead >= Number(told.ends);

function keepScreenOn() {
  navigator.wakeLock?.request("screen").catch(() => {});
}

// leave opens the class of today, but not where the server is out of reach: a page without a
// network is better than none.
async function leave() {
  if (asking) return;
  asking = true;
  try {
    // As a script: only the page itself takes away who the tablet is, and says so.
    await self.door.ask(told.home);
    if (over()) location.replace(told.home);
    else location.reload();
  } catch {
    asking = false;
  }
}

// look sees that it is another day, and that the clock or its zone was changed: the time between
// two looks is another one by the clock than by what cannot be set.
function look() {
  const drift = Date.now() - wall - (performance.now() - steady);
  [wall, steady] = [Date.now(), performance.now()];
  changed ||= Math.abs(drift) > minute || zone() !== openedIn;
  if (over() || changed) leave();
}

function sayClock() {
  const wrong = document.querySelector("#clock-wrong");
  if (!wrong || Math.abs(ahead) <= 2 * minute) return;
  wrong.textContent = (ahead > 0 ? told.fast : told.slow).replace("{n}", Math.round(Math.abs(ahead) / minute));
  wrong.hidden = false;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  keepScreenOn();
  look();
});
addEventListener("pageshow", (event) => event.persisted && location.reload());
setInterval(look, 15 * second);
keepScreenOn();
sayClock();
look();
