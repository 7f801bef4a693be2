/** One request at a time, and how long it has been under way. */
import { batch, signal } from "./signals.ts";

const SLOW_MS = 1_000;
const LATE_MS = 10_000;

/** none: no request; sent: under way; slow: for over a second; late: for over ten. */
export type Stage = "none" | "sent" | "slow" | "late";

export class UnderWay {
  stage = signal<Stage>("none");
  /** What was sent; null without a request. */
  content = signal<string | null>(null);
  #timers: number[] = [];
  #times: [Stage, number][];

  constructor({ slowMs = SLOW_MS, lateMs = LATE_MS }: { slowMs?: number; lateMs?: number } = {}) {
    this.#times = [
      ["slow", slowMs],
      ["late", lateMs],
    ];
  }

  /** Send a request, unless one is under way; a failure ends it, too. */
  async run(content: string, send: () => Promise<unknown>) {
    if (this.content.value !== null) return;
    this.#timers = this.#times.map(([stage, ms]) => setTimeout(() => (this.stage.value = stage), ms));
    this.#enter("sent", content);
    try {
      await send();
    } finally {
      this.end();
    }
  }

  /** The request is answered, or its answer is known otherwise; or the page is closed. */
  end() {
    this.#timers.forEach(clearTimeout);
    this.#enter("none", null);
  }

  #enter(stage: Stage, content: string | null) {
    batch(() => {
      this.stage.value = stage;
      this.content.value = content;
    });
  }
}
