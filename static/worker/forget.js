// Deletes stored lists of students when nobody is signed in, or a link for one roll is used.

// forget drops the stored pages whose name begins so, and their worker.
async function forget(begins, scope) {
  for (const name of await caches.keys()) if (name.startsWith(begins)) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) {
    if (worker.scope.endsWith(scope)) await worker.unregister();
  }
}

function forgetSession(begins) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(begins)) sessionStorage.removeItem(key);
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
  forgetSession("roll:");
  localStorage.removeItem("network");
  if (self.caches) forget("door ", "/door");
  forgetQueue(noTablet.dataset.unpaired.split(" "));
}

if (noTablet || document.querySelector("[name=password][autocomplete=current-password], [name=cover]")) {
  forgetSession("tray ");
  if (self.caches) forget("evacuation ", "/evacuation");
}
