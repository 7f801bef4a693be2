// @ts-check
/** Fields for the name of this browser's player: what is typed into one is kept, and shown in the others. */
import { savedName, saveName } from "../storage/saved_games.js";
import { maxNameLength } from "../words/reference.js";
import { t } from "../words/texts.js";
import { h } from "./dom.js";

/** The mark of these fields. */
const MARK = "data-own-name";

/** @param {Record<string, unknown>} properties of the field */
export function ownNameInput(properties) {
  const oninput = () => {
    saveName(field.value.trim());
    for (const other of document.querySelectorAll(`input[${MARK}]`))
      if (other instanceof HTMLInputElement && other !== field) other.value = field.value;
  };
  const known = { maxlength: maxNameLength(), autocomplete: "nickname", [MARK]: true, oninput };
  const field = h("input", { ...known, ...properties });
  field.value = savedName();
  return field;
}

/** A field with its label and a hint. @param {string} id @param {string} hint */
export const ownNameField = (id, hint) =>
  h(
    "div",
    { class: "field own-name" },
    h("label", { for: id }, t("name.yours")),
    ownNameInput({ id, "aria-describedby": `${id}-hint` }),
    h("p", { class: "quiet", id: `${id}-hint` }, hint),
  );

/** The field where a game with others begins; null once the player has a name. @param {string} id */
export const firstNameField = (id) => (savedName() ? null : ownNameField(id, t("name.hint")));
