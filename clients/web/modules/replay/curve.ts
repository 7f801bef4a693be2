/**
 * The curve of the chance to win over a game, as SVG in the size of its box. A click, a drag or the arrow keys of the page
 * choose a step: for assistive technology, the curve is a slider.
 */
import { rankOf, suitOf } from "../cards/images.ts";
import { fill, h, svg } from "../ui/dom.ts";
import { suitShape } from "../cards/faces.ts";
import { formatChance, formatShare, t } from "../words/texts.ts";
import { falls, isBlunder, points, pointsOf, scaleOf } from "./chances.ts";
import { reviewedCount } from "./step_bar.ts";
import type { GameRecord, GameReview, Suit } from "../types.ts";

const MARGIN_PX = { left: 46, right: 12, bottom: 8 };
/** Room for the names of falls, if there are some. */
const [TOP_PX, FALLS_PX] = [14, 24];
/** The widths of a suit and of a rank before it. */
const [SUIT_PX, RANK_PX] = [14, 13];
const TICK_PX = 5;
const RING_PX = 5;

export class Curve {
  step = 0;
  #width = 0;
  #height = 0;
  /** The pixels of a unit: the drawing grows with the text. */
  #unit = 1;
  points;
  #top;
  #low;
  #high;
  steps;
  element;

  constructor(
    readonly record: GameRecord,
    readonly review: GameReview,
    onStep: (step: number) => void,
  ) {
    this.points = points(record, review);
    this.#top = falls(record).length ? FALLS_PX : TOP_PX;
    const costs = review.moves.filter(pointsOf).map((move) => move.won_after);
    [this.#low, this.#high] = scaleOf([...this.points.map(({ chance }) => chance), ...costs]);
    this.steps = record.events.length;
    const choose = ({ buttons, clientX }: PointerEvent) =>
      buttons === 1 && onStep(this.#stepAt((clientX - this.element.getBoundingClientRect().left) / this.#unit));
    this.element = h("div", {
      class: "curve",
      id: "curve",
      role: "slider",
      tabindex: "0",
      "aria-label": t("review.curve"),
      "aria-valuemin": 1,
      "aria-valuemax": this.steps + 1,
      "aria-describedby": "review-summary",
      onpointerdown: choose,
      onpointermove: choose,
    });
    new ResizeObserver(
      ([
        {
          contentRect: { width, height },
        },
      ]) => {
        this.#unit = parseFloat(getComputedStyle(this.element).fontSize) / 16;
        [this.#width, this.#height] = [width / this.#unit, height / this.#unit];
        this.#draw();
      },
    ).observe(this.element);
    this.show(0);
  }

  /** Mark a step. */
  show(step: number) {
    this.step = step;
    const chance = this.#chanceAt(step);
    const share = chance === null ? "–" : formatChance(chance);
    this.element.setAttribute("aria-valuenow", String(step + 1));
    const count = reviewedCount(step, this.steps);
    this.element.setAttribute("aria-valuetext", t("review.at", { count, share }));
    this.#draw();
  }

  #draw() {
    const width = this.#width;
    if (!width) return;
    const size = { viewBox: `0 0 ${width} ${this.#height}`, width: "100%", height: "100%", "aria-hidden": "true" };
    const layers = [
      this.#scale(),
      this.#turns(),
      this.#falls(),
      this.#current(),
      this.#line(),
      this.#ring(),
      this.#costs(),
    ];
    fill(this.element, svg("svg", size, ...layers.flat()));
  }

  #x(step: number) {
    return MARGIN_PX.left + (this.#innerWidth * step) / Math.max(1, this.steps);
  }

  #y(chance: number) {
    const height = this.#height - this.#top - MARGIN_PX.bottom;
    return this.#top + (height * (this.#high - chance)) / (this.#high - this.#low);
  }

  get #innerWidth() {
    return Math.max(1, this.#width - MARGIN_PX.left - MARGIN_PX.right);
  }

  /** The nearest step. @param x in units */
  #stepAt(x: number) {
    const step = Math.round(((x - MARGIN_PX.left) / this.#innerWidth) * this.steps);
    return Math.max(0, Math.min(step, this.steps));
  }

  /** The known chance at a step or before it. */
  #chanceAt(step: number) {
    return this.points.filter((point) => point.step <= step).at(-1)?.chance ?? null;
  }

  /** Horizontal lines with their percentages. */
  #scale() {
    return [this.#low, (this.#low + this.#high) / 2, this.#high].flatMap((chance) => [
      svg("line", { x1: this.#x(0), x2: this.#x(this.steps), y1: this.#y(chance), y2: this.#y(chance), class: "grid" }),
      svg("text", { x: MARGIN_PX.left - 6, y: this.#y(chance) + 4, class: "share" }, formatShare(chance)),
    ]);
  }

  /** A mark with the suit of each enemy at the step at which it falls, and its rank at the first of it, in one row. */
  #falls() {
    const fallen = falls(this.record);
    const labels = fallen.map(({ step, enemy }, index) => {
      const isFirst = index === 0 || rankOf(enemy) !== rankOf(fallen[index - 1].enemy);
      return { step, enemy, at: this.#x(step), before: isFirst ? SUIT_PX / 2 + RANK_PX : SUIT_PX / 2 };
    });
    let end = -Infinity;
    for (const label of labels) end = (label.at = Math.max(label.at, end + label.before)) + SUIT_PX / 2;
    let next = this.#width;
    for (const label of labels.toReversed()) next = (label.at = Math.min(label.at, next - SUIT_PX / 2)) - label.before;
    return labels.flatMap(({ step, enemy, at, before }) => [
      svg("line", { x1: this.#x(step), x2: this.#x(step), y1: 16, y2: this.#y(this.#low), class: "fall-line" }),
      before > SUIT_PX / 2 && svg("text", { x: at - SUIT_PX + 1, y: 14, class: "fall" }, rankOf(enemy)),
      suitShape(suitOf(enemy) as Suit, at, 10, 10),
    ]);
  }

  /** A tick at each step at which the turn passes on. */
  #turns() {
    const { events } = this.record;
    const ends = events.flatMap(({ seat }, index) => (seat === events[index + 1]?.seat ? [] : index + 1));
    const [from, to] = [this.#y(this.#low), this.#y(this.#low) + TICK_PX];
    return ends.map((step) => svg("line", { x1: this.#x(step), x2: this.#x(step), y1: from, y2: to, class: "turn" }));
  }

  /** The curve; what is below it is filled where the scale begins at 0. */
  #line() {
    const line = this.points.map(({ step, chance }) => `${this.#x(step)},${this.#y(chance)}`).join(" ");
    const [first, last] = [this.points.at(0)?.step ?? 0, this.points.at(-1)?.step ?? 0];
    const area = `${this.#x(first)},${this.#y(0)} ${line} ${this.#x(last)},${this.#y(0)}`;
    const below = this.#low === 0 && svg("polygon", { points: area, class: "below" });
    return [below, svg("polyline", { points: line, class: "line" })];
  }

  /** The cost of each move as a bar at the step before it, and at its end a triangle that points down, large for a blunder. */
  #costs() {
    return this.review.moves.filter(pointsOf).flatMap((move) => {
      const [size, kind] = isBlunder(move) ? [6, "blunder"] : [4, "slight"];
      const x = this.#x(move.number - 1);
      const [from, to] = [move.won_before, move.won_after].map((chance) => this.#y(chance));
      return [
        svg("line", { x1: x, x2: x, y1: from, y2: to, class: kind }),
        svg("path", { d: `M${x - size} ${to - size * 0.7}h${size * 2}l${-size} ${size * 1.7}z`, class: kind }),
      ];
    });
  }

  #current() {
    const x = this.#x(this.step);
    return svg("line", { x1: x, x2: x, y1: this.#top - 4, y2: this.#y(this.#low), class: "current" });
  }

  /** A ring at the current step, which leaves the curve in sight. */
  #ring() {
    const chance = this.#chanceAt(this.step);
    if (chance === null) return [];
    return [svg("circle", { cx: this.#x(this.step), cy: this.#y(chance), r: RING_PX, class: "current" })];
  }
}
