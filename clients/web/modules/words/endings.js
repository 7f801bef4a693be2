// @ts-check
/** Why a game is over, with the player whom it befell. */
import { aboutActor } from "./names.js";
import { outcomeText } from "./reference.js";

/** @import { Seats } from "./names.js" */

/** @param {string} reason @param {Seats} seats @param {number} seat @param {string | null} [agent] that stood in for the player */
export function endText(reason, seats, seat, agent = null) {
  switch (reason) {
    case "cannot-cover-damage":
      return aboutActor("over.cannot-cover-damage", seats, seat, agent);
    case "cannot-play-or-yield":
      return aboutActor("over.cannot-play-or-yield", seats, seat, agent);
    case "timeout":
      return aboutActor("over.timeout", seats, seat, agent);
    default:
      return outcomeText(reason);
  }
}
