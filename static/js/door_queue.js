// The queue stores taps until the server has them: single taps, which can still be taken back, and batches of taps,
// whose text no longer changes.
const { ask, done, storeOf, setFault } = self.door;
const name = `door-${d.owner}`;
const queue = storeOf(name, ["taps", "batches"], storageCleared);

// kept returns all taps in the storage. Taps of refused batches are marked as refused.
async function kept() {
  const early = { early: true };
  const { taps, batches, lost } = await queue.all().catch(() => ({ ...queue.known(), lost: early }));
  const ofBatch = ({ refused, office, taps }) => taps.map((tap) => ({ ...tap, refused, office, ...lost }));
  return [...taps.map((tap) => ({ ...tap, free: true, ...lost })), ...batches.flatMap(ofBatch)];
}

const waiting = async () => (await kept()).filter((tap) => !tap.office).length;

let left = false;
// leave opens the first page, where the server decides what this device is now and deletes its data if need be.
function leave() {
  left = true;
  location.assign(d.door);
}
