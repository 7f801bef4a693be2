/** One request at a time, and how long it has been under way. */

const SLOW_MS = 1_000;
const LATE_MS = 10_000;

/** none: no request; sent: under way; slow: for over a second; late: for over ten. */
export type Stage = "none" | "sent" | "slow" | "late";

export class UnderWay {
  stage: Stage = "none";
  /** What was sent; null without a request. */
  content: string | null = null;
  #timers: number[] = [];

  times: [Stage, number][];

  /** @param onChange called at each new stage */
  constructor(
    public onChange: () => void,
    { slowMs = SLOW_MS, lateMs = LATE_MS }: { slowMs?: number; lateMs?: number } = {},
  ) {
    this.times = [
      ["slow", slowMs],
      ["late", lateMs],
    ];
  }

  /** Send a request, unless one is under way; a failure ends it, too. */
  async run(content: string, send: () => Promise<unknown>) {
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

  #enter(stage: Stage) {
    this.stage = stage;
    this.onChange();
  }
}
