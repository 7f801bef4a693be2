/** Why a game is over, with the player whom it befell. */
import { aboutActor, type Seats } from "./names.ts";
import { outcomeText } from "./reference.ts";

/** @param agent that stood in for the player */
export function endText(reason: string, seats: Seats, seat: number, agent: string | null = null) {
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
