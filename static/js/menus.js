// Closes a menu on Escape, which returns the focus, and on a press outside.
const openMenus = () => [...document.querySelectorAll("details[open]")].filter((menu) => menu.matches(".menu, .more"));

document.addEventListener("click", ({ target }) => {
  for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    if (menu.contains(document.activeElement)) menu.firstElementChild.focus();
    menu.open = false;
  }
});
