if (roll) {
  restoreDraft();
  listenToForm();
  listenToMore();
  listenToKeys();
  listenToAnswers();
  // htmx starts when the document is ready, and must be there before the stream.
  document.addEventListener("DOMContentLoaded", listenToStream);
  refresh();
} else if (live()) {
  document.addEventListener("DOMContentLoaded", listenToStream);
}
