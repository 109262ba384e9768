if (roll) {
  holdPlace();
  restoreDraft();
  listenToForm();
  listenToMore();
  listenToKeys();
  listenToAnswers();
  refresh();
}
// htmx starts when the document is ready, and the stream needs htmx.
if (live()) document.addEventListener("DOMContentLoaded", listenToStream);
