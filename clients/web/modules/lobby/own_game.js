// @ts-check
/** A saved game in words: who plays, what it waits for or how it ended, how far it is, and how long ago that was. */
import { nameOf } from "../words/names.js";
import { enemyCount } from "../words/reference.js";
import { formatAgo, formatList, plural, t } from "../words/texts.js";

/** @import { SavedGame, SeenGame } from "../types" */

/** @typedef {"turn" | "waiting" | "others" | "unknown" | "over" | "gone"} State */
/** @typedef {{ id: string, state: State, outcome: string, rank: number, at: number, title: string, status: string, facts: string }} OwnGame */

/** The states in the order of the list. @type {State[]} */
const ORDER = ["turn", "waiting", "others", "unknown", "over", "gone"];

/** @param {string} id @param {SavedGame} saved @param {boolean} isGone whether the server does not have it any more @returns {OwnGame} */
export function ownGame(id, saved, isGone) {
  const own = Object.keys(saved.tokens).map(Number);
  const state = isGone ? "gone" : stateOf(saved.seen, own);
  const at = Date.parse(saved.seen?.updated_at ?? saved.at);
  return {
    id,
    state,
    outcome: saved.seen?.result?.outcome ?? "",
    rank: ORDER.indexOf(state),
    at,
    title: saved.seen ? titleOf(saved.seen, own) : t("lobby.game"),
    status: statusOf(state, saved.seen),
    facts: [...factsOf(saved.seen), formatAgo(Math.max(0, (Date.now() - at) / 1000))].join(" · "),
  };
}

/** @param {SeenGame | undefined} seen @param {number[]} own @returns {State} */
function stateOf(seen, own) {
  if (!seen) return "unknown";
  if (seen.status === "waiting") return "waiting";
  if (seen.status !== "active") return "over";
  const { turn } = seen;
  return turn !== null && own.includes(turn) && !seen.seats[turn]?.stand_in ? "turn" : "others";
}

/** The other players, or how the game is played without others. @param {SeenGame} seen @param {number[]} own */
function titleOf({ players, seats }, own) {
  const others = seats.filter(({ seat, held }) => held && !own.includes(seat)).map(({ seat }) => nameOf(seats, seat));
  if (others.length) return t(own.length ? "lobby.with" : "lobby.watched", { names: formatList(others) });
  if (seats.some(({ held }) => !held)) return t("lobby.with-friends");
  return players === 1 ? t("lobby.solo") : t("lobby.all-seats");
}

/** @param {State} state @param {SeenGame | undefined} seen */
function statusOf(state, seen) {
  if (state === "over" && seen) return endText(seen);
  if (state === "others" && seen) return t("lobby.turn-of", { who: nameOf(seen.seats, seen.turn ?? 0) });
  if (state === "waiting" && seen) return plural("listed.open", seen.seats.filter(({ held }) => !held).length);
  return t(state === "turn" ? "lobby.your-turn" : state === "gone" ? "lobby.gone" : "lobby.unknown");
}

/** @param {SeenGame} seen */
function endText({ status, result }) {
  if (!result) return t(status === "cancelled" ? "ending.cancelled" : "lobby.unknown");
  if (result.outcome !== "won") return t("ending.lost");
  const grade = /** @type {"gold" | "silver" | "bronze" | null} */ (result.grade);
  return grade ? `${t("ending.won")} ${t(`grade.${grade}`)}` : t("ending.won");
}

/** @param {SeenGame | undefined} seen */
const factsOf = (seen) =>
  seen
    ? [
        plural("create.players", seen.players),
        seen.status !== "waiting" && t("lobby.progress", { defeated: seen.defeated, enemies: enemyCount() }),
      ].filter(Boolean)
    : [];
