/**
 * Hints for the first whole game, and the first one alone, from the view and its previews alone: one at a time, where some
 * of the legal actions follow it and others do not, until the player has followed it once. Who has not taken the lesson is
 * led to it first; who plays alone is told what the jesters do.
 */
import { cardsOf, totalValue } from "regicide-client/cards";
import { cheapestDiscard, isMyTurn } from "regicide-client/selection";
import { endHints, followedHints, hasHints, JESTERS_HINT, saveFollowedHints } from "../storage/saved_hints.ts";
import { isTaken } from "../storage/saved_tutorial.ts";
import { focus, h } from "../ui/dom.ts";
import { lessonHash } from "../ui/route.ts";
import { signal } from "../ui/signals.ts";
import { fullHand } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import type { GameView, Preview } from "../types.ts";

/** The actions that follow a hint at a turn. */
type Followers = (view: GameView) => string[];

/** Whether the hand covers the strike after an action, if there is one. */
const isSafe = ({ covers, outcome }: Preview) => outcome !== "lost" && (covers === "yes" || covers === null);

/** A hint about a fact of previews. */
const about =
  (fact: (preview: Preview, view: GameView) => boolean): Followers =>
  (view) =>
    (view.previews ?? []).filter((preview) => fact(preview, view)).map(({ action }) => action);

/** The yield, if nothing else is safe. */
function neededYield({ previews }: GameView) {
  const safe = (previews ?? []).filter(isSafe).map(({ action }) => action);
  return safe.every((action) => action === "yield") ? safe : [];
}

function leastDiscards(view: GameView) {
  const least = totalValue(cheapestDiscard(view) ?? []);
  return view.legal_actions.filter((action) => action.startsWith("-") && totalValue(cardsOf(action)) === least);
}

/** The hints by the keys of their texts; those that come first are shown first. */
const HINTS = {
  "hint.exact": about(({ exact }) => exact),
  "hint.yield": neededYield,
  "hint.pair": about((preview) => isSafe(preview) && preview.action.includes("+")),
  "hint.shield": about((preview, { enemy }) => isSafe(preview) && preview.shield > (enemy?.shield ?? 0)),
  "hint.heal": about((preview) => isSafe(preview) && preview.healed > 0),
  "hint.keep": about(isSafe),
  "hint.discard": leastDiscards,
} satisfies Record<string, Followers>;

type Hint = keyof typeof HINTS;

/** The hint at the first turn of all, a link. */
const LESSON = "hint.lesson";
/** The version of a game before its first action. */
const FIRST_VERSION = 1;

/** The hints at a turn, in order, with the actions that follow them. */
export function hintsAt(view: GameView) {
  const all = (Object.keys(HINTS) as Hint[]).map((text) => ({ text, actions: HINTS[text](view) }));
  return isMyTurn(view)
    ? all.filter(({ actions }) => actions.length > 0 && actions.length < view.legal_actions.length)
    : [];
}

/** The hints of one game. */
export class Hints {
  #isOn;
  #followed = signal(followedHints());

  constructor(readonly game: string) {
    this.#isOn = signal(hasHints(game));
  }

  /** The hint at a turn, with a button that ends all hints; null without one. */
  element(view: GameView) {
    const shown = this.#isOn.value && this.#shown(view);
    if (!shown) return null;
    const label = t("hint.end");
    const properties = { type: "button", class: "plain", id: "end-hints", title: label, "aria-label": label };
    const end = h("button", { ...properties, onclick: () => this.#end() }, h("span", { "aria-hidden": "true" }, "✕"));
    return h("span", { class: "hint", "data-hint": shown }, this.#content(shown, view), end);
  }

  #shown(view: GameView) {
    if (view.version === FIRST_VERSION && !isTaken()) return LESSON;
    const isNew = !this.#followed.value.includes(JESTERS_HINT);
    if (view.flips_left && view.phase === "play" && isNew) return JESTERS_HINT;
    return hintsAt(view).find(({ text }) => !this.#followed.value.includes(text))?.text;
  }

  #content(shown: Hint | typeof LESSON | typeof JESTERS_HINT, { players }: GameView) {
    const text = t(shown, { hand: fullHand(players) });
    return h("span", {}, shown === LESSON ? h("a", { href: lessonHash(this.game) }, text) : text);
  }

  /** The player has taken an action: the hints that it follows are not shown again. */
  take(view: GameView, action: string) {
    if (!this.#isOn.value) return;
    const followed = hintsAt(view).flatMap(({ text, actions }) => (actions.includes(action) ? [text] : []));
    const read = this.#shown(view) === JESTERS_HINT ? [JESTERS_HINT] : [];
    this.#followed.value = [...new Set([...this.#followed.value, ...read, ...followed])];
    saveFollowedHints(this.#followed.value);
  }

  #end() {
    endHints();
    this.#isOn.value = false;
    focus(document.getElementById("act"));
  }
}
