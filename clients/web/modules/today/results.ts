/** The results of games with today's deal: from the events, once at the end, and kept in this browser. */
import { effectsOf, ofType } from "../effects.ts";
import { api } from "../server/api.ts";
import { eventsOf } from "../server/game_events.ts";
import { tokensOf } from "../storage/saved_games.ts";
import { dayEntry, noteResult, type DayResult } from "../storage/statistics.ts";
import { sharing } from "../story/sharing.ts";
import { fill, h } from "../ui/dom.ts";
import { pageUrl } from "../ui/route.ts";
import { t } from "../words/texts.ts";
import { botRank, resultText } from "./result_panel.ts";
import type { Picture } from "../story/picture.ts";
import type { GameView, BotResult, DealOfDay } from "../types.ts";

type Ended = Pick<GameView, "id" | "deal" | "result" | "enemy">;

/**
 * The result of a finished game with today's deal. It counts in the statistics if it is the first game of this deal in
 * which this browser has a seat.
 * @returns null if it is not such a game
 */
export async function keepResult(view: Ended): Promise<{ result: DayResult; counts: boolean } | null> {
  const { deal, id, result: end, enemy } = view;
  if (!deal || !end) return null;
  const kept = dayEntry(deal);
  if (kept?.game === id && kept.result) return { result: kept.result, counts: true };
  const falls = await fallsOf(id);
  const result: DayResult = {
    ...{ outcome: end.outcome as DayResult["outcome"], grade: end.grade, falls },
    ...(end.reason === "given-up" && { givenUp: true }),
    ...(end.outcome !== "won" && enemy && { enemy: enemy.card }),
  };
  if (tokensOf(id).size) noteResult(deal, id, result);
  return { result, counts: dayEntry(deal)?.game === id };
}

/** The defeated enemies in order, a letter for each: x exactly, d otherwise. */
const fallsOf = async (id: string) =>
  ofType((await eventsOf(id)).flatMap(effectsOf), "defeat")
    .map(({ exact }) => (exact ? "x" : "d"))
    .join("");

/**
 * What a finished game with today's deal adds to its end: the result to share, and the rank among the bots, as soon as they
 * are known; null for another game.
 */
export function dayEnding(view: Ended, picture: () => Picture) {
  const { deal } = view;
  if (!deal || !view.result) return null;
  const place = h("div", { class: "day-ending", id: "day-ending" });
  keepResult(view).then(
    async (kept) => {
      if (!kept) return;
      const note = kept.counts ? null : h("p", { class: "quiet" }, t("today.not-counted"));
      const bots = await botsOf(deal);
      const text = () => resultText(deal, kept.result, bots, pageUrl("#/today"));
      const rank = botRank(kept.result, bots);
      fill(place, sharing(text, picture), rank && h("p", { class: "quiet" }, rank), note);
    },
    () => {},
  );
  return place;
}

/** How the bots did on a deal; none if its day is over, or the server does not respond. */
const botsOf = ({ date, players }: DealOfDay): Promise<BotResult[]> =>
  api()
    .getTodaysDeal()
    .then(
      (today) => (today.date === date && today.deals.find((each) => each.players === players)?.bots) || [],
      () => [],
    );
