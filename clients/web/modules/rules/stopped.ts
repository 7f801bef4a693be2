/** Which power the immunity of an enemy stops. */
import { suitOf } from "../cards/images.ts";
import { suitName } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import type { EnemyView, Suit } from "../types.ts";

/** The suit whose power an enemy's immunity stops, or null. */
const stoppedSuit = (enemy: EnemyView | null) => (enemy && !enemy.immunity_cancelled ? suitOf(enemy.card) : null);

/** What the immunity of an enemy does to a suit; empty if it does nothing. */
export const stoppedReason = (suit: Suit | null, enemy: EnemyView | null) =>
  suit && suit === stoppedSuit(enemy) ? t("rules.stopped", { suit: suitName(suit) }) : "";
