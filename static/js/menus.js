// A menu closes on Escape, which gives the focus back, and when anything outside is pressed.
const openMenus = () => [...document.querySelectorAll(".menu[open], .more[open]")];

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
