// A link that names a key (data-key="3") is followed when the key is pressed alone.
// The page names keys only for people who have not switched them off. Enter is followed where
// nothing else has the focus.
document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]")) return;
  const link = document.querySelector(`a[data-key~="${CSS.escape(event.key)}"]`);
  if (!link || event.key === "Enter" && event.target !== document.body) return;
  event.preventDefault();
  link.click();
});
