/** A seat of a new game: a person at this device, a bot, or a friend who gets a link. */
import { invited } from "../server/api.ts";
import { BotChoice } from "../ui/bot_choice.ts";
import { h } from "../ui/dom.ts";
import { ownNameInput } from "../ui/own_name.ts";
import { maxNameLength } from "../words/reference.ts";
import { t } from "../words/texts.ts";
import type { Agent, SeatRequest } from "../types.ts";

export type SeatKind = "me" | "here" | "bot" | "link";

export class SeatRow {
  hint = h("p", { class: "quiet" }, t("create.link-hint"));

  who;
  bot;
  name;
  error;
  element;

  constructor(
    readonly seat: number,
    bots: Agent[],
    players: number,
  ) {
    const number = seat + 1;
    const kinds: SeatKind[] = seat === 0 ? ["me", "bot", "link"] : ["bot", "here", "link"];
    this.who = h(
      "select",
      { name: `who-${seat}`, "aria-label": t("create.who", { number }), onchange: () => this.#show() },
      ...kinds.map((kind) => h("option", { value: kind }, t(`create.${kind}`))),
    );
    this.bot = new BotChoice(bots, players, { id: `bot-${seat}`, label: t("create.which-bot", { number }) });
    this.name = this.#nameField(number);
    this.error = h("p", { class: "field-error", id: `seat-${seat}-error`, role: "alert" });
    const detail = h("div", {}, this.name, this.bot.element, this.hint, this.error);
    this.element = h(
      "div",
      { class: "seat-row" },
      h("span", { class: "seat-number", "aria-hidden": "true" }, String(number)),
      this.who,
      detail,
    );
    if (seat && !bots.length) this.who.value = "link";
    this.#show();
  }

  /** The menu's choice; fields that it hides keep what was typed. */
  get kind() {
    return this.who.value as SeatKind;
  }

  choose(kind: SeatKind) {
    this.who.value = kind;
    this.#show();
  }

  /** The seat in the request; null while it has no bot. */
  wish(): SeatRequest | null {
    if (this.kind === "link") return { open: true };
    if (this.kind !== "bot") return { name: this.name.value.trim() || null };
    const { agent } = this.bot;
    return agent ? invited(agent) : null;
  }

  /** @param text empty: none */
  showError(text: string) {
    const isBot = this.kind === "bot";
    this.bot.showError(isBot ? text : "");
    this.error.textContent = isBot ? "" : text;
    this.name.toggleAttribute("aria-invalid", Boolean(text) && !isBot);
    if (text) (isBot ? this.bot.menu : this.kind === "link" ? this.who : this.name).focus();
  }

  #show() {
    this.name.hidden = this.kind === "bot" || this.kind === "link";
    this.bot.element.hidden = this.kind !== "bot";
    this.hint.hidden = this.kind !== "link";
  }

  /** The field of the player's own name at the first seat, of another person's at the others. */
  #nameField(number: number) {
    const properties = {
      name: `name-${this.seat}`,
      "aria-label": t("create.name", { number }),
      "aria-describedby": `seat-${this.seat}-error`,
    };
    if (this.seat === 0) return ownNameInput({ ...properties, placeholder: t("name.yours") });
    const unnamed = t("seat.unnamed", { number });
    return h("input", { ...properties, maxlength: maxNameLength(), placeholder: unnamed, autocomplete: "off" });
  }
}
