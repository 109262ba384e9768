// Shows the pictures that have every word of the search.
const search = document.querySelector("#gallery [name=q]");
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/);
  let found = 0;
  for (const room of document.querySelectorAll("#gallery ~ section")) {
    for (const picture of room.querySelectorAll("li")) {
      picture.hidden = !words.every((word) => picture.dataset.state.includes(word));
    }
    const some = room.querySelectorAll("li:not([hidden])").length;
    room.hidden = some === 0;
    found += some;
  }
  document.querySelector("#none").hidden = found > 0;
});
