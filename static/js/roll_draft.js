// A draft keeps ticks, status and the token of a press without an answer, never a
// name, in the tab's own storage: they come back after an expired session's sign-in.
const draftPrefix = "roll:";

function dropDrafts(those) {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(draftPrefix) && those(key)) sessionStorage.removeItem(key);
  }
}

const draftKey = () => draftPrefix + page.dataset.draft;
const seenOf = (box) => rowOf(box).querySelector("[name=seen]").value;

// pressed is the token of a press that has no answer yet.
let pressed = "";

function keepDraft() {
  const seen = ticked().map(seenOf);
  if (!seen.length && !pressed) {
    sessionStorage.removeItem(draftKey());
    return;
  }
  const draft = { person: page.dataset.person, seen, status: chosen()?.value, pressed };
  sessionStorage.setItem(draftKey(), JSON.stringify(draft));
}

// restoreDraft ticks again what has not been marked since. What another person ticked
// is cleared, and said.
function restoreDraft() {
  const date = draftKey().split("|").pop();
  dropDrafts((key) => !key.endsWith(`|${date}`));
  const draft = JSON.parse(sessionStorage.getItem(draftKey()) ?? "null");
  if (!draft) return;
  if (draft.person !== page.dataset.person) {
    dropDrafts(() => true);
    explain(roll.dataset.other);
    return;
  }
  for (const box of boxes) box.checked ||= draft.seen.includes(seenOf(box));
  for (const radio of roll.querySelectorAll("[name=status]")) radio.checked ||= ticked().length > 0 && radio.value === draft.status;
  if (draft.pressed && ticked().length) {
    pressed = draft.pressed;
    $("#save").value = pressed;
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-sign-out]")) dropDrafts(() => true);
});
