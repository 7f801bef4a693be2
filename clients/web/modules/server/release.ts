/** The version of this client, and what happens when the server has another one. */
import { isServed } from "../storage/api_address.ts";
import { Unreachable } from "./api.ts";

/** The digest of this version. */
const RELEASE = document.querySelector('meta[name="regicide-release"]')?.getAttribute("content") ?? "";

/**
 * Let the browser keep this release for a start without the server, or remove what it has kept: as the server wants. Only
 * over HTTPS and on this machine.
 */
export async function keepForOfflineStart() {
  if (isServed) await navigator.serviceWorker?.register("service-worker.js").catch(() => {});
}

/** Whether code failed to load: browsers may then refuse it, without a request, until the page loads again. */
let hasFailed = false;

/**
 * Load code on demand. The page loads again if the server has another version, and so not this version's files, or if
 * the server answers after a failure.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const page = await serversPage();
    if (page === null || (page.includes(RELEASE) && !hasFailed)) {
      hasFailed = true;
      throw new Unreachable();
    }
    location.reload();
    return new Promise(() => {});
  }
}

/** The page that the server has now; null if it does not answer. */
async function serversPage() {
  const response = await fetch(location.pathname, { cache: "no-cache" }).catch(() => null);
  return response?.ok ? response.text() : null;
}
