// The first tap on a tile marks the student as in. A further tap only announces that; "Not me" is a separate
// button.
function tapped(tile) {
  const [id, seen] = tile.value.split(":");
  const { local, state, clock } = tile.dataset;
  if (!local && state === "out") {
    return keep(tile, {
      key: now() + Math.random(), id, seen, at: now(), class: field("class"),
      name: document.querySelector("h1").textContent, period: field("period"), date: today(), url: form.action,
    });
  }
  const text = local ? words[local] || words.tapped : state === "in" ? d.since.replace("{}", clock) : tile.dataset.says;
  tell(tile, local === "kept" ? d.sinceKept : text);
}

// keep shows the tap at once and then stores it.
async function keep(tile, tap) {
  touched.set(tap.id, { ...tap, early: true });
  tappers.add(tap.id);
  tile.dataset.local = "touched";
  label(tile);
  try {
    await queue.change((taps) => { taps.put(tap); });
    say("full");
    touched.delete(tap.id);
    signal(tile, d.tapped, "in");
    if (!pause) later(notMe);
    setTimeout(draw, notMe);
  } catch {
    say("full", d.full);
    await sendAtOnce(tap);
  }
  draw();
}

// sendAtOnce sends a tap that cannot be stored. If that fails, the tile says so.
async function sendAtOnce(tap) {
  const answer = await post(frozen([tap]), 0).catch(() => null);
  if (answer?.status === 204) {
    touched.delete(tap.id);
    arrived([tap]);
  } else {
    touched.set(tap.id, { ...tap, refused: true });
  }
}

// takeBack removes a tap from the queue, unless it is being sent.
async function takeBack(id) {
  let out = false;
  await queue.change(async (taps) => {
    for (const tap of await done(taps.getAll())) if (tap.id === id) out = Boolean(taps.delete(tap.key));
  });
  if (out) tappers.delete(id);
  await draw();
  const tile = tileOf(id);
  signal(tile, out ? d.takenBack : d.sinceKept);
  tile.focus();
}

const told = new Map();
function tell(tile, text) {
  clearTimeout(told.get(tile));
  write(tile.lastChild, text);
  told.set(tile, setTimeout(() => label(tile), 3000));
  signal(tile, text);
}
