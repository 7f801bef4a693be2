/** The task, what the chosen action does, and the buttons. */
import { fill, h, type Child } from "../ui/dom.ts";
import { appointableSeats, isLegal, isMyTurn } from "../game/legality.ts";
import { cheapestCover } from "../game/covers.ts";
import { nameOf } from "../words/names.ts";
import { valueOf } from "../words/reference.ts";
import { pieces, plural, t } from "../words/texts.ts";
import { smallFaces } from "../cards/small_faces.ts";
import { selectionContent } from "./selection.ts";
import type { GameView, Signal } from "../types.ts";
import type { UnderWay } from "../ui/under_way.ts";
import type { Choice, Way } from "./choice.ts";

export type Handlers = {
  act: (action: string) => void;
  choose: (way: Way) => void; // a yield or a flip, or the confirmation of one
  select: (codes: string[]) => void;
  signal: (signal: Signal) => void;
  clear: () => void;
};

/** What the buttons depend on. */
type State = { view: GameView; choice: Choice; sent: string | null; handlers: Handlers };

/** The text above the hand, and the buttons below it. */
export function controls(handlers: Handlers, request: UnderWay) {
  const task = h("p", { class: "task", id: "task" });
  const why = h("div", { class: "why", id: "why", role: "status" });
  const row = h("div", { class: "own-buttons buttons" });
  return {
    element: h("div", { class: "controls", id: "controls" }, task, why),
    buttons: row,
    /** @param advised the advised action that is chosen */
    show(view: GameView, choice: Choice, advised: string | null) {
      fill(task, taskText(view));
      fill(why, ...selectionContent(view, choice, request.stage));
      fill(row, ...buttons({ view, choice, sent: request.content, handlers }));
      row.querySelector(`[data-action="${CSS.escape(advised ?? "")}"]`)?.classList.add("advised");
    },
  };
}

/** What the player to act has to do. */
export function taskText(view: GameView) {
  if (view.turn === null) return "";
  if (!isMyTurn(view)) return t("task.wait", { who: playing(view, view.turn) });
  if (view.phase === "suffer") return t("task.suffer", { amount: view.enemy?.strikes_for ?? 0 });
  if (view.phase === "appoint") return t("task.appoint");
  if (!view.hand?.length && isLegal(view, "flip")) return t("task.flip");
  return t(isLegal(view, "yield") ? "task.play-or-yield" : "task.play");
}

/** Who plays the turn of a seat: the bot in its place, or its player. */
const playing = (view: GameView, seat: number) =>
  view.stand_in ?? view.seats[seat]?.stand_in ?? nameOf(view.seats, seat);

/** No button comes, goes or moves when cards are selected. */
function buttons(state: State) {
  const { view } = state;
  if (view.phase === "appoint") return isMyTurn(view) ? appointButtons(state) : signalButtons(state);
  if (!isMyTurn(view)) return [];
  return [
    mainButton(state),
    view.phase === "play" && view.players > 1 ? wayButton("yield", t("do.yield"), state) : null,
    view.phase === "suffer" ? cheapestButton(state) : null,
    view.flips_left ? wayButton("flip", plural("do.flip", view.flips_left), state) : null,
    clearButton(state),
  ];
}

/** Confirms the chosen action, and is named by it. It stays focusable without one, so that its description is read. */
function mainButton({ view, choice, sent, handlers }: State) {
  const action = choice.action(view);
  return h(
    "button",
    {
      type: "button",
      class: "main",
      id: "act",
      "data-focus": "act",
      "aria-disabled": action && sent === null ? null : "true",
      "aria-busy": sent === null ? null : "true",
      "aria-describedby": "task why",
      "aria-keyshortcuts": "p",
      onclick: () => action && handlers.act(action),
    },
    h("span", {}, ...mainLabel(view, choice, sent ?? action)),
  );
}

function mainLabel(view: GameView, { codes }: Choice, action: string | null): Child[] {
  if (action === "yield") return [t("do.yield-now")];
  if (action === "flip") return [t("do.flip-now")];
  if (view.phase === "suffer")
    return [codes.length ? t("do.discard-value", { value: valueOf(codes) }) : t("do.discard")];
  return action ? pieces("do.play-cards", { cards: smallFaces(codes) }) : [t("do.play")];
}

/** Chooses an action without cards; the second press confirms it, unless it is that of a double click. */
function wayButton(way: Way, label: string, { view, choice, sent, handlers }: State) {
  const legal = isLegal(view, way) && sent === null;
  const onclick = ({ detail }: MouseEvent) => legal && detail < 2 && handlers.choose(way);
  return h(
    "button",
    {
      type: "button",
      "data-focus": way,
      "data-action": way,
      "aria-pressed": String(choice.action(view) === way),
      "aria-disabled": legal ? null : "true",
      "aria-keyshortcuts": way[0],
      onclick,
    },
    label,
  );
}

function cheapestButton({ view, sent, handlers }: State) {
  const cover = sent === null ? cheapestCover(view) : null;
  return h(
    "button",
    {
      type: "button",
      id: "cheapest",
      "data-focus": "cheapest",
      title: t("do.cheapest-about"),
      "aria-disabled": cover ? null : "true",
      "aria-keyshortcuts": "c",
      onclick: () => cover && handlers.select(cover),
    },
    t("do.cheapest"),
  );
}

/** The button keeps its room when nothing is chosen; the focus then goes to the main button. */
function clearButton({ choice, sent, handlers }: State) {
  const possible = choice.isMade && sent === null;
  return h(
    "button",
    {
      type: "button",
      class: "plain clear",
      "data-focus": possible ? "clear" : null,
      title: t("do.clear"),
      "aria-label": t("do.clear"),
      "aria-disabled": possible ? null : "true",
      "aria-keyshortcuts": "Escape",
      onclick: () => possible && handlers.clear(),
    },
    h("span", { "aria-hidden": "true" }, "✕"),
  );
}

const appointButtons = ({ view, sent, handlers }: State) =>
  appointableSeats(view).map((seat) =>
    h(
      "button",
      {
        type: "button",
        class: "main",
        "data-focus": `>${seat}`,
        "data-action": `>${seat}`,
        "aria-busy": sent === `>${seat}` ? "true" : null,
        "aria-disabled": sent === null ? null : "true",
        onclick: () => handlers.act(`>${seat}`),
      },
      seat === view.you ? t("do.appoint-me") : nameOf(view.seats, seat),
    ),
  );

function signalButtons({ view, handlers }: State) {
  if (view.you === null) return [];
  return (["eager", "reluctant"] as Signal[]).map((signal) =>
    h(
      "button",
      {
        type: "button",
        "data-focus": signal,
        "data-signal": signal,
        "aria-pressed": String(view.seats[view.you ?? 0]?.signal === signal),
        onclick: () => handlers.signal(signal),
      },
      t(signal === "eager" ? "do.eager" : "do.reluctant"),
    ),
  );
}
