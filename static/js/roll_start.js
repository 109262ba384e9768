if (roll) {
  holdPlace();
  restoreDraft();
  listenToForm();
  listenToMore();
  listenToKeys();
  listenToAnswers();
  refresh();
}
// htmx starts when the document is ready, and must be there before the stream.
if (live()) document.addEventListener("DOMContentLoaded", listenToStream);
