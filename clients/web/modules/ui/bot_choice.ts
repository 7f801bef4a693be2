/** The choice of a bot: the house bots by strength and speed, and other agents by their names. */
import { listHouseBots } from "../server/api.ts";
import { orLast } from "../server/last_state.ts";
import { ownAgents } from "../storage/own_agents.ts";
import { awakeText, botFacts, botNote, byStrength, isAwake } from "../words/bots.ts";
import { t } from "../words/texts.ts";
import { AgentName } from "./agent_name.ts";
import { h } from "./dom.ts";
import type { Agent } from "../types.ts";

const FIRST_CHOICE = "planner-fast";

/** The value of the menu for an agent whose name is typed; no agent has it. */
const BY_NAME = "?";

/** The house bots; none if the server does not list them. */
export const houseBots = (): Promise<Agent[]> =>
  orLast("bots", listHouseBots).then(
    ({ items }) => items,
    () => [],
  );

/** The bot that suits most players: the first choice if it runs, else the strongest that runs. */
export function suggestedBot(agents: Agent[], players: number) {
  const sorted = byStrength(agents, players);
  const running = sorted.filter(isAwake);
  const candidates = running.length ? running : sorted;
  return (candidates.find(({ name }) => name === FIRST_CHOICE) ?? candidates[0])?.name ?? "";
}

type BotChoiceOptions = {
  id: string; // of the menu, and the beginning of the other ids
  label?: string; // of the menu, if the page has no label for it
  byName?: boolean; // whether agents other than those of the server may be chosen
  onchange?: () => void;
};

export class BotChoice {
  #players = 0;
  byName;
  menu;
  description;
  agentName;
  element;

  /** @param agents house bots */
  constructor(
    readonly agents: Agent[],
    players: number,
    { id, label, byName = true, onchange = () => {} }: BotChoiceOptions,
  ) {
    this.byName = byName;
    const properties = { id, name: id, class: "bot-menu", "data-focus": id, "aria-label": label };
    const change = () => (this.#follow(), onchange());
    this.menu = h("select", { ...properties, "aria-describedby": `${id}-description`, onchange: change });
    this.description = h("p", { class: "quiet", id: `${id}-description` });
    this.agentName = new AgentName(id, () => onchange());
    this.element = h("div", { class: "bot-choice" }, this.menu, this.description, this.agentName.element);
    this.describe(players);
  }

  /** The name of the chosen agent; empty while none is known. */
  get agent() {
    return this.menu.value === BY_NAME ? this.agentName.agent : this.menu.value;
  }

  /** Tell how strong the bots are with a number of players. */
  describe(players: number) {
    if (players === this.#players) return;
    this.#players = players;
    const chosen = this.menu.value || suggestedBot(this.agents, players) || BY_NAME;
    const named = this.byName ? ownAgents().map(({ name }) => h("option", { value: name }, name)) : [];
    const more = this.byName ? [h("option", { value: BY_NAME }, t("bots.by-name"))] : [];
    this.menu.replaceChildren(
      h("button", { type: "button" }, document.createElement("selectedcontent")),
      ...byStrength(this.agents, players).map((bot) => botOption(bot, players)),
      ...named,
      ...more,
    );
    this.menu.value = chosen;
    this.#follow();
  }

  /** Show an error at the choice. @param text empty: none */
  showError(text: string) {
    this.agentName.showError(text);
  }

  #follow() {
    const { value } = this.menu;
    const bot = this.agents.find(({ name }) => name === value);
    this.description.textContent = bot ? botNote(bot, this.#players) : "";
    this.agentName.show(value === BY_NAME, bot || value === BY_NAME ? "" : value);
  }
}

/**
 * An option in one line; browsers that style menus show a list of bots, and the closed menu the beginning of its line.
 */
function botOption(bot: Agent, players: number) {
  const dot = () => h("span", { class: "dot" }, " · ");
  const state = isAwake(bot) ? [] : [awakeText(bot)];
  return h(
    "option",
    { value: bot.name },
    h("strong", {}, bot.name),
    ...[...botFacts(bot, players), ...state].flatMap((fact) => [dot(), h("span", { class: "fact" }, fact)]),
  );
}

/**
 * A choice with its label, for a game that exists. Returns the element, and the chosen agent: empty while there is none.
 */
export function botField(agents: Agent[], players: number) {
  const choice = new BotChoice(agents, players, { id: "bot-choice" });
  const label = h("label", { for: "bot-choice" }, t("bot.which"));
  return { element: h("div", { class: "field" }, label, choice.element), chosen: () => choice.agent };
}
