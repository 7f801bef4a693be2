/** The advice of a bot: the question, the wait for the answer, and the best actions, each of which can be selected. */
import { actionWords } from "../game/actions.ts";
import { advisersOf, NoAdvice } from "../server/advisers.ts";
import { errorText } from "../ui/alerts.ts";
import { Problem } from "../server/api.ts";
import { fill, h, svg } from "../ui/dom.ts";
import { isMyTurn, momentOf } from "../game/legality.ts";
import { announce } from "./log.ts";
import { winRate, winsText } from "../words/bots.ts";
import { formatChance, plural, t, formatNumber } from "../words/texts.ts";
import { cardChip } from "../cards/images.ts";
import { cardsOf } from "../words/names.ts";
import { reasonsOf } from "../words/reasons.ts";
import { enemyCount } from "../words/reference.ts";
import { reasonLine } from "./selection.ts";
import type { Advice, RatedAction, Agent, GameView } from "../types.ts";

type Handlers = {
  ask: (agent: string, signal: AbortSignal) => Promise<Advice>;
  choose: (action: string) => void;
};

type State = { kind: "idle" | "waiting" | "ready" | "refused"; text: string; actions?: RatedAction[] };

export class AdviceArea {
  /** The chosen action of the shown ones. */
  chosen: string | null = null;
  #state: State = { kind: "idle", text: "" };
  #view: GameView | null = null;
  #advisers: Agent[] = [];
  #adviser = "";
  #moment = "";
  #rendered = "";
  #asking = new AbortController();
  /** Where the page was scrolled before an answer was brought into view. */
  #scrolledFrom: number | null = null;

  element = h("section", { class: "advice", "aria-label": t("advice.title") });

  constructor(readonly handlers: Handlers) {}

  /** End the wait for an answer. */
  close() {
    this.#asking.abort();
  }

  /** Show what can be asked, and the answer as long as the position is the same. */
  show(view: GameView, bots: Agent[]) {
    const moment = momentOf(view);
    if (moment !== this.#moment) this.#forget(view);
    [this.#view, this.#moment, this.#advisers] = [view, moment, advisersOf(bots)];
    if (!this.#advisers.some(({ name }) => name === this.#adviser)) this.#adviser = this.#advisers[0]?.name ?? "";
    this.#render();
  }

  /** Mark an action as the chosen one. */
  mark(action: string | null) {
    this.chosen = action;
    this.#render();
  }

  /** Ask the chosen bot. */
  async ask() {
    if (!this.#isOpen) return;
    const [agent, asking] = [this.#adviser, new AbortController()];
    this.#asking = asking;
    this.#set({ kind: "waiting", text: t("advice.waiting", { agent }) });
    const state = await this.#answer(agent, asking.signal);
    if (!asking.signal.aborted) this.#set(state);
  }

  async #answer(agent: string, signal: AbortSignal): Promise<State> {
    try {
      const { actions } = await this.handlers.ask(agent, signal);
      return { kind: "ready", text: t(actions.length ? "advice.ready" : "advice.nothing", { agent }), actions };
    } catch (error) {
      return { kind: "refused", text: refusal(error, agent) };
    }
  }

  /** Whether the player may ask now. */
  get #isOpen() {
    return Boolean(this.#adviser && this.#view && isMyTurn(this.#view) && this.#state.kind !== "waiting");
  }

  /** Forget the answer about an earlier position. */
  #forget({ players }: GameView) {
    this.#asking.abort();
    if (this.#scrolledFrom !== null) window.scrollTo({ top: this.#scrolledFrom });
    this.#scrolledFrom = null;
    this.#state = { kind: "idle", text: players > 1 ? t("advice.public") : "" };
    this.chosen = null;
  }

  #set(state: State) {
    this.#state = state;
    this.#render();
    this.#bringIntoView();
    announce([state.text, this.#best(state.actions)].filter(Boolean).join(" "));
  }

  /** Scroll the page to the answer if a part of it lies below the window or behind the dock. */
  #bringIntoView() {
    const { bottom } = this.element.getBoundingClientRect();
    if (bottom <= shownHeight()) return;
    this.#scrolledFrom ??= window.scrollY;
    this.element.scrollIntoView({ block: "start" });
  }

  /** The best action with its chance. */
  #best([best]: RatedAction[] = []) {
    const chance = best?.won;
    const action = best ? actionWords(best.action, this.#view?.seats ?? []) : "";
    return typeof chance === "number" ? t("advice.best", { action, share: formatChance(chance) }) : action;
  }

  /** Render what has changed, so that the menu of bots stays open. */
  #render() {
    const view = this.#view;
    if (!view) return;
    const names = this.#advisers.map(({ name }) => name);
    const shown = [this.#isOpen, view.advice, names, this.#state, this.chosen, view.previews?.length];
    if (JSON.stringify(shown) === this.#rendered) return;
    this.#rendered = JSON.stringify(shown);
    if (view.advice !== "all" || !names.length) fill(this.element, note(view.advice === "all"));
    else fill(this.element, this.#question(view), line(this.#state), this.#suggestions(view));
  }

  /** The button, and the menu of bots. */
  #question({ players }: GameView) {
    const choose = () => (this.#adviser = menu.value);
    const menu = h(
      "select",
      {
        id: "adviser",
        "data-focus": "adviser",
        "aria-label": t("advice.adviser"),
        title: t("advice.adviser"),
        onchange: choose,
      },
      ...this.#advisers.map((agent) =>
        h("option", { value: agent.name, selected: agent.name === this.#adviser }, strength(agent, players)),
      ),
    );
    const properties = { type: "button", id: "ask", "data-focus": "ask", "aria-keyshortcuts": "a" };
    const disabled = this.#isOpen ? null : "true";
    const button = h(
      "button",
      { ...properties, "aria-disabled": disabled, onclick: () => this.ask() },
      t("advice.ask"),
    );
    return h("div", { class: "buttons" }, button, menu);
  }

  /** The best actions. */
  #suggestions(view: GameView) {
    const { actions = [] } = this.#state;
    const item = (action: RatedAction) =>
      h("li", {}, suggestion(action, view, action.action === this.chosen, this.handlers.choose));
    return actions.length ? h("ol", { class: "suggestions" }, ...actions.map(item)) : null;
  }
}

/** The height of the window above the dock, in pixels; of the whole window where the dock lies in the page. */
function shownHeight() {
  const dock = document.querySelector(".dock");
  const covers = dock && getComputedStyle(dock).position === "sticky";
  return covers ? dock.getBoundingClientRect().top : window.innerHeight;
}

/** Why no bot can be asked. */
const note = (allowed: boolean) => h("p", { class: "quiet" }, t(allowed ? "advice.no-adviser" : "advice.not-allowed"));

const line = ({ kind, text }: State) =>
  h("p", { class: "advice-line", "data-state": kind }, h("span", { class: "spinner", "aria-hidden": "true" }), text);

/** The name of a bot, and how often it wins. */
function strength(agent: Agent, players: number) {
  const rate = winRate(agent, players);
  return rate === null ? agent.name : `${agent.name}: ${winsText(rate)}`;
}

/** Why there is no advice. */
function refusal(error: unknown, agent: string) {
  if (error instanceof NoAdvice) return t(error.reason === "late" ? "advice.late" : "advice.failed", { agent });
  if (!(error instanceof Problem)) return errorText(error);
  if (error.code === "unknown-advice") return t("advice.late", { agent });
  const { details, retryAfterS } = error;
  return `${details.title}: ${details.detail}. ${retryAfterS ? plural("advice.retry", retryAfterS) : ""}`.trim();
}

/** A button that selects the action. */
function suggestion(advised: RatedAction, view: GameView, chosen: boolean, choose: (action: string) => void) {
  const { action, won } = advised;
  return h(
    "button",
    {
      type: "button",
      class: "suggestion",
      "data-focus": `advised-${action}`,
      "data-advised": action,
      "aria-pressed": String(chosen),
      onclick: () => choose(action),
    },
    h("span", { class: "suggested" }, ...actionLabel(action, view)),
    h(
      "strong",
      { class: "chance" },
      won === null ? t("advice.no-chance") : t("advice.chance", { share: formatChance(won) }),
    ),
    won === null ? null : bar(won),
    h("span", { class: "estimate" }, estimate(advised)),
    h("span", { class: "reasons" }, ...reasonLine(reasonsOf(view, action))),
  );
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
