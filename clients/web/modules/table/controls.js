// @ts-check
/** The task, what the chosen action does, and the buttons. */
import { fill, h } from "../ui/dom.js";
import { appointableSeats, isLegal, isMyTurn } from "../game/legality.js";
import { cheapestCover } from "../game/covers.js";
import { nameOf } from "../words/names.js";
import { valueOf } from "../words/reference.js";
import { pieces, plural, t } from "../words/texts.js";
import { smallFaces } from "../cards/small_faces.js";
import { selectionContent } from "./selection.js";

/** @import { GameView, Signal } from "../types" */
/** @import { UnderWay } from "../ui/under_way.js" */
/** @import { Child } from "../ui/dom.js" */
/** @import { Choice, Way } from "./choice.js" */

/**
 * @typedef {object} Handlers
 * @property {(action: string) => void} act
 * @property {(way: Way) => void} choose a yield or a flip, or the confirmation of one
 * @property {(codes: string[]) => void} select
 * @property {(signal: Signal) => void} signal
 * @property {() => void} clear
 */

/** What the buttons depend on. @typedef {{ view: GameView, choice: Choice, sent: string | null, handlers: Handlers }} State */

/** The text above the hand, and the buttons below it. @param {Handlers} handlers @param {UnderWay} request */
export function controls(handlers, request) {
  const task = h("p", { class: "task", id: "task" });
  const why = h("div", { class: "why", id: "why", role: "status" });
  const row = h("div", { class: "own-buttons buttons" });
  return {
    element: h("div", { class: "controls", id: "controls" }, task, why),
    buttons: row,
    /** @param {GameView} view @param {Choice} choice @param {string | null} advised the advised action that is chosen */
    show(view, choice, advised) {
      fill(task, taskText(view));
      fill(why, ...selectionContent(view, choice, request.stage));
      fill(row, ...buttons({ view, choice, sent: request.content, handlers }));
      row.querySelector(`[data-action="${CSS.escape(advised ?? "")}"]`)?.classList.add("advised");
    },
  };
}

/** What the player to act has to do. @param {GameView} view */
export function taskText(view) {
  if (view.turn === null) return "";
  if (!isMyTurn(view)) return t("task.wait", { who: playing(view, view.turn) });
  if (view.phase === "suffer") return t("task.suffer", { amount: view.enemy?.strikes_for ?? 0 });
  if (view.phase === "appoint") return t("task.appoint");
  if (!view.hand?.length && isLegal(view, "flip")) return t("task.flip");
  return t(isLegal(view, "yield") ? "task.play-or-yield" : "task.play");
}

/** Who plays the turn of a seat: the bot in its place, or its player. @param {GameView} view @param {number} seat */
const playing = (view, seat) => view.stand_in ?? view.seats[seat]?.stand_in ?? nameOf(view.seats, seat);

/** No button comes, goes or moves when cards are selected. @param {State} state */
function buttons(state) {
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

/** Confirms the chosen action, and is named by it. It stays focusable without one, so that its description is read. @param {State} state */
function mainButton({ view, choice, sent, handlers }) {
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

/** @param {GameView} view @param {Choice} choice @param {string | null} action @returns {Child[]} */
function mainLabel(view, { codes }, action) {
  if (action === "yield") return [t("do.yield-now")];
  if (action === "flip") return [t("do.flip-now")];
  if (view.phase === "suffer")
    return [codes.length ? t("do.discard-value", { value: valueOf(codes) }) : t("do.discard")];
  return action ? pieces("do.play-cards", { cards: smallFaces(codes) }) : [t("do.play")];
}

/** Chooses an action without cards; the second press confirms it, unless it is that of a double click. @param {Way} way @param {string} label @param {State} state */
function wayButton(way, label, { view, choice, sent, handlers }) {
  const legal = isLegal(view, way) && sent === null;
  const onclick = (/** @type {MouseEvent} */ { detail }) => legal && detail < 2 && handlers.choose(way);
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

/** @param {State} state */
function cheapestButton({ view, sent, handlers }) {
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

/** The button keeps its room when nothing is chosen; the focus then goes to the main button. @param {State} state */
function clearButton({ choice, sent, handlers }) {
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

/** @param {State} state */
const appointButtons = ({ view, sent, handlers }) =>
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

/** @param {State} state */
function signalButtons({ view, handlers }) {
  if (view.you === null) return [];
  return /** @type {Signal[]} */ (["eager", "reluctant"]).map((signal) =>
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
