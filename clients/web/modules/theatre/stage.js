// @ts-check
/** Shows the steps of events on the page: cards fly over the table, marks say what happens, the enemy is struck and strikes. */
import { preference } from "../storage/preferences.js";
import { cardImage, faceDownCard } from "../cards/images.js";
import { h } from "../ui/dom.js";
import { prefersReducedMotion } from "../ui/motion.js";
import { flightsOf } from "./flights.js";
import { marksOf } from "./marks.js";

/** @import { BoardView } from "../types" */
/** @import { Flight } from "./flights.js" */
/** @import { Mark } from "./marks.js" */
/** @import { Step } from "./frames.js" */

/** The part of a step's time that one card flies; the cards of a step start one after another in the rest. */
const FLIGHT_SHARE = 0.7;
const HEIGHT_OF_WIDTH = 1.4;
/** How long a mark stays at least if no other one takes its place, in milliseconds. */
const MARK_MS = 700;

const SHAKE = [
  { transform: "none" },
  { transform: "translateX(-6px) rotate(-2deg)" },
  { transform: "translateX(6px) rotate(2deg)" },
  { transform: "none" },
];
const LUNGE = [{ transform: "none" }, { transform: "translateY(14%) scale(1.08)", offset: 0.4 }, { transform: "none" }];
const RISE = [
  { opacity: 0, transform: "translate(-50%, -20%) scale(.8)" },
  { opacity: 1, transform: "translate(-50%, -50%)", offset: 0.2 },
  { opacity: 1, transform: "translate(-50%, -60%)", offset: 0.75 },
  { opacity: 0, transform: "translate(-50%, -90%)" },
];

/** @typedef {{ left: number, top: number, width: number }} Place of a card, in pixels of the window */

export class Stage {
  #layer = h("div", { class: "flights", "aria-hidden": "true" });
  /** The animations that end with the step. @type {Animation[]} */
  #running = [];
  /** The last mark of each place. @type {Map<string, HTMLElement>} */
  #marks = new Map();

  /** @param {(frame: BoardView) => void} draw draws a frame that is not settled */
  constructor(draw) {
    this.draw = draw;
    document.body.append(this.#layer);
    document.addEventListener("visibilitychange", this.#onHidden);
  }

  /** Whether the page shows no steps now. */
  isInstant() {
    return preference("speed") === "off" || document.hidden || prefersReducedMotion();
  }

  /** The steps of a hidden page end at once. */
  #onHidden = () => void (document.hidden && this.finish());

  /** Draw the frame of a step and show how it comes about. @param {Step} step @param {BoardView} before @param {number} duration */
  async enter(step, before, duration) {
    this.finish();
    const running = (this.#running = /** @type {Animation[]} */ ([]));
    const starts = flightsOf(step, before).map((flight) => ({ flight, start: placeOf(flight.from) }));
    this.draw(step.frame);
    starts.forEach(({ flight, start }, index) => this.#fly(flight, start, duration, index, starts.length));
    if (step.type === "reveal") this.#marks.forEach((mark) => mark.remove());
    const markDuration = Math.max(MARK_MS, duration);
    marksOf(step, before).forEach((mark) => this.#mark(mark, markDuration));
    this.#move(step, before, duration);
    const timer = new Animation(new KeyframeEffect(null, null, { duration }));
    timer.play();
    this.#running.push(timer);
    await timer.finished;
    end(running);
  }

  /** End the current step. */
  finish() {
    end(this.#running);
  }

  close() {
    this.finish();
    document.removeEventListener("visibilitychange", this.#onHidden);
    this.#layer.remove();
  }

  /** @param {Flight} flight @param {Place | null} start @param {number} duration @param {number} index @param {number} count */
  #fly({ card, to, copy }, start, duration, index, count) {
    const [target, end] = [find(to), placeOf(to)];
    if (!start || !end) return;
    const time = count > 1 ? duration * FLIGHT_SHARE : duration;
    const delay = count > 1 ? ((duration - time) * index) / (count - 1) : 0;
    const flying = h("span", { class: "flying" }, card ? cardImage(card) : faceDownCard());
    Object.assign(flying.style, { left: `${start.left}px`, top: `${start.top}px`, width: `${start.width}px` });
    this.#layer.append(flying);
    const timing = {
      duration: time,
      delay,
      easing: "cubic-bezier(.3, .6, .3, 1)",
      fill: /** @type {const} */ ("both"),
    };
    const keyframes = [{ transform: "none" }, { transform: shift(start, end), opacity: copy ? 0 : 1 }];
    this.#run(flying.animate(keyframes, timing), () => flying.remove());
    if (card && target?.matches("[data-card]")) {
      this.#run(target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + time }));
    }
  }

  /** Let the enemy show what it does and suffers. @param {Step} step @param {BoardView} before @param {number} duration */
  #move(step, before, duration) {
    const keyframes = step.type === "damage" ? SHAKE : step.type === "strike" ? LUNGE : null;
    const enemy = document.querySelector(".enemy-card");
    if (keyframes && enemy) this.#run(enemy.animate(keyframes, { duration }));
    if (step.type === "damage") this.#drain(step.frame, before, duration);
  }

  /** Let the bar of the enemy's health run down. @param {BoardView} after @param {BoardView} before @param {number} duration */
  #drain(after, before, duration) {
    const bar = document.querySelector(".health-bar rect:not(.ghost)");
    const widths = [before, after].map(({ enemy }) => ({ width: `${100 * shareLeft(enemy)}%` }));
    if (bar) this.#run(bar.animate(widths, { duration, easing: "ease-out" }));
  }

  /**
   * Show a mark, which rises and fades while the next steps follow; it replaces another one at its place.
   * @param {Mark} mark @param {number} duration
   */
  #mark({ text, at }, duration) {
    const [place, key] = [find(at)?.getBoundingClientRect(), String(at)];
    if (!place) return;
    this.#marks.get(key)?.remove();
    const label = h("span", { class: "mark" }, text);
    this.#layer.append(label);
    const margin = label.offsetWidth / 2;
    const middle = Math.min(place.left + place.width / 2, innerWidth - margin);
    label.style.left = `${Math.max(margin, middle)}px`;
    label.style.top = `${place.top + place.height / 2}px`;
    this.#marks.set(key, label);
    const remove = () => label.remove();
    label.animate(RISE, { duration, easing: "ease-out" }).finished.then(remove, remove);
  }

  /** Let an animation end with the step at the latest. @param {Animation} animation @param {() => void} [after] */
  #run(animation, after) {
    this.#running.push(animation);
    animation.finished.then(after, after);
  }
}

/** @param {Animation[]} animations */
const end = (animations) => animations.splice(0).forEach((animation) => animation.finish());

/** The share of the health that is left. @param {BoardView["enemy"]} enemy */
const shareLeft = (enemy) => (enemy ? Math.max(0, enemy.health - enemy.damage) / enemy.health : 0);

/** The first element of the selectors that is visible. @param {string[]} selectors */
function find(selectors) {
  const found = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
  return found.find((element) => element.getBoundingClientRect().width > 0) ?? null;
}

/** The place of the first card in an element, or of one in its middle. @param {string[]} selectors @returns {Place | null} */
function placeOf(selectors) {
  const found = find(selectors);
  const box = (found?.querySelector(".card") ?? found)?.getBoundingClientRect();
  if (!box?.width) return null;
  const width = Math.min(box.width, box.height / HEIGHT_OF_WIDTH);
  return {
    left: box.left + (box.width - width) / 2,
    top: box.top + (box.height - width * HEIGHT_OF_WIDTH) / 2,
    width,
  };
}

/** @param {Place} from @param {Place} to */
const shift = (from, to) => {
  const scale = to.width / from.width;
  const middle = (/** @type {number} */ width) => ((width - from.width) * HEIGHT_OF_WIDTH) / 2;
  const x = to.left - from.left + (to.width - from.width) / 2;
  return `translate(${x}px, ${to.top - from.top + middle(to.width)}px) scale(${scale})`;
};
