// A batch that Rollbook refuses stays on the tablet until the office's list has it, with the reason.
const desk = document.querySelector("#kept-taps").dataset;
// The batches that the office's list did not accept since this page was opened.
const untaken = new Set();

async function refuse(batch, answer) {
  const reason = answer.headers.get("Rollbook-Reason") ?? ([403, 404].includes(answer.status) ? "moved" : "other");
  await queue.change((_, batches) => {
    // A batch that the list never accepts must not block the others.
    if (batch.taps.length === 1 || reason === "moved") return batches.put({ ...batch, refused: reason });
    batches.delete(batch.key);
    for (const tap of batch.taps) batches.put(frozen([tap]));
  });
}

const isRefused = (batch) => batch.refused && !batch.office && !untaken.has(batch.key);

function forOffice(batch) {
  const body = new URLSearchParams(batch.body);
  body.set("name", batch.taps[0].name);
  body.set("reason", batch.refused);
  return { url: desk.refused + new URL(batch.url).search, body };
}

// handOver notes whether the office's list has the batch. Its tile shows the refusal for the rest of the day.
async function handOver(batch, answer) {
  if (answer.ok) await queue.change((_, batches) => { batches.put({ ...batch, office: true }); });
  else untaken.add(batch.key);
}

// report sends the office the number of stored taps when no other request does.
const report = async () => askWaiting(desk.report, await waiting()).catch(() => {});
