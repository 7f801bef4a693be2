/** Fields for the name of this browser's player: what is typed into one is kept, and shown in the others. */
import { isNameAsked, savedName, saveName } from "../storage/saved_games.ts";
import { maxNameLength } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import { h } from "./dom.ts";
import { ask } from "./question.ts";

/** The mark of these fields. */
const MARK = "data-own-name";

/** @param properties of the field */
export function ownNameInput(properties: Record<string, unknown>) {
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
    ownNameInput({ id, "data-focus": id, "aria-describedby": hint && `${id}-hint` }),
    hint && h("p", { class: "quiet", id: `${id}-hint` }, hint),
  );

/** The field where a game with others begins; null once the player was asked. */
export const firstNameField = (id: string) => (isNameAsked() ? null : ownNameField(id, t("name.hint")));

/** The field where a seat is taken; once the player was asked, the name, which unfolds to the field. */
export function seatNameField(id: string, seat: number) {
  if (!isNameAsked()) return ownNameField(id);
  const text = () => `${t("name.yours")}: ${savedName() || t("seat.unnamed", { number: seat + 1 })}`;
  const summary = h("summary", {}, text());
  const oninput = () => (summary.textContent = text());
  const input = ownNameInput({ id, "aria-label": t("name.yours"), "data-focus": id });
  const isTyped = document.activeElement?.id === id;
  return h(
    "details",
    { class: "field own-name", "data-focus": `change-${id}`, open: isTyped, oninput },
    summary,
    input,
  );
}

/** Ask for the name before a game with others, once. Returns whether to go on. @param yes the label of the button */
export async function askForName(yes: string) {
  if (isNameAsked()) return true;
  const goesOn = await ask(t("name.ask"), yes, ownNameField("asked-name"));
  if (goesOn) saveName(savedName()); // also without an answer
  return goesOn;
}
