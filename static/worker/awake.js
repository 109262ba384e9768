// Keeps the screen of a tablet at a classroom door on, and shows today by the server's clock.
const told = document.currentScript.dataset;
const second = 1000;
const minute = 60 * second;
// The tablet's clock at the arrival of the answer with the server's time.
const [arrival] = performance.getEntriesByType("navigation");
const ahead = performance.timeOrigin + (arrival?.responseStart ?? 0) - Number(told.now);
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const openedIn = zone();
let wall = Date.now();
let steady = performance.now();
let changed = false;
let asking = false;

const over = () => Date.now() - ahead >= Number(told.ends);

const keepScreenOn = () => navigator.wakeLock?.request("screen").catch(() => {});

// leave opens today's class, unless the server cannot be reached: an old page is better than none.
async function leave() {
  if (asking) return;
  asking = true;
  try {
    // Asked as a script, the server deletes no cookie. Only the page itself unpairs the tablet, and says so.
    await self.door.ask(told.home);
    if (over()) location.replace(told.home);
    else location.reload();
  } catch {
    asking = false;
  }
}

// look notices a new day, and a change of the clock or its zone: then the clock and the steady timer disagree about the
// time since the last look.
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
// WebKit refuses before the first press.
addEventListener("click", keepScreenOn, { once: true });
addEventListener("pageshow", (event) => event.persisted && location.reload());
setInterval(look, 15 * second);
keepScreenOn();
sayClock();
look();
