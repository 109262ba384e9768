// Follows a link with data-key="3" when that key is pressed alone. The page has such links only for people who have
// not switched keys off. Enter works only while nothing else has the focus.
document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]")) return;
  const link = document.querySelector(`a[data-key~="${CSS.escape(event.key)}"]`);
  if (!link || event.key === "Enter" && event.target !== document.body) return;
  event.preventDefault();
  link.click();
});
