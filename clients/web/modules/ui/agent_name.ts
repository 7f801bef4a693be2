/**
 * The field for the name of an agent, and for its invitation if it asks for one. It asks the server whether the agent
 * exists and takes seats, and says so at the field; an agent that does is saved in this browser.
 */
import { findAgent, Problem } from "../server/api.ts";
import { forgetAgent, invitationOf, saveAgent } from "../storage/own_agents.ts";
import { awakeText } from "../words/bots.ts";
import { t } from "../words/texts.ts";
import { button, h } from "./dom.ts";
import type { Agent } from "../types.ts";

const NAME = /^[a-z0-9][a-z0-9-]{1,38}$/;
const INVITATION = /^[!-~]{16,128}$/;

export class AgentName {
  /** The agent that was found, and the name that was looked for. */
  #found: Agent | null = null;
  #wanted = "";
  name;
  invitation;
  status;
  error;
  nameField;
  invitationField;
  forget;
  element;

  /** @param id the beginning of the ids */
  constructor(
    id: string,
    readonly onchange: () => void,
  ) {
    this.name = this.#field(`${id}-name`, 39, () => this.#look());
    this.invitation = this.#field(`${id}-invitation`, 128, () => this.#save());
    this.status = h("p", { class: "quiet", id: `${id}-status`, role: "status" });
    this.error = h("p", { class: "field-error", id: `${id}-error`, role: "alert" });
    this.nameField = h("div", { class: "field" }, h("label", { for: `${id}-name` }, t("bots.name")), this.name);
    const invitationLabel = h("label", { for: `${id}-invitation` }, t("bots.invitation"));
    this.invitationField = h("div", { class: "field", hidden: true }, invitationLabel, this.invitation);
    this.forget = button(`${id}-forget`, t("bots.forget"), () => this.#forget());
    this.forget.classList.add("plain");
    const parts = [this.nameField, this.invitationField, this.status, this.error, this.forget];
    this.element = h("div", { class: "agent-name", hidden: true }, ...parts);
  }

  /** The name of an agent that exists and takes seats; empty while there is none. */
  get agent() {
    if (this.#mayTakeSeats()) return this.#found?.name ?? "";
    if (!this.error.textContent) this.showError(t("bots.name-wanted"));
    return "";
  }

  /** Show the field, or what is known of a saved agent. @param saved its name; empty: none */
  show(isTyped: boolean, saved: string) {
    this.element.hidden = !isTyped && !saved;
    this.nameField.hidden = !isTyped;
    this.forget.hidden = !saved;
    this.showError("");
    if (saved) this.#lookFor(saved);
    else if (isTyped) this.#lookFor(this.name.value.trim());
  }

  /** @param text empty: none */
  showError(text: string) {
    this.error.textContent = text;
    if (text) this.element.hidden = false;
    for (const field of [this.name, this.invitation]) {
      field.toggleAttribute("aria-invalid", Boolean(text));
    }
  }

  #field(id: string, maxlength: number, onchange: () => void) {
    const described = id.replace(/-(name|invitation)$/, "-error");
    const properties = { id, maxlength, "data-focus": id, "aria-describedby": described, onchange };
    return h("input", { ...properties, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  }

  #look() {
    return this.#lookFor(this.name.value.trim());
  }

  async #lookFor(name: string) {
    this.#wanted = name;
    this.#found = null;
    this.#tell("", "");
    if (name && !NAME.test(name)) return this.#tell("", t("bots.bad-name"));
    if (!name) return;
    try {
      const found = await findAgent(name);
      if (name === this.#wanted) this.#know(found);
    } catch (error) {
      if (name === this.#wanted) this.#tell("", error instanceof Problem ? error.message : t("alert.unreachable"));
    }
  }

  #know(found: Agent | null) {
    this.#found = found;
    this.invitationField.hidden = found?.seating !== "invited";
    if (!found) return this.#tell("", t("bots.unknown", { name: this.#wanted }));
    if (found.seating === "nobody") return this.#tell("", t("bots.declines", { name: found.name }));
    this.invitation.value ||= invitationOf(found.name);
    this.#tell([found.description, awakeText(found)].filter(Boolean).join(" "), "");
    this.#save();
  }

  /** Save an agent that can take a seat. */
  #save() {
    if (!this.#found) return;
    const isInvited = this.#found.seating === "invited";
    if (this.#mayTakeSeats()) saveAgent(this.#found.name, isInvited ? this.invitation.value.trim() : "");
    this.showError(this.#mayTakeSeats() || !this.invitation.value ? "" : t("bots.bad-invitation"));
    this.onchange();
  }

  #mayTakeSeats() {
    if (this.#found?.seating === "invited") return INVITATION.test(this.invitation.value.trim());
    return this.#found?.seating === "anyone";
  }

  #forget() {
    const name = this.#wanted;
    forgetAgent(name);
    [this.#wanted, this.#found] = ["", null]; // an answer that is on its way would save it again
    this.#tell(t("bots.forgotten", { name }), "");
  }

  #tell(status: string, error: string) {
    this.status.textContent = status;
    this.showError(error);
  }
}
