/** What the player has chosen and not confirmed yet: cards of the hand, or to yield or flip a jester without cards. */
import { cardsOf, sortedCards } from "regicide-client/cards";
import { actionOf, appointable, cheapestDiscard, isMyTurn } from "regicide-client/selection";
import { batch, computed, type ReadonlySignal, signal } from "../ui/signals.ts";
import { isDoubtful } from "./selection.ts";
import type { GameView } from "../types.ts";

/** What tells two positions apart in which the same player acts. */
export const momentOf = ({ you, turn, phase, hand, enemy, played, discard, tavern_size, flips_left }: GameView) =>
  JSON.stringify([you, turn, phase, hand, enemy, played, discard.length, tavern_size, flips_left]);

/** An action without cards that cannot be taken back. */
export type Way = "yield" | "flip";

export class Choice {
  #cards = signal<string[]>([]);
  #way = signal<{ way: Way; moment: string } | null>(null);
  /** The cards with which a doubtful action has been pressed once. */
  #asked = signal<string[] | null>(null);
  /** The advised action that is chosen, and the one that is pointed at. */
  advised = signal<string | null>(null);
  pointed = signal<string | null>(null);
  /** What the bot that was asked says of the chosen action. */
  verdict = signal<Node[]>([]);
  /** The chosen cards, of those in the hand. */
  codes = computed(() => this.#cards.value.filter((code) => this.view.value?.hand?.includes(code)));
  /** The chosen way; one that was chosen at another moment of the game is forgotten. */
  way = computed(() => (this.#way.value?.moment === this.moment.value ? (this.#way.value?.way ?? null) : null));
  /** Whether anything is chosen, legal or not. */
  isMade = computed(() => this.way.value !== null || this.codes.value.length > 0);
  /** The legal action that is chosen, or null. */
  action = computed(() => {
    const [view, way] = [this.view.value, this.way.value];
    if (!view) return null;
    if (way) return view.legal_actions.includes(way) ? way : null;
    return actionOf(view, this.codes.value);
  });

  /** Whether the chosen cards are an action that is confirmed by a second press. */
  isDoubtful = computed(() => {
    const [view, action] = [this.view.value, this.action.value];
    return Boolean(view && action && !this.way.value && isDoubtful(view, action));
  });
  /** Whether it has been pressed once. */
  isAsked = computed(() => this.isDoubtful.value && this.#asked.value === this.#cards.value);

  /** @param view that is shown @param moment of the game */
  constructor(
    readonly view: ReadonlySignal<GameView | null>,
    readonly moment: ReadonlySignal<string>,
  ) {}

  /** Choose these cards alone. */
  select(codes: string[]) {
    this.#choose(codes, null);
  }

  /** Whether an action that is advised is chosen or pointed at. */
  isMarked(action: string) {
    return this.advised.value === action || this.pointed.value === action;
  }

  toggle(code: string) {
    const codes = this.codes.value;
    this.select(codes.includes(code) ? codes.filter((each) => each !== code) : [...codes, code]);
  }

  /** Choose a way instead of cards. */
  chooseWay(way: Way) {
    this.#choose([], { way, moment: this.moment.value });
  }

  /** Choose an advised action. */
  adopt(action: string) {
    batch(() => {
      if (action === "yield" || action === "flip") this.chooseWay(action);
      else this.select(cardsOf(action));
      this.advised.value = action;
    });
  }

  /** Whether a press is the first one of a doubtful action: the next one confirms it. */
  isFirstPress() {
    if (!this.isDoubtful.value || this.isAsked.value) return false;
    this.#asked.value = this.#cards.value;
    return true;
  }

  /** Forget cards that have left the hand, before they return to it. */
  prune() {
    if (this.codes.value.length < this.#cards.value.length) this.#cards.value = this.codes.value;
  }

  #choose(codes: string[], way: { way: Way; moment: string } | null) {
    batch(() => {
      this.#cards.value = codes;
      this.#way.value = way;
      this.advised.value = null;
    });
  }
}

export type Commands = {
  act: (action: string) => void;
  choose: (way: Way) => void; // a yield or a flip, or the confirmation of one
  ask: () => void; // or choose the next action of the advice
};

const WAYS: Record<string, Way> = { y: "yield", f: "flip" };

/** What a key does; undefined if nothing. */
export function shortcut(key: string, view: GameView, choice: Choice, { act, choose, ask }: Commands) {
  if (/^[1-9]$/.test(key)) return numbered(Number(key), view, choice, act);
  const action = ["p", "Enter"].includes(key) && choice.action.value;
  const cover = key === "c" && cheapestDiscard(view);
  if (action) return () => act(action);
  if (cover) return () => choice.select(cover);
  if (key in WAYS && view.legal_actions.includes(WAYS[key])) return () => choose(WAYS[key]);
  if (key === "Escape" && choice.isMade.value) return () => choice.select([]);
  return key === "a" ? ask : undefined;
}

/** A digit is a card of the hand, or a player where one is to be chosen. */
function numbered(number: number, view: GameView, choice: Choice, act: Commands["act"]) {
  if (view.phase === "appoint" && isMyTurn(view))
    return appointable(view).includes(number - 1) ? () => act(`>${number - 1}`) : undefined;
  const card = sortedCards(view.hand ?? [])[number - 1];
  return card === undefined ? undefined : () => choice.toggle(card);
}
