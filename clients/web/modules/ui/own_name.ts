/** Fields for the name of this browser's player: what is typed into one is kept, and shown in the others. */
import { savedName, saveName } from "../storage/saved_games.ts";
import { maxNameLength } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import { h } from "./dom.ts";
import { ask } from "./question.ts";

/** The mark of these fields. */
const MARK = "data-own-name";

/** @param properties of the field */
function ownNameInput(properties: Record<string, unknown>) {
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

/** A field with its label and a hint; none if it is said beside the field. */
export const ownNameField = (id: string, hint = "") =>
  h(
    "div",
    { class: "field own-name" },
    h("label", { for: id }, t("name.yours")),
    ownNameInput({ id, "aria-describedby": hint && `${id}-hint` }),
    hint && h("p", { class: "quiet", id: `${id}-hint` }, hint),
  );

/** The field where a game with others begins; null once the player has a name. */
export const firstNameField = (id: string) => (savedName() ? null : ownNameField(id, t("name.hint")));

/** Ask for the name before a game with others, once. Returns whether to go on. @param yes the label of the button */
export async function askForName(yes: string) {
  return Boolean(savedName()) || ask(t("name.ask"), yes, ownNameField("asked-name"));
}
