// A draft stores ticks, status and the token of an unanswered press in the tab's own storage, never a name. They come
// back after the sign-in that follows an expired session. Its key contains the hashed person, and the school's roll.
const draftKey = () => "roll:" + page.dataset.draft;

// dropDrafts drops the drafts whose key's parts pass the test. It returns their number.
function dropDrafts(those) {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith("roll:") && those(...key.split("|")));
  for (const key of keys) sessionStorage.removeItem(key);
  return keys.length;
}

// A tick comes back only for the same student with the same version seen.
const seenOf = (box) => rowOf(box).querySelector("[name=seen]").value + ":" + rowOf(box).dataset.student;

// pressed is the token of an unanswered press.
let pressed = "";

function keepDraft() {
  const seen = ticked().map(seenOf);
  if (seen.length || pressed) {
    sessionStorage.setItem(draftKey(), JSON.stringify({ seen, status: chosen()?.value, pressed, wanted }));
  } else sessionStorage.removeItem(draftKey());
}

// restoreDraft restores the ticks of students who have no newer mark. It drops the drafts of other people and of older
// generations of the list, and says so.
function restoreDraft() {
  const own = draftKey().split("|");
  dropDrafts((_, date) => date != own[1]);
  if (dropDrafts((owner) => owner != own[0])) explain(roll.dataset.other);
  if (dropDrafts((_, date, school, list) => school == own[2] && list != own[3])) explain(roll.dataset.otherList);
  const draft = JSON.parse(sessionStorage.getItem(draftKey()));
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
