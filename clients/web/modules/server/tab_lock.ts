/**
 * A right that one visible tab of this browser has at a time (Web Locks API). Browsers without locks, as on a page over
 * HTTP, give it to each visible tab.
 */

export class TabLock {
  /** Whether this tab has the right. */
  held = false;
  #wanted = false;
  /** Ends the current request, or the right. */
  #claim: AbortController | null = null;

  /** @param onChange called when the tab gets the right, and when it has lost it */
  constructor(
    readonly name: string,
    readonly onChange: () => void,
  ) {
    document.addEventListener("visibilitychange", this.#update);
  }

  /** Ask for the right for as long as the tab is visible, or give it back. */
  want(wanted: boolean) {
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

  #begin(claim: AbortController) {
    if (!navigator.locks) return void this.#hold(claim);
    navigator.locks.request(this.name, { signal: claim.signal }, () => this.#hold(claim)).catch(() => {});
  }

  /** Have the right until the claim ends. */
  #hold({ signal }: AbortController): Promise<void> {
    const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    this.held = true;
    this.onChange();
    return ended;
  }

  #end(claim: AbortController) {
    this.#claim = null;
    claim.abort();
    if (!this.held) return;
    this.held = false;
    this.onChange();
  }
}
