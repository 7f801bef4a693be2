/** What is worth remembering of games: feats of one game, by its story, and achievements of all of them. */
import type { History, PlayedGame } from "../storage/history.ts";
import type { Story } from "../story/story.ts";

/** What the rules need of a finished game beside its story. */
type Game = Pick<PlayedGame, "outcome" | "players" | "grade"> & { hands: string[][] | null };

const SWIFT_TURNS = 32;
const MANY_EXACT = 6;
const LARGE_TABLE = 3;
const STREAK = 3;
/** The enemies of a castle. */
const CASTLE = 12;

const isKing = (card: string) => card.startsWith("K");
const isWon = ({ outcome }: Pick<PlayedGame, "outcome">) => outcome === "won";
const exactFalls = ({ falls }: Pick<PlayedGame, "falls">) => [...falls].filter((fall) => fall === "x").length;
const companions = (cards: string[]) => cards.filter((card) => card.startsWith("A")).length;

/** The feats of one game: what each needs. */
const FEATS = {
  victory: isWon,
  gold: ({ grade }) => grade === "gold",
  "four-players": (game) => isWon(game) && game.players === 4,
  "exact-king": (_, { falls }) => falls.some(({ enemy, exact }) => exact && isKing(enemy)),
  "exact-six": (_, { falls }) => falls.filter(({ exact }) => exact).length >= MANY_EXACT,
  "single-blow": (_, { falls, plays }) =>
    falls.some(({ enemy }) => isKing(enemy) && plays.filter((play) => play.enemy === enemy).length === 1),
  "four-cards": (_, { plays }) => plays.some(({ cards }) => cards.length === 4),
  companions: (_, { plays }) => plays.some(({ cards }) => companions(cards) === 2),
  wall: (_, { strikes }) => strikes.some(({ enemy, amount }) => isKing(enemy) && amount === 0),
  "no-jester": (game, { plays }) =>
    isWon(game) && game.players >= LARGE_TABLE && !plays.some(({ cards }) => cards[0]?.startsWith("X")),
  "last-card": (game) => isWon(game) && game.hands !== null && game.hands.flat().length <= 1,
  swift: (game, { turns }) => isWon(game) && turns <= SWIFT_TURNS,
} satisfies Record<string, (game: Game, story: Story) => boolean>;

type Feat = keyof typeof FEATS;

/** The feats of a game. */
export const featsOf = (game: Game, story: Story): Feat[] =>
  (Object.keys(FEATS) as Feat[]).filter((feat) => (FEATS[feat] as (game: Game, story: Story) => boolean)(game, story));

type Entry = [id: string, game: PlayedGame];

export const counts = ([, { practice, bot }]: Entry) => !practice && !bot;

/** The games that count, from the first to the last. */
export const counting = (history: History): Entry[] =>
  Object.entries(history)
    .filter(counts)
    .sort(([, one], [, other]) => one.at.localeCompare(other.at));

/** The game with which each number of players has won. */
function everyTable(games: Entry[]) {
  const firsts = [1, 2, 3, 4].map((players) => games.findIndex(([, game]) => isWon(game) && game.players === players));
  return firsts.includes(-1) ? undefined : games[Math.max(...firsts)];
}

/** The game that makes the wins in a row enough. */
const inARow = (games: Entry[]) =>
  games.find(
    (_, index) => index >= STREAK - 1 && games.slice(index - STREAK + 1, index + 1).every(([, game]) => isWon(game)),
  );

/** How far the player has come, of how much; only where games before it count. */
type Progress = { done: number; needed: number };
export type Achievement = {
  name: Feat | "streak" | "every-table";
  game: string | null;
  progress: Progress | undefined;
};

/** All achievements, each with the first game that earned it, else how near the others came. */
export function achievements(history: History): Achievement[] {
  const games = counting(history);
  const first = (feat: Feat) => games.find(([, { feats }]) => feats.includes(feat));
  const found = (Object.keys(FEATS) as Feat[]).map((name) => ({ name, entry: first(name) }));
  const series = [
    { name: "streak" as const, entry: inARow(games) },
    { name: "every-table" as const, entry: everyTable(games) },
  ];
  const near = progress(games.map(([, game]) => game));
  return [...found, ...series].map(({ name, entry }) => {
    return { name, game: entry?.[0] ?? null, progress: entry ? undefined : near[name] };
  });
}

/** How near games came to the achievements that can be counted. */
function progress(games: PlayedGame[]): Partial<Record<Achievement["name"], Progress>> {
  const most = (counts: number[], needed: number) => ({ done: Math.max(0, ...counts), needed });
  const enemies = (players?: number) => {
    const played = games.filter((game) => players === undefined || game.players === players);
    return most(
      played.map(({ falls }) => falls.length),
      CASTLE,
    );
  };
  return {
    victory: enemies(),
    gold: enemies(1),
    "four-players": enemies(4),
    "exact-six": most(games.map(exactFalls), MANY_EXACT),
    streak: most([streaks(games).streak], STREAK),
    "every-table": most([new Set(games.filter(isWon).map(({ players }) => players)).size], 4),
  };
}

/** The achievements that a game has earned, unless an earlier one had. */
export const earnedBy = (history: History, id: string) =>
  achievements(history).flatMap(({ name, game }) => (game === id ? [name] : []));

/** What the rules of achievements name. */
export const NUMBERS = { turns: SWIFT_TURNS, exact: MANY_EXACT, players: LARGE_TABLE, wins: STREAK };

/** Whose name is on most games beside the player's; empty without others. */
function partner(games: PlayedGame[]) {
  const counts = new Map<string, number>();
  for (const name of games.flatMap(({ partners = [] }) => partners)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? "";
}

/** The figures of the games of one number of players; null: of all. */
export function figures(history: History, players: number | null) {
  const games = counting(history).flatMap(([, game]) => (players === null || game.players === players ? [game] : []));
  const won = games.filter(isWon);
  const turns = won.flatMap((game) => game.turns ?? []);
  return {
    played: games.length,
    won: won.length,
    exact: games.reduce((sum, game) => sum + exactFalls(game), 0),
    fastest: turns.length ? Math.min(...turns) : null,
    grades: (["gold", "silver", "bronze"] as const).map((grade) => won.filter((game) => game.grade === grade).length),
    partner: partner(games),
    longest: streaks(games).longest,
  };
}

/** The wins in a row up to the last game, and the most. */
function streaks(games: PlayedGame[]) {
  let [streak, longest] = [0, 0];
  for (const game of games) {
    streak = isWon(game) ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return { streak, longest };
}
