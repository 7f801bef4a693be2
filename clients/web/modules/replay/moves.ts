/**
 * The list of the moves of a game, with links to the steps after them. That of a review says what they cost: its links lead
 * to the steps before them, and the last one to the end.
 */
import { withFaces } from "../cards/small_faces.ts";
import { fill, h } from "../ui/dom.ts";
import { ofType } from "../effects.ts";
import { effectText, recordedNarration, type Sentence } from "../words/narration.ts";
import { replayHash } from "../ui/route.ts";
import { t } from "../words/texts.ts";
import { isBlunder, movesByStep } from "./chances.ts";
import { costLabel, playedChance, shareText } from "./judgement.ts";
import type { GameRecord, GameReview, RecordedEvent, ReviewedMove } from "../types.ts";

/** The number of a move, and its sentence. */
const numbered = (number: number, sentence: Sentence) => [
  h("span", { class: "move-number" }, `${number}.`),
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
    const { events, id } = this.record;
    const end = review && replayHash(id, events.length, review.agent);
    fill(
      this.list,
      ...events.map((event, index) => this.#item(event, index + 1, moves.get(index + 1))),
      end && h("li", { class: "move" }, h("a", { href: end, "data-focus": "end" }, h("span"), t("replay.end"))),
    );
    this.#links = [...this.list.querySelectorAll("a")];
  }

  /** Mark a step, and scroll the list to it unless it is visible there. */
  show(step: number) {
    const current = this.#links[this.#review ? step : step - 1];
    this.#links.forEach((link) => link.removeAttribute("aria-current"));
    current?.setAttribute("aria-current", "step");
    const row = current?.parentElement;
    if (!row || this.#isVisible(row)) return;
    this.list.scrollTop = row.offsetTop - Math.max(0, this.list.clientHeight - row.offsetHeight) / 2;
  }

  /** Whether a whole move is in the visible part of the list. */
  #isVisible({ offsetTop, offsetHeight }: HTMLElement) {
    const { scrollTop, clientHeight } = this.list;
    return offsetTop >= scrollTop && offsetTop + offsetHeight <= scrollTop + clientHeight;
  }

  #item(event: RecordedEvent, number: number, move: ReviewedMove | undefined) {
    const { seats, id } = this.record;
    const [sentence] = recordedNarration(event, seats);
    const href = replayHash(id, move ? number - 1 : number, this.#review?.agent ?? "");
    const defeats = ofType(event.effects, "defeat").map((effect) => effectText(effect, seats));
    return h(
      "li",
      { class: move && isBlunder(move) ? "move blunder" : "move", "data-move": number },
      h("a", { href, "data-focus": `move-${number}` }, ...numbered(number, sentence)),
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
    h("strong", { class: "chance" }, shareText(playedChance(move))),
    h("span", { class: "hidden" }, ` ${t("review.to-win")}`),
    costLabel(move),
  );
