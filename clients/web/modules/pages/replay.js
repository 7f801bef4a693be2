// @ts-check
/** The replay of a finished game from its record, with all hands open, and the verification of its deal. */
import { getRecord } from "../api.js";
import { button, fill, h } from "../dom.js";
import { listen } from "../keyboard.js";
import { announce } from "../log.js";
import { recordedSentences } from "../narration.js";
import { steps } from "../positions.js";
import { card, enemyCodes, enemyCount, outcomeText } from "../reference.js";
import { enemyArea } from "../table/enemy.js";
import { pilesArea, playedArea } from "../table/piles.js";
import { seatsArea } from "../table/seats.js";
import { t } from "../texts.js";
import { endsWithoutAction } from "../verify.js";
import { verification } from "./verification.js";

/** @import { GameRecord, EnemyView } from "../types" */

const STEP_INTERVAL_MS = 1600;

/**
 * Show a replay. Returns a function that closes the page.
 * @param {HTMLElement} page @param {string} id
 */
export async function replayPage(page, id) {
  const replay = new Replay(page, await getRecord(id));
  replay.go(0);
  return () => replay.close();
}

/** An enemy at full health. @param {string} code @returns {EnemyView} */
function enemyAtFullHealth(code) {
  const { attack, health } = card(code);
  return {
    card: code,
    attack: attack ?? 0,
    health: health ?? 0,
    damage: 0,
    shield: 0,
    strikes_for: attack ?? 0,
    immunity_cancelled: false,
  };
}

class Replay {
  step = 0;
  #timer = 0;

  /** @param {HTMLElement} page @param {GameRecord} record */
  constructor(page, record) {
    this.record = record;
    this.steps = steps(record, enemyCodes().map(enemyAtFullHealth));
    this.parts = {
      seats: h("div", { class: "area-seats" }),
      enemy: h("div", { class: "area-enemy" }),
      piles: h("div", { class: "area-piles" }),
      narration: h("div", { class: "narration", id: "narration" }),
    };
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: record.events.length,
      step: 1,
      "aria-label": t("replay.step"),
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.count = h("span", { class: "count", id: "step" });
    this.playing = h("button", { type: "button", id: "playing", onclick: () => this.toggle() });
    fill(
      page,
      this.#head(),
      h("div", { class: "table replay" }, this.parts.seats, this.parts.enemy, this.parts.piles),
      verification(record),
    );
    this.stopListening = listen(
      (key) =>
        ({
          ArrowRight: () => this.go(this.step + 1),
          ArrowLeft: () => this.go(this.step - 1),
          Home: () => this.go(0),
          End: () => this.go(this.record.events.length),
        })[key],
    );
  }

  #head() {
    return h(
      "section",
      { class: "head replay-head" },
      h("h1", {}, t("replay.title")),
      h(
        "div",
        { class: "steps" },
        button("previous", t("replay.previous"), () => this.go(this.step - 1)),
        this.playing,
        button("next", t("replay.next"), () => this.go(this.step + 1)),
        this.slider,
        this.count,
      ),
      this.parts.narration,
    );
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(step, this.record.events.length));
    if (this.step === this.record.events.length) this.#stop();
    const board = this.steps[this.step];
    this.slider.value = String(this.step);
    this.count.textContent = t("replay.count", { step: this.step, steps: this.record.events.length });
    this.playing.textContent = t(this.#timer ? "replay.pause" : "replay.play");
    this.#narrate();
    fill(this.parts.seats, seatsArea(board));
    fill(this.parts.enemy, enemyArea(board.enemy));
    fill(this.parts.piles, pilesArea(board), playedArea(board));
  }

  #narrate() {
    const event = this.record.events[this.step - 1];
    const [opening, ...effects] = event ? recordedSentences(event, this.record.seats) : [t("replay.start")];
    const last = this.step === this.record.events.length ? this.record.result : null;
    if (last && endsWithoutAction(this.record)) effects.push(outcomeText(last.reason));
    if (last) effects.push(t("ending.defeated", { defeated: last.defeated, enemies: enemyCount() }));
    fill(this.parts.narration, h("strong", {}, opening), " ", effects.join(" "));
    announce([opening, ...effects].join(" "));
  }

  toggle() {
    if (this.#timer) return this.#stop();
    if (this.step === this.record.events.length) this.step = -1;
    this.#timer = window.setInterval(() => this.go(this.step + 1), STEP_INTERVAL_MS);
    return this.go(this.step + 1);
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.playing.textContent = t("replay.play");
  }

  close() {
    this.#stop();
    this.stopListening();
  }
}
