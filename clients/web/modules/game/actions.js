// @ts-check
/** Actions in words, as advice: "play nine of spades". */
import { about, cardNames, cardsOf, nameOf } from "../words/names.js";
import { t } from "../words/texts.js";

/** @import { Seats } from "../words/names.js" */

/** What an action is, without its player. @param {string} action @param {Seats} seats */
export function actionWords(action, seats) {
  if (action === "yield") return t("action.yield");
  if (action === "flip") return t("action.flip");
  if (action.startsWith(">")) {
    const seat = Number(action.slice(1));
    return about("action.appoint", seats, seat, { other: nameOf(seats, seat) });
  }
  return t(action.startsWith("-") ? "action.discard" : "action.play", { cards: cardNames(cardsOf(action)) });
}
