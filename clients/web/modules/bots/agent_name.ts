/**
 * The field for the name of an agent, and for its invitation if it asks for one. It asks the server whether the agent
 * exists and takes seats, and says so at the field; an agent that does is saved in this browser.
 */
import { api, Problem } from "../server/api.ts";
import { forgetAgent, invitationOf, saveAgent } from "../storage/own_agents.ts";
import { awakeText } from "../words/bots.ts";
import { t } from "../words/texts.ts";
import { button, h } from "../ui/dom.ts";
import { signal } from "../ui/signals.ts";
import type { Agent } from "../types.ts";

const NAME = /^[a-z0-9][a-z0-9-]{1,38}$/;
const INVITATION = /^[!-~]{16,128}$/;

export class AgentName {
  /** Whether a name is typed, or the name of a saved agent. */
  #subject = signal({ isTyped: false, saved: "" });
  /** The agent that was found. */
  #found = signal<Agent | null>(null);
  /** The name that was looked for. */
  #wanted = "";
  #status = signal("");
  #error = signal("");
  #name;
  #invitation;
  element;

  /** @param id the beginning of the ids */
  constructor(
    id: string,
    readonly onchange: () => void,
  ) {
    const [subject, error] = [this.#subject, this.#error];
    this.#name = this.#field(`${id}-name`, 39, () => this.#look());
    this.#invitation = this.#field(`${id}-invitation`, 128, () => this.#save());
    this.element = h(
      "div",
      { class: "agent-name", hidden: () => !subject.value.isTyped && !subject.value.saved && !error.value },
      h(
        "div",
        { class: "field", hidden: () => !subject.value.isTyped },
        h("label", { for: `${id}-name` }, t("bots.name")),
        this.#name,
      ),
      h(
        "div",
        { class: "field", hidden: () => this.#found.value?.seating !== "invited" },
        h("label", { for: `${id}-invitation` }, t("bots.invitation")),
        this.#invitation,
      ),
      h("p", { class: "quiet", id: `${id}-status`, role: "status" }, () => this.#status.value),
      h("p", { class: "field-error", id: `${id}-error`, role: "alert" }, () => error.value),
      button(`${id}-forget`, t("bots.forget"), () => this.#forget(), {
        class: "plain",
        hidden: () => !subject.value.saved,
      }),
    );
  }

  /** The name of an agent that exists and takes seats; empty while there is none. */
  get agent() {
    if (this.#mayTakeSeats()) return this.#found.value?.name ?? "";
    if (!this.#error.value) this.showError(t("bots.name-wanted"));
    return "";
  }

  /** Show the field, or what is known of a saved agent. @param saved its name; empty: none */
  show(isTyped: boolean, saved: string) {
    this.#subject.value = { isTyped, saved };
    this.showError("");
    if (saved) this.#lookFor(saved);
    else if (isTyped) this.#look();
  }

  /** @param text empty: none */
  showError(text: string) {
    this.#error.value = text;
  }

  #field(id: string, maxlength: number, onchange: () => void) {
    const described = id.replace(/-(name|invitation)$/, "-error");
    const isInvalid = () => Boolean(this.#error.value);
    const properties = { id, maxlength, "data-focus": id, "aria-describedby": described, "aria-invalid": isInvalid };
    return h("input", { ...properties, onchange, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  }

  #look() {
    return this.#lookFor(this.#name.value.trim());
  }

  async #lookFor(name: string) {
    this.#wanted = name;
    this.#found.value = null;
    this.#tell("", "");
    if (name && !NAME.test(name)) return this.#tell("", t("bots.bad-name"));
    if (!name) return;
    try {
      const { items } = await api().listAgents({ prefix: name, limit: 1 });
      if (name === this.#wanted) this.#know(items.find((each) => each.name === name) ?? null);
    } catch (error) {
      if (name === this.#wanted) this.#tell("", error instanceof Problem ? error.message : t("alert.unreachable"));
    }
  }

  #know(found: Agent | null) {
    this.#found.value = found;
    if (!found) return this.#tell("", t("bots.unknown", { name: this.#wanted }));
    if (found.seating === "nobody") return this.#tell("", t("bots.declines", { name: found.name }));
    this.#invitation.value ||= invitationOf(found.name);
    this.#tell([found.description, awakeText(found)].filter(Boolean).join(" "), "");
    this.#save();
  }

  /** Save an agent that can take a seat. */
  #save() {
    const found = this.#found.value;
    if (!found) return;
    const isInvited = found.seating === "invited";
    if (this.#mayTakeSeats()) saveAgent(found.name, isInvited ? this.#invitation.value.trim() : "");
    this.showError(this.#mayTakeSeats() || !this.#invitation.value ? "" : t("bots.bad-invitation"));
    this.onchange();
  }

  #mayTakeSeats() {
    if (this.#found.value?.seating === "invited") return INVITATION.test(this.#invitation.value.trim());
    return this.#found.value?.seating === "anyone";
  }

  #forget() {
    const name = this.#wanted;
    forgetAgent(name);
    this.#wanted = ""; // an answer that is on its way would save it again
    this.#found.value = null;
    this.#tell(t("bots.forgotten", { name }), "");
  }

  #tell(status: string, error: string) {
    this.#status.value = status;
    this.showError(error);
  }
}
