async function start() {
  compare(Number(d.now));
  tick();
  try {
    await open();
  } catch {
    // Each tap is sent at once, as without a script.
    return say("full", d.full);
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", (event) => {
    const tile = event.target.closest("button");
    if (tile) tapped(tile);
  });
  addEventListener("online", () => later(0));
  listen();
  sendAll();
}
start();
