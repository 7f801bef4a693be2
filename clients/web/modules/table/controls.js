// @ts-check
/** What is to be done, what the selected cards do or why they cannot, and the buttons that do it. */
import { fill, h } from "../dom.js";
import { actionOf, appointable, may, mine, uncovered, whyNot } from "../legality.js";
import { nameOf } from "../names.js";
import { actionText, suitName, valueOf } from "../reference.js";
import { suitOf } from "../cards.js";
import { listed, t } from "../texts.js";

/** @import { GameView, Signal, Suit } from "../types" */

/** @typedef {{ act: (action: string) => void, signal: (signal: Signal) => void, clear: () => void }} Doing */

/** @param {Doing} doing */
export function controls(doing) {
  const element = h("div", { class: "controls", id: "controls" });
  return {
    element,
    /** @param {GameView} view @param {string[]} codes */
    show: (view, codes) =>
      fill(
        element,
        h("p", { class: "task", id: "task" }, task(view)),
        h("p", { class: "why", id: "why", role: "status" }, said(view, codes)),
        h("div", { class: "buttons" }, ...buttons(view, codes, doing)),
      ),
  };
}

/** @param {GameView} view */
export function task(view) {
  if (view.turn === null) return "";
  if (!mine(view)) return t("task.wait", { who: view.stand_in ?? nameOf(view.seats, view.turn) });
  if (view.phase === "suffer") return t("task.suffer", { amount: view.enemy?.strikes_for ?? 0 });
  if (view.phase === "appoint") return t("task.appoint");
  return t(may(view, "yield") ? "task.play-or-yield" : "task.play");
}

/** What the selection amounts to. @param {GameView} view @param {string[]} codes */
function said(view, codes) {
  if (!mine(view) || view.phase === "appoint") return "";
  if (view.phase === "suffer" && uncovered(view, codes))
    return codes.length ? whyNot(view, codes) : t("suffer.left", { left: uncovered(view, codes) });
  if (!codes.length) return "";
  if (!actionOf(view, codes)) return whyNot(view, codes);
  return view.phase === "suffer" ? t("suffer.covered", { value: valueOf(codes) }) : foreseen(view, codes);
}

/** What playing these cards begins with. @param {GameView} view @param {string[]} codes */
function foreseen(view, codes) {
  const suits = /** @type {Suit[]} */ ([...new Set(codes.map(suitOf))].filter(Boolean));
  if (!suits.length) return t("play.jester");
  const immune = suits.find((suit) => suit === suitOf(view.enemy?.card ?? "X1") && !view.enemy?.immunity_cancelled);
  const value = t("play.value", { value: valueOf(codes), suits: listed(suits.map(suitName)) });
  return immune ? `${value} ${t("play.immune", { suit: suitName(immune) })}` : value;
}

/** @param {GameView} view @param {string[]} codes @param {Doing} doing */
function buttons(view, codes, doing) {
  if (view.phase === "appoint") return mine(view) ? appointing(view, doing) : signalling(view, doing);
  if (!mine(view)) return [];
  return [
    main(view, codes, doing),
    view.phase === "play" && view.players > 1 ? other("yield", t("do.yield"), doing, may(view, "yield")) : null,
    view.flips_left ? other("flip", t("do.flip", { left: view.flips_left }), doing, may(view, "flip")) : null,
    codes.length
      ? h("button", { type: "button", class: "plain", "data-focus": "clear", onclick: doing.clear }, t("do.clear"))
      : null,
  ];
}

/** The button for the selected cards; it can be reached even if they make no action, and says then why. @param {GameView} view @param {string[]} codes @param {Doing} doing */
function main(view, codes, doing) {
  const action = codes.length ? actionOf(view, codes) : null;
  const act = () => action && doing.act(action);
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

/** @param {"yield" | "flip"} action @param {string} label @param {Doing} doing @param {boolean} legal */
const other = (action, label, doing, legal) =>
  h(
    "button",
    {
      type: "button",
      "data-focus": action,
      "data-action": action,
      title: actionText(action),
      "aria-disabled": legal ? null : "true",
      onclick: () => legal && doing.act(action),
    },
    label,
  );

/** @param {GameView} view @param {Doing} doing */
const appointing = (view, doing) =>
  appointable(view).map((seat) =>
    h(
      "button",
      {
        type: "button",
        class: "main",
        "data-focus": `>${seat}`,
        "data-action": `>${seat}`,
        onclick: () => doing.act(`>${seat}`),
      },
      seat === view.you ? t("do.appoint-me") : nameOf(view.seats, seat),
    ),
  );

/** @param {GameView} view @param {Doing} doing */
function signalling(view, doing) {
  if (view.you === null) return [];
  return /** @type {Signal[]} */ (["eager", "reluctant"]).map((signal) =>
    h(
      "button",
      {
        type: "button",
        "data-focus": signal,
        "data-signal": signal,
        "aria-pressed": String(view.seats[view.you ?? 0]?.signal === signal),
        onclick: () => doing.signal(signal),
      },
      t(signal === "eager" ? "do.eager" : "do.reluctant"),
    ),
  );
}
