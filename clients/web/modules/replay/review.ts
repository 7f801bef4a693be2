/** The review of a game: its request, the wait, the curve, the costliest moves, and what it says about a step. */
import { agentName } from "../words/names.ts";
import { errorText } from "../ui/alerts.ts";
import { fill, focus, h } from "../ui/dom.ts";
import { announce } from "../table/log.ts";
import { recordedSentences } from "../words/narration.ts";
import { replayHash } from "../ui/route.ts";
import { plural, t } from "../words/texts.ts";
import { BestMoves } from "./best_moves.ts";
import { balance, bestMoves, costliest, movesByStep } from "./chances.ts";
import { Curve } from "./curve.ts";
import { costLabel, verdict } from "./judgement.ts";
import { requestReview } from "./request.ts";
import { reviewerChoice } from "./reviewer_choice.ts";
import type { Agent, GameRecord, GameReview, ReviewedMove } from "../types.ts";

const NAMED_MOVES = 3;

export class Review {
  element = h("div", { class: "review", id: "review" });
  /** What the move of the current step cost. */
  note = h("p", { class: "review-note", id: "review-note" });
  #review: GameReview | null = null;
  #moves: Map<number, ReviewedMove> = new Map();
  #best: BestMoves | null = null;
  #curve: Curve | null = null;
  #step = 0;
  /** The agent of the review that is shown or awaited; "" for none. */
  agent = "";
  #closed = new AbortController();

  constructor(
    readonly record: GameRecord,
    readonly advisers: Agent[],
    readonly handlers: { go: (step: number) => void; ready: (review: GameReview) => void },
  ) {
    this.#showChoice();
  }

  close() {
    this.#closed.abort();
  }

  show(step: number) {
    this.#step = step;
    const move = this.#moves.get(step);
    this.#curve?.show(step);
    this.#best?.show(move, this.#moves.get(step + 1));
    fill(this.note, ...(move && this.#review ? verdict(move, balance(this.record, this.#review, move)) : []));
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
    const title = h("h2", {}, t("review.title", { agent: agentName(review.agent) }));
    const about = h("p", { class: "quiet about" }, t("review.about"));
    fill(this.element, title, this.#curve.element, summary(this.record, review), this.#best.element, about);
    this.handlers.ready(review);
    this.show(this.#step);
    announce(t("review.ready", { agent: agentName(review.agent) }));
  }
}

/** The costliest moves by their numbers, with links to their steps; without any, those that mattered most. */
function summary(record: GameRecord, review: GameReview) {
  const costly = costliest(review, NAMED_MOVES).map((move) => ({ move, label: costLabel(move) }));
  const best = bestMoves(review, NAMED_MOVES).map(({ move, points }) => {
    return { move, label: h("span", { class: "cost" }, plural("ending.ahead", points)) };
  });
  const id = "review-summary";
  const moves = costly.length ? costly : best;
  if (!moves.length) return h("p", { id }, t("review.none-cost"));
  return h(
    "div",
    { id },
    h("h3", {}, t(costly.length ? "review.costliest" : "review.decisive")),
    h(
      "ol",
      { class: "costliest" },
      ...moves.map(({ move, label }) => h("li", {}, linkTo(move, record, review.agent), " ", label)),
    ),
  );
}

/** The number of a move; its sentence is a hint, and the name for screen readers. */
function linkTo({ number }: ReviewedMove, record: GameRecord, agent: string) {
  const sentence = recordedSentences(record.events[number - 1], record.seats)[0];
  const href = replayHash(record.id, number, agent);
  return h("a", { href, title: sentence }, `${number}.`, h("span", { class: "hidden" }, ` ${sentence}`));
}
