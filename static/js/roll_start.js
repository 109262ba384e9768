// Without popovers the link to the help is followed. htmx reads it when the document is ready.
if (!("popover" in HTMLElement.prototype)) $("#keys-link")?.removeAttribute("hx-get");
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
