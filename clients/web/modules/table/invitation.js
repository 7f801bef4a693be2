// @ts-check
/** The invitation to a game with open seats: the link to share, and the buttons that take a seat. */
import { h } from "../dom.js";
import { saveName, savedName } from "../saved_games.js";
import { maxNameLength } from "../reference.js";
import { plural, t } from "../texts.js";

/** @import { GameView } from "../types" */

/** @param {GameView} view @param {(seat: number, name: string) => void} takeSeat */
export function invitation(view, takeSeat) {
  if (view.status !== "waiting") return null;
  const open = view.seats.filter((seat) => !seat.held);
  return h(
    "section",
    { class: "invitation", "aria-labelledby": "invitation-title" },
    h("h2", { id: "invitation-title" }, t("invite.title")),
    h("p", {}, plural("invite.waiting", open.length)),
    linkField(),
    h("div", { class: "taking" }, nameField(), ...open.map(({ seat }) => seatButton(seat, takeSeat))),
  );
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

/** @param {number} seat @param {(seat: number, name: string) => void} takeSeat */
function seatButton(seat, takeSeat) {
  const onclick = () => {
    const player =
      /** @type {HTMLInputElement} */ (document.getElementById("sit-name")).value.trim() ||
      t("seat.unnamed", { number: seat + 1 });
    saveName(player);
    takeSeat(seat, player);
  };
  return h(
    "button",
    { type: "button", class: "main", "data-take": seat, "data-focus": `take-${seat}`, onclick },
    t("invite.take", { number: seat + 1 }),
  );
}
