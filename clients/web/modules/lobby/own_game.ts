/** A saved game in words: who plays, what it waits for or how it ended, how far it is, and how long ago that was. */
import { nameOf } from "../words/names.ts";
import { enemyCount } from "../words/reference.ts";
import { formatAgo, formatList, plural, t } from "../words/texts.ts";
import type { SavedGame, SeenGame } from "../types.ts";

type State = "turn" | "waiting" | "others" | "unknown" | "over" | "gone";
export type OwnGame = {
  id: string;
  state: State;
  outcome: string;
  rank: number;
  at: number;
  title: string;
  status: string;
  facts: string;
};

/** The states in the order of the list. */
const ORDER: State[] = ["turn", "waiting", "others", "unknown", "over", "gone"];

/** @param isGone whether the server does not have it any more */
export function ownGame(id: string, saved: SavedGame, isGone: boolean): OwnGame {
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

function stateOf(seen: SeenGame | undefined, own: number[]): State {
  if (!seen) return "unknown";
  if (seen.status === "waiting") return "waiting";
  if (seen.status !== "active") return "over";
  const { turn } = seen;
  return turn !== null && own.includes(turn) && !seen.seats[turn]?.stand_in ? "turn" : "others";
}

/** The other players, or how the game is played without others. */
function titleOf({ players, seats }: SeenGame, own: number[]) {
  const others = seats.filter(({ seat, held }) => held && !own.includes(seat)).map(({ seat }) => nameOf(seats, seat));
  if (others.length) return t(own.length ? "lobby.with" : "lobby.watched", { names: formatList(others) });
  if (seats.some(({ held }) => !held)) return t("lobby.with-friends");
  return players === 1 ? t("lobby.solo") : t("lobby.all-seats");
}

function statusOf(state: State, seen: SeenGame | undefined) {
  if (state === "over" && seen) return endText(seen);
  if (state === "others" && seen) return t("lobby.turn-of", { who: nameOf(seen.seats, seen.turn ?? 0) });
  if (state === "waiting" && seen) return plural("listed.open", seen.seats.filter(({ held }) => !held).length);
  return t(state === "turn" ? "lobby.your-turn" : state === "gone" ? "lobby.gone" : "lobby.unknown");
}

function endText({ status, result }: SeenGame) {
  if (!result) return t(status === "cancelled" ? "ending.cancelled" : "lobby.unknown");
  if (result.outcome !== "won") return t("ending.lost");
  const grade = result.grade as "gold" | "silver" | "bronze" | null;
  return grade ? `${t("ending.won")} ${t(`grade.${grade}`)}` : t("ending.won");
}

const factsOf = (seen: SeenGame | undefined) =>
  seen
    ? [
        plural("create.players", seen.players),
        seen.status !== "waiting" && t("lobby.progress", { defeated: seen.defeated, enemies: enemyCount() }),
      ].filter(Boolean)
    : [];
