/** The replay of a finished game from its record, with all hands open: its steps, review, moves, and ways to play on. */
import { reviewersOf } from "../server/advisers.ts";
import { getRecord } from "../server/api.ts";
import { houseBots } from "../ui/bot_choice.ts";
import { withFaces } from "../cards/small_faces.ts";
import { fill, h, button } from "../ui/dom.ts";
import { listen } from "../ui/keyboard.ts";
import { announce } from "../table/log.ts";
import { recordedNarration, plain, type Sentence, endText } from "../words/narration.ts";
import { steps } from "../game/positions.ts";
import { withOwnSeat } from "../server/own_seat.ts";
import { tokensOf, savedGame } from "../storage/saved_games.ts";
import { card, enemyCodes, enemyCount } from "../words/reference.ts";
import { Playback } from "../replay/playback.ts";
import { isRecord, linkedRecord } from "../replay/linked_record.ts";
import { MoveList } from "../replay/moves.ts";
import { Review } from "../replay/review.ts";
import { StepBar } from "../replay/step_bar.ts";
import { StepActions } from "../replay/step_actions.ts";
import { gameIdOf, replayHash, reviewerOf, type Route } from "../ui/route.ts";
import { Board } from "../table/board.ts";
import { listenForSkips } from "../theatre/theatre.ts";
import { t } from "../words/texts.ts";
import { endsWithoutAction, verify, type Check } from "../game/verify.ts";
import { showError } from "../ui/alerts.ts";
import type { Agent, GameRecord, EnemyView } from "../types.ts";

/** The address follows the step after this pause, as browsers limit how often it may change. */
const ADDRESS_DELAY_MS = 300;

/** Show a replay at the step and with the review of its address. Returns the open page. */
export async function replayPage(page: HTMLElement, route: Route) {
  const requested = isRecord(route.id) ? linkedRecord(route.id) : getRecord(gameIdOf(route));
  const [record, bots] = await Promise.all([requested, houseBots()]);
  const replay = new Replay(page, withOwnSeat(record, [...tokensOf(route.id).keys()]), bots);
  replay.show(route);
  return { close: () => replay.close(), follow: (next: Route) => replay.follow(next) };
}

/** An enemy at full health. */
function enemyAtFullHealth(code: string): EnemyView {
  const { attack, health } = card(code);
  return {
    card: code,
    attack: attack ?? 0,
    health: health ?? 0,
    damage: 0,
    shield: 0,
    strikes_for: attack ?? 0,
    immunity_cancelled: false,
  };
}

class Replay {
  step = 0;
  #addressTimer = 0;

  board = new Board();
  narration = h("div", { class: "narration", id: "narration" });
  table = h("div", { class: "table replay" }, this.board.element);
  stopListening = listen(
    (key) =>
      ({
        ArrowRight: () => this.go(this.step + 1),
        ArrowLeft: () => this.go(this.step - 1),
        Home: () => this.go(0),
        End: () => this.go(this.last),
      })[key],
  );

  last;
  steps;
  playback;
  moves;
  stepActions;
  review;
  told;
  bar;
  stopSkipping;

  constructor(
    page: HTMLElement,
    readonly record: GameRecord,
    bots: Agent[],
  ) {
    this.last = record.events.length;
    this.steps = steps(record, enemyCodes().map(enemyAtFullHealth));
    this.playback = new Playback(this.steps, record.events, (board) => this.board.show(board));
    this.moves = new MoveList(record);
    this.stepActions = new StepActions(record, bots, () => this.address);
    this.review = new Review(record, isRecord(record.id) ? [] : reviewersOf(bots), {
      go: (step) => this.go(step),
      ready: (review) => {
        this.told.classList.add("reviewed");
        this.moves.review(review);
        this.moves.show(this.step);
        this.#showAddress();
      },
    });
    const told = { class: "told", role: "group", "aria-label": t("replay.told"), tabindex: "0" };
    this.told = h("div", told, this.narration, this.review.note);
    this.bar = new StepBar(this.last, (step) => this.go(step));
    const skip = () => void this.#show(this.step);
    this.stopSkipping = listenForSkips(this.table, () => this.playback.playing, skip);
    fill(page, h("div", { class: "replay-page" }, ...this.#areas()));
  }

  /** The board with its steps comes first, then the review beside it, or below it on a narrow screen. */
  #areas() {
    const side = [this.review.element, this.moves.element];
    return [
      h("h1", { class: "hidden" }, t("replay.title")),
      this.table,
      h("div", { class: "replay-bar" }, this.bar.element, this.told),
      h("div", { class: "replay-side" }, ...side),
      this.stepActions.element,
      verification(this.record),
    ];
  }

  /** The hash of the step with its review. */
  get address() {
    return replayHash(this.record.id, this.step, this.review.agent);
  }

  /** Show the step of a route, and its review if it has one. */
  show(route: Route) {
    this.review.open(reviewerOf(route));
    this.go(route.step);
  }

  /** Go to the step of a route of this replay. Returns whether it is one. */
  follow(route: Route) {
    if (route.kind !== "replay" || route.id !== this.record.id) return false;
    this.show(route);
    if (this.table.getBoundingClientRect().top < 0) window.scrollTo({ top: 0 });
    return true;
  }

  go(step: number) {
    this.step = Math.max(0, Math.min(step, this.last));
    const board = this.steps[this.step];
    this.bar.show(this.step);
    this.#show(this.step);
    this.review.show(this.step);
    this.moves.show(this.step);
    this.stepActions.show(this.step, board.turn, board.turn === null && !endsWithoutAction(this.record));
    this.#showAddress();
  }

  /** Show a step: what happens at once, its effects after they have been drawn. */
  async #show(step: number) {
    const [opening, ...effects] = this.#sentences(step);
    fill(this.narration, h("strong", {}, ...withFaces(opening)));
    if (!(await this.playback.show(step))) return;
    this.narration.append(...effects.flatMap((sentence) => [" ", ...withFaces(sentence)]));
    announce([opening, ...effects].map(plain).join(" "));
  }

  #sentences(step: number): Sentence[] {
    const event = this.record.events[step - 1];
    const sentences = event ? recordedNarration(event, this.record.seats) : [[t("replay.start")]];
    const last = step === this.last ? this.record.result : null;
    if (last && endsWithoutAction(this.record)) sentences.push([endText(last.reason, this.record.seats, last.seat)]);
    if (last) sentences.push([t("ending.defeated", { defeated: last.defeated, enemies: enemyCount() })]);
    return sentences;
  }

  /**
   * Write the step into the address, in place of the last one, unless it is there or the user has left it meanwhile.
   */
  #showAddress() {
    clearTimeout(this.#addressTimer);
    const [before, address] = [location.hash, this.address];
    if (before === address) return;
    const write = () => location.hash === before && history.replaceState(null, "", address);
    this.#addressTimer = window.setTimeout(write, ADDRESS_DELAY_MS);
  }

  close() {
    this.bar.stop();
    clearTimeout(this.#addressTimer);
    this.playback.close();
    this.review.close();
    this.stopListening();
    this.stopSkipping();
  }
}

/** The part below a replay: verification of the deal in the browser, download of the record. */
export function verification(record: GameRecord) {
  const checks = h("div", { class: "checks", id: "checks", role: "status" });
  const onclick = () => results(record).then((lines) => fill(checks, ...lines), showError);
  return h(
    "section",
    { class: "replay-foot" },
    h(
      "div",
      { class: "buttons" },
      button("verify", t("verify.do"), onclick),
      button("save", t("replay.save"), () => save(record)),
      h("a", { class: "button", href: "#/" }, t("ending.new")),
    ),
    checks,
  );
}

/** The results as elements. */
async function results(record: GameRecord) {
  if (!crypto.subtle) return [h("p", {}, t("verify.no-crypto"))];
  const checks = await verify(record, savedGame(record.id)?.commitment);
  const holds = checks.every((check) => check.holds);
  const { seed_origin: origin } = record;
  return [
    h("p", { "data-holds": String(holds) }, h("strong", {}, t(holds ? "verify.all" : "verify.not-all"))),
    h("ul", {}, ...checks.map(checkItem)),
    h("p", { class: "hash" }, hash(record)),
    origin === "client" ? h("p", {}, t("verify.client-seed")) : null,
  ];
}

/** The text with the commitment and the seed. */
function hash({ commitment, nonce, seed }: GameRecord) {
  if (!commitment) return t("verify.position", { seed });
  return nonce ? t("verify.salted-hash", { commitment, nonce, seed }) : t("verify.hash", { commitment, seed });
}

function checkItem({ name, holds }: Check) {
  const mark = h("span", { "aria-hidden": "true" }, holds ? "✓" : "✗");
  const texts = [" ", t(`verify.${name}`), ": ", t(holds ? "verify.holds" : "verify.fails")];
  return h("li", { class: holds ? "holds" : "fails" }, mark, ...texts);
}

/** Download the record as a file. */
function save(record: GameRecord) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  h("a", { href: url, download: `regicide-${record.id.slice(0, 20)}.json` }).click();
  URL.revokeObjectURL(url);
}
