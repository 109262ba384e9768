// Deletes stored lists of students when nobody is signed in, or a link for one roll is used.
async function forgetLists() {
  for (const name of await caches.keys()) if (name.startsWith("evacuation ")) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) if (worker.scope.endsWith("/evacuation")) await worker.unregister();
}

// forgetPages drops the pages and the worker of a device that is no longer a tablet.
async function forgetPages() {
  for (const name of await caches.keys()) if (name.startsWith("door ")) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) if (worker.scope.endsWith("/door")) await worker.unregister();
}

// forgetQueue drops the unsent taps after the server has proved that it unpaired the tablet: only the server knows the
// text whose hash names the storage. A tablet that only lost its cookie keeps them.
async function forgetQueue(proofs) {
  const hashes = await Promise.all(proofs.map(async (proof) => {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(proof)));
    return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }));
  let left = 0;
  for (const { name } of await indexedDB.databases?.() ?? []) {
    if (!/^(door|roll)-/.test(name)) continue;
    if (hashes.some((hash) => name.endsWith(hash))) indexedDB.deleteDatabase(name);
    else left++;
  }
  const lost = document.querySelector("#lost");
  if (lost && left) lost.hidden = false;
}

const noTablet = document.querySelector("[data-no-tablet]");
if (noTablet) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("roll:")) sessionStorage.removeItem(key);
  localStorage.removeItem("network");
  if (self.caches) forgetPages();
  forgetQueue(noTablet.dataset.unpaired.split(" "));
}

if (noTablet || document.querySelector("[name=password][autocomplete=current-password], [name=cover]")) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("tray ")) sessionStorage.removeItem(key);
  if (self.caches) forgetLists();
}
