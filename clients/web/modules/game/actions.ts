/** Actions in words, as advice: "play nine of spades". */
import { about, cardNames, cardsOf, nameOf, type Seats } from "../words/names.ts";
import { t } from "../words/texts.ts";

/** What an action is, without its player. */
export function actionWords(action: string, seats: Seats) {
  if (action === "yield") return t("action.yield");
  if (action === "flip") return t("action.flip");
  if (action.startsWith(">")) {
    const seat = Number(action.slice(1));
    return about("action.appoint", seats, seat, { other: nameOf(seats, seat) });
  }
  return t(action.startsWith("-") ? "action.discard" : "action.play", { cards: cardNames(cardsOf(action)) });
}
