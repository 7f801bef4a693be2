/**
 * The service worker: the page starts without the server, with all files of one release. It answers requests for the page
 * and for the files of a release, nothing else: requests of the API and event streams do not pass through it.
 */

/** Set by build.mjs: the digest of the release, and the addresses of its files. */
declare const RELEASE: string;
declare const FILES: string[];

const PREFIX = "regicide-release/";
const CACHE = PREFIX + RELEASE;
const FIRST_SERVER_ERROR = 500;
/** The time after which the stored page takes the place of a late one. */
const PATIENCE_MS = 3_000;
const worker = self as unknown as ServiceWorkerGlobalScope;
const PAGE = new URL("./", location.href).href;

worker.addEventListener("install", (event) => event.waitUntil(keepRelease()));
worker.addEventListener("activate", (event) => event.waitUntil(removeOthers()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && withoutQuery(request.url) === PAGE) event.respondWith(page(request));
  else if (request.url.startsWith(`${PAGE}assets/`)) event.respondWith(file(request));
});

const withoutQuery = (url: string) => url.split(/[?#]/)[0];

/** Store all files of the release, the page last; none if the server has another release meanwhile. */
async function keepRelease() {
  try {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES);
    const page = await fetch(PAGE, { cache: "no-cache" });
    if (!page.ok || !(await page.clone().text()).includes(RELEASE)) throw new Error("the server has another release");
    await cache.put(PAGE, page);
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await worker.skipWaiting();
}

/** Remove the files of other releases. */
async function removeOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** The page of the server, or the stored one if that of the server is missing or late. */
async function page(request: Request) {
  const answer = fetch(request).catch(() => null);
  const response = await Promise.race([answer, late()]);
  if (response && response.status < FIRST_SERVER_ERROR) return response;
  return (await (await caches.open(CACHE)).match(PAGE)) ?? (await answer) ?? Response.error();
}

const late = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));

/** A file of a release: its address never gets other contents. One that is not kept yet is kept with the others. */
async function file(request: Request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}
