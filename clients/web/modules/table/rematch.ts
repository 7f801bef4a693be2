/** The rematch of a finished game: asked for, joined, or watched. */
import { fill, h } from "../ui/dom.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import { tokensOf } from "../storage/saved_games.ts";
import { nameOf } from "../words/names.ts";
import { formatList, t } from "../words/texts.ts";
import { announce } from "./log.ts";
import type { GameView } from "../types.ts";
import type { Presences } from "./attendance.ts";

export class RematchArea {
  element = h("div", { class: "rematch" });
  /** Who asked for the rematch. */
  #asker: number | null = null;
  #flight = new SingleFlight();
  #rendered = "";
  #announced = "";

  /** @param join asks for the rematch and opens it; a failure is thrown */
  constructor(
    readonly join: (key: string) => Promise<void>,
    readonly onError: (error: unknown) => void,
  ) {}

  /** Note who asked for the rematch. */
  noteAsker(seat: number) {
    this.#asker = seat;
  }

  /** @param view a finished game @param own the seats of this device @param next who is in the rematch */
  show(view: GameView, own: number[], next: Presences) {
    const joined = view.next ? own.filter((seat) => tokensOf(view.next ?? "").has(seat)) : [];
    const there = view.seats.filter(({ seat, agent }) => !agent && !own.includes(seat) && next.of(seat) === "here");
    const names = there.map(({ seat }) => nameOf(view.seats, seat));
    const key = JSON.stringify([view.next, own, joined, names, this.#asker]);
    if (key === this.#rendered) return;
    this.#rendered = key;
    fill(this.element, ...this.#content(view, own, joined.length > 0, names));
    this.#announce(view, own);
  }

  #content(view: GameView, own: number[], isJoined: boolean, there: string[]) {
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

  #askedText(view: GameView, own: number[]) {
    if (this.#asker === null) return t("friends.asked-by-some");
    if (own.includes(this.#asker)) return t("friends.asked-by-you");
    return t("friends.asked", { who: nameOf(view.seats, this.#asker) });
  }

  #button(label: string, isMain: boolean = true) {
    const onclick = () => this.#flight.run(null, this.join, element).catch(this.onError);
    const element = h(
      "button",
      { type: "button", class: isMain ? "main" : "", id: "rematch", "data-focus": "rematch", onclick },
      label,
    );
    return element;
  }

  /** Tell screen readers once that another player asks. */
  #announce(view: GameView, own: number[]) {
    if (!view.next || !own.length || this.#asker === null || own.includes(this.#asker)) return;
    const text = this.#askedText(view, own);
    if (text !== this.#announced) announce(text);
    this.#announced = text;
  }
}
