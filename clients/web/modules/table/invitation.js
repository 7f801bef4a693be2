// @ts-check
/**
 * The invitation to a game with open seats: the link to share, and the buttons that take a seat, leave it, let a bot have
 * it, or cancel the game.
 */
import { botField } from "../ui/bot_choice.js";
import { button, h } from "../ui/dom.js";
import { ask } from "../ui/question.js";
import { saveName, savedName } from "../storage/saved_games.js";
import { maxNameLength } from "../words/reference.js";
import { plural, t } from "../words/texts.js";

/** @import { Agent, GameView } from "../types" */

/**
 * @typedef {object} Handlers
 * @property {(seat: number, name: string | null) => void} takeSeat
 * @property {(seat: number) => void} leaveSeat
 * @property {(seat: number, bot: string) => void} fillSeat
 * @property {() => void} cancel
 */

/**
 * @param {GameView} view @param {number[]} own the seats of this device
 * @param {Agent[] | null} bots those that the user may seat, as the owner of the game; null for others
 * @param {Handlers} handlers
 */
export function invitation(view, own, bots, handlers) {
  if (view.status !== "waiting") return null;
  const open = view.seats.filter((seat) => !seat.held);
  return h(
    "section",
    { class: "invitation", "aria-labelledby": "invitation-title" },
    h("h2", { id: "invitation-title" }, t("invite.title")),
    h("p", {}, plural("invite.waiting", open.length)),
    linkField(),
    h("div", { class: "taking" }, nameField(), ...open.map(({ seat }) => seatButton(seat, handlers.takeSeat))),
    bots
      ? fillingField(
          view,
          open.map(({ seat }) => seat),
          bots,
          handlers,
        )
      : null,
    h("div", { class: "buttons" }, ...leaveButtons(own, handlers), bots ? cancelButton(handlers) : null),
  );
}

/** The choice of a bot, with a button for each open seat. @param {GameView} view @param {number[]} open @param {Agent[]} bots @param {Handlers} handlers */
function fillingField(view, open, bots, handlers) {
  const { element, chosen } = botField(bots, view.players);
  const fillButton = (/** @type {number} */ seat) =>
    button(`fill-${seat}`, t("invite.fill", { number: seat + 1 }), () => chosen() && handlers.fillSeat(seat, chosen()));
  element.append(h("div", { class: "buttons" }, ...open.map(fillButton)));
  return element;
}

/** @param {number[]} own @param {Handlers} handlers */
const leaveButtons = (own, handlers) =>
  own.map((seat) => button(`leave-${seat}`, t("invite.leave", { number: seat + 1 }), () => handlers.leaveSeat(seat)));

/** @param {Handlers} handlers */
function cancelButton(handlers) {
  const cancel = async () => (await ask(t("invite.ask-cancel"), t("invite.cancel"))) && handlers.cancel();
  return button("cancel-game", t("invite.cancel"), cancel);
}

function linkField() {
  const field = h("input", { id: "link", readonly: true, "data-focus": "link", onfocus: () => field.select() });
  field.value = location.href;
  const copy = () => (field.select(), navigator.clipboard?.writeText(field.value));
  return h(
    "div",
    { class: "field" },
    h("label", { for: "link" }, t("invite.link")),
    h(
      "div",
      { class: "with-button" },
      field,
      h("button", { type: "button", "data-focus": "copy", onclick: copy }, t("invite.copy")),
    ),
  );
}

function nameField() {
  const field = h("input", {
    id: "sit-name",
    maxlength: maxNameLength(),
    autocomplete: "nickname",
    "data-focus": "sit-name",
  });
  field.value = savedName();
  return h("div", { class: "field" }, h("label", { for: "sit-name" }, t("invite.name")), field);
}

/** @param {number} seat @param {(seat: number, name: string | null) => void} takeSeat */
function seatButton(seat, takeSeat) {
  const onclick = () => {
    const player = /** @type {HTMLInputElement} */ (document.getElementById("sit-name")).value.trim();
    if (player) saveName(player);
    takeSeat(seat, player || null);
  };
  return h(
    "button",
    { type: "button", class: "main", "data-take": seat, "data-focus": `take-${seat}`, onclick },
    t("invite.take", { number: seat + 1 }),
  );
}
