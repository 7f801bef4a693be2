// @ts-check
/** The rematch of a finished game: asked for, joined, or watched. */
import { fill, h } from "../ui/dom.js";
import { SingleFlight } from "../ui/single_flight.js";
import { tokensOf } from "../storage/saved_games.js";
import { nameOf } from "../words/names.js";
import { formatList, t } from "../words/texts.js";
import { announce } from "./log.js";

/** @import { GameView } from "../types" */
/** @import { Presences } from "./presence.js" */

export class RematchArea {
  element = h("div", { class: "rematch" });
  /** Who asked for the rematch. @type {number | null} */
  #asker = null;
  #flight = new SingleFlight();
  #rendered = "";
  #announced = "";

  /** @param {(key: string) => Promise<void>} join asks for the rematch and opens it; a failure is thrown @param {(error: unknown) => void} onError */
  constructor(join, onError) {
    this.join = join;
    this.onError = onError;
  }

  /** Note who asked for the rematch. @param {number} seat */
  noteAsker(seat) {
    this.#asker = seat;
  }

  /** @param {GameView} view a finished game @param {number[]} own the seats of this device @param {Presences} next who is in the rematch */
  show(view, own, next) {
    const joined = view.next ? own.filter((seat) => tokensOf(view.next ?? "").has(seat)) : [];
    const there = view.seats.filter(({ seat, agent }) => !agent && !own.includes(seat) && next.of(seat) === "here");
    const names = there.map(({ seat }) => nameOf(view.seats, seat));
    const key = JSON.stringify([view.next, own, joined, names, this.#asker]);
    if (key === this.#rendered) return;
    this.#rendered = key;
    fill(this.element, ...this.#content(view, own, joined.length > 0, names));
    this.#announce(view, own);
  }

  /** @param {GameView} view @param {number[]} own @param {boolean} isJoined @param {string[]} there */
  #content(view, own, isJoined, there) {
    if (!view.next)
      return [own.length ? this.#button(t(view.deal ? "ending.same-players" : "ending.rematch"), !view.deal) : null];
    const href = `#/game/${view.next}`;
    return [
      own.length ? h("p", { class: "rematch-asked" }, h("strong", {}, this.#askedText(view, own))) : null,
      there.length
        ? h("p", { class: "quiet", id: "rematch-there" }, t("friends.there", { names: formatList(there) }))
        : null,
      own.length && !isJoined
        ? this.#button(t("friends.join"))
        : h(
            "a",
            { class: "button main", href, id: own.length ? "rematch" : "to-rematch", "data-focus": "rematch" },
            t(own.length ? "friends.to-rematch" : "ending.to-rematch"),
          ),
    ];
  }

  /** @param {GameView} view @param {number[]} own */
  #askedText(view, own) {
    if (this.#asker === null) return t("friends.asked-by-some");
    if (own.includes(this.#asker)) return t("friends.asked-by-you");
    return t("friends.asked", { who: nameOf(view.seats, this.#asker) });
  }

  /** @param {string} label @param {boolean} [isMain] */
  #button(label, isMain = true) {
    const onclick = () => this.#flight.run(null, this.join, element).catch(this.onError);
    const element = h(
      "button",
      { type: "button", class: isMain ? "main" : "", id: "rematch", "data-focus": "rematch", onclick },
      label,
    );
    return element;
  }

  /** Tell screen readers once that another player asks. @param {GameView} view @param {number[]} own */
  #announce(view, own) {
    if (!view.next || !own.length || this.#asker === null || own.includes(this.#asker)) return;
    const text = this.#askedText(view, own);
    if (text !== this.#announced) announce(text);
    this.#announced = text;
  }
}
