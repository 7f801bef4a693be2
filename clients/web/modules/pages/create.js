// @ts-check
/** The form that creates a game: number of players, seats, options. */
import { showError, clearAlerts } from "../ui/alerts.js";
import { createGame } from "../server/api.js";
import { byId, fill, h } from "../ui/dom.js";
import { botSelect, describeBots } from "../ui/bot_choice.js";
import { SingleFlight } from "../ui/single_flight.js";
import { saveGame, saveName, savedName } from "../storage/saved_games.js";
import { maxNameLength } from "../words/reference.js";
import { plural, t } from "../words/texts.js";

/** @import { Agent, GameWish, SeatWish } from "../types" */

/** @typedef {"me" | "here" | "bot" | "link"} SeatKind */

const TIME_LIMITS_S = [15, 30, 60, 120, 300];

/** @param {Agent[]} agents House bots. */
export function createForm(agents) {
  const bots = agents.map(({ name }) => name);
  const flight = new SingleFlight();
  const describe = () => describeBots(form, agents, Number(new FormData(form).get("players")));
  const form = h("form", {
    class: "panel create",
    id: "create",
    "aria-labelledby": "create-title",
    onsubmit: (/** @type {SubmitEvent} */ event) => (event.preventDefault(), create(form, flight)),
    onchange: () => describe(),
  });
  const seats = h("div", { class: "seat-rows" });
  const fields = Array.from({ length: 4 }, (_, seat) => seatFields(seat, bots));
  const showSeats = (/** @type {number} */ count) => fill(seats, ...fields.slice(0, count));
  fill(
    form,
    h("h2", { id: "create-title" }, t("create.title")),
    playersField(showSeats),
    seats,
    moreOptions(bots),
    h("button", { class: "main", id: "start" }, t("create.start")),
  );
  showSeats(2);
  describe();
  return form;
}

/** The choice of the number of players. @param {(count: number) => void} onChange */
function playersField(onChange) {
  const choice = (/** @type {number} */ players) =>
    h(
      "label",
      { class: "choice" },
      h("input", {
        type: "radio",
        name: "players",
        value: players,
        checked: players === 2,
        onchange: () => onChange(players),
      }),
      h("span", {}, plural("create.players", players)),
    );
  return h("fieldset", { class: "choices" }, h("legend", {}, t("create.how-many")), ...[1, 2, 3, 4].map(choice));
}

/** The fields of a seat. @param {number} seat @param {string[]} bots */
function seatFields(seat, bots) {
  /** @type {SeatKind[]} */
  const kinds = seat === 0 ? ["me", "bot", "link"] : bots.length ? ["bot", "here", "link"] : ["here", "link"];
  const who = h(
    "select",
    { name: `who-${seat}`, "aria-label": t("create.who", { number: seat + 1 }), onchange: () => show() },
    ...kinds
      .filter((kind) => kind !== "bot" || bots.length)
      .map((kind) => h("option", { value: kind }, t(`create.${kind}`))),
  );
  const detail = h("div", {});
  const show = () => fill(detail, seatDetail(/** @type {SeatKind} */ (who.value), seat, bots));
  show();
  return h(
    "div",
    { class: "seat-row" },
    h("span", { class: "seat-number", "aria-hidden": "true" }, String(seat + 1)),
    who,
    detail,
  );
}

/** The bot, the name or the hint of a seat. @param {SeatKind} kind @param {number} seat @param {string[]} bots */
function seatDetail(kind, seat, bots) {
  if (kind === "link") return h("p", { class: "quiet" }, t("create.link-hint"));
  if (kind === "bot")
    return h(
      "div",
      {},
      ...botSelect(`bot-${seat}`, bots, { "aria-label": t("create.which-bot", { number: seat + 1 }) }),
    );
  const field = h("input", {
    name: `name-${seat}`,
    maxlength: maxNameLength(),
    placeholder: t("seat.unnamed", { number: seat + 1 }),
    "aria-label": t("create.name", { number: seat + 1 }),
    autocomplete: kind === "me" ? "nickname" : "off",
  });
  field.value = kind === "me" ? savedName() : "";
  return field;
}

/** The less common options. @param {string[]} bots */
function moreOptions(bots) {
  const timeLimit = h(
    "select",
    { id: "time", name: "time" },
    h("option", { value: "" }, t("create.no-time")),
    ...TIME_LIMITS_S.map((seconds) => h("option", { value: seconds }, plural("create.seconds", seconds))),
  );
  const onTimeout = h(
    "select",
    { id: "then", name: "then" },
    h("option", { value: "forfeit" }, t("create.forfeit")),
    ...bots.map((bot) => h("option", { value: `bot:${bot}` }, t("create.stand-in", { bot }))),
  );
  return h(
    "details",
    { class: "more" },
    h("summary", {}, t("create.more")),
    ...advisedFields(),
    h("div", { class: "field" }, h("label", { for: "time" }, t("create.time")), timeLimit),
    h("div", { class: "field" }, h("label", { for: "then" }, t("create.then")), onTimeout),
    h(
      "div",
      { class: "field" },
      h("label", { for: "seed" }, t("create.seed")),
      h("input", {
        id: "seed",
        name: "seed",
        maxlength: 128,
        autocomplete: "off",
        spellcheck: "false",
        "aria-describedby": "seed-hint",
      }),
      h("p", { class: "quiet", id: "seed-hint" }, t("create.seed-hint")),
    ),
  );
}

/** Whether the game is listed, and whether players may ask a bot: by default in games that are not listed. */
function advisedFields() {
  let untouched = true;
  const listed = h("input", { type: "checkbox", name: "listed", onchange: () => follow() });
  const advice = h("input", { type: "checkbox", name: "advice", checked: true, onchange: () => (untouched = false) });
  const follow = () => untouched && (advice.checked = !listed.checked);
  return [
    h("label", { class: "check" }, listed, h("span", {}, t("create.listed"))),
    h("label", { class: "check" }, advice, h("span", {}, t("create.advice"))),
  ];
}

/** @param {HTMLFormElement} form @param {SingleFlight} flight */
async function create(form, flight) {
  clearAlerts();
  const request = gameRequest(new FormData(form));
  try {
    const created = await flight.run(request, (key) => createGame(request, key), byId("start"));
    if (!created) return;
    saveGame(created);
    location.hash = `#/game/${created.game.id}`;
  } catch (error) {
    showError(error);
  }
}

/** The request of the form. @param {FormData} data @returns {GameWish} */
function gameRequest(data) {
  const valueOf = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
  const players = Number(valueOf("players"));
  if (valueOf("name-0")) saveName(valueOf("name-0"));
  return /** @type {GameWish} */ ({
    players,
    seats: Array.from({ length: players }, (_, seat) => seatRequest(seat, valueOf)),
    listed: data.has("listed"),
    advice: data.has("advice") ? "all" : "none",
    ...(valueOf("seed") && { seed: valueOf("seed") }),
    ...(valueOf("time") && { turn_seconds: Number(valueOf("time")), on_timeout: valueOf("then") }),
  });
}

/** @param {number} seat @param {(name: string) => string} valueOf @returns {SeatWish} */
function seatRequest(seat, valueOf) {
  const who = valueOf(`who-${seat}`);
  if (who === "link") return { open: true };
  return who === "bot"
    ? { agent: valueOf(`bot-${seat}`) }
    : { name: valueOf(`name-${seat}`) || t("seat.unnamed", { number: seat + 1 }) };
}
