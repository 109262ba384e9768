// Some networks want a sign-in first. Staff open the network's own page with the tablet's network code. The tablet
// stores a hash of the code, because it cannot ask the server then.
(() => {
  "use strict";
  const box = document.querySelector("#portal");
  const [field, problem] = box.querySelectorAll("input, [role=alert]");
  const { key, wrong, paused } = box.dataset;
  const mostTries = 5;
  const minute = 60000;
  // Such a network answers for every address without TLS. This one belongs to nobody (RFC 5737).
  const anywhere = location.protocol === "http:" ? location.origin : "http://192.0.2.1/";
  let page = null;

  // network closes the network's page once Rollbook answers.
  self.door.network = (answers) => {
    box.hidden = answers;
    if (answers) page?.close();
  };
  if (key) localStorage.setItem("network", key);

  async function isRight(code) {
    const [iterations, salt, hash] = (localStorage.getItem("network") ?? "").split(":");
    const text = (from) => new TextEncoder().encode(from);
    const base = await crypto.subtle.importKey("raw", text(code), "PBKDF2", false, ["deriveBits"]);
    const way = { name: "PBKDF2", hash: "SHA-256", salt: text(salt), iterations: Number(iterations) };
    const bits = await crypto.subtle.deriveBits(way, base, 256);
    return [...new Uint8Array(bits)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === hash;
  }

  // tries counts wrong codes on the whole tablet. The last allowed one begins the pause.
  const tries = () => JSON.parse(localStorage.getItem("network tries") ?? "[]")
    .filter((at) => Math.abs(Date.now() - at) < 15 * minute);

  function openPage() {
    // The network's page cannot redirect this page, and this page can close it.
    page = open();
    if (page) page.opener = null;
    (page ?? self).location = anywhere;
    setTimeout(() => page?.close(), 5 * minute);
  }

  box.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const code = field.value.replaceAll(/\D/g, "");
    const before = tries();
    field.value = problem.textContent = "";
    if (before.length >= mostTries) problem.textContent = paused;
    else if (await isRight(code)) openPage();
    else {
      localStorage.setItem("network tries", JSON.stringify([...before, Date.now()]));
      problem.textContent = wrong;
    }
  });
})();
