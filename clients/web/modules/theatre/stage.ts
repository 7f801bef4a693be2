/** Shows the steps of events on the page: cards fly over the table, marks say what happens, the enemy is struck and strikes. */
import { suitIcon } from "../cards/faces.ts";
import { cardImage, faceDownCard } from "../cards/images.ts";
import { h } from "../ui/dom.ts";
import {
  LANDING,
  pictureOf,
  type Count,
  type ElementMotion,
  type Flight,
  type Light,
  type Mark,
  type Sparks,
} from "./pictures.ts";
import type { Motion } from "./show.ts";

/** The steps that begin without the marks of earlier ones: the numbers then belong to another enemy. */
const WITHOUT_MARKS = new Set(["defeat", "reveal"]);

const PILE = ".pile-picture";
const EASING = "cubic-bezier(.3, .6, .3, 1)";
const HIDDEN = [{ opacity: 0 }, { opacity: 0 }];
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
const GILD = [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1 }];
/** The lights of the whole window, which leave the middle of their place as it is. */
const WHOLE = new Set<Light["kind"]>(["veil", "blaze", "blood"]);
const LIGHTS: Record<Light["kind"], Keyframe[]> = {
  flash: [{ opacity: 0.6 }, { opacity: 0 }],
  hurt: [{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }],
  blood: [{ opacity: 1 }, { opacity: 0.8, offset: 0.3 }, { opacity: 0 }],
  blaze: [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 0 }],
  ring: [
    { opacity: 1, transform: "scale(.5)" },
    { opacity: 0, transform: "scale(1.9)" },
  ],
  veil: [{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }],
};
const FADE_IN = [{ opacity: 0.3 }, { opacity: 1 }];
const FADE_MS = 180;

/** How long a mark stays at least if no other one takes its place, in milliseconds. */
const MARK_MS = 700;
const SPARK_MS = 380;
/** Turned by this, one spark after another spreads over the circle. */
const GOLDEN_ANGLE = 2.4;

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
    const piles = new Map(flights.map(({ to }) => [String(to), find(root, to)?.closest(PILE)?.cloneNode(true)]));
    draw();
    if (WITHOUT_MARKS.has(step.type)) this.#marks.forEach((mark) => mark.remove());
    // All places are read before anything is inserted, so that the page is laid out once.
    this.#origin = this.#layer.getBoundingClientRect();
    const ends = flights.map(({ to }) => ({ target: find(root, to), place: placeOf(root, to) }));
    const [lit, sparked, marked] = [lights, sparks, marks].map((parts) => parts.map(({ at }) => boxOf(root, at)));
    const [moving, counting] = [motions, counts].map((parts) => parts.map(({ at }) => find(root, [at])));
    const kept = flights.map(({ to }, index) => ({ pile: ends[index].target, before: piles.get(String(to)) }));
    new Map(kept.map((each) => [each.pile, each.before])).forEach((before, pile) => this.#keep(pile, before, duration));
    flights.forEach((flight, index) => this.#fly(flight, starts[index], ends[index], duration));
    lights.forEach((light, index) => this.#light(light, lit[index], duration));
    sparks.forEach((each, index) => this.#spark(each, sparked[index], duration));
    motions.forEach((motion, index) => this.#move(motion, moving[index], duration));
    counts.forEach((count, index) => this.#count(count, counting[index], duration));
    marks.forEach((mark, index) => this.#mark(mark, marked[index], step.type, Math.max(MARK_MS, duration)));
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

  close() {
    this.finish();
    this.#layer.remove();
  }

  /** What an enemy that falls looks like now. */
  #shapeOf({ manner, from }: Flight) {
    const isFall = manner === "split" || manner === "crown";
    return isFall ? (find(this.#root, from)?.querySelector(".card") ?? null) : null;
  }

  /** Let a pile look as before, while cards are on their way to it. */
  #keep(pile: Element | null, before: Node | undefined, duration: number) {
    if (!pile || !(before instanceof Element)) return;
    for (const child of pile.children) this.#run(child.animate(HIDDEN, { duration }));
    before.classList.add("before");
    pile.append(before);
    this.#run(before.animate(null, { duration }), () => before.remove());
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
    const way = flight.suit ? wayOfSign(start.place, end) : wayOf(start.place, end, flight);
    this.#run(flying.animate(way, times), () => flying.remove());
    if (flight.card && isShown) this.#run(target?.animate(HIDDEN, { duration: delay + length.duration }));
  }

  /** The card or the suit of a flight at its start. @param isShown whether its place after the step shows it */
  #flying(flight: Flight, { place, shape }: Start, isShown: boolean, times: KeyframeAnimationOptions) {
    const { suit, manner } = flight;
    const flying = h("span", { class: `flying ${manner ?? ""}`.trim() });
    const { left, top, width } = place as Place;
    this.#layer.append(flying);
    this.#put(flying, left, top);
    flying.style.width = `${width}px`;
    if (suit) flying.append(h("span", { class: "sign" }, suitIcon(suit)));
    else if (manner === "split") this.#break(flying, shape ?? imageOf(flight, isShown), times);
    else flying.append(shape?.cloneNode(true) ?? imageOf(flight, isShown));
    if (manner === "turn")
      this.#run(flying.appendChild(faceDownCard()).animate(turned(isHigh(flight) ? TURNED_HIGH : TURNED), times));
    if (manner === "crown") this.#run(flying.appendChild(h("span", { class: "gilt" })).animate(GILD, times));
    return flying;
  }

  /** A card in two halves. */
  #break(flying: Element, card: Node, times: KeyframeAnimationOptions) {
    for (const keyframes of HALVES) {
      const half = h("span", { class: "half" }, card.cloneNode(true));
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

  /** Let the first number of an element count to the value that it has. */
  #count({ from, to, ...span }: Count, counted: Element | null, duration: number) {
    const text = counted?.firstChild;
    if (!(text instanceof Text) || from === to) return;
    const last = text.data;
    const effect = new KeyframeEffect(null, null, { ...timing(span, duration), fill: "both" });
    const counting = new Animation(effect);
    const draw = () => {
      const share = effect.getComputedTiming().progress ?? 1;
      text.data = last.replace(/\d+/, String(Math.round(from + (to - from) * share)));
      if (counting.playState === "running") requestAnimationFrame(draw);
    };
    counting.play();
    this.#run(counting, () => (text.data = last));
    draw();
  }

  #light({ kind, ...span }: Light, place: DOMRect | null, duration: number) {
    if (!place) return;
    const light = h("span", { class: `light ${kind}` });
    this.#layer.append(light);
    if (WHOLE.has(kind)) this.#centre(light, place);
    else {
      this.#put(light, place.left, place.top);
      Object.assign(light.style, { width: `${place.width}px`, height: `${place.height}px` });
    }
    const times = { ...timing(span, duration), easing: "ease-out" };
    this.#run(light.animate(LIGHTS[kind], times), () => light.remove());
  }

  /** Leave the middle of a place bright. */
  #centre({ style }: HTMLElement, { left, top, width, height }: DOMRect) {
    style.setProperty("--x", `${left - this.#origin.left + width / 2}px`);
    style.setProperty("--y", `${top - this.#origin.top + height / 2}px`);
  }

  /** Sparks that fly from the middle of a place, or dust from its foot. */
  #spark({ kind, begin, count }: Sparks, place: DOMRect | null, duration: number) {
    if (!place) return;
    const isDust = kind === "dust" || kind === "rubble";
    const reach = Math.max(place.width, 48) * (kind === "dust" ? 0.7 : 0.9);
    for (let index = 0; index < count; index++) {
      const spark = h("span", { class: `spark ${kind}` });
      this.#layer.append(spark);
      this.#put(spark, place.left + place.width / 2, place.top + place.height * (isDust ? 0.96 : 0.5));
      const distance = reach * (0.55 + 0.45 * ((index * 7) % 5) * 0.25);
      const [x, y] = [Math.cos(index * GOLDEN_ANGLE) * distance, Math.sin(index * GOLDEN_ANGLE) * distance];
      const end = {
        opacity: 0,
        transform: `translate(${x}px, ${isDust ? -Math.abs(y) / (kind === "dust" ? 4 : 1.2) : y}px) scale(.3)`,
      };
      const start = { opacity: 1, transform: `translate(${x / 4}px, ${isDust ? 0 : y / 4}px)` };
      const times = { delay: begin * duration, duration: SPARK_MS, easing: "cubic-bezier(.1, .7, .4, 1)" };
      this.#run(spark.animate([start, { opacity: 0.9, offset: 0.5 }, end], times), () => spark.remove());
    }
  }

  /** Show a mark, which rises and fades while the next steps follow; it replaces another one at its place. */
  #mark({ text, at, height, tone }: Mark, place: DOMRect | null, type: string, duration: number) {
    const key = String(at);
    if (!place) return;
    this.#marks.get(key)?.remove();
    const label = h("span", { class: `mark ${tone ?? type}` }, text);
    this.#layer.append(label);
    const { left, top } = middleOf(label, place, height);
    this.#put(label, left, top);
    this.#marks.set(key, label);
    const remove = () => label.remove();
    label.animate(RISE, { duration, easing: "ease-out" }).finished.then(remove, remove);
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

/** The middle of a mark: so far from the edge of the window that its growth keeps it inside. */
function middleOf({ offsetWidth, offsetHeight }: HTMLElement, place: DOMRect, height: Mark["height"]) {
  const margin = (offsetWidth * GROWTH) / 2 + GUTTER_PX;
  const left = Math.max(margin, Math.min(place.left + place.width / 2, innerWidth - margin));
  const tops = { above: -offsetHeight / 2, top: offsetHeight / 2, below: place.height + offsetHeight * 0.45 };
  return { left, top: place.top + (height ? tops[height] : place.height / 2) };
}

const end = (animations: Animation[]) => animations.splice(0).forEach((animation) => animation.finish());

/** of a card, in pixels of the window */
export type Place = { left: number; top: number; width: number };

const HEIGHT_OF_WIDTH = 1.4;
/** How much larger a card is in the middle of its way, as if it were lifted. */
const LIFT = 1.15;
/** From this lift on, an enemy falls on its place from above. */
const HIGH = 1.3;
const isHigh = ({ lift = LIFT }: Flight) => lift >= HIGH;
/** When a card is seen from its edge that turns its face up, on a low and on a high way. */
const [TURNED, TURNED_HIGH] = [0.5, 0.28];
/** The width of a card that is seen from its edge. */
const EDGE = 0.06;

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

/** The place of the first visible card in an element, or of one in its middle. */
export function placeOf(root: ParentNode, selectors: string[]): Place | null {
  const found = find(root, selectors);
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
function wayOf(from: Place, to: Place, { manner, lift = LIFT }: Flight): Keyframe[] {
  const [start, end] = [{ transform: "none" }, { transform: shift(from, to, 1) }];
  const over = (part: number, size: string) => ({ transform: shift(from, to, part, size) });
  switch (manner) {
    case "slam":
      return [
        { ...start, easing: "ease-out" },
        { ...over(0.7, "scale(1.3) rotate(-4deg)"), offset: 0.45, easing: "ease-in" },
        { ...over(1, "scale(.96)"), offset: LANDING, easing: "ease-out" },
        end,
      ];
    case "toss":
      return [
        { ...start, easing: "ease-out" },
        { ...over(0.05, "translateY(-16%) scale(1.08) rotate(-5deg)"), offset: 0.22, easing: "ease-in-out" },
        { ...over(0.75, "scale(1.2) rotate(9deg)"), offset: 0.56, easing: "ease-in" },
        { ...over(1, "scale(.95) rotate(-3deg)"), offset: LANDING, easing: "ease-out" },
        end,
      ];
    case "split":
      return [start, { transform: "translateY(3%)", offset: 0.45, easing: "ease-in" }, end];
    case "crown":
      return [
        { ...start, easing: "ease-out" },
        { transform: "scale(1.14)", offset: 0.18 },
        { transform: "scale(1.18) translateY(-3%)", offset: 0.5, easing: "ease-in" },
        end,
      ];
    case "turn":
      return lift < HIGH
        ? [start, { ...over(0.5, `scale(${EDGE * lift}, ${lift})`), offset: TURNED }, end]
        : [
            start,
            { ...over(0.3, `scale(${EDGE * lift}, ${lift})`), offset: TURNED_HIGH, easing: "ease-out" },
            { ...over(0.5, `scale(${lift})`), offset: 0.45 },
            { ...over(0.54, `scale(${lift * 1.05})`), offset: 0.82, easing: "cubic-bezier(.7, 0, 1, .5)" },
            end,
          ];
    default:
      return [start, { ...over(0.5, `scale(${lift})`), offset: 0.5 }, end];
  }
}

/** The way of a suit between the middles of two places. */
function wayOfSign(from: Place, to: Place): Keyframe[] {
  const middle = ({ left, top, width }: Place) => [left + width / 2, top + (width * HEIGHT_OF_WIDTH) / 2];
  const [[x, y], [endX, endY]] = [middle(from), middle(to)];
  const at = (part: number, rise: number, size: number) =>
    `translate(${(endX - x) * part}px, ${(endY - y) * part - rise}px) scale(${size})`;
  return [
    { opacity: 0, transform: at(0, 0, 0.5) },
    { opacity: 1, transform: at(0.1, 12, 1.3), offset: 0.25 },
    { opacity: 1, transform: at(0.9, 4, 0.9), offset: 0.9 },
    { opacity: 0, transform: at(1, 0, 0.6) },
  ];
}

/** A part of the way between two places. */
function shift(from: Place, to: Place, part: number, size: string = "") {
  const scale = 1 + part * (to.width / from.width - 1);
  const grown = part * (to.width - from.width);
  const x = part * (to.left - from.left) + grown / 2;
  const y = part * (to.top - from.top) + (grown * HEIGHT_OF_WIDTH) / 2;
  return `translate(${x}px, ${y}px) scale(${scale}) ${size}`;
}
