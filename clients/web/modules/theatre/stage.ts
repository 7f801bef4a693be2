/** Shows the steps of events on the page: cards fly over the table, marks say what happens, the enemy is struck and strikes. */
import { suitIcon } from "../cards/faces.ts";
import { cardImage, faceDownCard, isLow } from "../cards/images.ts";
import { h } from "../ui/dom.ts";
import { cardName } from "../words/reference.ts";
import {
  pictureOf,
  type Count,
  type ElementMotion,
  type Flight,
  type Light,
  type Mark,
  type Sparks,
} from "./pictures.ts";
import { HIDDEN } from "./motions.ts";
import { WAYS } from "./sparks.ts";
import {
  HEIGHT_OF_WIDTH,
  isHigh,
  NAMED,
  turnOf,
  waitingPlace,
  wayOf,
  wayOfLight,
  wayOfSign,
  type Place,
} from "./ways.ts";
import type { Motion } from "./show.ts";

/** The steps that begin without the marks of earlier ones: the enemy leaves its place, or is another one. */
const WITHOUT_MARKS = new Set(["defeat", "reveal", "strike"]);

const PILE = ".pile-picture";
export const LIFE = ".health-bar > .life";
const EASING = "cubic-bezier(.3, .6, .3, 1)";
/** A card that turns its face up shows its back up to this share of its time. */
const turned = (offset: number) => [{ opacity: 1 }, { opacity: 1, offset }, { opacity: 0, offset }, { opacity: 0 }];
/** The halves of a card that breaks. */
const HALVES = [
  [
    { transform: "none" },
    { transform: "translate(-9%, 2%) rotate(-7deg)", offset: 0.4 },
    { transform: "rotate(-14deg)" },
  ],
  [{ transform: "none" }, { transform: "translate(9%, 4%) rotate(8deg)", offset: 0.4 }, { transform: "rotate(12deg)" }],
];
/** The halves of a seal: it comes up, stands, and flies apart. */
const PIECES = [-1, 1].map((side) => [
  { opacity: 0, transform: "scale(1.7)" },
  { opacity: 1, transform: "none", offset: 0.2, easing: "ease-in" },
  { opacity: 1, transform: "scale(.94)", offset: 0.42, easing: "cubic-bezier(.1, .7, .4, 1)" },
  { opacity: 1, transform: `translate(${side * 24}%, ${side * 3 - 5}%) rotate(${side * 16}deg)`, offset: 0.7 },
  { opacity: 0, transform: `translate(${side * 34}%, 26%) rotate(${side * 34}deg)` },
]);
const GILD = [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1 }];
/** The lights of the whole window, which leave the middle of their place as it is. */
const WHOLE = new Set<Light["kind"]>(["veil", "blaze", "embers", "blood", "doom"]);
const LIGHTS: Record<Light["kind"], Keyframe[]> = {
  flash: [{ opacity: 0.6 }, { opacity: 0 }],
  hurt: [{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }],
  blood: [{ opacity: 1 }, { opacity: 0.8, offset: 0.3 }, { opacity: 0 }],
  blaze: [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 0 }],
  embers: [{ opacity: 0 }, { opacity: 1, offset: 0.08 }, { opacity: 0 }],
  ring: [
    { opacity: 1, transform: "scale(.5)" },
    { opacity: 0, transform: "scale(1.9)" },
  ],
  doom: [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 1 }],
  veil: [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }],
};
/** Out of the dark comes what follows. */
const LIFTED = [{ opacity: 1, easing: "ease-in" }, { opacity: 0 }];
const DAWN_MS = 450;
const FADE_IN = [{ opacity: 0.3 }, { opacity: 1 }];
const FADE_MS = 180;

/** How long a mark stays at least if no other one takes its place, in milliseconds. */
const MARK_MS = 700;

/** How much larger a mark is for a moment. */
const GROWTH = 1.25;
/** The room between a mark and the edge of the window, in pixels. */
const GUTTER_PX = 4;

/** It is opaque while it grows and stays, as it may lie on other texts. */
const RISE = [
  { opacity: 0, transform: "translate(-50%, -50%) scale(.6)" },
  { opacity: 1, transform: "translate(-50%, -50%) scale(.7)", offset: 0.02 },
  { opacity: 1, transform: `translate(-50%, -50%) scale(${GROWTH})`, offset: 0.12 },
  { opacity: 1, transform: "translate(-50%, -50%)", offset: 0.25 },
  { opacity: 1, transform: "translate(-50%, -60%)", offset: 0.88 },
  { opacity: 0, transform: "translate(-50%, -70%)" },
];

/** How long a mark stays that has gone with its card, in milliseconds. */
const STAY_MS = 350;

/** How long a mark is there that goes with its card, in milliseconds. */
const endOfWay = ({ end = 1 }: Mark, duration: number) => end * duration + STAY_MS;

/** The way of a mark that goes with its card, and stays above the pile for a moment. */
function carried({ begin = 0, end = 1, ...mark }: Mark, x: number, y: number, duration: number): Keyframe[] {
  const at = (ms: number) => ms / endOfWay({ ...mark, end }, duration);
  const there = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  return [
    RISE[0],
    RISE[1],
    { ...RISE[2], offset: 0.1 },
    { ...RISE[3], offset: at((begin + (end - begin) * 0.45) * duration), easing: "ease-in" },
    { opacity: 1, transform: there, offset: at(end * duration) },
    { opacity: 1, transform: there, offset: 0.9 },
    { opacity: 0, transform: there },
  ];
}

/** When an animation of a step that takes this time begins, and how long it lasts. */
const timing = ({ begin = 0, end = 1 }: { begin?: number; end?: number }, duration: number) => ({
  delay: begin * duration,
  duration: (end - begin) * duration,
});

export class Stage {
  #layer = h("div", { class: "flights", "aria-hidden": "true" });
  /** The animations that end with the step. */
  #running: Animation[] = [];
  /** The last mark of each place. */
  #marks: Map<string, HTMLElement> = new Map();
  /** Where the layer begins in the window. */
  #origin = new DOMRect();

  constructor(readonly table: HTMLElement) {}

  /** The page, or the shadow tree that the table is in. */
  get #root() {
    return this.table.getRootNode() as Document | ShadowRoot;
  }

  /** Draw the frame of a step and show how it comes about, until its time is over or another step begins. */
  async perform({ step, before, duration }: Motion, draw: () => void) {
    const running = (this.#running = [] as Animation[]);
    const { flights, motions, counts, lights, sparks, marks } = pictureOf(step, before);
    const root = this.#root;
    if (!this.#layer.isConnected) (root instanceof Document ? root.body : root).append(this.#layer);
    const starts = flights.map((flight) => ({ place: placeOf(root, flight.from), shape: this.#shapeOf(flight) }));
    const piles = new Map(
      flights.map(({ to }) => [String(to), find(root, to)?.closest(PILE)?.parentElement?.cloneNode(true)]),
    );
    draw();
    if (WITHOUT_MARKS.has(step.type)) this.#marks.forEach((mark) => mark.remove());
    // All places are read before anything is inserted, so that the page is laid out once.
    this.#origin = this.#layer.getBoundingClientRect();
    const ends = flights.map(({ to }) => ({ target: find(root, to), place: placeOf(root, to) }));
    const [lit, sparked, marked] = [lights, sparks, marks].map((parts) => parts.map(({ at }) => boxOf(root, at)));
    const goals = marks.map(({ to }) => to && boxOf(root, to));
    const [moving, counting] = [motions, counts].map((parts) => parts.map(({ at }) => find(root, [at])));
    const kept = flights.map(({ to }, index) => ({ pile: ends[index].target, before: piles.get(String(to)) }));
    new Map(kept.map((each) => [each.pile, each.before])).forEach((before, pile) => this.#keep(pile, before, duration));
    flights.forEach((flight, index) => this.#fly(flight, starts[index], ends[index], duration));
    lights.forEach((light, index) => this.#light(light, lit[index], duration));
    sparks.forEach((each, index) => this.#spark(each, sparked[index], duration));
    motions.forEach((motion, index) => this.#move(motion, moving[index], duration));
    counts.forEach((count, index) => this.#count(count, counting[index], duration));
    marks.forEach((mark, index) => this.#mark(mark, marked[index], goals[index] ?? null, step.type, duration));
    const timer = new Animation(new KeyframeEffect(null, null, { duration }));
    timer.play();
    this.#running.push(timer);
    await timer.finished;
    end(running);
  }

  /** Draw a frame without its steps: what changes fades in. */
  fade(draw: () => void) {
    const areas = [...this.table.querySelectorAll(".felt > *")];
    const before = areas.map((area) => area.innerHTML);
    draw();
    const changed = areas.filter((area, index) => area.innerHTML !== before[index]);
    changed.forEach((area) => area.animate(FADE_IN, FADE_MS));
  }

  /** End the current step. */
  finish() {
    end(this.#running);
  }

  /** End it with all that outlasts it. */
  clear() {
    this.finish();
    this.#layer.replaceChildren();
  }

  close() {
    this.finish();
    this.#layer.remove();
  }

  /** What an enemy that falls or strikes looks like now. */
  #shapeOf({ manner, from }: Flight) {
    return ["split", "crown", "lunge", "stand"].includes(manner ?? "")
      ? (find(this.#root, from)?.querySelector(".card") ?? null)
      : null;
  }

  /** Let a pile look as before, while cards are on their way to it, also in number. */
  #keep(pile: Element | null, whole: Node | undefined, duration: number) {
    const number = pile?.nextElementSibling;
    if (!number || !(whole instanceof Element)) return;
    const [before, size] = whole.children;
    for (const child of pile.children) this.#run(child.animate(HIDDEN, { duration }));
    before.classList.add("before");
    pile.append(before);
    const last = number.textContent;
    number.textContent = size.textContent;
    this.#run(before.animate(null, { duration }), () => (before.remove(), (number.textContent = last)));
  }

  #fly(flight: Flight, start: Start, { target, place: end }: End, duration: number) {
    if (!start.place || !end) return;
    const { delay, ...length } = timing(flight, duration);
    const easing = isHigh(flight) || (flight.manner && flight.manner !== "turn") ? "linear" : EASING;
    // On a pile, it lies until that has it.
    const endDelay = target?.matches(PILE) ? duration - delay - length.duration : 0;
    const times = { ...length, delay, endDelay, easing, fill: "both" as const };
    const isShown = target?.matches("[data-card]") ?? false;
    const flying = this.#flying(flight, start, isShown, times);
    const way =
      flight.suit && !flight.manner ? wayOfSign(start.place, end) : wayOf(start.place, end, flight, this.#origin);
    if (flight.veiled) this.#veil(flight, end, times);
    this.#run(flying.animate(way, times), () => flying.remove());
    if (flight.card && isShown) this.#run(target?.animate(HIDDEN, { duration: delay + length.duration }));
  }

  /** Darken all but a card on a high way and its name, up to its fall. */
  #veil(flight: Flight, to: Place, times: KeyframeAnimationOptions) {
    const waiting = waitingPlace(to, flight, this.#origin);
    const { left, top, width } = waiting;
    const veil = this.#around("veil", new DOMRect(left, top, width, width * HEIGHT_OF_WIDTH));
    const name = h("span", { class: "herald" }, cardName(flight.card ?? ""));
    veil.append(name);
    this.#run(name.animate(NAMED, times));
    this.#run(veil.animate(wayOfLight(waiting, to), times), () => veil.remove());
  }

  /** The card or the suit of a flight at its start. @param isShown whether its place after the step shows it */
  #flying(flight: Flight, { place, shape }: Start, isShown: boolean, times: KeyframeAnimationOptions) {
    const { suit, manner } = flight;
    const flying = h("span", { class: `flying ${manner ?? ""}`.trim() });
    const { left, top, width } = place as Place;
    this.#layer.append(flying);
    this.#put(flying, left, top);
    flying.style.width = `${width}px`;
    const sign = suit && h("span", { class: "sign" }, suitIcon(suit));
    if (sign && manner) this.#break(flying, sign, PIECES, times);
    else if (sign) flying.append(sign);
    else if (manner === "split") this.#break(flying, shape ?? imageOf(flight, isShown), HALVES, times);
    else flying.append(shape?.cloneNode(true) ?? imageOf(flight, isShown));
    if (manner === "turn") this.#run(flying.appendChild(faceDownCard()).animate(turned(turnOf(flight)), times));
    if (manner === "crown") this.#run(flying.appendChild(h("span", { class: "gilt" })).animate(GILD, times));
    return flying;
  }

  /** A card or a seal in two halves. */
  #break(flying: Element, whole: Node, halves: Keyframe[][], times: KeyframeAnimationOptions) {
    for (const keyframes of halves) {
      const half = h("span", { class: "half" }, whole.cloneNode(true));
      flying.append(half);
      this.#run(half.animate(keyframes, times));
    }
  }

  /** Let an element move where it is. */
  #move({ at, keyframes, ...span }: ElementMotion, found: Element | null, duration: number) {
    const moving = found ?? this.#root.querySelector(at);
    if (moving)
      this.#run(moving.animate(keyframes, { ...timing(span, duration), easing: "ease-out", fill: "backwards" }));
  }

  /** Let the first number of an element count to the value that it has, and the bar of the health in the same frames. */
  #count({ from, to, full, ...span }: Count, counted: Element | null, duration: number) {
    const [text, bar] = [counted?.firstChild, full ? this.#root.querySelector<HTMLElement>(LIFE) : null];
    if (!(text instanceof Text) || from === to) return;
    const last = text.data;
    const effect = new KeyframeEffect(null, null, { ...timing(span, duration), easing: "ease-out", fill: "both" });
    const counting = new Animation(effect);
    const draw = () => {
      const value = from + (to - from) * (effect.getComputedTiming().progress ?? 1);
      text.data = last.replace(/\d+/, String(Math.round(value)));
      if (bar && full) drain(bar, value / full);
      if (counting.playState === "running") requestAnimationFrame(draw);
    };
    counting.play();
    this.#run(counting, () => {
      text.data = last;
      if (bar && full) drain(bar, to / full);
    });
    draw();
  }

  #light({ kind, weight = 0, ...span }: Light, place: DOMRect | null, duration: number) {
    if (!place) return;
    const light = WHOLE.has(kind) ? this.#around(kind, place) : this.#on(kind, kind === "ring" ? square(place) : place);
    light.style.setProperty("--weight", String(weight));
    const times = { ...timing(span, duration), easing: "ease-out" };
    const remove = () => light.remove();
    const after = () => void light.animate(LIFTED, DAWN_MS).finished.then(remove, remove);
    this.#run(light.animate(LIGHTS[kind], times), kind === "doom" ? after : remove);
  }

  /** A light on a place. */
  #on(kind: Light["kind"], { left, top, width, height }: DOMRect) {
    const light = h("span", { class: `light ${kind}` });
    this.#layer.append(light);
    this.#put(light, left, top);
    Object.assign(light.style, { width: `${width}px`, height: `${height}px` });
    return light;
  }

  /** A light of the whole window around a place. */
  #around(kind: Light["kind"], { left, top, width, height }: DOMRect) {
    const light = h("span", { class: `light ${kind}` });
    this.#layer.append(light);
    light.style.setProperty("--x", `${left - this.#origin.left + width / 2}px`);
    light.style.setProperty("--y", `${top - this.#origin.top + height / 2}px`);
    light.style.setProperty("--r", `${height / 2}px`);
    return light;
  }

  /** Sparks that fly from the middle of a place, or from its foot; with the step they end. */
  #spark({ kind, begin, count }: Sparks, place: DOMRect | null, duration: number) {
    if (!place) return;
    const { ms, easing, foot, frames } = WAYS[kind];
    for (let index = 0; index < count; index++) {
      const spark = h("span", { class: `spark ${kind}` });
      this.#layer.append(spark);
      this.#put(spark, place.left + place.width / 2, place.top + place.height * (foot ? 0.96 : 0.5));
      const times = { delay: begin * duration, duration: Math.min(ms, (1 - begin) * duration), easing };
      this.#run(spark.animate(frames(index, Math.max(place.width, 48) * 0.9), times), () => spark.remove());
    }
  }

  /** Show a mark, which rises and fades while the next steps follow; it replaces another one at its place. */
  #mark(mark: Mark, place: DOMRect | null, end: DOMRect | null, type: string, duration: number) {
    const key = String(mark.at);
    if (!place) return;
    this.#marks.get(key)?.remove();
    const label = h("span", { class: `mark ${mark.tone ?? type}` }, mark.text);
    label.style.setProperty("--weight", String(mark.weight ?? 0));
    this.#layer.append(label);
    const { left, top } = middleOf(label, place, mark.height);
    this.#put(label, left, top);
    const goal = end && middleOf(label, end, "above");
    if (!goal) this.#marks.set(key, label);
    const way = goal ? carried(mark, goal.left - left, goal.top - top, duration) : RISE;
    const times = goal
      ? { duration: endOfWay(mark, duration) }
      : { delay: (mark.begin ?? 0) * duration, duration: Math.max(MARK_MS, duration), easing: "ease-out" };
    const remove = () => label.remove();
    label.animate(way, { ...times, fill: "backwards" as const }).finished.then(remove, remove);
  }

  /** Put an element at a place of the window: the layer begins where the part of the page does that has the table. */
  #put({ style }: HTMLElement, left: number, top: number) {
    Object.assign(style, { left: `${left - this.#origin.left}px`, top: `${top - this.#origin.top}px` });
  }

  /** Let an animation end with the step at the latest. */
  #run(animation: Animation | undefined, after?: () => void) {
    if (!animation) return;
    this.#running.push(animation);
    animation.finished.then(after, after);
  }
}

/** Let the bar of the health show a share: what is low has its colour from then on. */
function drain(bar: HTMLElement, share: number) {
  bar.style.transform = `scaleX(${share})`;
  bar.parentElement?.classList.toggle("low", isLow(share));
}

/** The middle of a mark: so far from the edge of the window that its growth keeps it inside. */
function middleOf({ offsetWidth, offsetHeight }: HTMLElement, place: DOMRect, height: Mark["height"]) {
  const margin = (offsetWidth * GROWTH) / 2 + GUTTER_PX;
  const left = Math.max(margin, Math.min(place.left + place.width / 2, innerWidth - margin));
  const tops = {
    ...{ above: -offsetHeight / 2, foot: place.height, below: place.height + offsetHeight * 0.45 },
  };
  return { left, top: place.top + (height ? tops[height] : place.height / 2) };
}

/** A square around the middle of a place. */
function square({ left, top, width, height }: DOMRect) {
  const size = Math.max(width, height);
  return new DOMRect(left + (width - size) / 2, top + (height - size) / 2, size, size);
}

const end = (animations: Animation[]) => animations.splice(0).forEach((animation) => animation.finish());

type Start = { place: Place | null; shape: Element | null };
type End = { target: Element | null; place: Place | null };

/** The image of a card that flies. */
const imageOf = ({ card, secret }: Flight, isShown: boolean) =>
  card && (isShown || !secret) ? cardImage(card) : faceDownCard();

/** The first element of the selectors that is visible. */
export function find(root: ParentNode, selectors: string[]) {
  return selectors.flatMap((selector) => [...root.querySelectorAll(selector)]).find(isVisible) ?? null;
}

const boxOf = (root: ParentNode, selectors: string[]) => find(root, selectors)?.getBoundingClientRect() ?? null;

const isVisible = (element: Element) => element.getBoundingClientRect().width > 0;

/** The place of a card in the middle of the visible cards of an element, or of the element. */
export function placeOf(root: ParentNode, selectors: string[]): Place | null {
  const found = find(root, selectors);
  if (!found) return null;
  const cards = [...found.querySelectorAll(".card")].filter(isVisible);
  const [box, last] = [cards[0] ?? found, cards.at(-1) ?? found].map((each) => each.getBoundingClientRect());
  const width = Math.min(box.width, box.height / HEIGHT_OF_WIDTH);
  return {
    left: (box.left + last.right - width) / 2,
    top: (box.top + last.bottom - width * HEIGHT_OF_WIDTH) / 2,
    width,
  };
}
