/** The advice of a bot: the question, the wait for the answer, and the best actions, each of which can be selected. */
import { cardsOf } from "regicide-client/cards";
import { isMyTurn } from "regicide-client/selection";
import { advisersOf, NoAdvice } from "../server/advisers.ts";
import { errorText } from "../ui/alerts.ts";
import { Problem } from "../server/api.ts";
import { button, h, svg } from "../ui/dom.ts";
import { autorun, computed, derived, signal, untracked } from "../ui/signals.ts";
import { announce } from "./log.ts";
import { face } from "../bots/face.ts";
import { strength } from "../words/bots.ts";
import { chanceText, differenceText } from "../words/chances.ts";
import { agentName } from "../words/names.ts";
import { plural, t, formatNumber } from "../words/texts.ts";
import { cardChip } from "../cards/images.ts";
import { actionWords } from "../words/narration.ts";
import { lossesOf, reasonsOf, type Reason } from "../words/reasons.ts";
import { enemyCount } from "../words/reference.ts";
import { reasonLine } from "./selection.ts";
import type { Advice, RatedAction, GameView } from "../types.ts";
import type { Choice } from "./choice.ts";
import type { TableState } from "./table_state.ts";

type Handlers = {
  ask: (agent: string, signal: AbortSignal) => Promise<Advice>;
  choose: (action: string) => void;
};

type Answer = { kind: "idle" | "waiting" | "ready" | "refused"; text: string; agent?: string; actions?: RatedAction[] };

export class AdviceArea {
  #asking = new AbortController();
  /** The last answer, at the moment of the game that it is about. */
  #told = signal<{ answer: Answer; moment: string } | null>(null);
  /** What the menu shows; empty: the first adviser. */
  #chosen = signal("");
  /** The seat that has asked while a turn was shown: the question is sent when its own turn is displayed. */
  #asker = signal<number | null>(null);
  /** Whether the answer lies over the table, on screens where it has no place beside it. */
  isOpen = signal(false);
  #advisers = derived(() => advisersOf([...this.state.bots.value]));
  #answer = computed((): Answer => {
    const told = this.#told.value;
    if (told && told.moment === this.state.moment.value) return told.answer;
    return { kind: "idle", text: this.#isSeen.value ? t("advice.public") : "" };
  });
  /** The bots at the table. */
  #partners = derived(() => this.state.view.value?.seats.flatMap(({ agent }) => agent ?? []) ?? []);
  /** The bot to ask: the chosen one, else one at the table; undefined without one. */
  #adviser = computed(() => {
    const names = this.#advisers.value.map(({ name }) => name);
    return [this.#chosen.value, ...this.#partners.value].find((name) => names.includes(name)) ?? names[0];
  });
  /** Whether other people see that the player asks. */
  #isSeen = computed(() => {
    const others = this.state.view.value?.seats.filter(
      ({ agent, seat }) => !agent && !this.state.own.value.includes(seat),
    );
    return Boolean(others?.length);
  });
  #players = computed(() => this.state.view.value?.players ?? 0);
  /** Whether a turn is being shown. */
  #isShown = computed(() => this.state.view.value !== this.state.settled.value);
  /** Whether the player may ask now. */
  #isPossible = computed(() => {
    const view = this.state.view.value;
    if (!this.#adviser.value || !view || this.#asker.value !== null) return false;
    return this.#isShown.value || (isMyTurn(view) && this.#answer.value.kind !== "waiting");
  });
  #isAllowed = computed(() => this.state.view.value?.advice === "all");

  element;
  /** Asks, and shows or hides the answer where it lies over the table. */
  opener;

  constructor(
    readonly state: TableState,
    readonly handlers: Handlers,
  ) {
    this.element = h("section", { class: "advice", "aria-label": t("advice.title") }, () =>
      this.#isAllowed.value && this.#advisers.value.length
        ? [this.#question(), this.#line(), this.#suggestions(), this.#note()]
        : note(this.#isAllowed.value),
    );
    this.opener = this.#opener();
    autorun(() => {
      this.state.moment.value;
      untracked(() => this.#forget());
    });
    autorun(() => this.#remember());
  }

  /** End the wait for an answer. */
  close() {
    this.#asking.abort();
  }

  /** Ask the chosen bot; while a turn is shown, after it. */
  async ask() {
    const [agent, asking] = [this.#adviser.value, new AbortController()];
    if (!this.#isPossible.value || !agent) return;
    if (this.#isShown.value) {
      this.#asker.value = this.state.view.value?.you ?? null;
      return;
    }
    this.#asking = asking;
    this.#tell({ kind: "waiting", agent, text: t("advice.waiting", { agent: agentName(agent) }) });
    const answer = await this.#request(agent, asking.signal);
    if (!asking.signal.aborted) this.#tell({ ...answer, agent });
  }

  /** Choose the next one of the advised actions, in turn. Returns false if there is none. */
  next() {
    const actions = this.#answer.value.actions?.map(({ action }) => action) ?? [];
    if (!actions.length) return false;
    this.handlers.choose(actions[(actions.indexOf(this.state.choice.advised.value ?? "") + 1) % actions.length]);
    return true;
  }

  async #request(agent: string, signal: AbortSignal): Promise<Answer> {
    try {
      const { actions } = await this.handlers.ask(agent, signal);
      return {
        kind: "ready",
        text: t(actions.length ? "advice.ready" : "advice.nothing", { agent: agentName(agent) }),
        actions,
      };
    } catch (error) {
      return { kind: "refused", text: refusal(error, agentName(agent)) };
    }
  }

  /** Send a question that has waited, unless the game is over or the device has gone on to another player. */
  #remember() {
    const { settled, isShared } = this.state;
    const [view, asker] = [settled.value, this.#asker.value];
    if (!view || asker === null || this.#isShown.value) return;
    const isDue = view.status === "active" && (!isShared.value || view.you === asker);
    if (isDue && !isMyTurn(view)) return;
    this.#asker.value = null;
    if (isDue) untracked(() => void this.ask());
  }

  /** The position is another one: an answer about the last one comes too late. */
  #forget() {
    if (this.#told.value?.moment === this.state.moment.value) return;
    this.#asking.abort();
    this.isOpen.value = false;
  }

  #tell(answer: Answer) {
    if (answer.kind === "waiting") this.isOpen.value = true;
    this.#told.value = { answer, moment: this.state.moment.value };
    announce([answer.text, this.#best(answer.actions)].filter(Boolean).join(" "));
  }

  /** The best action with its chance. */
  #best([best]: RatedAction[] = []) {
    const chance = best?.won;
    const action = best ? actionWords(best.action, this.state.view.value?.seats ?? []) : "";
    return typeof chance === "number" ? t("advice.best", { action, chance: chanceText(chance) }) : action;
  }

  #opener() {
    const isAnswered = () => this.#answer.value.agent === this.#adviser.value && this.#answer.value.kind !== "refused";
    const press = () => {
      if (this.isOpen.value || isAnswered()) this.isOpen.value = !this.isOpen.value;
      else void this.ask();
    };
    return h(
      "button",
      {
        ...{ type: "button", class: "to-advice", "data-focus": "to-advice", onclick: press },
        "aria-expanded": () => String(this.isOpen.value),
        "aria-disabled": () => !this.isOpen.value && !isAnswered() && !this.#isPossible.value && "true",
        "aria-busy": () => this.#asker.value !== null && "true",
      },
      () => t(this.isOpen.value ? "alert.close" : "advice.ask"),
    );
  }

  /** The button, and the menu of bots. */
  #question() {
    const label = t("advice.adviser");
    const menu = h(
      "select",
      {
        ...{ id: "adviser", "data-focus": "adviser", "aria-label": label, title: label },
        onchange: () => (this.#chosen.value = menu.value),
      },
      ...this.#advisers.value.map((agent) => {
        const selected = agent.name === this.#adviser.peek();
        return h("option", { value: agent.name, selected }, strength(agent, this.#players.value));
      }),
    );
    const ask = button("ask", t("advice.ask"), () => void this.ask(), {
      "aria-keyshortcuts": "a",
      "aria-disabled": () => !this.#isPossible.value && "true",
      "aria-busy": () => this.#asker.value !== null && "true",
    });
    const isAnswered = () => ["waiting", "ready"].includes(this.#answer.value.kind);
    const isAsked = () => isAnswered() && this.#answer.value.agent === this.#adviser.value;
    return h("div", { class: "buttons advice-question", "data-asked": () => String(isAsked()) }, ask, menu);
  }

  #line() {
    const bot = computed(() => this.#answer.value.agent);
    const content = () => {
      const { text, actions } = this.#answer.value;
      const spinner = h("span", { class: "spinner", "aria-hidden": "true" });
      if (!actions?.length || !bot.value) return [spinner, text];
      const isPartner = this.#partners.value.includes(bot.value);
      const says = t(isPartner ? "advice.says" : "advice.says-beside", { agent: agentName(bot.value) });
      const action = actionWords(actions[0].action, this.state.view.value?.seats ?? []);
      return [h("strong", {}, says, " "), `${action}.`];
    };
    return h(
      "div",
      { class: () => (bot.value ? "advice-says" : null) },
      h("span", {}, () => bot.value && face(bot.value)),
      h("p", { class: "advice-line", "data-state": () => this.#answer.value.kind }, content),
    );
  }

  /** What the figures below the answer mean. */
  #note() {
    const text = () => this.#answer.value.actions?.length && this.#answer.value.text;
    const isPublic = () => this.#answer.value.kind !== "idle" && this.#isSeen.value && t("advice.public");
    return h("p", { class: "quiet advice-note" }, () => [text(), isPublic()].filter(Boolean).join(" "));
  }

  /** The best actions. */
  #suggestions() {
    const { view, choice } = this.state;
    const choose = (action: string) => {
      this.isOpen.value = false;
      this.handlers.choose(action);
    };
    const actions = () => this.#answer.value.actions ?? [];
    const item = (each: RatedAction, place: number) => {
      const best = place ? actions()[0] : null;
      return h("li", {}, suggestion(each, best, view.value as GameView, choice, choose));
    };
    return h("ol", { class: "suggestions", hidden: () => !actions().length }, () => actions().map(item));
  }
}

/** Why no bot can be asked. */
const note = (allowed: boolean) => h("p", { class: "quiet" }, t(allowed ? "advice.no-adviser" : "advice.not-allowed"));

/** Why there is no advice. */
function refusal(error: unknown, agent: string) {
  if (error instanceof NoAdvice) return t(error.reason === "late" ? "advice.late" : "advice.failed", { agent });
  if (!(error instanceof Problem)) return errorText(error);
  if (error.code === "unknown-advice") return t("advice.late", { agent });
  const { details, retryAfterS } = error;
  return `${details.title}: ${details.detail}. ${retryAfterS ? plural("advice.retry", retryAfterS) : ""}`.trim();
}

/** A button that selects the action. @param best null for the best action itself */
function suggestion(
  advised: RatedAction,
  best: RatedAction | null,
  view: GameView,
  choice: Choice,
  choose: Handlers["choose"],
) {
  const { action, won } = advised;
  return h(
    "button",
    {
      type: "button",
      class: "suggestion",
      "data-focus": `advised-${action}`,
      "data-advised": action,
      "aria-pressed": () => String(choice.advised.value === action),
      onclick: () => choose(action),
    },
    h("span", { class: "suggested" }, ...actionLabel(action, view)),
    h("strong", { class: "chance" }, chanceOf(advised, best)),
    won === null ? null : bar(won),
    best
      ? h("span", { class: "losses" }, ...difference(view, best, advised))
      : h("span", { class: "estimate" }, estimate(advised)),
    h("span", { class: "reasons" }, ...reasonLine(reasonsOf(view, action))),
  );
}

/** The chance after the best action, and the difference of another one from it. */
function chanceOf({ won }: RatedAction, best: RatedAction | null) {
  if (won === null) return t("advice.no-chance");
  return typeof best?.won === "number" ? differenceText(best.won, won) : chanceText(won);
}

/** What another action than the best one loses. */
function difference(view: GameView, best: RatedAction, other: RatedAction) {
  const losses = lossesOf(view, best.action, other.action);
  const none: Reason = { text: t("advice.as-good"), tone: "" };
  return [h("span", { class: "quiet" }, t("advice.against"), " "), ...reasonLine(losses.length ? losses : [none])];
}

/** The cards of an action, with its words for screen readers; the words alone if it has no cards. */
function actionLabel(action: string, view: GameView) {
  const cards = cardsOf(action).filter((code) => view.hand?.includes(code));
  const words = actionWords(action, view.seats);
  return [...cards.map(cardChip), h("span", { class: cards.length ? "hidden" : "words" }, words)];
}

/** The expected number of defeated enemies. */
const estimate = ({ defeated }: RatedAction) =>
  defeated === null ? "" : t("advice.defeated", { defeated: formatNumber(defeated), enemies: enemyCount() });

/** A bar as long as a chance. */
const bar = (chance: number) =>
  svg(
    "svg",
    { class: "bar", "aria-hidden": "true" },
    svg("rect", { width: "100%", height: "100%", class: "whole" }),
    svg("rect", { width: `${100 * chance}%`, height: "100%", class: "part" }),
  );
