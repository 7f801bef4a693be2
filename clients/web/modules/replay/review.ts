/**
 * The review of a game: its request, the wait, the curve, the costliest moves, and what it says at a step. It tells of the
 * move that is next, as the board shows the hand that it comes from; at the last step, of the end.
 */
import { agentName, isYou, nameOf } from "../words/names.ts";
import { errorText } from "../ui/alerts.ts";
import { fill, focus, h } from "../ui/dom.ts";
import { announce } from "../table/log.ts";
import { withFaces } from "../cards/small_faces.ts";
import { face } from "../bots/face.ts";
import { recordedNarration, withoutStop } from "../words/narration.ts";
import { replayHash } from "../ui/route.ts";
import { formatList, t } from "../words/texts.ts";
import { bestMoves, changeAfter, costliest, movesByStep, ownBest, pointsOf, worstLuck } from "./chances.ts";
import { Curve } from "./curve.ts";
import { endSentences } from "./end.ts";
import {
  againstLabel,
  aheadText,
  bestList,
  betterLabel,
  changeLabel,
  comparison,
  costLabel,
  marksOf,
} from "./judgement.ts";
import { requestReview } from "./request.ts";
import { reviewerChoice } from "./reviewer_choice.ts";
import type { Agent, BoardView, GameRecord, GameReview, ReviewedMove } from "../types.ts";

const NAMED_MOVES = 3;

export class Review {
  element = h("section", { class: "review", id: "review", "aria-label": t("review.tab") });
  /** The move after the current step, its chance, with what else it is compared, and its luck; or the end. */
  note = h("p", { class: "review-note", id: "review-note" });
  #review: GameReview | null = null;
  #moves: Map<number, ReviewedMove> = new Map();
  #curve: Curve | null = null;
  #title = h("p", { class: "quiet", id: "best-title" });
  #best = h("div");
  /** The best actions at the current step; after the last move, those at the step before keep the place. */
  #bestMoves = h("div", { class: "best-moves", id: "best-moves" }, this.#title, this.#best);
  /** The links to the named moves with their steps. */
  #links: { step: number; link: HTMLAnchorElement }[] = [];
  /** The agent of the review that is shown or awaited; "" for none. */
  agent = "";
  #closed = new AbortController();

  constructor(
    readonly record: GameRecord,
    readonly boards: BoardView[],
    readonly advisers: Agent[],
    readonly handlers: { go: (step: number) => void; ready: (review: GameReview) => void },
  ) {
    this.#showChoice();
  }

  close() {
    this.#closed.abort();
  }

  show(step: number) {
    this.#curve?.show(step);
    for (const { step: at, link } of this.#links) {
      link.setAttribute("aria-current", at === step ? "step" : "false");
      if (at === step) link.closest("#review-summary")!.scrollLeft = link.offsetLeft - 2;
    }
    if (!this.#review) return;
    const next = this.#moves.get(step + 1);
    this.#bestMoves.classList.toggle("absent", !next);
    if (!next) return fill(this.note, ...this.#end(this.boards[step]));
    const { seats, events } = this.record;
    const about = comparison(next, recordedNarration(events[step], seats)[0], this.boards[step], seats);
    const change = changeLabel(changeAfter(this.record, this.#review, next));
    fill(this.note, ...about, change && " ", change);
    fill(this.#best, bestList(next, seats, this.#title.id));
  }

  #end(board: BoardView) {
    const told = endSentences(this.record, board).flatMap((sentence) => [" ", ...withFaces(sentence)]);
    return [h("strong", {}, t("replay.end"), ":"), ...told];
  }

  /** Whether the move after a step costs some of the chance to win. */
  isCostly(step: number) {
    const move = this.#moves.get(step + 1);
    return Boolean(move && pointsOf(move));
  }

  /** The marks of the cards in the hand from which the move after a step comes. */
  marksAt(step: number) {
    const move = this.#moves.get(step + 1);
    return move ? marksOf(move) : {};
  }

  /** The choice of an adviser. @param fault why the last request has failed */
  #showChoice(fault?: string) {
    this.agent = "";
    const choice = reviewerChoice(this.advisers, this.record.players, (agent) => this.#request(agent, true));
    fill(this.element, ...choice, fault && h("p", { class: "fault", role: "alert" }, fault));
  }

  /** Take up the review of an address, unless it is the current one. @param agent "" for none */
  open(agent: string) {
    if (agent && agent !== this.agent) this.#request(agent, false);
  }

  async #request(agent: string, takesFocus: boolean) {
    this.agent = agent;
    const waiting = h("p", { class: "waiting", id: "reviewing", role: "status", tabindex: "-1" });
    fill(this.element, waiting);
    waiting.textContent = t("review.waiting", { agent: agentName(agent) });
    if (takesFocus) focus(waiting);
    const show = await this.#answer(agent);
    if (agent !== this.agent || this.#closed.signal.aborted) return;
    show();
    if (takesFocus) focus(this.element.querySelector(".curve, button"));
  }

  /** Wait for a review. Returns a function that shows it, or why there is none. */
  async #answer(agent: string) {
    try {
      const review = await requestReview(this.record.id, agent, this.#closed.signal);
      return () => (review ? this.#showReview(review) : this.#showChoice(t("review.failed")));
    } catch (error) {
      return () => this.#showChoice(errorText(error));
    }
  }

  #showReview(review: GameReview) {
    this.#review = review;
    this.#moves = movesByStep(review);
    this.#curve = new Curve(this.record, review, this.handlers.go);
    const title = h("h2", {}, face(review.agent), " ", t("review.title", { agent: agentName(review.agent) }));
    const summary = h("summary", {}, t("review.about-title"));
    const about = h(
      "details",
      { class: "about" },
      summary,
      h("p", { class: "quiet" }, t("review.about"), " ", t("review.marks")),
    );
    about.addEventListener("toggle", () => about.open && about.scrollIntoView({ block: "nearest" }));
    fill(this.element, title, this.#curve.element, this.#summary(review), this.#bestMoves, about);
    this.#title.textContent = t("review.best", { agent: agentName(review.agent) });
    this.handlers.ready(review);
    announce(t("review.ready", { agent: agentName(review.agent) }));
  }

  /** The costliest moves, what would have been better, and the worst luck; without any, the moves that mattered most. */
  #summary(review: GameReview) {
    const id = "review-summary";
    const costly = costliest(review, NAMED_MOVES).map((move) => ({ move, label: costLabel(move) }));
    const { moves: best, title } = this.#decisive(review);
    const unlucky = worstLuck(this.record, review);
    const moves = costly.length ? costly : best;
    if (!moves.length && !unlucky) return h("p", { id }, t("review.none-cost"));
    const list = (title: Element, named: typeof moves) => {
      const links = named.map(({ move, label }) => this.#link(move, review, label));
      this.#links.push(...links);
      return [title, h("ol", { class: "costliest" }, ...links.map(({ link }) => h("li", {}, link)))];
    };
    const luck = unlucky && [{ move: unlucky.move, label: changeLabel(unlucky.change) }];
    const said = costly.length ? h("h3", {}, t("review.costliest")) : h("p", {}, title);
    return h(
      "div",
      { id },
      ...(moves.length ? list(said, moves) : []),
      ...(luck ? list(h("h3", {}, t("review.worst-luck")), luck) : []),
    );
  }

  /** The moves that mattered most, with the reader's best one, and what is said of them. */
  #decisive(review: GameReview) {
    const { seats } = this.record;
    const best = bestMoves(review, NAMED_MOVES);
    const own = ownBest(review, best, this.#isYours);
    const named = own ? [...best.slice(0, NAMED_MOVES - 1), own] : best;
    const moves = named.map(({ move, points }) => {
      const mine = move === own?.move && `${t("ending.own-best")}: `;
      return { move, label: h("span", { class: "cost" }, mine, ...aheadText(move, points, seats)) };
    });
    const isOthers =
      seats.some((_, seat) => isYou(seats, seat)) && best.length > 0 && best.every(({ move }) => !this.#isYours(move));
    const who = formatList([...new Set(best.map(({ move }) => nameOf(seats, move.seat)))]);
    return { moves, title: isOthers ? t("review.decisive-others", { who }) : t("review.decisive") };
  }

  /** Whether the reader made a move, not a bot for them. */
  #isYours = ({ number, seat }: ReviewedMove) => {
    const { events, seats } = this.record;
    return isYou(seats, seat) && (events[number - 1].agent ?? null) === (seats[seat].agent ?? null);
  };

  /** A move as a link to the step before it. */
  #link(move: ReviewedMove, { agent }: GameReview, label: Element | null) {
    const { events, seats, id } = this.record;
    const step = move.number - 1;
    const said = withFaces(withoutStop(recordedNarration(events[step], seats)[0]));
    const { enemy } = this.boards[step];
    const first = [h("strong", {}, `${move.number}. `, ...said), " ", enemy && againstLabel(enemy.card)];
    const properties = { class: "costly-move", href: replayHash(id, step, agent) };
    return {
      step,
      link: h("a", properties, h("span", {}, ...first), h("span", {}, label, " ", betterLabel(move, seats))),
    };
  }
}
