// @ts-check
/**
 * A right that one visible tab of this browser has at a time (Web Locks API). Browsers without locks, as on a page over
 * HTTP, give it to each visible tab.
 */

export class TabLock {
  /** Whether this tab has the right. */
  held = false;
  #wanted = false;
  /** Ends the current request, or the right. @type {AbortController | null} */
  #claim = null;

  /** @param {string} name @param {() => void} onChange called when the tab gets the right, and when it has lost it */
  constructor(name, onChange) {
    this.name = name;
    this.onChange = onChange;
    document.addEventListener("visibilitychange", this.#update);
  }

  /** Ask for the right for as long as the tab is visible, or give it back. @param {boolean} wanted */
  want(wanted) {
    this.#wanted = wanted;
    this.#update();
  }

  close() {
    document.removeEventListener("visibilitychange", this.#update);
    this.want(false);
  }

  #update = () => {
    const isDue = this.#wanted && !document.hidden;
    if (isDue && !this.#claim) this.#begin((this.#claim = new AbortController()));
    else if (!isDue && this.#claim) this.#end(this.#claim);
  };

  /** @param {AbortController} claim */
  #begin(claim) {
    if (!navigator.locks) return void this.#hold(claim);
    navigator.locks.request(this.name, { signal: claim.signal }, () => this.#hold(claim)).catch(() => {});
  }

  /** Have the right until the claim ends. @param {AbortController} claim @returns {Promise<void>} */
  #hold({ signal }) {
    const ended = new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
    this.held = true;
    this.onChange();
    return ended;
  }

  /** @param {AbortController} claim */
  #end(claim) {
    this.#claim = null;
    claim.abort();
    if (!this.held) return;
    this.held = false;
    this.onChange();
  }
}
