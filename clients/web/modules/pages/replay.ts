/** The replay of a finished game from its record, with all hands open: its steps, review, moves, and ways to play on. */
import { type Check, verifyRecord } from "regicide-client/records";
import { reviewersOf } from "../server/advisers.ts";
import { api } from "../server/api.ts";
import { houseBots } from "../bots/house_bots.ts";
import { fill, h, button } from "../ui/dom.ts";
import { withOwnSeat } from "../server/own_seat.ts";
import { tokensOf, savedGame } from "../storage/saved_games.ts";
import { isRecord, linkedRecord } from "../replay/linked_record.ts";
import { MoveList } from "../replay/moves.ts";
import { Panel } from "../replay/panel.ts";
import { Review } from "../replay/review.ts";
import { endsWithoutAction, pointsOf } from "../replay/chances.ts";
import { RecordTable } from "../replay/record_table.ts";
import { StepActions } from "../replay/step_actions.ts";
import { gameIdOf, replayHash, reviewerOf, type Route } from "../ui/route.ts";
import { t } from "../words/texts.ts";
import { showError } from "../ui/alerts.ts";
import type { Agent, BoardView, GameRecord } from "../types.ts";

/** The address follows the step after this pause, as browsers limit how often it may change. */
const ADDRESS_DELAY_MS = 300;

/** Show a replay at the step and with the review of its address. Returns the open page. */
export async function replayPage(page: HTMLElement, route: Route) {
  const requested = isRecord(route.id) ? linkedRecord(route.id) : api().getRecord({ game_id: gameIdOf(route) });
  const [record, bots] = await Promise.all([requested, houseBots()]);
  const own = [...tokensOf(route.id).keys()];
  const replay = new Replay(page, withOwnSeat(record, own), bots, own);
  replay.show(route);
  return { close: () => replay.close(), follow: (next: Route) => replay.follow(next) };
}

class Replay {
  #addressTimer = 0;
  table;
  moves;
  stepActions;
  review;

  constructor(
    page: HTMLElement,
    readonly record: GameRecord,
    bots: Agent[],
    readonly own: number[],
  ) {
    const table = new RecordTable(record, (step, board) => this.#follow(step, board));
    this.table = table;
    this.moves = new MoveList(record);
    this.stepActions = new StepActions(record, bots, () => this.address, furtherWays(record));
    this.review = new Review(record, table.boards, isRecord(record.id) ? [] : reviewersOf(bots), {
      go: (step: number) => table.go(step),
      ready: (review) => {
        this.moves.review(review);
        table.review(review.moves.filter(pointsOf));
        panel.open("review");
        this.#follow(table.step, table.boards[table.step]);
      },
    });
    const showMove = () => this.moves.show(table.step);
    const panel = new Panel(this.moves.element, this.review.element, this.stepActions.element, showMove);
    table.told.firstElementChild?.append(this.review.note);
    table.tray.firstElementChild?.append(this.stepActions.element);
    table.layHands();
    table.element.append(panel.element);
    fill(page, h("h1", { class: "hidden" }, t("replay.title")), table.element);
  }

  /** The hash of the step with its review. */
  get address() {
    return replayHash(this.record.id, this.table.step, this.review.agent);
  }

  /** Show the step of a route, and its review if it has one. */
  show(route: Route) {
    this.review.open(reviewerOf(route));
    this.table.go(route.step);
  }

  /** Go to the step of a route of this replay. Returns whether it is one. */
  follow(route: Route) {
    if (route.kind !== "replay" || route.id !== this.record.id) return false;
    this.show(route);
    return true;
  }

  #follow(step: number, board: BoardView) {
    this.review.show(step);
    this.table.judge(this.review.marksAt(step));
    this.moves.show(step);
    const isOver = board.turn === null && !endsWithoutAction(this.record);
    const retries = this.review.isCostly(step) && this.own.includes(this.record.events[step].seat);
    this.stepActions.show(step, board.turn, isOver, retries);
    this.#showAddress();
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
    clearTimeout(this.#addressTimer);
    this.table.close();
    this.review.close();
  }
}

/** The verification of the deal in the browser, the download of the record, and the way to a new game. */
function furtherWays(record: GameRecord) {
  const checks = h("div", { class: "checks", id: "checks", role: "status" });
  const onclick = () => results(record).then((lines) => fill(checks, ...lines), showError);
  return [
    button("verify", t("verify.do"), onclick),
    checks,
    button("save", t("replay.save"), () => save(record)),
    h("a", { class: "button", href: "#/" }, t("ending.new")),
  ];
}

/** The results as elements. */
async function results(record: GameRecord) {
  const checks = await verifyRecord(record, savedGame(record.id)?.commitment);
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
