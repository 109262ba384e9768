// Moves the code that a camera read from behind the # of the address, which no server sees, into the form, and removes
// it from the address and the history.
const code = decodeURIComponent(location.hash.slice(1));
if (code) {
  const form = document.querySelector("#pair");
  history.replaceState(null, "", location.pathname);
  form.elements.code.value = code;
  if ("posts" in form.dataset) form.requestSubmit();
}
