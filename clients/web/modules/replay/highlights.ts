/** The best and the costliest move of a finished game, by a review that its players ask for, with links into it. */
import { reviewersOf } from "../server/advisers.ts";
import { announce } from "../table/log.ts";
import { errorText } from "../ui/alerts.ts";
import { suggestedBot } from "../bots/house_bots.ts";
import { button, fill, focus, h } from "../ui/dom.ts";
import { replayHash } from "../ui/route.ts";
import { agentName, titleBy } from "../words/names.ts";
import { t } from "../words/texts.ts";
import { bestMoves, costliest, ownBest, pointsOf } from "./chances.ts";
import { actionLabel, pointsText } from "./judgement.ts";
import { lastReview, requestReview } from "./request.ts";
import type { Agent, GameReview, ReviewedMove, SeatView, TextKey } from "../types.ts";

/**
 * The part of the scene that asks, waits and shows; null if no agent reviews.
 * @param signal ends the wait @param ready called with the agent of the review
 */
export function highlights(
  id: string,
  agents: Agent[],
  seats: SeatView[],
  signal: AbortSignal,
  ready: (agent: string) => void,
) {
  const agent = suggestedBot(reviewersOf([...agents]), seats.length);
  if (!agent) return null;
  const element = h("div", { class: "ending-highlights", id: "highlights" });
  const offer = (fault?: string) =>
    fill(
      element,
      button("ask-highlights", t("ending.ask-review"), () => void request()),
      fault && h("p", { class: "fault", role: "alert" }, fault),
    );
  const request = async () => {
    const waiting = h(
      "p",
      { class: "waiting", role: "status", tabindex: "-1" },
      t("review.waiting", { agent: agentName(agent) }),
    );
    fill(element, waiting);
    focus(waiting);
    const review = await answer(id, agent, signal);
    if (signal.aborted) return;
    if (typeof review === "string") return offer(review);
    show(review);
    ready(agent);
    focus(element.querySelector("a"));
    element.scrollIntoView({ block: "nearest" });
    announce(t("review.ready", { agent: agentName(agent) }));
  };
  const show = (review: GameReview) => fill(element, ...facts(id, review, seats));
  const known = lastReview(id, agent);
  if (known) {
    show(known);
    queueMicrotask(() => ready(agent));
  } else offer();
  return element;
}

/** The review, or why there is none. */
const answer = (id: string, agent: string, signal: AbortSignal) =>
  requestReview(id, agent, signal).then((review) => review ?? t("review.failed"), errorText);

function facts(id: string, review: GameReview, seats: SeatView[]) {
  const [best, [cost]] = [bestMoves(review, 1), costliest(review, 1)];
  const own = ownBest(review, seats, best);
  const fact = (title: string, move: ReviewedMove | undefined, about: string) =>
    h(
      "div",
      { class: "ending-fact" },
      h("dt", { class: "label" }, title),
      h("dd", {}, move && moveLink(id, move, review.agent, seats), move && " ", about),
    );
  const by = (title: TextKey, move: ReviewedMove | undefined) =>
    move ? titleBy(t(title), seats, move.seat) : t(title);
  const ahead = ({ points }: { points: number }) => t("ending.ahead", { points: pointsText(points) });
  return [
    h(
      "dl",
      { class: "ending-facts" },
      fact(by("ending.best", best[0]?.move), best[0]?.move, best[0] ? ahead(best[0]) : t("ending.none-best")),
      own && fact(t("ending.own-best"), own.move, ahead(own)),
      fact(
        by("ending.costliest", cost),
        cost,
        cost ? t("ending.cost", { points: pointsText(pointsOf(cost)) }) : t("review.none-cost"),
      ),
    ),
  ];
}

/** The link to the step before a move in the review. */
const moveLink = (id: string, { number, action }: ReviewedMove, agent: string, seats: SeatView[]) =>
  h("a", { class: "button", href: replayHash(id, number - 1, agent) }, `${number}. `, actionLabel(action, seats));
