/** The castle, the tavern with its known top cards, the discard pile, and the cards played against the enemy. */
import { sortedCards } from "regicide-client/cards";
import { faceDownCard, faceUpCard } from "../cards/images.ts";
import { smallFaces } from "../cards/small_faces.ts";
import { closesElsewhere, over } from "../ui/disclosure.ts";
import { h, svg, type Child } from "../ui/dom.ts";
import { cardNames, theCard } from "../words/names.ts";
import { enemyCount } from "../words/reference.ts";
import { formatList, plural, t } from "../words/texts.ts";
import type { BoardView, TextKey } from "../types.ts";

type Pile = "castle" | "tavern" | "discard" | "jesters";

const TITLES: Record<Pile, TextKey> = {
  castle: "pile.castle",
  tavern: "pile.tavern",
  discard: "pile.discard",
  jesters: "pile.jesters",
};

export function pilesArea(board: BoardView) {
  return h(
    "div",
    { class: "piles" },
    castle(board),
    tavern(board),
    discardPile(board),
    board.players === 1 ? flips(board) : null,
  );
}

/** @param shown the number of cards at the corner of the pile; none if it is empty */
function pile(name: Pile, size: number, picture: Node | null, more: Child = null, shown = size) {
  const place = h("div", { class: "pile-picture" }, picture && pileEdges(size), picture);
  place.style.setProperty("--edges", String(picture ? edgesOf(size) : 0));
  return h(
    "div",
    { class: "pile", "data-pile": name },
    place,
    h("strong", { class: "pile-size", "data-size": size, "aria-hidden": "true" }, shown ? String(shown) : ""),
    h(
      "div",
      { class: "pile-text" },
      h("span", { class: "label" }, t(TITLES[name])),
      h("span", { class: "hidden" }, plural("pile.cards", size)),
      more,
    ),
  );
}

/** The castle; the card on the table is none of the pile. */
function castle(board: BoardView) {
  const { castle_size: size, defeated, enemy } = board;
  const hidden = enemy ? size - 1 : size;
  const text = h("span", { class: "hidden" }, t("ending.defeated", { defeated, enemies: enemyCount() }));
  const element = pile("castle", size, hidden ? faceDownCard() : null, text, hidden);
  element.dataset.why = waitingText(board);
  return element;
}

/** The tiers behind that of the jacks. */
const TIERS: TextKey[] = ["castle.queens", "castle.kings"];
const RANKS = ["J", "Q", "K"];
const SUITS = ["C", "D", "H", "S"];

/** Which enemies wait behind the current one, as far as the events tell. */
export function waitingText({ defeated, enemy, fallen = [] }: BoardView) {
  const tier = Math.floor(defeated / SUITS.length);
  const known = fallen.filter((card) => card.startsWith(RANKS[tier]));
  if (!enemy || known.length !== defeated % SUITS.length) return "";
  const inTier = SUITS.map((suit) => RANKS[tier] + suit).filter((card) => card !== enemy.card && !known.includes(card));
  const waiting = [...inTier.map(theCard), ...TIERS.slice(tier).map((key) => t(key))];
  return waiting.length ? t("castle.waiting", { enemies: formatList(waiting) }) : "";
}

/** The tavern; a known top card is face up, and the known ones below it lie on the plate. */
function tavern({ tavern_size: size, tavern_top: top }: BoardView) {
  if (!top[0]) return pile("tavern", size, size ? faceDownCard() : null);
  const text = h("span", { class: "hidden" }, t("pile.top", { cards: cardNames(top) }));
  const below = h("span", { class: "below", "aria-hidden": "true" }, smallFaces(top.slice(1)));
  return pile("tavern", size, faceUpCard(top[0]), h("span", {}, text, top[1] ? below : null));
}

function discardPile({ discard }: BoardView) {
  const last = discard.at(-1);
  return pile("discard", discard.length, last ? faceUpCard(last) : null, last ? allOf(discard) : null);
}

/** All cards of the discard pile, on request. */
const allOf = (discard: string[]) =>
  closesElsewhere(
    h(
      "details",
      { class: "pile-all", "data-focus": "discard" },
      h(
        "summary",
        { "data-focus": "discard-summary", "aria-keyshortcuts": "d" },
        h("span", { class: "hidden" }, t("pile.look")),
      ),
      over(
        t("pile.discard"),
        h("h2", {}, t("pile.discard")),
        h("div", { class: "strip" }, ...sortedCards(discard).map(faceUpCard)),
      ),
    ),
  );

const flips = ({ flips_left: left }: BoardView) => pile("jesters", left, left ? faceUpCard("X1") : null);

/** The cards played against the enemy; empty when the castle has fallen. */
export function playedArea({ played, defeated }: BoardView) {
  if (defeated === enemyCount()) return h("section", { class: "played", id: "played" });
  const plays = played.map((cards) => h("li", { class: "play" }, ...cards.map(faceUpCard)));
  const list = plays.length
    ? h("ol", { class: "plays" }, ...plays)
    : h("p", { class: "plays none" }, h("span", { class: "hidden" }, t("played.none")));
  return h(
    "section",
    { class: "played", id: "played", "aria-labelledby": "played-title" },
    h("h2", { id: "played-title", class: "label" }, t("played.title")),
    list,
  );
}

/** How many cards of a pile have one edge in the picture. */
const CARDS_OF_EDGE = 4;
/** The height of an edge, in units of a card image of 100 by 140 units. */
const EDGE_UNITS = 2.4;

const edgesOf = (size: number) => Math.ceil((size - 1) / CARDS_OF_EDGE);

/** The edges of the cards below the top one: the more cards, the thicker the pile. */
function pileEdges(size: number) {
  const edges = Array.from({ length: edgesOf(size) }, (_, index) => edge(index + 1));
  return svg("svg", { class: "pile-edges", viewBox: "0 0 100 140", "aria-hidden": "true" }, ...edges.reverse());
}

/** @param place from the top card down */
const edge = (place: number) =>
  svg("rect", { x: 0.5, y: 0.5 + EDGE_UNITS * place, width: 99, height: 139, rx: 8, class: "sheet" });
