// A list is copied in one press. Its text can be selected all the same, and where the browser
// lets no script copy, it is selected.
const copier = document.querySelector("[data-copies]");

copier.addEventListener("click", async () => {
  const text = document.querySelector(copier.dataset.copies);
  const said = document.querySelector("#copied");
  said.textContent = "";
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    text.focus();
    text.select();
    if (!document.execCommand("copy")) {
      said.textContent = copier.dataset.selected;
      return;
    }
    copier.focus();
  }
  said.textContent = copier.dataset.copied;
});
