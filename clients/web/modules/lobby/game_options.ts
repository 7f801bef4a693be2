/** The less common options of a new game. */
import { agentName } from "../words/names.ts";
import { ownAgents } from "../storage/own_agents.ts";
import { h } from "../ui/dom.ts";
import { type ReadonlySignal, signal } from "../ui/signals.ts";
import { byStrength } from "../words/bots.ts";
import { plural, t } from "../words/texts.ts";
import type { Agent, Fault, CreateGameRequest } from "../types.ts";

const TIME_LIMITS_S = [15, 30, 60, 120, 300];
const MAX_SEED_LENGTH = 128;

/** The fields, by the member of the request whose faults they show. */
const FIELDS: Record<string, string> = { "/seed": "seed", "/turn_seconds": "time", "/on_timeout": "then" };

export class GameOptions {
  #hasTime = signal(false);
  /** The errors by the ids of their fields. */
  #errors = signal<Record<string, string>>({});
  #isChosen = false;
  #seed = h("input", {
    ...{ id: "seed", name: "seed", maxlength: MAX_SEED_LENGTH, autocomplete: "off", spellcheck: "false" },
    "aria-describedby": "seed-hint seed-error",
    "aria-invalid": () => "seed" in this.#errors.value,
  });
  #listed = h("input", { type: "checkbox", name: "listed", onchange: () => this.#followListed() });
  #advice = h("input", {
    ...{ type: "checkbox", name: "advice", checked: true },
    onchange: () => (this.#isChosen = true),
  });
  #practice = h("input", { type: "checkbox", name: "practice" });
  #time = this.#menu("time", () => (this.#hasTime.value = Boolean(this.#time.value)));
  #then = this.#menu("then", () => {});
  element;

  /** @param bots house bots */
  constructor(
    bots: Agent[],
    readonly players: ReadonlySignal<number>,
  ) {
    const names = [...byStrength(bots, 2), ...ownAgents()].map(({ name }) => name);
    this.#time.append(
      h("option", { value: "" }, t("create.no-time")),
      ...TIME_LIMITS_S.map((seconds) => h("option", { value: seconds }, plural("create.seconds", seconds))),
    );
    this.#then.append(
      h("option", { value: "forfeit" }, t("create.forfeit")),
      ...names.map((bot) => h("option", { value: `bot:${bot}` }, t("create.stand-in", { bot: agentName(bot) }))),
    );
    const seedHint = h("p", { class: "quiet", id: "seed-hint" }, t("create.seed-hint"));
    this.element = h(
      "details",
      { class: "more" },
      h("summary", {}, t("create.more")),
      h(
        "label",
        { class: "check", hidden: () => players.value !== 1 },
        this.#practice,
        h("span", {}, t("practice.option")),
      ),
      h("label", { class: "check" }, this.#listed, h("span", {}, t("create.listed"))),
      h("label", { class: "check" }, this.#advice, h("span", {}, t("create.advice"))),
      this.#field("time", t("create.time"), {}, this.#time),
      this.#field("then", t("create.then"), { hidden: () => !this.#hasTime.value }, this.#then),
      this.#field("seed", t("create.seed"), {}, this.#seed, seedHint),
    );
  }

  /** Whether the game is one of practice: solo, with actions that can be taken back. */
  get isPractice() {
    return this.players.value === 1 && this.#practice.checked;
  }

  /** The members of the request. */
  request(): Partial<CreateGameRequest> {
    const seed = this.#seed.value.trim();
    return {
      listed: this.#listed.checked,
      advice: this.#advice.checked ? "all" : "none",
      ...(seed && { seed }),
      ...(this.#time.value && { turn_seconds: Number(this.#time.value), on_timeout: this.#then.value }),
    };
  }

  /** Show the faults of these fields. Returns the others. */
  showErrors(faults: Fault[]) {
    const own = faults.filter(({ pointer }) => (pointer ?? "") in FIELDS);
    this.#errors.value = Object.fromEntries(own.map(({ pointer, detail }) => [FIELDS[pointer ?? ""], detail]));
    if (own.length) this.element.open = true;
    return faults.filter((fault) => !own.includes(fault));
  }

  #menu(id: string, onchange: () => void) {
    const isInvalid = () => id in this.#errors.value;
    return h("select", { id, name: id, "aria-describedby": `${id}-error`, "aria-invalid": isInvalid, onchange });
  }

  /** A field with its label and the place of its error. */
  #field(id: string, label: string, properties: object, ...content: HTMLElement[]) {
    const error = { class: "field-error", id: `${id}-error`, role: "alert" };
    return h(
      "div",
      { class: "field", ...properties },
      h("label", { for: id }, label),
      ...content,
      h("p", error, () => this.#errors.value[id]),
    );
  }

  /** Players may ask a bot, by default in games that are not listed. */
  #followListed() {
    if (!this.#isChosen) this.#advice.checked = !this.#listed.checked;
  }
}
