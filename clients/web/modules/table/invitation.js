// @ts-check
/** A game that waits for players: the link to send, and the seats that can be taken. */
import { h } from "../dom.js";
import { keepName, keptName } from "../kept.js";
import { nameLength } from "../reference.js";
import { many, t } from "../texts.js";

/** @import { GameView } from "../types" */

/** @param {GameView} view @param {(seat: number, name: string) => void} sit */
export function invitation(view, sit) {
  if (view.status !== "waiting") return null;
  const open = view.seats.filter((seat) => !seat.held);
  return h(
    "section",
    { class: "invitation", "aria-labelledby": "invitation-title" },
    h("h2", { id: "invitation-title" }, t("invite.title")),
    h("p", {}, many("invite.waiting", open.length)),
    link(),
    h("div", { class: "taking" }, name(), ...open.map(({ seat }) => takeButton(seat, sit))),
  );
}

function link() {
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

function name() {
  const field = h("input", {
    id: "sit-name",
    maxlength: nameLength(),
    autocomplete: "nickname",
    "data-focus": "sit-name",
  });
  field.value = keptName();
  return h("div", { class: "field" }, h("label", { for: "sit-name" }, t("invite.name")), field);
}

/** @param {number} seat @param {(seat: number, name: string) => void} sit */
function takeButton(seat, sit) {
  const take = () => {
    const called =
      /** @type {HTMLInputElement} */ (document.getElementById("sit-name")).value.trim() ||
      t("seat.unnamed", { number: seat + 1 });
    keepName(called);
    sit(seat, called);
  };
  return h(
    "button",
    { type: "button", class: "main", "data-take": seat, "data-focus": `take-${seat}`, onclick: take },
    t("invite.take", { number: seat + 1 }),
  );
}
