/** How the game of a record ended, in sentences. */
import { totalValue } from "regicide-client/cards";
import { endText, recordedNarration, type Sentence } from "../words/narration.ts";
import { enemyCount } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import { endsWithoutAction } from "./chances.ts";
import type { BoardView, GameRecord } from "../types.ts";

/** Why it ended, how many enemies were defeated, and what the hand lacked. @param board the last one */
export function endSentences(record: GameRecord, { enemy, hands }: BoardView): Sentence[] {
  const { result, seats, events } = record;
  if (!result) return [];
  const why = endsWithoutAction(record)
    ? [[endText(result.reason, seats, result.seat)]]
    : recordedNarration(events[events.length - 1], seats).slice(-1);
  const counts = [t("ending.defeated", { defeated: result.defeated, enemies: enemyCount() })];
  const [hand, strike] = [totalValue(hands?.[result.seat] ?? []), enemy?.strikes_for ?? 0];
  const lack = result.reason === "cannot-cover-damage" ? [[t("replay.short", { hand, strike })]] : [];
  return [...why, counts, ...lack];
}
