/** The time left for the current action. */
import { h } from "../ui/dom.ts";
import { t } from "../words/texts.ts";
import type { GameView } from "../types.ts";

export class Clock {
  #deadline = 0;
  /** The time of the server minus that of this device. */
  #offset = 0;
  #tick = setInterval(() => this.#draw(), 1000);

  element = h("p", { class: "clock", role: "timer" });

  show({ deadline, now }: GameView) {
    this.#offset = Date.parse(now) - Date.now();
    this.#deadline = deadline ? Date.parse(deadline) : 0;
    this.#draw();
  }

  stop() {
    clearInterval(this.#tick);
  }

  #draw() {
    const seconds = Math.max(0, Math.ceil((this.#deadline - Date.now() - this.#offset) / 1000));
    const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    this.element.textContent = this.#deadline ? t("clock.left", { left }) : "";
  }
}
