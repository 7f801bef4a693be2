// @ts-check
/** The castle, the tavern with what is known of its top, the discard pile, and what was played against the enemy. */
import { backOfCard, openCard } from "../cards.js";
import { h } from "../dom.js";
import { named } from "../names.js";
import { enemies, inOrder } from "../reference.js";
import { many, t } from "../texts.js";

/** @import { Shown, TextKey } from "../types" */

/** @param {Shown} shown */
export function pilesArea(shown) {
  return h(
    "div",
    { class: "piles" },
    castle(shown),
    tavern(shown),
    discardPile(shown),
    shown.players === 1 ? flips(shown) : null,
  );
}

/** @param {TextKey} key @param {number} size @param {Node | null} picture @param {...Node} more */
const pile = (key, size, picture, ...more) =>
  h(
    "div",
    { class: "pile", "data-pile": key },
    h("div", { class: "pile-picture" }, picture),
    h(
      "div",
      { class: "pile-text" },
      h("span", { class: "label" }, t(key)),
      h("strong", { "data-size": size }, many("pile.cards", size)),
      ...more,
    ),
  );

/** @param {Shown} shown */
const castle = ({ castle_size: size, defeated }) =>
  pile(
    "pile.castle",
    size,
    size > 1 ? backOfCard() : null,
    h("span", { class: "quiet" }, t("ending.defeated", { defeated, enemies: enemies() })),
  );

/** What is known of the top lies open. @param {Shown} shown */
function tavern({ tavern_size: size, tavern_top: top }) {
  const closed = size ? backOfCard() : null;
  return top[0]
    ? pile("pile.tavern", size, openCard(top[0]), h("span", { class: "quiet" }, t("pile.top", { cards: named(top) })))
    : pile("pile.tavern", size, closed);
}

/** @param {Shown} shown */
function discardPile({ discard }) {
  const last = discard.at(-1);
  const cards = h("div", { class: "strip" }, ...inOrder(discard).map(openCard));
  const all = h(
    "details",
    { class: "pile-all", "data-focus": "discard" },
    h("summary", { "data-focus": "discard-summary" }, t("pile.look")),
    cards,
  );
  return pile("pile.discard", discard.length, last ? openCard(last) : null, ...(last ? [all] : []));
}

/** @param {Shown} shown */
const flips = ({ flips_left: left }) => pile("pile.jesters", left, left ? openCard("X1") : null);

/** @param {Shown} shown */
export function playedArea({ played }) {
  const plays = played.map((cards) => h("li", { class: "play" }, ...cards.map(openCard)));
  const list = plays.length ? h("ol", { class: "plays" }, ...plays) : h("p", { class: "quiet" }, t("played.none"));
  return h(
    "section",
    { class: "played", "aria-labelledby": "played-title" },
    h("h2", { id: "played-title", class: "label" }, t("played.title")),
    list,
  );
}
