/** A request that creates something once, however often its button is clicked. */
import { newKey } from "regicide-client/api";
import { signal } from "./signals.ts";

export class SingleFlight {
  #isBusy = signal(false);
  #content = "";
  #key = "";

  /** Attributes of its buttons, which are busy with the request. */
  busy = {
    "aria-disabled": () => this.#isBusy.value && "true",
    "aria-busy": () => this.#isBusy.value && "true",
  };

  /**
   * Send a request, unless one is under way or has succeeded; the buttons are busy meanwhile, and stay so after a success,
   * when the page goes on. After a failure it can be sent again: with the same `Idempotency-Key` if the content is the
   * same, as the server may have received it. Throws what `send` throws.
   * @param content what the request says, as JSON @returns undefined if nothing was sent
   */
  async run<Result>(content: unknown, send: (key: string) => Promise<Result>): Promise<Result | undefined> {
    if (this.#isBusy.value) return undefined;
    this.#isBusy.value = true;
    try {
      return await send(this.#keyOf(JSON.stringify(content)));
    } catch (error) {
      this.#isBusy.value = false;
      throw error;
    }
  }

  /** The key of a content: a new one if the last request had another content. */
  #keyOf(content: string) {
    if (!this.#key || content !== this.#content) this.#key = newKey();
    this.#content = content;
    return this.#key;
  }
}

/** Do something that ends by itself, unless the button is busy with it. */
export async function runOnce(button: Element, act: () => Promise<unknown>) {
  if (button.hasAttribute("aria-busy")) return;
  button.setAttribute("aria-disabled", "true");
  button.setAttribute("aria-busy", "true");
  try {
    await act();
  } finally {
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-busy");
  }
}
