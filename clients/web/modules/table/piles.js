// @ts-check
/** The castle, the tavern with its known top cards, the discard pile, and the cards played against the enemy. */
import { faceDownCard, faceUpCard } from "../cards/images.js";
import { pileEdges } from "../cards/pile_edges.js";
import { h } from "../ui/dom.js";
import { cardNames } from "../words/names.js";
import { enemyCount, inOrder } from "../words/reference.js";
import { plural, t } from "../words/texts.js";

/** @import { BoardView, TextKey } from "../types" */

/** @typedef {"castle" | "tavern" | "discard" | "jesters"} Pile */

/** @type {Record<Pile, TextKey>} */
const TITLES = {
  castle: "pile.castle",
  tavern: "pile.tavern",
  discard: "pile.discard",
  jesters: "pile.jesters",
};

/** @param {BoardView} board */
export function pilesArea(board) {
  return h(
    "div",
    { class: "piles" },
    castle(board),
    tavern(board),
    discardPile(board),
    board.players === 1 ? flips(board) : null,
  );
}

/** @param {Pile} name @param {number} size @param {Node | null} picture @param {...Node} more */
const pile = (name, size, picture, ...more) =>
  h(
    "div",
    { class: "pile", "data-pile": name },
    h("div", { class: "pile-picture" }, picture && pileEdges(size), picture),
    h(
      "div",
      { class: "pile-text" },
      h("span", { class: "label" }, t(TITLES[name])),
      h("strong", { "data-size": size }, plural("pile.cards", size)),
      ...more,
    ),
  );

/** @param {BoardView} board */
const castle = ({ castle_size: size, defeated }) =>
  pile(
    "castle",
    size,
    size > 1 ? faceDownCard() : null,
    h("span", { class: "quiet" }, t("ending.defeated", { defeated, enemies: enemyCount() })),
  );

/** The tavern; a known top card is face up. @param {BoardView} board */
function tavern({ tavern_size: size, tavern_top: top }) {
  if (!top[0]) return pile("tavern", size, size ? faceDownCard() : null);
  return pile(
    "tavern",
    size,
    faceUpCard(top[0]),
    h("span", { class: "quiet" }, t("pile.top", { cards: cardNames(top) })),
  );
}

/** @param {BoardView} board */
function discardPile({ discard }) {
  const last = discard.at(-1);
  return pile("discard", discard.length, last ? faceUpCard(last) : null, ...(last ? [allOf(discard)] : []));
}

/** @param {MouseEvent} event */
const close = ({ currentTarget }) =>
  currentTarget instanceof Element && currentTarget.closest("details")?.removeAttribute("open");

/** All cards of the discard pile, on request; a click on them closes them. @param {string[]} discard */
const allOf = (discard) =>
  h(
    "details",
    { class: "pile-all", "data-focus": "discard" },
    h("summary", { "data-focus": "discard-summary" }, t("pile.look")),
    h(
      "div",
      { class: "strip", tabindex: "0", role: "group", "aria-label": t("pile.discard"), onclick: close },
      ...inOrder(discard).map(faceUpCard),
    ),
  );

/** @param {BoardView} board */
const flips = ({ flips_left: left }) => pile("jesters", left, left ? faceUpCard("X1") : null);

/** The cards played against the enemy; empty when the castle has fallen. @param {BoardView} board */
export function playedArea({ played, defeated }) {
  if (defeated === enemyCount()) return h("section", { class: "played", id: "played" });
  const plays = played.map((cards) => h("li", { class: "play" }, ...cards.map(faceUpCard)));
  const list = plays.length ? h("ol", { class: "plays" }, ...plays) : h("p", { class: "quiet" }, t("played.none"));
  return h(
    "section",
    { class: "played", id: "played", "aria-labelledby": "played-title" },
    h("h2", { id: "played-title", class: "label" }, t("played.title")),
    list,
  );
}
