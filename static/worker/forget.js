// Where nobody is signed in, or somebody by a link for one roll, no list of students stays
// on the device.
async function forgetLists() {
  for (const name of await caches.keys()) if (name.startsWith("evacuation ")) await caches.delete(name);
  for (const worker of await navigator.serviceWorker.getRegistrations()) if (worker.scope.endsWith("/evacuation")) await worker.unregister();
}

if (document.querySelector("[name=password][autocomplete=current-password], [name=cover]")) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith("tray ")) sessionStorage.removeItem(key);
  if (self.caches) forgetLists();
}
