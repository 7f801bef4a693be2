/** The service worker where the server wants none: browsers that have kept the page remove it. */
const worker = self as unknown as ServiceWorkerGlobalScope;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(remove()));

async function remove() {
  const names = (await caches.keys()).filter((name) => name.startsWith("regicide-release/"));
  await Promise.all(names.map((name) => caches.delete(name)));
  await worker.registration.unregister();
}

export {};
