// A live region announces the result of each tap. If the school wants it, a short quiet sound and a vibration follow:
// one kind for "in", one for "ask your teacher".
const region = document.querySelector("#became");
const nameOf = (tile) => tile.querySelector("bdi").textContent;
// The students who tapped since the page was opened.
const tappers = new Set();
const signals = { in: { tones: [880], shakes: [60] }, ask: { tones: [330, 262], shakes: [90, 70, 90] } };
let audio = null;

function signal(tile, text, kind) {
  region.textContent = `${nameOf(tile)}: ${text}`;
  if (!kind || !("sounds" in d)) return;
  const { tones, shakes } = signals[kind];
  navigator.vibrate?.(shakes);
  audio ??= new AudioContext();
  tones.forEach((frequency, place) => {
    const wave = new OscillatorNode(audio, { frequency });
    wave.connect(new GainNode(audio, { gain: 0.05 })).connect(audio.destination);
    const from = audio.currentTime + place * 0.18;
    wave.start(from);
    wave.stop(from + 0.12);
  });
}

// became announces the new state of a tile whose student tapped here.
function became(tile, is) {
  if (!tappers.has(idOf(tile))) return;
  if (is === "in") signal(tile, tile.dataset.says);
  else if (is === "asked" || is === "refused") signal(tile, d.toStaff, "ask");
}
