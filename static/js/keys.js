// Follows a link with data-key="3" when that key is pressed alone. The page has such links only for people who have
// not switched keys off. Enter works only while nothing else has the focus than the sentence about a save.
document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=checkbox], [type=radio]), select, textarea")) return;
  const link = $(`a[data-key~="${CSS.escape(event.key)}"]:not([inert])`);
  if (!link || event.key === "Enter" && !event.target.matches("body, #said")) return;
  event.preventDefault();
  link.click();
});
