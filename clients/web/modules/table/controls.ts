/** The task, what the chosen action does, and the buttons. */
import { button, focus, h, type Child } from "../ui/dom.ts";
import { cardsOf, totalValue } from "regicide-client/cards";
import { appointable, cheapestDiscard, isMyTurn } from "regicide-client/selection";
import { agentName, nameOf } from "../words/names.ts";
import { pieces, t } from "../words/texts.ts";
import { smallFaces, withFaces } from "../cards/small_faces.ts";
import { type Hint, mustFlip, selectionContent } from "./selection.ts";
import type { GameView } from "../types.ts";
import type { Choice, Commands, Way } from "./choice.ts";
import type { SignalSender } from "./emotes.ts";
import type { TableState } from "./table_state.ts";

type Handlers = Commands & {
  signals: SignalSender;
  undo: (() => void) | undefined; // takes the last action of a practice game back
};

/** What a lesson or a puzzle has in place of the task and of the buttons; null: nothing. */
export type Lead = () => { task: string; buttons?: Child[] } | null;

/** The text above the hand: the task, and what the chosen action does. @param hint shown before a choice */
export const taskArea = ({ view, told, choice, request, connection }: TableState, hint: Hint, lead: Lead) =>
  h(
    "div",
    { class: "controls", id: "controls" },
    h("p", { class: "task", id: "task" }, () =>
      connection.value === "offline"
        ? t(view.value && isMyTurn(view.value) ? "task.offline-turn" : "task.offline")
        : told.value
          ? withFaces(told.value)
          : view.value && (lead()?.task ?? taskText(view.value)),
    ),
    h("div", { class: "why", id: "why", role: "status" }, () =>
      view.value ? selectionContent(view.value, choice, request.stage.value, hint) : [],
    ),
  );

/** What the player to act has to do; while steps are shown, these tell instead. */
export function taskText(view: GameView) {
  if (view.turn === null) return "";
  if (!isMyTurn(view)) return t("task.wait", { who: playing(view, view.turn) });
  if (view.phase === "suffer")
    return t(mustFlip(view) ? "task.suffer-flip" : "task.suffer", { amount: view.enemy?.strikes_for ?? 0 });
  if (view.phase === "appoint") return t("task.appoint");
  if (!view.hand?.length && view.legal_actions.includes("flip")) return t("task.flip");
  return t(view.legal_actions.includes("yield") ? "task.play-or-yield" : "task.play");
}

/** Who plays the turn of a seat: the bot in its place, or its player. */
function playing(view: GameView, seat: number) {
  const agent = view.stand_in ?? view.seats[seat]?.stand_in;
  return agent ? agentName(agent) : nameOf(view.seats, seat);
}

const isSuffering = (view: GameView) => isMyTurn(view) && view.phase === "suffer";

/** The buttons below the hand, of which none comes, goes or moves when cards are selected; while others play, none is live. */
export const ownButtons = (state: TableState, handlers: Handlers, lead: Lead) =>
  h("div", { class: "own-buttons buttons" }, () =>
    state.view.value ? (lead()?.buttons ?? buttons(state.view.value, state, handlers)) : [],
  );

function buttons(view: GameView, state: TableState, handlers: Handlers) {
  if (view.phase === "appoint")
    return isMyTurn(view) ? appointButtons(view, state, handlers) : handlers.signals.buttons(view);
  return [
    mainButton(view, state, handlers),
    !isSuffering(view) && view.players > 1 && wayButton("yield", t("do.yield"), view, state, handlers),
    isSuffering(view) && cheapestButton(view, state),
    view.flips_left > 0 && wayButton("flip", t("do.flip", { count: view.flips_left }), view, state, handlers),
    clearButton(state),
    state.practice.value !== null && undoButton(state, handlers),
  ];
}

/** Confirms the chosen action, and is named by it. It stays focusable without one, so that its description is read. */
function mainButton(view: GameView, { choice, request, preview, isReady }: TableState, { act }: Handlers) {
  const sent = request.content;
  const fate = () => (preview.value?.exact ? "main exact" : preview.value?.defeats ? "main fatal" : "main");
  const isSecond = (detail: number) => detail > 1 && choice.isAsked.value; // of a double click
  return h(
    "button",
    {
      ...{
        type: "button",
        class: () => (choice.isDoubtful.value ? "doubtful" : fate()),
        id: "act",
        "data-focus": "act",
      },
      "aria-disabled": () => (choice.action.value && isReady.value ? null : "true"),
      "aria-busy": () => sent.value !== null && "true",
      "aria-describedby": "task why",
      "aria-keyshortcuts": "p",
      onclick: ({ detail }: MouseEvent) =>
        choice.action.value && isReady.value && !isSecond(detail) && act(choice.action.value),
    },
    () => h("span", {}, ...mainLabel(view, choice, sent.value)),
  );
}

/** @param sent the action that is sent */
function mainLabel(view: GameView, choice: Choice, sent: string | null): Child[] {
  const [codes, action, isDiscard] = [choice.codes.value, sent ?? choice.action.value, isSuffering(view)];
  if (choice.isAsked.value && sent === null)
    return pieces<Child>("do.confirm", { what: isDiscard ? String(totalValue(codes)) : smallFaces(codes) });
  if (action === "yield") return [t("do.yield-now")];
  if (action === "flip") return [t("do.flip-now")];
  if (!codes.length && view.legal_actions.some((each) => cardsOf(each).length)) return [t("do.choose")];
  if (isDiscard) return [codes.length ? t("do.discard-value", { value: totalValue(codes) }) : t("do.discard")];
  return action ? pieces("do.play-cards", { cards: smallFaces(codes) }) : [t("do.play")];
}

/** Chooses an action without cards, which the main button confirms; then it cancels it, unless by a double click. */
function wayButton(way: Way, label: string, view: GameView, { choice, isReady }: TableState, { choose }: Handlers) {
  const isLegal = () => view.legal_actions.includes(way) && isReady.value;
  const isChosen = () => choice.way.value === way;
  return h(
    "button",
    {
      ...{ type: "button", "data-focus": way, "data-action": way },
      class: () => (mustFlip(view) && !isChosen() ? "main" : choice.isMarked(way) && "advised"),
      "aria-keyshortcuts": () => (isChosen() ? "Escape" : way[0]),
      "aria-disabled": () => !isLegal() && "true",
      onclick: ({ detail }: MouseEvent) => {
        if (isLegal() && detail < 2) isChosen() ? choice.select([]) : choose(way);
      },
    },
    () => (isChosen() ? t("do.cancel") : label),
  );
}

function cheapestButton(view: GameView, { choice, request }: TableState) {
  const cover = cheapestDiscard(view);
  const isPossible = () => cover !== null && request.content.value === null;
  return button("cheapest", t("do.cheapest"), () => cover && isPossible() && choice.select(cover), {
    title: t("do.cheapest-about"),
    "aria-disabled": () => !isPossible() && "true",
    "aria-keyshortcuts": "c",
  });
}

/** The button keeps its room when no card is chosen; the focus then goes to the main button. */
function clearButton({ choice, request }: TableState) {
  const isPossible = () => choice.codes.value.length > 0 && request.content.value === null;
  const clear = () => {
    choice.select([]);
    focus(document.getElementById("act"));
  };
  return h(
    "button",
    {
      ...{ type: "button", class: "plain clear", title: t("do.clear"), "aria-label": t("do.clear") },
      "data-focus": () => isPossible() && "clear",
      "aria-disabled": () => !isPossible() && "true",
      "aria-keyshortcuts": "Escape",
      onclick: () => isPossible() && clear(),
    },
    h("span", { "aria-hidden": "true" }, "✕"),
  );
}

/** Takes the last action of a game of practice back. */
const undoButton = ({ isReady, events }: TableState, { undo }: Handlers) => {
  const isPossible = () => isReady.value && events.value.some(({ type }) => type === "action");
  return button("undo", `↶ ${t("practice.undo")}`, () => isPossible() && undo?.(), {
    class: "plain",
    "aria-disabled": () => !isPossible() && "true",
    "aria-keyshortcuts": "u",
  });
};

const appointButtons = (view: GameView, { choice, request, isReady }: TableState, { act }: Handlers) =>
  appointable(view).map((seat) => {
    const [action, sent] = [`>${seat}`, request.content];
    return h(
      "button",
      {
        ...{ type: "button", "data-focus": action, "data-action": action, "aria-keyshortcuts": String(seat + 1) },
        class: () => (choice.isMarked(action) ? "appoint advised" : "appoint"),
        "aria-busy": () => sent.value === action && "true",
        "aria-disabled": () => !isReady.value && "true",
        onclick: () => isReady.value && act(action),
      },
      h("span", {}, seat === view.you ? t("do.appoint-me") : nameOf(view.seats, seat)),
    );
  });
