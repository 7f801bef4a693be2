// @ts-check
/** One request at a time, and how long it has been under way. */

const SLOW_MS = 1_000;
const LATE_MS = 10_000;

/** none: no request; sent: under way; slow: for over a second; late: for over ten. @typedef {"none" | "sent" | "slow" | "late"} Stage */

export class UnderWay {
  /** @type {Stage} */
  stage = "none";
  /** What was sent; null without a request. @type {string | null} */
  content = null;
  /** @type {number[]} */
  #timers = [];

  /** @param {() => void} onChange called at each new stage @param {{ slowMs?: number, lateMs?: number }} [times] */
  constructor(onChange, { slowMs = SLOW_MS, lateMs = LATE_MS } = {}) {
    this.onChange = onChange;
    this.times = /** @type {[Stage, number][]} */ ([
      ["slow", slowMs],
      ["late", lateMs],
    ]);
  }

  /** Send a request, unless one is under way; a failure ends it, too. @param {string} content @param {() => Promise<unknown>} send */
  async run(content, send) {
    if (this.content !== null) return;
    this.content = content;
    this.#timers = this.times.map(([stage, ms]) => setTimeout(() => this.#enter(stage), ms));
    this.#enter("sent");
    try {
      await send();
    } finally {
      this.end();
    }
  }

  /** The request is answered, or its answer is known otherwise. */
  end() {
    if (this.content === null) return;
    this.#stop();
    this.#enter("none");
  }

  /** Forget the request, without a word: the page is closed. */
  close() {
    this.#stop();
    this.onChange = () => {};
  }

  #stop() {
    this.#timers.forEach(clearTimeout);
    this.content = null;
  }

  /** @param {Stage} stage */
  #enter(stage) {
    this.stage = stage;
    this.onChange();
  }
}
