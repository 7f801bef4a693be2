// @ts-check
/** The choice of a house bot, with its description. */
import { listHouseBots } from "../server/api.js";
import { h } from "./dom.js";
import { formatMilliseconds, formatShare, t } from "../words/texts.js";

/** @import { Agent } from "../types" */

const FIRST_CHOICE = "planner-fast";

/** The house bots; none if the server does not list them. @returns {Promise<Agent[]>} */
export const houseBots = () =>
  listHouseBots().then(
    ({ items }) => items,
    () => [],
  );

/**
 * A menu of bots, and the paragraph for the description of the chosen one.
 * @param {string} name @param {string[]} bots @param {Record<string, unknown>} [properties] of the menu
 */
export const botSelect = (name, bots, properties) => [
  h(
    "select",
    { name, "aria-describedby": `${name}-description`, ...properties },
    ...bots.map((bot) => h("option", { value: bot, selected: bot === FIRST_CHOICE }, bot)),
  ),
  h("p", { class: "quiet", id: `${name}-description` }),
];

/** Describe the chosen bot of each menu in an element. @param {Element} element @param {Agent[]} agents @param {number} players */
export function describeBots(element, agents, players) {
  for (const choice of /** @type {NodeListOf<HTMLSelectElement>} */ (element.querySelectorAll("select[name^=bot-]"))) {
    const bot = agents.find(({ name }) => name === choice.value);
    choice.nextElementSibling?.replaceChildren(bot ? botDescription(bot, players) : "");
  }
}

/** What a bot does, how often it wins, and how fast it is. @param {Agent} bot @param {number} players */
export function botDescription({ description, figures }, players) {
  const rate = figures?.win_rates.find((each) => each.players === players);
  return [
    description,
    rate && t("create.bot-wins", { share: formatShare(rate.rate) }),
    figures && t("create.bot-time", { time: formatMilliseconds(figures.move_ms) }),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * A menu of bots with its label and description, for a game that exists. Returns the element, and the chosen bot.
 * @param {Agent[]} agents @param {number} players
 */
export function botField(agents, players) {
  const names = agents.map(({ name }) => name);
  const describe = () => describeBots(element, agents, players);
  const [menu, description] = botSelect("bot-choice", names, {
    id: "bot-choice",
    "data-focus": "bot-choice",
    onchange: describe,
  });
  const element = h("div", { class: "field" }, h("label", { for: "bot-choice" }, t("bot.which")), menu, description);
  describe();
  return { element, chosen: () => /** @type {HTMLSelectElement} */ (menu).value };
}
