// toLink sends the stored taps before it follows a link, so that the roll shows who is in.
async function toLink(event) {
  const { href } = event.currentTarget;
  event.preventDefault();
  await Promise.race([sendAll(true), new Promise((resolve) => setTimeout(resolve, 2000))]);
  location.assign(href);
}

function listenToTaps() {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", (event) => {
    const tile = event.target.closest("button");
    if (tile) tapped(tile);
  });
  // A scanner types Enter after a code, wherever the focus is.
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.closest("#taps, #not-me")) event.preventDefault();
  });
  for (const link of document.querySelectorAll(".tap-cover a")) link.addEventListener("click", toLink);
  addEventListener("online", () => { listen(); later(0); });
  addEventListener("offline", () => reach(false));
}

async function start() {
  setClock();
  tick();
  tiles().forEach(remember);
  watchIdle();
  watchRest();
  listenToTaps();
  listen();
  await queue.open().catch(storageCleared);
  // The network may hang.
  draw();
  sendAll();
}
start();
