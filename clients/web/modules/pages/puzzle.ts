/** The page of a puzzle: a position in the middle of a game, from its link, to play on from. */
import { sortedCards } from "regicide-client/cards";
import { api, Problem } from "../server/api.ts";
import { houseBots } from "../bots/house_bots.ts";
import { faceUpCard } from "../cards/images.ts";
import { fill, h } from "../ui/dom.ts";
import { nameOf } from "../words/names.ts";
import { MalformedLink, parsePuzzle } from "../replay/puzzle.ts";
import { enemyCount, phaseText } from "../words/reference.ts";
import { studyForm } from "../bots/study_form.ts";
import { studyWays } from "../replay/step_actions.ts";
import { boardArea } from "../table/board.ts";
import { measure } from "../table/dock.ts";
import { plural, t } from "../words/texts.ts";
import type { Agent, GameView, ProblemDetails, Puzzle } from "../types.ts";

/**
 * Show the puzzle of a link; a link that no game can begin with gets a message. Returns a function that closes the page.
 * @param query of the link
 */
export async function puzzlePage(page: HTMLElement, query: string) {
  try {
    const puzzle = parsePuzzle(query);
    const [view, bots] = await Promise.all([firstView(puzzle), houseBots()]);
    const dock = tray(view, puzzle, bots);
    fill(
      page,
      h(
        "div",
        { class: "table" },
        boardArea(() => view),
        dock,
      ),
    );
    return measure(dock);
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
 */
async function firstView({ seat, ...beginning }: Puzzle): Promise<GameView> {
  const { game, seats } = await api().createGame({ body: beginning });
  const own = seats.find((each) => each.seat === seat);
  return own && own.seat !== game.you ? api().getGame({ game_id: game.id }, own) : game;
}

/** The task, the hand, and the ways to play on, in the place of the hand of a game. */
function tray(view: GameView, { seat: _, ...beginning }: Puzzle, bots: Agent[]) {
  const [own, turn] = [view.you ?? 0, view.turn ?? 0];
  const who = (seat: number) => nameOf(view.seats, seat);
  const form = studyForm({ seats: view.seats, bots, beginning: () => beginning });
  form.suggest(own);
  const [play, ...menu] = studyWays(form);
  play.classList.add("main");
  const task = h("p", {}, h("strong", {}, t("puzzle.turn", { who: who(turn) })), " ", phaseText(view.phase));
  const text = [h("h1", {}, t("puzzle.title")), h("p", {}, plural("puzzle.left", enemyCount() - view.defeated))];
  const hand = t(own === turn ? "puzzle.hand" : "puzzle.own-hand", { who: who(own) });
  return h(
    "div",
    { class: "dock record-dock", id: "puzzle" },
    h("div", { class: "told" }, h("div", { class: "caption" }, task)),
    h(
      "div",
      { class: "tray puzzle-tray" },
      h("div", { class: "puzzle-about" }, ...text, h("p", { class: "quiet" }, hand)),
      h("div", { class: "strip puzzle-hand" }, ...sortedCards(view.hand ?? []).map(faceUpCard)),
      h("div", { class: "replay-ways" }, play, ...menu),
    ),
  );
}

/** Why no game can begin with the link; null if the reason is another one. */
function faultText(error: unknown) {
  if (error instanceof MalformedLink) return error.message;
  return error instanceof Problem && error.details.status === 422 ? refusal(error.details) : null;
}

/** The parts of a link that have other names than the members of the request. */
const PART_NAMES: Record<string, string> = { first_player: "first" };

/** Why the server refuses the beginning: the part of the link, or the number of its action from 1 on. */
function refusal(details: ProblemDetails) {
  const [fault] = details.code === "invalid-request" ? details.errors : [];
  if (!fault) return details.detail;
  const [, member, index] = (fault.pointer ?? "").split("/");
  const why = fault.detail.replace(/\.$/, "");
  if (member === "actions" && index) return t("puzzle.bad-action", { number: Number(index) + 1, detail: why });
  return t("puzzle.bad-part", { name: PART_NAMES[member] ?? member, detail: why });
}

const faultPanel = (fault: string) =>
  h(
    "section",
    { class: "panel puzzle" },
    h("h1", {}, t("puzzle.title")),
    h("p", { role: "alert", id: "puzzle-fault" }, h("strong", {}, t("puzzle.impossible")), " ", fault),
    h("a", { href: "#/" }, t("nav.lobby")),
  );
