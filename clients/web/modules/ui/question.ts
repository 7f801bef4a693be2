/** Questions in a modal dialog. */
import { byId, h } from "./dom.ts";
import { t } from "../words/texts.ts";

/**
 * Ask a question. Returns whether the answer is yes; Escape is no.
 * @param yes the label of the button that says yes @param field asked for as well, where the focus begins
 * @param kind the class of that button
 */
export const ask = (question: string, yes: string, field?: HTMLElement, kind = "main"): Promise<boolean> =>
  new Promise((resolve) => {
    const onclose = () => (dialog.remove(), resolve(dialog.returnValue === "yes"));
    const buttons = h(
      "div",
      { class: "buttons" },
      h("button", { value: "yes", class: kind, id: "yes" }, yes),
      h("button", { value: "no", id: "no", autofocus: !field }, t(field ? "ask.close" : "ask.no")),
    );
    const form = h("form", { method: "dialog" }, h("p", { id: "question" }, question), field, buttons);
    const dialog = h("dialog", { class: "panel question", "aria-labelledby": "question", onclose }, form);
    byId("page").append(dialog);
    dialog.showModal();
    field?.querySelector("input")?.focus();
  });
