// @ts-check
/** The page of a puzzle: a position in the middle of a game, from its link, to play on from. */
import { createGame, getGame, Problem } from "../server/api.js";
import { houseBots } from "../ui/bot_choice.js";
import { faceUpCard } from "../cards/images.js";
import { fill, h } from "../ui/dom.js";
import { nameOf } from "../words/names.js";
import { MalformedLink, parsePuzzle } from "../game/puzzle.js";
import { enemyCount, inOrder, phaseText } from "../words/reference.js";
import { studyForm } from "../ui/study_form.js";
import { Board } from "../table/board.js";
import { plural, t } from "../words/texts.js";

/** @import { Agent, GameView, ProblemDetails, Puzzle } from "../types" */

/**
 * Show the puzzle of a link; a link that no game can begin with gets a message. Returns a function that closes the page.
 * @param {HTMLElement} page @param {string} query of the link
 */
export async function puzzlePage(page, query) {
  try {
    const puzzle = parsePuzzle(query);
    const [view, bots] = await Promise.all([firstView(puzzle), houseBots()]);
    fill(page, head(view, puzzle, bots), table(view));
  } catch (error) {
    const fault = faultText(error);
    if (fault === null) throw error;
    fill(page, faultPanel(fault));
  }
  return () => {};
}

/**
 * What the seat of the puzzle sees at the beginning. The server has the rules: a game without players, created
 * at the beginning, shows the position and checks the link.
 * @param {Puzzle} puzzle @returns {Promise<GameView>}
 */
async function firstView({ seat, ...beginning }) {
  const { game, seats } = await createGame(beginning);
  const own = seats.find((each) => each.seat === seat);
  const seen = own && own.seat !== game.you ? await getGame(game.id, own.token) : null;
  return seen?.view ?? game;
}

/** @param {GameView} view @param {Puzzle} puzzle @param {Agent[]} bots */
function head(view, { seat: _, ...beginning }, bots) {
  const [own, turn] = [view.you ?? 0, view.turn ?? 0];
  const who = (/** @type {number} */ seat) => nameOf(view.seats, seat);
  const form = studyForm({ seats: view.seats, bots, beginning: () => beginning });
  form.suggest(own);
  return h(
    "section",
    { class: "replay-head puzzle", id: "puzzle" },
    h("h1", {}, t("puzzle.title")),
    h("p", {}, plural("puzzle.left", enemyCount() - view.defeated)),
    h("p", {}, h("strong", {}, t("puzzle.turn", { who: who(turn) })), " ", phaseText(view.phase)),
    h("h2", {}, own === turn ? t("puzzle.hand", { who: who(own) }) : t("puzzle.own-hand", { who: who(own) })),
    h("div", { class: "strip puzzle-hand" }, ...inOrder(view.hand ?? []).map(faceUpCard)),
    form.element,
  );
}

/** @param {GameView} view */
function table(view) {
  const board = new Board();
  board.show(view);
  return h("div", { class: "table replay" }, board.element);
}

/** Why no game can begin with the link; null if the reason is another one. @param {unknown} error */
function faultText(error) {
  if (error instanceof MalformedLink) return error.message;
  return error instanceof Problem && error.details.status === 422 ? refusal(error.details) : null;
}

/** The parts of a link that have other names than the members of the request. @type {Record<string, string>} */
const PART_NAMES = { first_player: "first" };

/** Why the server refuses the beginning: the part of the link, or the number of its action from 1 on. @param {ProblemDetails} details */
function refusal({ code, errors, detail }) {
  const [fault] = code === "invalid-request" ? errors : [];
  if (!fault) return detail;
  const [, member, index] = (fault.pointer ?? "").split("/");
  const why = fault.detail.replace(/\.$/, "");
  if (member === "actions" && index) return t("puzzle.bad-action", { number: Number(index) + 1, detail: why });
  return t("puzzle.bad-part", { name: PART_NAMES[member] ?? member, detail: why });
}

/** @param {string} fault */
const faultPanel = (fault) =>
  h(
    "section",
    { class: "panel puzzle" },
    h("h1", {}, t("puzzle.title")),
    h("p", { role: "alert", id: "puzzle-fault" }, h("strong", {}, t("puzzle.impossible")), " ", fault),
    h("a", { href: "#/" }, t("nav.lobby")),
  );
