// @ts-check
/** The version of this client, and what happens when the server has another one. */
import { Unreachable } from "./api.js";

const meta = document.querySelector('meta[name="regicide-release"]');

/** The folder of this version's files, whose name has their digest; "" from a server of plain files. */
export const RELEASE = meta?.getAttribute("content") ?? "";

/** Let the browser keep this release for a start without the server; only over HTTPS and on this machine. */
export async function keepForOfflineStart() {
  const script = document.querySelector('meta[name="regicide-worker"]')?.getAttribute("content");
  if (script) await navigator.serviceWorker?.register(script).catch(() => {});
}

/**
 * Load code on demand. A server with another version does not have this version's files: then the page loads again,
 * with all files of the other version.
 * @template Code
 * @param {() => Promise<Code>} load
 * @returns {Promise<Code>}
 */
export async function loadCode(load) {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    if (!(await isReplaced())) throw new Unreachable();
    location.reload();
    return new Promise(() => {});
  }
}

/** Whether the server has another version of the client. */
async function isReplaced() {
  const response = await fetch(location.pathname, { cache: "no-cache" }).catch(() => null);
  return Boolean(RELEASE && response?.ok && !(await response.text()).includes(RELEASE));
}
