// @ts-check
/** Which power the immunity of an enemy stops. */
import { suitOf } from "../cards/images.js";
import { suitName } from "../words/reference.js";
import { t } from "../words/texts.js";

/** @import { EnemyView, Suit } from "../types" */

/** The suit whose power an enemy's immunity stops, or null. @param {EnemyView | null} enemy */
const stoppedSuit = (enemy) => (enemy && !enemy.immunity_cancelled ? suitOf(enemy.card) : null);

/** What the immunity of an enemy does to a suit; empty if it does nothing. @param {Suit | null} suit @param {EnemyView | null} enemy */
export const stoppedReason = (suit, enemy) =>
  suit && suit === stoppedSuit(enemy) ? t("rules.stopped", { suit: suitName(suit) }) : "";
