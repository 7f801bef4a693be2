// @ts-check
/** The task, the effect of the selected cards or why they are illegal, and the buttons. */
import { fill, h } from "../ui/dom.js";
import { actionOfCards, appointableSeats, isLegal, isMyTurn, damageLeft, illegalReason } from "../game/legality.js";
import { nameOf } from "../words/names.js";
import { consequences, previewOf } from "../words/reasons.js";
import { actionText, suitName, valueOf } from "../words/reference.js";
import { suitOf } from "../cards/images.js";
import { formatList, t } from "../words/texts.js";
import { reasonLine } from "./reason_line.js";

/** @import { GameView, Signal, Suit } from "../types" */

/** @typedef {{ act: (action: string) => void, signal: (signal: Signal) => void, clear: () => void }} Handlers */

/** The text above the hand, and the buttons below it. @param {Handlers} handlers */
export function controls(handlers) {
  const element = h("div", { class: "controls", id: "controls" });
  const row = h("div", { class: "own-buttons buttons" });
  return {
    element,
    buttons: row,
    /** @param {GameView} view @param {string[]} codes @param {string | null} advised the advised action that is chosen */
    show(view, codes, advised) {
      fill(
        element,
        h("p", { class: "task", id: "task" }, taskText(view)),
        h("p", { class: "why", id: "why", role: "status" }, ...selectionText(view, codes)),
      );
      fill(row, ...buttons(view, codes, handlers));
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
  return t(isLegal(view, "yield") ? "task.play-or-yield" : "task.play");
}

/** Who plays the turn of a seat: the bot in its place, or its player. @param {GameView} view @param {number} seat */
const playing = (view, seat) => view.stand_in ?? view.seats[seat]?.stand_in ?? nameOf(view.seats, seat);

/** The text about the selected cards: in the play phase what they do and risk. @param {GameView} view @param {string[]} codes */
function selectionText(view, codes) {
  const action = view.phase === "play" && isMyTurn(view) ? actionOfCards(view, codes) : null;
  const preview = action ? previewOf(view, action) : null;
  return preview ? reasonLine(consequences(preview, view)) : [plainText(view, codes)];
}

/** The text about the selected cards, without a preview. @param {GameView} view @param {string[]} codes */
function plainText(view, codes) {
  if (!isMyTurn(view) || view.phase === "appoint") return "";
  if (view.phase === "suffer" && damageLeft(view, codes))
    return codes.length ? illegalReason(view, codes) : t("suffer.left", { left: damageLeft(view, codes) });
  if (!codes.length) return "";
  if (!actionOfCards(view, codes)) return illegalReason(view, codes);
  return view.phase === "suffer" ? t("suffer.covered", { value: valueOf(codes) }) : playText(view, codes);
}

/** The immediate effect of playing these cards. @param {GameView} view @param {string[]} codes */
function playText(view, codes) {
  const suits = /** @type {Suit[]} */ ([...new Set(codes.map(suitOf))].filter(Boolean));
  if (!suits.length) return t("play.jester");
  const immune = suits.find((suit) => suit === suitOf(view.enemy?.card ?? "X1") && !view.enemy?.immunity_cancelled);
  const value = t("play.value", { value: valueOf(codes), suits: formatList(suits.map(suitName)) });
  return immune ? `${value} ${t("play.immune", { suit: suitName(immune) })}` : value;
}

/** @param {GameView} view @param {string[]} codes @param {Handlers} handlers */
function buttons(view, codes, handlers) {
  if (view.phase === "appoint") return isMyTurn(view) ? appointButtons(view, handlers) : signalButtons(view, handlers);
  if (!isMyTurn(view)) return [];
  return [
    mainButton(view, codes, handlers),
    view.phase === "play" && view.players > 1
      ? plainButton("yield", t("do.yield"), handlers, isLegal(view, "yield"))
      : null,
    view.flips_left
      ? plainButton("flip", t("do.flip", { left: view.flips_left }), handlers, isLegal(view, "flip"))
      : null,
    clearButton(codes, handlers),
  ];
}

/** The button keeps its room when no card is selected, so that no other one moves. @param {string[]} codes @param {Handlers} handlers */
const clearButton = (codes, handlers) =>
  h(
    "button",
    {
      type: "button",
      class: "plain",
      "data-focus": "clear",
      "aria-disabled": codes.length ? null : "true",
      onclick: () => codes.length && handlers.clear(),
    },
    t("do.clear"),
  );

/** The button for the selected cards. It stays focusable when they form no legal action, so that its description is read. @param {GameView} view @param {string[]} codes @param {Handlers} handlers */
function mainButton(view, codes, handlers) {
  const action = codes.length ? actionOfCards(view, codes) : null;
  const act = () => action && handlers.act(action);
  return h(
    "button",
    {
      type: "button",
      class: "main",
      id: "act",
      "data-focus": "act",
      "aria-disabled": action ? null : "true",
      "aria-describedby": "task why",
      onclick: act,
    },
    t(view.phase === "suffer" ? "do.discard" : "do.play"),
  );
}

/** @param {"yield" | "flip"} action @param {string} label @param {Handlers} handlers @param {boolean} legal */
const plainButton = (action, label, handlers, legal) =>
  h(
    "button",
    {
      type: "button",
      "data-focus": action,
      "data-action": action,
      title: actionText(action),
      "aria-disabled": legal ? null : "true",
      onclick: () => legal && handlers.act(action),
    },
    label,
  );

/** @param {GameView} view @param {Handlers} handlers */
const appointButtons = (view, handlers) =>
  appointableSeats(view).map((seat) =>
    h(
      "button",
      {
        type: "button",
        class: "main",
        "data-focus": `>${seat}`,
        "data-action": `>${seat}`,
        onclick: () => handlers.act(`>${seat}`),
      },
      seat === view.you ? t("do.appoint-me") : nameOf(view.seats, seat),
    ),
  );

/** @param {GameView} view @param {Handlers} handlers */
function signalButtons(view, handlers) {
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
