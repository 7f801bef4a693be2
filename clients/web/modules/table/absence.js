// @ts-check
/** Players who are missing: those who have not come yet, and the one whose turn it is and who has gone. */
import { button, fill, h } from "../ui/dom.js";
import { nameOf } from "../words/names.js";
import { formatMinutes, formatList, t } from "../words/texts.js";
import { announce } from "./log.js";

/** @import { GameView } from "../types" */
/** @import { Presences } from "./presence.js" */

const GONE_AFTER_MS = 60_000;

export class AbsenceArea {
  element = h("div", { class: "absence-place" });
  /** The absence that is shown; one that was dismissed is not shown again. */
  #shown = "";
  #dismissed = "";

  /** @param {GameView} view @param {Presences} presences @param {number[]} own the seats of this device */
  show(view, presences, own) {
    const absence = own.length && view.status === "active" ? absenceOf(view, presences) : null;
    const key = absence ? JSON.stringify(absence) : "";
    if (key === this.#shown) return;
    this.#shown = key;
    if (!absence || absence.kind === this.#dismissed) return this.element.replaceChildren();
    fill(this.element, this.#panel(absence, t(view.deal ? "friends.gone-ways-day" : "friends.gone-ways")));
    if (absence.isGone) announce(absence.text);
  }

  /** @param {{ text: string, kind: string, isGone: boolean }} absence @param {string} ways what the players can do if one has gone */
  #panel({ text, kind, isGone }, ways) {
    const dismiss = () => {
      this.#dismissed = kind;
      this.element.replaceChildren();
    };
    return h(
      "section",
      { class: "absence", id: "absence", "aria-label": t("friends.missing") },
      h("p", {}, text, " ", h("span", { class: "quiet" }, isGone ? ways : t("friends.not-yet-ways"))),
      h(
        "div",
        { class: "buttons" },
        button("absence-wait", t(isGone ? "friends.wait" : "alert.close"), dismiss),
        isGone ? button("absence-ways", t("friends.ways"), openWays) : null,
      ),
    );
  }
}

/** Who is missing; null if the game can go on. @param {GameView} view @param {Presences} presences */
function absenceOf(view, presences) {
  const people = view.seats.filter(({ agent, stand_in: standIn }) => !agent && !standIn);
  const coming = people.filter(({ seat }) => presences.of(seat) === "not-yet").map(({ seat }) => seat);
  if (coming.length) {
    const names = formatList(coming.map((seat) => nameOf(view.seats, seat)));
    return { kind: `coming ${coming}`, isGone: false, text: t("friends.coming", { names }) };
  }
  const turn = people.find(({ seat }) => seat === view.turn)?.seat;
  if (turn === undefined || presences.awayMs(turn) < GONE_AFTER_MS) return null;
  const values = { who: nameOf(view.seats, turn), time: formatMinutes(presences.awayMs(turn)) };
  return { kind: `gone ${turn} ${view.version}`, isGone: true, text: t("friends.gone", values) };
}

/** Open the ways out of the game, and move the focus there. */
function openWays() {
  const ways = document.querySelector("details.ways");
  ways?.setAttribute("open", "");
  ways?.scrollIntoView({ block: "center" });
  ways?.querySelector("summary")?.focus();
}
