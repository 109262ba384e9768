// The queue is what this tablet keeps until the server has it: taps, which can still be taken back, and
// batches of them, whose text is frozen.
const { ask, done, storeOf } = self.door;
const name = `door-${d.owner}`;
const inOrder = { keyPath: "key", autoIncrement: true };
const queue = storeOf(name, { taps: inOrder, batches: inOrder }, storageCleared);

// kept is all taps of the queue; those of batches that the server refused say so. What the storage does not
// hold any more is not kept.
async function kept() {
  const early = { early: true };
  const { taps = [], batches = [], lost } = await queue.all().catch(() => ({ ...queue.known(), lost: early }));
  return [...taps.map((tap) => ({ ...tap, free: true, ...lost })), ...batches.flatMap(({ refused, office, taps }) => taps.map((tap) => ({ ...tap, refused, office, ...lost })))];
}

const waiting = async () => (await kept()).filter((tap) => !tap.office).length;

let left = false;
// leave goes where the server says what this device is now: that page forgets what has to be forgotten.
function leave() {
  left = true;
  location.assign(d.door);
}
