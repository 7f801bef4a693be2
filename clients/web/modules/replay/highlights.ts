/** The best and the costliest move of a finished game, by a review that its players ask for, with links into it. */
import { reviewersOf } from "../server/advisers.ts";
import { announce } from "../table/log.ts";
import { errorText } from "../ui/alerts.ts";
import { suggestedBot } from "../bots/house_bots.ts";
import { button, fill, focus, h, type Child } from "../ui/dom.ts";
import { replayHash } from "../ui/route.ts";
import { agentName, isYou, titleBy, type Seats } from "../words/names.ts";
import { t } from "../words/texts.ts";
import { bestMoves, costliest, decidingLuck, ownBest, pointsOf } from "./chances.ts";
import { againstLabel, aheadText, betterLabel, changeLabel, namedAction, pointsText } from "./judgement.ts";
import { lastReview, requestReview } from "./request.ts";
import type { Story } from "../story/story.ts";
import type { Agent, GameResult, GameReview, ReviewedMove, TextKey } from "../types.ts";

type Game = { id: string; result: GameResult | null; seats: Seats };

/**
 * The part of the scene that asks, waits and shows; null if no agent reviews.
 * @param signal ends the wait @param ready called with the agent of the review
 */
export function highlights(
  game: Game,
  story: Story | null,
  agents: Agent[],
  signal: AbortSignal,
  ready: (agent: string) => void,
) {
  const { id, seats } = game;
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
  const show = (review: GameReview) => fill(element, facts(game, story, review));
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

/**
 * The best move, the reader's best one and the costliest; after a loss the costliest comes first, and before it the move
 * whose cards took more than it cost.
 */
function facts({ id, result, seats }: Game, story: Story | null, review: GameReview) {
  const standIn = ({ number }: ReviewedMove) => story?.standIns.find((each) => each.number === number)?.agent ?? null;
  const [best, [cost]] = [bestMoves(review, 1), costliest(review, 1)];
  const own = ownBest(review, best, (move) => isYou(seats, move.seat) && !standIn(move));
  const fact = (title: TextKey, move: ReviewedMove | undefined, ...about: Child[]) => {
    const enemy = move && story?.enemies[move.number - 1];
    return h(
      "div",
      { class: "ending-fact" },
      h("dt", { class: "label" }, move ? titleBy(t(title), seats, move.seat, standIn(move)) : t(title)),
      h(
        "dd",
        {},
        move && moveLink(id, move, review.agent, seats),
        h("span", {}, enemy && againstLabel(enemy), h("span", {}, ...about)),
      ),
    );
  };
  const ahead = (title: TextKey, { move, points }: (typeof best)[number]) =>
    fact(title, move, ...aheadText(move, points, seats));
  const costs = cost
    ? [t("ending.cost", { points: pointsText(pointsOf(cost)) }), " ", betterLabel(cost, seats)]
    : [t("review.none-cost")];
  const bests = best[0] ? ahead("ending.best", best[0]) : fact("ending.best", undefined, t("ending.none-best"));
  const all = [bests, own && ahead("ending.own-best", own)];
  const costly = fact("ending.costliest", cost, ...costs);
  if (result?.outcome !== "lost") return h("dl", { class: "ending-facts" }, ...all, costly);
  const luck = story && decidingLuck({ ...story, result }, review);
  const unlucky = luck && fact("review.worst-luck", luck.move, changeLabel(luck.change));
  return h("dl", { class: "ending-facts" }, unlucky, costly, ...all);
}

/** The link to the step before a move in the review. */
const moveLink = (id: string, { number, action }: ReviewedMove, agent: string, seats: Seats) =>
  h(
    "a",
    { class: "button", href: replayHash(id, number - 1, agent) },
    h("span", {}, `${number}. `, namedAction(action, seats)),
  );
