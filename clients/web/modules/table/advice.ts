/** The advice of a bot: the question, the wait for the answer, and the best actions, each of which can be selected. */
import { cardsOf } from "regicide-client/cards";
import { isMyTurn, previewOf } from "regicide-client/selection";
import { advisersOf, NoAdvice } from "../server/advisers.ts";
import { BotChoice } from "../bots/bot_choice.ts";
import { errorText } from "../ui/alerts.ts";
import { closesElsewhere } from "../ui/disclosure.ts";
import { Problem } from "../server/api.ts";
import { h, type Child } from "../ui/dom.ts";
import { autorun, computed, derived, signal, untracked } from "../ui/signals.ts";
import { announce } from "./log.ts";
import { face } from "../bots/face.ts";
import { agentName } from "../words/names.ts";
import { formatChance, plural, t } from "../words/texts.ts";
import { cardChip } from "../cards/images.ts";
import { actionWords } from "../words/narration.ts";
import { briefReasons, isWorse, lossesOf } from "../words/reasons.ts";
import { reasonText } from "./selection.ts";
import type { Advice, RatedAction, GameView } from "../types.ts";
import type { Choice } from "./choice.ts";
import type { TableState } from "./table_state.ts";

type Handlers = {
  ask: (agent: string, signal: AbortSignal) => Promise<Advice>;
  choose: (action: string) => void;
};

/** As many of the best actions are listed. */
const MAX_LISTED = 3;
/** A best chance below this is hardly one. */
const HOPELESS = 0.035;

type Answer = { kind: "idle" | "waiting" | "ready" | "refused"; text: string; agent?: string; advice?: Advice };

export class AdviceArea {
  #asking = new AbortController();
  /** The last answer, at the moment of the game that it is about. */
  #told = signal<{ answer: Answer; moment: string } | null>(null);
  /** What the menu shows; empty: the first adviser. */
  #chosen = signal("");
  /** The seat that has asked while a turn was shown: the question is sent when its own turn is displayed. */
  #asker = signal<number | null>(null);
  #advisers = derived(() => advisersOf([...this.state.bots.value]));
  #answer = computed((): Answer => {
    const told = this.#told.value;
    if (told && told.moment === this.state.moment.value) return told.answer;
    return { kind: "idle", text: "" };
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
  /** The best actions, one of them a defeat of the enemy if there is any, and the chosen action. */
  #listed = derived(() => {
    const { view, choice } = this.state;
    const { actions = [] } = this.#answer.value.advice ?? {};
    return actions.length && view.value ? listed(actions, view.value, choice.action.value) : [];
  });
  #players = computed(() => this.state.view.value?.players ?? 0);
  /** Whether a turn is being shown. */
  #isShown = computed(() => this.state.view.value !== this.state.settled.value);
  /** Whether the player may ask now. */
  #isPossible = computed(() => {
    const view = this.state.view.value;
    if (!this.#adviser.value || !view || this.#asker.value !== null || !this.state.isReady.value) return false;
    return this.#isShown.value || (isMyTurn(view) && this.#answer.value.kind !== "waiting");
  });
  /** Whether a bot may be asked, and there is one. */
  isOffered = computed(() => this.state.view.value?.advice === "all" && this.#advisers.value.length > 0);

  element;

  constructor(
    readonly state: TableState,
    readonly handlers: Handlers,
  ) {
    const answer = h("section", { "aria-label": t("advice.title") }, this.#adviserChoice(), this.#suggestions());
    this.element = closesElsewhere(h("details", { class: "advice" }, this.#opener(), answer), ".area-own");
    this.element.addEventListener("toggle", () => this.#pointAtBest());
    autorun(() => {
      this.state.moment.value;
      untracked(() => this.#forget());
    });
    autorun(() => this.#remember());
    autorun(() => {
      if (state.choice.isMade.value) this.element.open = false;
    });
    autorun(() => {
      const [best] = this.#listed.value;
      const chosen = this.#listed.value.find(({ action }) => action === state.choice.action.value);
      state.choice.verdict.value = chosen ? this.#verdict(best, chosen) : [];
    });
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
    const actions = this.#listed.value.map(({ action }) => action);
    if (!actions.length) return false;
    this.handlers.choose(actions[(actions.indexOf(this.state.choice.advised.value ?? "") + 1) % actions.length]);
    return true;
  }

  async #request(agent: string, signal: AbortSignal): Promise<Answer> {
    try {
      const view = this.state.view.value as GameView;
      const advice = await this.handlers.ask(agent, signal);
      return { kind: "ready", text: readyText(agentName(agent), advice.actions, view), advice };
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
    this.element.open = false;
    this.state.choice.pointed.value = null;
  }

  #tell(answer: Answer) {
    if (answer.kind === "waiting") this.element.open = true;
    this.#told.value = { answer, moment: this.state.moment.value };
    this.#pointAtBest();
    announce([answer.text, this.#best(this.#listed.value[0])].filter(Boolean).join(" "));
  }

  /** Mark the cards of the best action in the hand, as long as the answer is open. */
  #pointAtBest() {
    this.state.choice.pointed.value = (this.element.open && this.#listed.value[0]?.action) || null;
  }

  /** The best action with its chance, for screen readers. */
  #best(best?: RatedAction) {
    return best && `${actionWords(best.action, this.state.view.value?.seats ?? [])}: ${chanceText(best)}`;
  }

  /** Asks, and then shows or hides the answer. */
  #opener() {
    const isAnswered = () => ["waiting", "ready"].includes(this.#answer.value.kind);
    const press = (event: Event) => {
      event.preventDefault();
      if (isAnswered()) this.element.open = !this.element.open;
      else void this.ask();
    };
    return h(
      "summary",
      {
        ...{ class: "tool", id: "ask", "data-focus": "ask", "aria-keyshortcuts": "a", onclick: press },
        title: () => this.#isSeen.value && t("advice.public"),
        "aria-disabled": () => !isAnswered() && !this.#isPossible.value && "true",
        "aria-busy": () => this.#asker.value !== null && "true",
      },
      () => t(isAnswered() ? "advice.title" : "advice.ask"),
    );
  }

  /** What the bot says of another action than the best one, if it knows that; and what a worse one loses. */
  #verdict(best: RatedAction, own: RatedAction) {
    const { view } = this.state;
    if (own === best || !view.value || (own.won === null && !this.#isLeftOut(own))) return [];
    const isWorse = this.#isLeftOut(own) || !isAsGood(best, own);
    const label = actionLabel(best.action, view.value);
    const chance = chanceText(best);
    const chances = h(
      "span",
      { class: isWorse ? "reason doubtful" : "reason" },
      `${agentName(this.#answer.value.agent ?? "")}: `,
      ...(isWorse
        ? [...label, ` ${t("advice.own", { best: chance, own: this.#chanceOf(own, best) })}`]
        : [`${t("advice.as-good")} `, ...label, `, ${chance}`]),
    );
    const [loss] = isWorse ? lossesOf(view.value, best.action, own.action) : [];
    return loss ? [chances, reasonText({ text: t("advice.loss", { loss: loss.text }), tone: "doubtful" })] : [chances];
  }

  /** The bot who speaks, and the choice of another one, which is asked at once. */
  #adviserChoice() {
    const ask = (agent: string) => {
      this.#asking.abort();
      this.#told.value = null;
      this.#chosen.value = agent;
      void this.ask();
    };
    const menu = () => {
      void this.#partners.value; // of which one is asked first
      const first = untracked(() => this.#adviser.value);
      const choice = new BotChoice(this.#advisers.value, this.#players, {
        ...{ id: "adviser", label: t("advice.adviser"), first, byName: false },
        onchange: () => ask(choice.agent),
      });
      return choice.element;
    };
    const speaker = () => this.#adviser.value && face(this.#adviser.value);
    return h("div", { class: "adviser" }, h("span", {}, speaker), h("div", {}, menu), this.#line());
  }

  #line() {
    const spinner = h("span", { class: "spinner", "aria-hidden": "true" });
    const content = () => [spinner, this.#answer.value.text];
    return h("p", { class: "advice-line", "data-state": () => this.#answer.value.kind }, content);
  }

  /** Whether the bot has told of all actions that it has considered, and this is none of them: the others were better. */
  #isLeftOut(rated: RatedAction) {
    const { actions = [], considered } = this.#answer.value.advice ?? {};
    return considered === actions.length && !actions.includes(rated);
  }

  /** The chance after an action: that after the best one, if the estimates cannot tell them apart. */
  #chanceOf(rated: RatedAction, best: RatedAction) {
    return this.#isLeftOut(rated) ? t("advice.left-out") : chanceText(isAsGood(best, rated) ? best : rated);
  }

  /** The best actions. */
  #suggestions() {
    const { view, choice } = this.state;
    const items = () => {
      const shown = untracked(() => view.value) as GameView;
      const [best] = this.#listed.value;
      const chance = (each: RatedAction) =>
        h(
          this.#isLeftOut(each) ? "small" : "strong",
          { class: isAsGood(best, each) ? "chance leading" : "chance" },
          this.#chanceOf(each, best),
        );
      const button = (each: RatedAction) => suggestion(each, best, shown, choice, chance(each), this.handlers.choose);
      return this.#listed.value.map((each) => h("li", {}, button(each)));
    };
    return h("ol", { class: "suggestions", hidden: () => !this.#listed.value.length }, items);
  }
}

/** What the chances are; that there are hardly any; or, of actions that are alike, what the first gains, if that is the same. */
function readyText(agent: string, actions: RatedAction[], view: GameView) {
  const [best, ...others] = listed(actions, view, null);
  if (!best) return t("advice.nothing", { agent });
  if (best.won !== null && best.won < HOPELESS) return t("advice.hopeless", { agent });
  if (!others.length || !others.every((each) => isAsGood(best, each))) return t("advice.ready", { agent });
  const gains = new Set(others.map(({ action }) => onlyGain(view, best.action, action)));
  const [gain] = gains.size === 1 ? gains : [];
  return gain ? t("advice.equal", { gain }) : t("advice.preferred");
}

/** What an action gains in comparison with another one, unless it also loses something. */
const onlyGain = (view: GameView, best: string, other: string) =>
  lossesOf(view, other, best).length ? undefined : lossesOf(view, best, other)[0]?.gain;

/** Why there is no advice. */
function refusal(error: unknown, agent: string) {
  if (error instanceof NoAdvice) return t(error.reason === "late" ? "advice.late" : "advice.failed", { agent });
  if (!(error instanceof Problem)) return errorText(error);
  if (error.code === "unknown-advice") return t("advice.late", { agent });
  const { details, retryAfterS } = error;
  return `${details.title}: ${details.detail}. ${retryAfterS ? plural("advice.retry", retryAfterS) : ""}`.trim();
}

/**
 * The first of the actions, that one which defeats the enemy, and the chosen one; an action without a rating comes last.
 * An exact kill whose chance is about the best one comes first.
 */
export function listed(rated: RatedAction[], view: GameView, chosen: string | null): RatedAction[] {
  const unrated = view.legal_actions.filter((action) => !rated.some((each) => each.action === action));
  const all = [...rated, ...unrated.map((action) => ({ action, won: null, defeated: null, share: 0 }))];
  const defeats = ({ action }: RatedAction) => Boolean(previewOf(view, action)?.defeats);
  const killing = all.filter(defeats);
  const kill = killing.find(({ won }) => won !== null) ?? killing.find(({ action }) => previewOf(view, action)?.exact);
  const first = rated.slice(0, MAX_LISTED);
  if (killing.length && !first.some(defeats)) first.splice(MAX_LISTED - 1, 1, kill ?? killing[0]);
  const shown = all.filter((each) => first.includes(each) || each.action === chosen);
  const exact = shown.find((each) => previewOf(view, each.action)?.exact && isAsGood(shown[0], each));
  return exact ? [exact, ...shown.filter((each) => each !== exact)] : shown;
}

/** A button that selects the action: what it does, and the chance after it. Pointing at it marks its cards instead of the best. */
function suggestion(
  rated: RatedAction,
  best: RatedAction,
  view: GameView,
  choice: Choice,
  chance: Child,
  choose: Handlers["choose"],
) {
  const { action } = rated;
  const point = (to: string) => () => void (choice.pointed.value = to);
  return h(
    "button",
    {
      ...{ type: "button", class: "suggestion", "data-focus": `advised-${action}`, "data-advised": action },
      ...{
        onpointerenter: point(action),
        onpointerleave: point(best.action),
        onfocus: point(action),
        onblur: point(best.action),
      },
      "aria-pressed": () => String((choice.action.value ?? choice.advised.value) === action),
      onclick: () => choose(action),
    },
    h("span", { class: "suggested" }, ...actionLabel(action, view)),
    " ",
    h("span", { class: "reasons" }, ...briefReasons(view, action).map(reasonText)),
    " ",
    chance,
  );
}

/** Whether the estimates cannot tell an action from the best one. */
const isAsGood = (best: RatedAction, other: RatedAction) =>
  best.won !== null && other.won !== null && !isWorse(best.won, best.won - other.won);

/** The chance after an action, if it is known: an estimate, which is never certain. */
const chanceText = ({ won }: RatedAction) => (won === null ? "–" : formatChance(Math.min(0.999, Math.max(0.001, won))));

/** The cards of an action, with its words for screen readers; the words alone if it has no cards. */
function actionLabel(action: string, view: GameView) {
  const cards = cardsOf(action).filter((code) => view.hand?.includes(code));
  const words = actionWords(action, view.seats);
  return [...cards.map(cardChip), h("span", { class: cards.length ? "hidden" : "words" }, words)];
}
