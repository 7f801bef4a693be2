/** The form of a new game: number of players, seats, options. */
import { Problem } from "../server/api.ts";
import { invited } from "../storage/own_agents.ts";
import { savedName } from "../storage/saved_games.ts";
import { clearAlerts, showError } from "../ui/alerts.ts";
import { h } from "../ui/dom.ts";
import { plural, t } from "../words/texts.ts";
import { GameOptions } from "./game_options.ts";
import { SingleFlight } from "../ui/single_flight.ts";
import { startGame, startPractice } from "../ui/game_start.ts";
import { ownNameInput } from "../ui/own_name.ts";
import { BotChoice } from "../bots/bot_choice.ts";
import { type ReadonlySignal, signal } from "../ui/signals.ts";
import { maxNameLength } from "../words/reference.ts";
import type { Agent, SeatRequest } from "../types.ts";

const MAX_PLAYERS = 4;
const FIRST_COUNT = 2;
type SeatKind = "me" | "here" | "bot" | "link";

const SEAT_POINTER = /^\/seats\/(\d)/;

export class NewGame {
  #players = signal(FIRST_COUNT);
  #flight = new SingleFlight();
  #seats;
  #options;
  element;

  /** @param bots house bots */
  constructor(bots: Agent[]) {
    this.#seats = Array.from({ length: MAX_PLAYERS }, (_, seat) => new SeatRow(seat, bots, this.#players));
    this.#options = new GameOptions(bots, this.#players);
    const onsubmit = (event: SubmitEvent) => (event.preventDefault(), this.#create());
    this.element = h(
      "form",
      { class: "create", id: "create", "aria-labelledby": "create-title", onsubmit },
      h("h2", { class: "hidden", id: "create-title" }, t("create.title")),
      this.#playersField(),
      h("div", { class: "seat-rows" }, ...this.#seats.map(({ element }) => element), this.#aboutSolo()),
      this.#options.element,
      h("button", { class: "main", id: "start", ...this.#flight.busy }, t("create.start")),
    );
  }

  /** The choice of the number of players. */
  #playersField() {
    const choice = (players: number) => {
      const onchange = () => (this.#players.value = players);
      const checked = players === FIRST_COUNT;
      const input = h("input", { type: "radio", name: "players", value: players, checked, onchange });
      return h("label", { class: "button choice" }, input, plural("create.players", players));
    };
    return h("fieldset", { class: "choices" }, h("legend", {}, t("create.how-many")), ...[1, 2, 3, 4].map(choice));
  }

  /** What the jesters of a player alone do. */
  #aboutSolo() {
    return h("p", { class: "quiet", hidden: () => this.#players.value !== 1 }, t("create.solo"));
  }

  async #create() {
    clearAlerts();
    const rows = this.#seats.slice(0, this.#players.value);
    for (const row of rows) row.showError("");
    this.#options.showErrors([]);
    const seats = rows.map((row) => row.request());
    if (seats.includes(null)) return;
    const request = { players: rows.length, seats: seats as SeatRequest[], ...this.#options.request() };
    const start = this.#options.isPractice ? startPractice : startGame;
    await start(request, this.#flight).catch((error) => this.#refused(error));
  }

  /** Show the faults of a request at their fields, other errors at the top of the page. */
  #refused(error: unknown) {
    const faults = error instanceof Problem && "errors" in error.details ? (error.details.errors ?? []) : [];
    const others = this.#options.showErrors(faults).filter(({ pointer, detail }) => {
      const [, seat] = SEAT_POINTER.exec(pointer ?? "") ?? [];
      if (seat !== undefined) this.#seats[Number(seat)].showError(detail);
      return seat === undefined;
    });
    if (others.length || !faults.length) showError(error);
  }
}

/** A seat of a new game: a person at this device, a bot, or a friend who gets a link. Hidden fields keep what was typed. */
class SeatRow {
  #kind;
  #error = signal("");
  #who;
  #bot;
  #name;
  /** Whether a bot plays the open seat until a player comes. */
  #kept = signal(false);
  element;

  constructor(
    readonly seat: number,
    bots: Agent[],
    players: ReadonlySignal<number>,
  ) {
    const number = seat + 1;
    const kinds: SeatKind[] = seat === 0 ? ["me", "bot", "link"] : ["bot", "here", "link"];
    const kind = (this.#kind = signal(seat && !bots.length ? "link" : kinds[0]));
    const choice = (value: SeatKind) => {
      const radio = { type: "radio", name: `who-${seat}`, value, checked: value === kind.value };
      const input = h("input", { ...radio, onchange: () => (kind.value = value) });
      return h("label", { class: "button choice" }, input, t(`create.${value}`));
    };
    this.#who = h("fieldset", { class: "choices", "aria-label": t("create.who", { number }) }, ...kinds.map(choice));
    this.#bot = new BotChoice(bots, players, {
      id: `bot-${seat}`,
      label: t("create.which-bot", { number }),
      place: Math.max(0, seat - 1),
    });
    this.#name = this.#nameField(number);
    this.element = h(
      "div",
      { class: "seat-row", hidden: () => seat >= players.value },
      h("span", { class: "seat-number", "aria-hidden": "true" }, String(number)),
      this.#who,
      h(
        "div",
        {},
        this.#name,
        h(
          "div",
          { hidden: () => kind.value !== "link" },
          h("p", { class: "quiet" }, t("create.link-hint")),
          bots.length ? this.#keptField() : null,
        ),
        h("div", { hidden: () => !this.#hasBot }, this.#bot.element),
        h("p", { class: "field-error", id: `seat-${seat}-error`, role: "alert" }, () => this.#error.value),
      ),
    );
  }

  get #hasBot() {
    return this.#kind.value === "bot" || (this.#kind.value === "link" && this.#kept.value);
  }

  /** The seat in the request; null while it has no bot. */
  request(): SeatRequest | null {
    const isOpen = this.#kind.value === "link";
    if (isOpen && !this.#kept.value) return { open: true };
    if (this.#kind.value === "me") return { name: savedName() || null };
    if (this.#kind.value === "here") return { name: this.#name.value.trim() || null };
    const { agent } = this.#bot;
    return agent ? { ...invited(agent), ...(isOpen && { open: true }) } : null;
  }

  /** @param text empty: none */
  showError(text: string) {
    this.#bot.showError(this.#hasBot ? text : "");
    this.#error.value = this.#hasBot ? "" : text;
    const field = this.#hasBot ? this.#bot.menu : this.#kind.value === "here" ? this.#name : null;
    if (text) (field ?? this.#who.querySelector<HTMLElement>(":checked"))?.focus();
  }

  #keptField() {
    const onchange = () => (this.#kept.value = box.checked);
    const box = h("input", { type: "checkbox", name: `kept-${this.seat}`, onchange });
    return h("label", { class: "check" }, box, h("span", {}, t("create.keep")));
  }

  /** The field of a person's name. */
  #nameField(number: number) {
    const properties = {
      "aria-describedby": `seat-${this.seat}-error`,
      "aria-invalid": () => Boolean(this.#error.value),
      hidden: () => !["me", "here"].includes(this.#kind.value),
      placeholder: t("seat.unnamed", { number }),
    };
    if (!this.seat) return ownNameInput({ id: "create-name", "aria-label": t("name.yours"), ...properties });
    const known = { name: `name-${this.seat}`, "aria-label": t("create.name", { number }) };
    return h("input", { ...properties, ...known, maxlength: maxNameLength(), autocomplete: "off" });
  }
}
