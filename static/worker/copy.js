// Copies a list in one press. If the browser lets no script copy, the text is selected instead.
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
