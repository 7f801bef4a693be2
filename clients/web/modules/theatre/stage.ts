/** Shows the steps of events on the page: cards fly over the table, marks say what happens, the enemy is struck and strikes. */
import { preference } from "../storage/preferences.ts";
import { cardImage, faceDownCard } from "../cards/images.ts";
import { h, prefersReducedMotion } from "../ui/dom.ts";
import { flightsOf, type Flight } from "./flights.ts";
import { marksOf, type Mark } from "./marks.ts";
import { motionsOf, type Motion } from "./motions.ts";
import type { BoardView } from "../types.ts";
import type { Step } from "./frames.ts";

/** The steps that begin without the marks of earlier ones: the numbers then belong to another enemy. */
const WITHOUT_MARKS = new Set(["defeat", "reveal"]);

const EASING = "cubic-bezier(.3, .6, .3, 1)";
const HIDDEN = [{ opacity: 0 }, { opacity: 0 }];
const FADE = [{ opacity: 1 }, { opacity: 0 }];
/** A card that turns its face up shows its back up to the middle of its way. */
const TURN = [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }];

/** The part of a step's time that one card flies; the cards of a step start one after another in the rest. */
const FLIGHT_SHARE = 0.7;
/** How long a mark stays at least if no other one takes its place, in milliseconds. */
const MARK_MS = 700;

/** How much larger a mark is for a moment. */
const GROWTH = 1.25;
/** The room between a mark and the edge of the window, in pixels. */
const GUTTER_PX = 4;

const RISE = [
  { opacity: 0, transform: "translate(-50%, -20%) scale(.6)" },
  { opacity: 1, transform: `translate(-50%, -50%) scale(${GROWTH})`, offset: 0.12 },
  { opacity: 1, transform: "translate(-50%, -50%)", offset: 0.25 },
  { opacity: 1, transform: "translate(-50%, -60%)", offset: 0.75 },
  { opacity: 0, transform: "translate(-50%, -90%)" },
];

export class Stage {
  #layer = h("div", { class: "flights", "aria-hidden": "true" });
  /** The animations that end with the step. */
  #running: Animation[] = [];
  /** The last mark of each place. */
  #marks: Map<string, HTMLElement> = new Map();

  /** @param draw draws a frame that is not settled */
  constructor(readonly draw: (frame: BoardView) => void) {
    document.body.append(this.#layer);
    document.addEventListener("visibilitychange", this.#onHidden);
  }

  /** Whether the page shows no steps now. */
  isInstant() {
    return preference("speed") === "off" || document.hidden || prefersReducedMotion();
  }

  /** The steps of a hidden page end at once. */
  #onHidden = () => void (document.hidden && this.finish());

  /** Draw the frame of a step and show how it comes about. */
  async enter(step: Step, before: BoardView, duration: number) {
    this.finish();
    const running = (this.#running = [] as Animation[]);
    const starts = flightsOf(step, before).map((flight) => ({ flight, start: placeOf(flight.from) }));
    this.draw(step.frame);
    starts.forEach(({ flight, start }, index) => this.#fly(flight, start, duration, index, starts.length));
    if (WITHOUT_MARKS.has(step.type)) this.#marks.forEach((mark) => mark.remove());
    const markDuration = Math.max(MARK_MS, duration);
    marksOf(step, before).forEach((mark) => this.#mark(mark, markDuration));
    motionsOf(step).forEach((motion) => this.#move(motion, duration));
    if (step.type === "damage") this.#drain(step.frame, before, duration);
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

  #fly(flight: Flight, start: Place | null, duration: number, index: number, count: number) {
    const [target, end] = [find(flight.to), placeOf(flight.to)];
    if (!start || !end) return;
    const time = count > 1 ? duration * FLIGHT_SHARE : duration;
    const delay = count > 1 ? ((duration - time) * index) / (count - 1) : 0;
    const timing = { duration: time, delay, easing: EASING, fill: "both" as const };
    const isShown = target?.matches("[data-card]") ?? false;
    const flying = this.#flying(flight, start, isShown, timing);
    this.#run(flying.animate(wayOf(start, end, flight.manner), timing), () => flying.remove());
    if (flight.card && isShown) this.#run(target?.animate(HIDDEN, { duration: delay + time }));
  }

  /** The card of a flight at its start. @param isShown whether its place after the step shows it */
  #flying(
    { card, copy, secret, manner }: Flight,
    { left, top, width }: Place,
    isShown: boolean,
    timing: KeyframeAnimationOptions,
  ) {
    const image = card && (isShown || !secret) ? cardImage(card) : faceDownCard();
    const flying = h("span", { class: "flying" }, image);
    Object.assign(flying.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
    this.#layer.append(flying);
    if (manner === "turn") this.#run(flying.appendChild(faceDownCard()).animate(TURN, timing));
    if (copy) this.#run(image.animate(FADE, timing));
    return flying;
  }

  /** Let an element move where it is. */
  #move({ at, keyframes, from = 0 }: Motion, duration: number) {
    const timing = { delay: from * duration, duration: (1 - from) * duration, easing: "ease-out" };
    const moving = find([at]);
    if (moving) this.#run(moving.animate(keyframes, timing));
  }

  /** Let the bar of the enemy's health run down. */
  #drain(after: BoardView, before: BoardView, duration: number) {
    const bar = document.querySelector(".health-bar rect:not(.ghost)");
    const widths = [before, after].map(({ enemy }) => ({ width: `${100 * shareLeft(enemy)}%` }));
    if (bar) this.#run(bar.animate(widths, { duration, easing: "ease-out" }));
  }

  /** Show a mark, which rises and fades while the next steps follow; it replaces another one at its place. */
  #mark({ text, at, type, height }: Mark, duration: number) {
    const [place, key] = [find(at)?.getBoundingClientRect(), String(at)];
    if (!place) return;
    this.#marks.get(key)?.remove();
    const label = h("span", { class: `mark ${type}` }, text);
    this.#layer.append(label);
    const { left, top } = middleOf(label, place, height);
    Object.assign(label.style, { left: `${left}px`, top: `${top}px` });
    this.#marks.set(key, label);
    const remove = () => label.remove();
    label.animate(RISE, { duration, easing: "ease-out" }).finished.then(remove, remove);
  }

  /** Let an animation end with the step at the latest. */
  #run(animation: Animation | undefined, after?: () => void) {
    if (!animation) return;
    this.#running.push(animation);
    animation.finished.then(after, after);
  }
}

/** The middle of a mark: so far from the edge of the window that its growth keeps it inside. */
function middleOf({ offsetWidth, offsetHeight }: HTMLElement, place: DOMRect, height: Mark["height"]) {
  const margin = (offsetWidth * GROWTH) / 2 + GUTTER_PX;
  const left = Math.max(margin, Math.min(place.left + place.width / 2, innerWidth - margin));
  const tops = { above: -offsetHeight / 2, top: offsetHeight / 2, middle: place.height / 2 };
  return { left, top: place.top + tops[height] };
}

const end = (animations: Animation[]) => animations.splice(0).forEach((animation) => animation.finish());

/** The share of the health that is left. */
const shareLeft = (enemy: BoardView["enemy"]) => (enemy ? Math.max(0, enemy.health - enemy.damage) / enemy.health : 0);

/** of a card, in pixels of the window */
export type Place = { left: number; top: number; width: number };

const HEIGHT_OF_WIDTH = 1.4;
/** How much larger a card is in the middle of its way, as if it were lifted. */
const LIFT = 1.15;
/** The width of a card that is seen from its edge. */
const EDGE = 0.06;

/** The first element of the selectors that is visible. */
export function find(selectors: string[]) {
  return selectors.flatMap((selector) => [...document.querySelectorAll(selector)]).find(isVisible) ?? null;
}

const isVisible = (element: Element) => element.getBoundingClientRect().width > 0;

/** The place of the first visible card in an element, or of one in its middle. */
export function placeOf(selectors: string[]): Place | null {
  const found = find(selectors);
  if (!found) return null;
  const box = ([...found.querySelectorAll(".card")].find(isVisible) ?? found).getBoundingClientRect();
  const width = Math.min(box.width, box.height / HEIGHT_OF_WIDTH);
  return {
    left: box.left + (box.width - width) / 2,
    top: box.top + (box.height - width * HEIGHT_OF_WIDTH) / 2,
    width,
  };
}

/** The way of a card between two places. */
function wayOf(from: Place, to: Place, manner: Flight["manner"]): Keyframe[] {
  const end = { transform: shift(from, to, 1) };
  const tilt = { transform: "translateY(4%) rotate(9deg) scale(1.04)", easing: "ease-in", offset: 0.35 };
  if (manner === "fall") return [{ transform: "none" }, tilt, end];
  const middle = shift(from, to, 0.5, `scale(${manner === "turn" ? `${EDGE * LIFT}, ${LIFT}` : LIFT})`);
  return [{ transform: "none" }, { transform: middle, offset: 0.5 }, end];
}

/** A part of the way between two places. */
function shift(from: Place, to: Place, part: number, size: string = "") {
  const scale = 1 + part * (to.width / from.width - 1);
  const grown = part * (to.width - from.width);
  const x = part * (to.left - from.left) + grown / 2;
  const y = part * (to.top - from.top) + (grown * HEIGHT_OF_WIDTH) / 2;
  return `translate(${x}px, ${y}px) scale(${scale}) ${size}`;
}
