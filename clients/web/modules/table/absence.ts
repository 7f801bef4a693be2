/** Players who are missing: those who have not come yet, and the one whose turn it is and who has gone. */
import { button, fill, h } from "../ui/dom.ts";
import { nameOf } from "../words/names.ts";
import { formatMinutes, formatList, t } from "../words/texts.ts";
import { announce } from "./log.ts";
import type { GameView } from "../types.ts";
import type { Presences } from "./presence.ts";

const GONE_AFTER_MS = 60_000;

type Absence = {
  key: string; // one that was dismissed is not shown again
  text: string;
  isTurn: boolean; // whether the game waits for the player
  isGone?: boolean; // whether the player was there before
};

export class AbsenceArea {
  /** In the player's area, in the room of the buttons: while the game waits for another player, it has none. */
  element = h("div", { class: "absence-place" });
  /** In the line of the news, which is empty before the first action. */
  line = h("span", { class: "absence-line" });
  #shown = "";
  #dismissed = "";

  /** @param own the seats of this device */
  show(view: GameView, presences: Presences, own: number[]) {
    const absence = own.length && view.status === "active" ? absenceOf(view, presences) : null;
    const key = absence ? JSON.stringify(absence) : "";
    if (key === this.#shown) return;
    this.#shown = key;
    const isDismissed = absence?.key === this.#dismissed;
    const ways = t(view.deal ? "friends.gone-ways-day" : "friends.gone-ways");
    fill(this.element, absence?.isTurn && !isDismissed ? this.#panel(absence, ways) : null);
    fill(this.line, absence && !absence.isTurn ? lineOf(absence) : null);
    if (absence?.isGone && !isDismissed) announce(absence.text);
  }

  /** @param ways what the players can do if one has gone */
  #panel({ text, key }: Absence, ways: string) {
    const dismiss = () => {
      this.#dismissed = key;
      this.element.replaceChildren();
    };
    return h(
      "section",
      { class: "absence", id: "absence", "aria-label": t("friends.missing") },
      h("p", {}, text, " ", h("span", { class: "quiet" }, ways)),
      h(
        "div",
        { class: "buttons" },
        button("absence-wait", t("friends.wait"), dismiss),
        button("absence-ways", t("friends.ways"), openWays),
      ),
    );
  }
}

const lineOf = ({ text }: Absence) => h("span", { id: "absence" }, text, " ", t("friends.not-yet-ways"));

/** Who is missing; null if the game can go on. */
function absenceOf(view: GameView, presences: Presences): Absence | null {
  const people = view.seats.filter(({ agent, stand_in: standIn }) => !agent && !standIn);
  const coming = people.filter(({ seat }) => presences.of(seat) === "not-yet").map(({ seat }) => seat);
  const turn = people.find(({ seat }) => seat === view.turn)?.seat ?? -1;
  const isTurn = coming.includes(turn);
  if (isTurn || (coming.length && view.version === 1)) {
    const names = formatList(coming.map((seat) => nameOf(view.seats, seat)));
    return { key: `coming ${coming}`, isTurn, text: t("friends.coming", { names }) };
  }
  if (presences.awayMs(turn) < GONE_AFTER_MS) return null;
  const values = { who: nameOf(view.seats, turn), time: formatMinutes(presences.awayMs(turn)) };
  return { key: `gone ${turn} ${view.version}`, isTurn: true, isGone: true, text: t("friends.gone", values) };
}

/** Open the ways out of the game, and move the focus there. */
function openWays() {
  const ways = document.querySelector("details.ways");
  ways?.setAttribute("open", "");
  ways?.scrollIntoView({ block: "center" });
  ways?.querySelector("summary")?.focus();
}
