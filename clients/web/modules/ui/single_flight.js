// @ts-check
/** A request that creates something once, however often its button is clicked. */
import { newKey } from "../server/api.js";

export class SingleFlight {
  #started = false;
  #content = "";
  #key = "";

  /**
   * Send a request, unless one is under way or has succeeded; the buttons are busy meanwhile, and stay so after a success,
   * when the page goes on. After a failure it can be sent again: with the same `Idempotency-Key` if the content is the
   * same, as the server may have received it. Throws what `send` throws.
   * @template Result
   * @param {unknown} content what the request says, as JSON
   * @param {(key: string) => Promise<Result>} send @param {Element[]} buttons
   * @returns {Promise<Result | undefined>} undefined if nothing was sent
   */
  async run(content, send, ...buttons) {
    if (this.#started) return undefined;
    this.#started = true;
    buttons.forEach(markBusy);
    try {
      return await send(this.#keyOf(JSON.stringify(content)));
    } catch (error) {
      this.#started = false;
      buttons.forEach(markFree);
      throw error;
    }
  }

  /** The key of a content: a new one if the last request had another content. @param {string} content */
  #keyOf(content) {
    if (!this.#key || content !== this.#content) this.#key = newKey();
    this.#content = content;
    return this.#key;
  }
}

/** Do something that ends by itself, unless the button is busy with it. @param {Element} button @param {() => Promise<unknown>} act */
export async function runOnce(button, act) {
  if (button.hasAttribute("aria-busy")) return;
  markBusy(button);
  try {
    await act();
  } finally {
    markFree(button);
  }
}

/** @param {Element} button */
function markBusy(button) {
  button.setAttribute("aria-disabled", "true");
  button.setAttribute("aria-busy", "true");
}

/** @param {Element} button */
function markFree(button) {
  button.removeAttribute("aria-disabled");
  button.removeAttribute("aria-busy");
}
