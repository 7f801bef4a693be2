/** The choice of a bot: the house bots by strength and speed, and other agents by their names. */
import { ownAgents } from "../storage/own_agents.ts";
import { awakeText, botFacts, byStrength, isAwake, winRate } from "../words/bots.ts";
import { agentName } from "../words/names.ts";
import { plural, t } from "../words/texts.ts";
import { AgentName } from "./agent_name.ts";
import { face, faces } from "./face.ts";
import { suggestedBot } from "./house_bots.ts";
import { h } from "../ui/dom.ts";
import { autorun, computed, type ReadonlySignal, signal, untracked } from "../ui/signals.ts";
import type { Agent } from "../types.ts";

/** The value of the menu for an agent whose name is typed; no agent has it. */
const BY_NAME = "?";

type BotChoiceOptions = {
  id: string; // of the menu, and the beginning of the other ids
  label?: string; // of the menu, if the page has no label for it
  first?: string; // the name of the bot that is chosen at first
  place?: number; // among the bots of a table, which differ at first
  byName?: boolean; // whether agents other than those of the server may be chosen
  onchange?: () => void;
};

export class BotChoice {
  #chosen = signal("");
  menu;
  agentName;
  element;

  /** @param agents house bots @param players their number says how strong the bots are */
  constructor(
    agents: Agent[],
    players: ReadonlySignal<number>,
    { id, label, first, place = 0, byName = true, onchange = () => {} }: BotChoiceOptions,
  ) {
    const chosen = this.#chosen;
    chosen.value = first || suggestedBot(agents, players.value, place) || BY_NAME;
    const named = byName ? ownAgents().map(({ name }) => ({ name })) : [];
    const properties = { id, name: id, class: "bot-menu", "data-focus": id, "aria-label": label };
    const change = () => ((chosen.value = this.menu.value), onchange());
    const closed = h("button", { type: "button" });
    autorun(() => {
      void [faces.value, players.value];
      // a copy of the chosen option, made again when the options have their faces
      queueMicrotask(() => closed.replaceChildren(document.createElement("selectedcontent")));
    });
    const options = () => [
      closed,
      ...byStrength(agents, players.value).map((bot) => botOption(bot, players.value, bot.name === chosen.peek())),
      ...named.map(({ name }) => h("option", { value: name, selected: name === chosen.peek() }, face(name), name)),
      byName && h("option", { value: BY_NAME, selected: BY_NAME === chosen.peek() }, t("bots.by-name")),
      agents.some((bot) => winRate(bot, players.value) !== null) &&
        h("option", { class: "quiet", disabled: true }, plural("bots.about-wins", players.value)),
    ];
    this.menu = h("select", { ...properties, "aria-describedby": `${id}-description`, onchange: change }, options);
    const bot = computed(() => agents.find(({ name }) => name === chosen.value));
    const note = () => bot.value && !isAwake(bot.value) && awakeText(bot.value);
    this.agentName = new AgentName(id, () => onchange());
    autorun(() => {
      const [isTyped, saved] = [chosen.value === BY_NAME, bot.value ? "" : chosen.value];
      untracked(() => this.agentName.show(isTyped, isTyped ? "" : saved));
    });
    this.element = h(
      "div",
      { class: "bot-choice" },
      this.menu,
      h("p", { class: "quiet", id: `${id}-description`, hidden: () => !note() }, note),
      this.agentName.element,
    );
  }

  /** The name of the chosen agent; empty while none is known. */
  get agent() {
    return this.#chosen.value === BY_NAME ? this.agentName.agent : this.#chosen.value;
  }

  /** Show an error at the choice. @param text empty: none */
  showError(text: string) {
    this.agentName.showError(text);
  }
}

/**
 * An option in one line; browsers that style menus show a list of bots, and the closed menu the beginning of its line.
 */
function botOption(bot: Agent, players: number, selected: boolean) {
  const dot = () => h("span", { class: "dot" }, " · ");
  const state = isAwake(bot) ? [] : [awakeText(bot)];
  return h(
    "option",
    { value: bot.name, selected },
    face(bot.name),
    h("strong", {}, agentName(bot.name)),
    ...[...botFacts(bot, players), ...state].flatMap((fact) => [dot(), h("span", { class: "fact" }, fact)]),
  );
}

/**
 * A choice with its label, for a game that exists. @param first the bot that is chosen at first. Returns the element, and the chosen agent: empty while there is none.
 */
export function botField(agents: Agent[], players: number, first?: string | null) {
  const choice = new BotChoice(agents, signal(players), { id: "bot-choice", first: first ?? undefined });
  const label = h("label", { for: "bot-choice" }, t("bot.which"));
  return { element: h("div", { class: "field" }, label, choice.element), chosen: () => choice.agent };
}
