/**
 * The player's hand, a fan: each card lies a little askew, the selected ones stand up and lean on each other. Cards are
 * selected by click, by number, or by the arrow keys and the space bar.
 */
import { cardsOf, sortedCards } from "regicide-client/cards";
import { combinable, isMyTurn } from "regicide-client/selection";
import { cardImage, suitOf, rankOf } from "../cards/images.ts";
import { h, prefersReducedMotion } from "../ui/dom.ts";
import { autorun, computed, derived } from "../ui/signals.ts";
import { stoppedReason } from "../rules/legend.ts";
import { card, cardName, comboLimits } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import type { TableState } from "./table_state.ts";

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
const ENDS: Record<string, number> = { Home: 0, End: -1 };

/** The angle between the first and the last card, and the one between neighbours, at most. */
const FAN_DEG = 14;
const STEP_DEG = 2.6;
/** How far a card of its own lies out of line. */
const DISORDER_DEG = 0.9;
/** How far the middle of the fan is above its ends, as a share of a card's width by the square of the angle. */
const ARCH = 0.0016;
/** How far selected cards lean on each other, and how far a card follows the pointer. */
const LEAN_DEG = 2.5;
const TILT_DEG = 9;

export function handArea({ view, choice }: TableState, confirm: () => void) {
  /** A hand that has not changed stays, so that a click on a card is not lost. */
  const cards = derived(() => sortedCards(view.value?.hand ?? []));
  let known: string[] = [];
  /** The cards that can be combined with the selected ones; null if all can be selected. */
  const fitting = computed(() =>
    view.value?.legal_actions.length && isMyTurn(view.value) ? combinable(view.value, choice.codes.value) : null,
  );
  /** The angle at which a selected card leans on the others. */
  const leanOf = (code: string) => {
    const selected = cards.value.filter((each) => choice.codes.value.includes(each));
    const middle = (selected.length - 1) / 2;
    return middle ? (LEAN_DEG * (middle - selected.indexOf(code))) / middle : 0;
  };
  const item = (code: string, index: number, isNew: boolean) => {
    const isSelected = computed(() => choice.codes.value.includes(code));
    const isPointed = computed(() => cardsOf(choice.pointed.value ?? "").includes(code));
    const isDimmed = computed(() => fitting.value !== null && !fitting.value.has(code) && !isSelected.value);
    const why = () => {
      if (isDimmed.value && choice.codes.value.length) return dimmedReason(code, choice.codes.value);
      return view.value?.phase === "play" ? stoppedReason(suitOf(code), view.value.enemy) : "";
    };
    const { turn, drop } = placeInFan(code, index, cards.value.length);
    const button = h(
      "button",
      {
        type: "button",
        class: () =>
          `hand-card${isNew ? " fresh" : ""}${isDimmed.value ? " dimmed" : ""}${isPointed.value ? " pointed" : ""}`,
        "data-card": code,
        "data-focus": `card-${code}`,
        "data-why": why,
        "aria-label": t("hand.card", { card: cardName(code), value: card(code).value }),
        "aria-keyshortcuts": String(index + 1),
        "aria-pressed": () => String(isSelected.value),
        onclick: () => choice.toggle(code),
      },
      cardImage(code),
      h("kbd", { "aria-hidden": "true" }, String(index + 1)),
    );
    button.style.setProperty("--turn", `${turn}deg`);
    button.style.setProperty("--drop", String(drop));
    autorun(() => button.style.setProperty("--lean", `${isSelected.value ? leanOf(code) : 0}deg`));
    return button;
  };
  const onkeydown = (event: KeyboardEvent) => walk(event, confirm);
  const listeners = { onkeydown, onpointermove: tilt, onpointerout: straighten };
  return h("div", { class: "hand", role: "group", "aria-label": t("hand.title"), ...listeners }, () => {
    const old = known;
    known = cards.value;
    return cards.value.map((code, index) => item(code, index, !old.includes(code)));
  });
}

/** The angle of a card in the fan, and how far it lies below the line as a share of its width; above it by less than 0. */
function placeInFan(code: string, index: number, count: number) {
  const step = Math.min(STEP_DEG, FAN_DEG / Math.max(1, count - 1));
  const end = ((count - 1) / 2) * step;
  const angle = index * step - end;
  const disorder = ([...code].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0) % 5) / 2 - 1;
  const turn = count > 1 ? angle + DISORDER_DEG * disorder : 0;
  return {
    turn: Math.max(-FAN_DEG / 2, Math.min(FAN_DEG / 2, turn)),
    drop: ARCH * (angle ** 2 - end ** 2) - 0.012 * (disorder + 1),
  };
}

/** Let the card under a mouse follow it. */
function tilt({ pointerType, target, clientX, clientY }: PointerEvent) {
  const card = target instanceof Element && target.closest<HTMLElement>(".hand-card");
  if (pointerType !== "mouse" || !card || prefersReducedMotion()) return;
  const { left, top, width, height } = card.getBoundingClientRect();
  card.style.setProperty("--tilt-y", `${TILT_DEG * ((2 * (clientX - left)) / width - 1)}deg`);
  card.style.setProperty("--tilt-x", `${-TILT_DEG * ((2 * (clientY - top)) / height - 1)}deg`);
}

function straighten({ target }: PointerEvent) {
  const card = target instanceof Element && target.closest<HTMLElement>(".hand-card");
  if (card) ["--tilt-x", "--tilt-y"].forEach((name) => card.style.removeProperty(name));
}

function walk(event: KeyboardEvent, confirm: () => void) {
  const buttons = [...(event.currentTarget as Element).querySelectorAll("button")];
  const index = buttons.indexOf((event.target as Element).closest("button") as HTMLButtonElement);
  if (event.key in STEPS) buttons.at((index + STEPS[event.key]) % buttons.length)?.focus();
  else if (event.key in ENDS) buttons.at(ENDS[event.key])?.focus();
  else if (event.key === "Enter") confirm();
  else return;
  event.preventDefault();
}

/** Why a card is dimmed: no play has it together with the selected cards, of which there is at least one. */
export function dimmedReason(code: string, selected: string[]) {
  const cards = [...selected, code];
  const kinds = cards.map((each) => card(each).kind);
  const { low, high, total } = comboLimits();
  if (kinds.includes("jester")) return t("rules.dimmed.jester");
  if (kinds.includes("companion")) return t("rules.dimmed.companion");
  if (new Set(cards.map(rankOf)).size === 1) return t("rules.dimmed.total", { total });
  return t("rules.dimmed.combo", { low, high });
}
