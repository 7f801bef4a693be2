/** The review of a game: its request, the wait, the curve, the costliest moves, and what it says about a step. */
import { agentName } from "../words/names.ts";
import { errorText } from "../ui/alerts.ts";
import { fill, focus, h } from "../ui/dom.ts";
import { announce } from "../table/log.ts";
import { withFaces } from "../cards/small_faces.ts";
import { face } from "../bots/face.ts";
import { recordedNarration } from "../words/narration.ts";
import { replayHash } from "../ui/route.ts";
import { t } from "../words/texts.ts";
import { BestMoves } from "./best_moves.ts";
import { balance, bestMoves, costliest, movesByStep, pointsOf, worstLuck } from "./chances.ts";
import { Curve } from "./curve.ts";
import { betterLine, costLabel, lossesText, luckLabel, pointsText, verdict } from "./judgement.ts";
import { requestReview } from "./request.ts";
import { reviewerChoice } from "./reviewer_choice.ts";
import type { Agent, BoardView, GameRecord, GameReview, ReviewedMove } from "../types.ts";

const NAMED_MOVES = 3;

export class Review {
  element = h("section", { class: "review", id: "review", "aria-label": t("review.tab") });
  /** What the move of the current step cost. */
  note = h("p", { class: "review-note", id: "review-note" });
  #review: GameReview | null = null;
  #moves: Map<number, ReviewedMove> = new Map();
  #best: BestMoves | null = null;
  #curve: Curve | null = null;
  /** The links to the named moves by their steps. */
  #links: Map<number, HTMLAnchorElement> = new Map();
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
    const move = this.#moves.get(step);
    this.#curve?.show(step);
    this.#links.forEach((link, number) => link.setAttribute("aria-current", number === step ? "step" : "false"));
    this.#best?.show(move, this.#moves.get(step + 1));
    fill(this.note, ...(move && this.#review ? verdict(move, balance(this.record, this.#review, move)) : []));
  }

  /** Whether the move of a step cost some of the chance to win. */
  isCostly(step: number) {
    const move = this.#moves.get(step);
    return Boolean(move && pointsOf(move));
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
    this.#best = new BestMoves(review.agent, this.record.seats);
    const title = h("h2", {}, face(review.agent), " ", t("review.title", { agent: agentName(review.agent) }));
    const summary = h("summary", {}, t("review.about-title"));
    const about = h("details", { class: "about" }, summary, h("p", { class: "quiet" }, t("review.about")));
    fill(this.element, title, this.#curve.element, this.#summary(review), about, this.#best.element);
    this.handlers.ready(review);
    announce(t("review.ready", { agent: agentName(review.agent) }));
  }

  /** The costliest moves, what would have been better, and the worst luck; without any, the moves that mattered most. */
  #summary(review: GameReview) {
    const id = "review-summary";
    const costly = costliest(review, NAMED_MOVES).map((move) => ({ move, label: costLabel(move) }));
    const best = bestMoves(review, NAMED_MOVES).map(({ move, points }) => {
      return { move, label: h("span", { class: "cost" }, t("ending.ahead", { points: pointsText(points) })) };
    });
    const luck = worstLuck(this.record, review);
    const moves = costly.length ? costly : best;
    if (luck && !moves.some(({ move }) => move === luck)) moves.push({ move: luck, label: costLabel(luck) });
    if (!moves.length) return h("p", { id }, t("review.none-cost"));
    this.#links = new Map(moves.map(({ move, label }) => [move.number, this.#link(move, review, label)]));
    const title = t(costly.length ? "review.costliest" : "review.decisive");
    const items = [...this.#links.values()].map((link) => h("li", {}, link));
    return h("div", { id }, h("h3", {}, title), h("ol", { class: "costliest" }, ...items));
  }

  /** A move as a link to its step. */
  #link(move: ReviewedMove, review: GameReview, label: Element | null) {
    const { events, seats, id } = this.record;
    const [sentence] = recordedNarration(events[move.number - 1], seats);
    const [better, losses] = [betterLine(move, seats), lossesText(move, this.boards[move.number - 1])];
    return h(
      "a",
      { class: "costly-move", href: replayHash(id, move.number, review.agent) },
      h("strong", {}, `${move.number}. `, ...withFaces(sentence)),
      label,
      losses && h("span", { class: "quiet" }, losses),
      better,
      luckLabel(balance(this.record, review, move)),
    );
  }
}
