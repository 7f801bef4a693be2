// @ts-check
/** Why a game is over, with the player whom it befell. */
import { about } from "./names.js";
import { outcomeText } from "./reference.js";

/** @import { Seats } from "./names.js" */

/** @param {string} reason @param {Seats} seats @param {number} seat */
export function endText(reason, seats, seat) {
  switch (reason) {
    case "cannot-cover-damage":
      return about("over.cannot-cover-damage", seats, seat);
    case "cannot-play-or-yield":
      return about("over.cannot-play-or-yield", seats, seat);
    case "timeout":
      return about("over.timeout", seats, seat);
    default:
      return outcomeText(reason);
  }
}
