if (roll) {
  holdPlace();
  restoreDraft();
  listenToForm();
  listenToMore();
  listenToKeys();
  listenToAnswers();
  refresh();
}
// The stream needs htmx, which starts when the document is ready. The page is painted first.
if (live()?.dataset.events) addEventListener("load", listenToStream);
