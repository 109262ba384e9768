// A draft keeps ticks, status and the token of a press without an answer, never a
// name, in the tab's own storage: they come back after an expired session's sign-in. Its key
// says whose it is, in a form that nobody can read, and of which school's roll.
const draftKey = () => "roll:" + page.dataset.draft;

// dropDrafts asks about the parts of each key and returns how many drafts it dropped.
function dropDrafts(those) {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith("roll:") && those(...key.split("|")));
  for (const key of keys) sessionStorage.removeItem(key);
  return keys.length;
}

// A tick comes back for the same student only, of whom the same was seen.
const seenOf = (box) => rowOf(box).querySelector("[name=seen]").value + ":" + rowOf(box).dataset.student;

// pressed is the token of a press that has no answer yet.
let pressed = "";

function keepDraft() {
  const seen = ticked().map(seenOf);
  if (seen.length || pressed) sessionStorage.setItem(draftKey(), JSON.stringify({ seen, status: chosen()?.value, pressed, wanted }));
  else sessionStorage.removeItem(draftKey());
}

// restoreDraft ticks again what has not been marked since. It clears what another person ticked, and
// what was ticked in a list whose numbers meant other students, and says so.
function restoreDraft() {
  const own = draftKey().split("|");
  dropDrafts((_, date) => date != own[1]);
  if (dropDrafts((owner) => owner != own[0])) explain(roll.dataset.other);
  if (dropDrafts((_, date, school, list) => school == own[2] && list != own[3])) explain(roll.dataset.otherList);
  const draft = JSON.parse(sessionStorage.getItem(draftKey()) ?? "null");
  if (!draft) return;
  for (const box of boxes) box.checked ||= draft.seen.includes(seenOf(box));
  if (!ticked().length) return;
  for (const radio of roll.querySelectorAll("[name=status]")) radio.checked ||= radio.value === draft.status;
  wanted = draft.wanted;
  if (draft.pressed) $("#save").value = pressed = draft.pressed;
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-sign-out]")) dropDrafts(() => true);
});
