// The code that a camera read stands behind the # of the address, where no server sees it. It is
// put into the form, and out of the address and the history.
const code = decodeURIComponent(location.hash.slice(1));
if (code) {
  const form = document.querySelector("#pair");
  history.replaceState(null, "", location.pathname);
  form.elements.code.value = code;
  if ("posts" in form.dataset) form.requestSubmit();
}
