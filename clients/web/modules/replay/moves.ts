/** The list of the moves of a game, with links to their steps and, after a review, what they cost. */
import { withFaces } from "../cards/small_faces.ts";
import { fill, h } from "../ui/dom.ts";
import { ofType } from "../effects.ts";
import { effectText, recordedNarration, type Sentence } from "../words/narration.ts";
import { replayHash } from "../ui/route.ts";
import { t } from "../words/texts.ts";
import { isBlunder, movesByStep } from "./chances.ts";
import { costLabel, shareText } from "./judgement.ts";
import type { GameRecord, GameReview, RecordedEvent, ReviewedMove } from "../types.ts";

/** The number of a move, and its sentence. */
const numbered = (step: number, sentence: Sentence) => [
  h("span", { class: "move-number" }, `${step}.`),
  " ",
  h("span", {}, ...withFaces(sentence)),
];

export class MoveList {
  #links: HTMLAnchorElement[] = [];
  #review: GameReview | null = null;

  list = h("ol", { class: "move-list", tabindex: "0", "aria-label": t("moves.title") });
  element;

  constructor(readonly record: GameRecord) {
    this.element = h("section", { class: "moves", id: "moves", "aria-label": t("moves.title") }, this.list);
    this.review(null);
  }

  /** Show the moves with a review, or without one. */
  review(review: GameReview | null) {
    this.#review = review;
    const moves = review ? movesByStep(review) : new Map();
    fill(this.list, ...this.record.events.map((event, index) => this.#item(event, index + 1, moves.get(index + 1))));
    this.#links = [...this.list.querySelectorAll("a")];
  }

  /** Mark a step, and scroll the list to it unless it is visible there. */
  show(step: number) {
    this.#links.forEach((link, index) =>
      index + 1 === step ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current"),
    );
    const row = this.#links[step - 1]?.parentElement;
    if (!row || this.#isVisible(row)) return;
    this.list.scrollTop = row.offsetTop - Math.max(0, this.list.clientHeight - row.offsetHeight) / 2;
  }

  /** Whether a whole move is in the visible part of the list. */
  #isVisible({ offsetTop, offsetHeight }: HTMLElement) {
    const { scrollTop, clientHeight } = this.list;
    return offsetTop >= scrollTop && offsetTop + offsetHeight <= scrollTop + clientHeight;
  }

  #item(event: RecordedEvent, step: number, move: ReviewedMove | undefined) {
    const { seats, id } = this.record;
    const [sentence] = recordedNarration(event, seats);
    const href = replayHash(id, step, this.#review?.agent ?? "");
    const defeats = ofType(event.effects, "defeat").map((effect) => effectText(effect, seats));
    return h(
      "li",
      { class: move && isBlunder(move) ? "move blunder" : "move", "data-move": step },
      h("a", { href, "data-focus": `move-${step}` }, ...numbered(step, sentence)),
      ...defeats.map((text) => h("span", { class: "quiet" }, text)),
      move && judgement(move),
    );
  }
}

/** The chance with a move, and its cost. */
const judgement = (move: ReviewedMove) =>
  h(
    "span",
    { class: "judgement" },
    h("strong", { class: "chance" }, shareText(move.won_after)),
    h("span", { class: "hidden" }, ` ${t("review.to-win")}`),
    costLabel(move),
  );
