/** The less common options of a new game. */
import { ownAgents } from "../storage/own_agents.ts";
import { h } from "../ui/dom.ts";
import { byStrength } from "../words/bots.ts";
import { plural, t } from "../words/texts.ts";
import type { Agent, Fault, CreateGameRequest } from "../types.ts";

const TIME_LIMITS_S = [15, 30, 60, 120, 300];
const MAX_SEED_LENGTH = 128;

/** The fields, by the member of the request whose faults they show. */
const FIELDS: Record<string, string> = { "/seed": "seed", "/turn_seconds": "time", "/on_timeout": "then" };

export class GameOptions {
  time = h(
    "select",
    { id: "time", name: "time", "aria-describedby": "time-error", onchange: () => this.#follow() },
    h("option", { value: "" }, t("create.no-time")),
    ...TIME_LIMITS_S.map((seconds) => h("option", { value: seconds }, plural("create.seconds", seconds))),
  );
  seed = h("input", {
    ...{ id: "seed", name: "seed", maxlength: MAX_SEED_LENGTH, autocomplete: "off", spellcheck: "false" },
    "aria-describedby": "seed-hint seed-error",
  });
  listed = h("input", { type: "checkbox", name: "listed", onchange: () => this.#followListed() });
  advice = h("input", {
    type: "checkbox",
    name: "advice",
    checked: true,
    onchange: () => (this.isChosen = true),
  });
  isChosen = false;
  then;
  thenField;
  element;

  /** @param bots house bots */
  constructor(bots: Agent[]) {
    const names = [...byStrength(bots, 2), ...ownAgents()].map(({ name }) => name);
    this.then = h(
      "select",
      { id: "then", name: "then", "aria-describedby": "then-error" },
      h("option", { value: "forfeit" }, t("create.forfeit")),
      ...names.map((bot) => h("option", { value: `bot:${bot}` }, t("create.stand-in", { bot }))),
    );
    this.thenField = field("then", t("create.then"), this.then);
    this.element = this.#element();
    this.#follow();
  }

  #element() {
    return h(
      "details",
      { class: "more" },
      h("summary", {}, t("create.more")),
      h("label", { class: "check" }, this.listed, h("span", {}, t("create.listed"))),
      h("label", { class: "check" }, this.advice, h("span", {}, t("create.advice"))),
      field("time", t("create.time"), this.time),
      this.thenField,
      field("seed", t("create.seed"), this.seed, h("p", { class: "quiet", id: "seed-hint" }, t("create.seed-hint"))),
    );
  }

  /** The members of the request. */
  wish(): Partial<CreateGameRequest> {
    const seed = this.seed.value.trim();
    return {
      listed: this.listed.checked,
      advice: this.advice.checked ? "all" : "none",
      ...(seed && { seed }),
      ...(this.time.value && { turn_seconds: Number(this.time.value), on_timeout: this.then.value }),
    };
  }

  /** Show the faults of these fields. Returns the others. */
  showErrors(faults: Fault[]) {
    for (const [pointer, id] of Object.entries(FIELDS)) {
      const detail = faults.find((fault) => fault.pointer === pointer)?.detail ?? "";
      const place = this.element.querySelector(`#${id}-error`);
      if (place) place.textContent = detail;
      this.element.querySelector(`#${id}`)?.toggleAttribute("aria-invalid", Boolean(detail));
      if (detail) this.element.open = true;
    }
    return faults.filter(({ pointer }) => !((pointer ?? "") in FIELDS));
  }

  /** What follows a timeout is a question only with a time limit. */
  #follow() {
    this.thenField.hidden = !this.time.value;
  }

  /** Players may ask a bot, by default in games that are not listed. */
  #followListed() {
    if (!this.isChosen) this.advice.checked = !this.listed.checked;
  }
}

/** A field with its label and the place of its error. */
const field = (id: string, label: string, ...content: HTMLElement[]) =>
  h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    ...content,
    h("p", { class: "field-error", id: `${id}-error`, role: "alert" }),
  );
