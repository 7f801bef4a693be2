/** The version of this client, and what happens when the server has another one. */
import { ConnectionFailed } from "regicide-client/errors";
import { isServed } from "../storage/api_address.ts";

/** The digest of this version; empty on the page of another site. */
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
    if (!(error instanceof TypeError) || !RELEASE) throw error;
    const page = await serversPage();
    if (page === null || (page.includes(RELEASE) && !hasFailed)) {
      hasFailed = true;
      throw new ConnectionFailed("the code does not load");
    }
    location.reload();
    return new Promise(() => {});
  }
}

let pageStyles: Promise<void> | null = null;

/** Load the style sheet of the other pages, once. Throws TypeError, as code that fails to load. */
export const loadPageStyles = () => (pageStyles ??= requestPageStyles());

function requestPageStyles() {
  const first = document.querySelector<HTMLLinkElement>("link[data-pages]");
  if (!first) return Promise.resolve();
  const link = first.cloneNode() as HTMLLinkElement;
  link.href = first.dataset.pages ?? "";
  return new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      pageStyles = null;
      reject(new TypeError("a style sheet does not load"));
    };
    first.after(link);
  });
}

/** The page that the server has now; null if it does not answer. */
async function serversPage() {
  const response = await fetch(location.pathname, { cache: "no-cache" }).catch(() => null);
  return response?.ok ? response.text() : null;
}
