// Where nobody is signed in, or somebody by a link for one roll, no list of students stays
// on the device.
async function forgetLists() {
  for (const name of await caches.keys()) if (name.startsWith("evacuation ")) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) if (worker.scope.endsWith("/evacuation")) await worker.unregister();
}

// forgetDoor drops what a tablet kept that is none any more: its pages, taps, rolls and worker.
async function forgetDoor() {
  for (const name of await caches.keys()) if (name.startsWith("door ")) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) if (worker.scope.endsWith("/door")) await worker.unregister();
  for (const { name } of await indexedDB.databases?.() ?? []) if (/^(door|roll)-/.test(name)) indexedDB.deleteDatabase(name);
}

if (document.querySelector("[data-no-tablet]")) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("roll:")) sessionStorage.removeItem(key);
  if (self.caches) forgetDoor();
}

if (document.querySelector("[name=password][autocomplete=current-password], [name=cover]")) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("tray ")) sessionStorage.removeItem(key);
  if (self.caches) forgetLists();
}
