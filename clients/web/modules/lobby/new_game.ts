/** The form of a new game: number of players, seats, options. */
import { Problem, invited } from "../server/api.ts";
import { clearAlerts, showError } from "../ui/alerts.ts";
import { h } from "../ui/dom.ts";
import { plural, t } from "../words/texts.ts";
import { GameOptions } from "./game_options.ts";
import { Start } from "./start.ts";
import { BotChoice } from "../ui/bot_choice.ts";
import { ownNameInput } from "../ui/own_name.ts";
import { maxNameLength } from "../words/reference.ts";
import type { Agent, Fault, SeatRequest } from "../types.ts";

const MAX_PLAYERS = 4;
const FIRST_COUNT = 2;
const SEAT_POINTER = /^\/seats\/(\d)/;

export class NewGame {
  #players = FIRST_COUNT;
  #start = new Start();
  seats;
  others;
  options;
  element;

  /** @param bots house bots */
  constructor(bots: Agent[]) {
    this.seats = Array.from({ length: MAX_PLAYERS }, (_, seat) => new SeatRow(seat, bots, FIRST_COUNT));
    this.others = this.#othersField();
    this.options = new GameOptions(bots);
    const onsubmit = (event: SubmitEvent) => (event.preventDefault(), this.#create());
    this.element = h(
      "form",
      { class: "panel create", id: "create", "aria-labelledby": "create-title", onsubmit },
      h("h2", { id: "create-title" }, t("create.title")),
      this.#playersField(),
      this.others,
      h("div", { class: "seat-rows" }, ...this.seats.map(({ element }) => element)),
      this.options.element,
      this.#start.add(h("button", { class: "main", id: "start" }, t("create.start"))),
    );
    this.#show(FIRST_COUNT);
  }

  /** The choice of the number of players. */
  #playersField() {
    const choice = (players: number) => {
      const onchange = () => this.#show(players);
      const checked = players === FIRST_COUNT;
      const input = h("input", { type: "radio", name: "players", value: players, checked, onchange });
      return h("label", { class: "choice" }, input, h("span", {}, plural("create.players", players)));
    };
    return h("fieldset", { class: "choices" }, h("legend", {}, t("create.how-many")), ...[1, 2, 3, 4].map(choice));
  }

  /** The buttons that give all other seats to bots, to friends, or to people at this device. */
  #othersField() {
    const choice = (kind: SeatKind, label: string) => {
      const onclick = () => this.seats.slice(1).forEach((seat) => seat.choose(kind));
      return h("button", { type: "button", "data-others": kind, onclick }, label);
    };
    const choices = [
      choice("bot", t("lobby.all-bot")),
      choice("link", t("lobby.all-link")),
      choice("here", t("lobby.all-here")),
    ];
    return h("fieldset", { class: "choices" }, h("legend", {}, t("lobby.others")), ...choices);
  }

  /** Show the seats of a number of players; the others keep what was typed. */
  #show(players: number) {
    this.#players = players;
    this.others.hidden = players < 3;
    for (const row of this.seats) {
      row.element.hidden = row.seat >= players;
      row.bot.describe(players);
    }
  }

  async #create() {
    clearAlerts();
    const rows = this.seats.slice(0, this.#players);
    for (const row of rows) row.showError("");
    this.options.showErrors([]);
    const seats = rows.map((row) => row.wish());
    if (seats.includes(null)) return;
    const wish = { players: this.#players, seats: seats as SeatRequest[], ...this.options.wish() };
    await this.#start.game(wish).catch((error) => this.#refused(error));
  }

  /** Show the faults of a request at their fields, other errors at the top of the page. */
  #refused(error: unknown) {
    const faults = error instanceof Problem ? ((error.details.errors ?? []) as Fault[]) : [];
    const others = this.options.showErrors(faults).filter(({ pointer, detail }) => {
      const [, seat] = SEAT_POINTER.exec(pointer ?? "") ?? [];
      if (seat !== undefined) this.seats[Number(seat)].showError(detail);
      return seat === undefined;
    });
    if (others.length || !faults.length) showError(error);
  }
}

type SeatKind = "me" | "here" | "bot" | "link";

/** A seat of a new game: a person at this device, a bot, or a friend who gets a link. */
class SeatRow {
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
