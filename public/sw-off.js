// Served in place of the worker where OFFLINE is 0: it takes over, removes what was kept, and goes.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave() {
  await registration.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
