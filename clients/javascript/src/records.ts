/** Records of finished games: their positions, and their verification. */
import { enemyOf, sortedCards, totalValue } from "./cards.js";
import { commitmentOf, deal, shuffled } from "./deal.js";
import { effectsOf, ofType } from "./effects.js";
import type { EnemyView, GameRecord, GameResult, GameView, RecordedEvent } from "./generated/types.js";

/** The number of enemies in a castle. */
const ENEMIES = 12;

/** A position of a record. */
export interface Position {
  phase: string;
  /** The seat to act. */
  turn: number;
  castle: string[];
  tavern: string[];
  /** The cards on the top of the tavern that everyone knows. */
  known: string[];
  discard: string[];
  /** The plays against the enemy. */
  played: string[][];
  /** The hands by seat. */
  hands: string[][];
  /** The seats that have yielded in a row. */
  yielded: number[];
  /** The jesters that a solo player can flip. */
  flips: number;
  /** The number of heals so far. */
  heals: number;
}

/** A position as the board of a view that has all hands open. */
export type Board = Pick<
  GameView,
  | "status"
  | "phase"
  | "players"
  | "you"
  | "turn"
  | "enemy"
  | "castle_size"
  | "tavern_size"
  | "tavern_top"
  | "discard"
  | "played"
  | "seats"
  | "hand"
  | "flips_left"
  | "defeated"
> & { hands: string[][] };

/** What boards and checks need of a record. A game that no rule has ended, as in a tournament, has no result. */
export type AnyRecord = Pick<
  GameRecord,
  "seed" | "nonce" | "commitment" | "players" | "seats" | "beginning" | "start" | "events" | "incidents"
> & { result: GameResult | null };

const listed = (text: string | undefined, separator = ",") => (text ? text.split(separator) : []);

/** The position of a text: fields `name=value` in one line. Parts that are missing are empty. */
export function parsePosition(line: string): Position {
  const fields = new Map(line.split(" ").map((field) => [field.split("=")[0], field.slice(field.indexOf("=") + 1)]));
  const hands = (fields.get("hands") ?? "").split("/").map((hand) => listed(hand));
  const tavern = fields.get("tavern") ?? "";
  return {
    phase: listed(fields.get("phase"), ":")[0] ?? "",
    turn: Number(fields.get("turn")),
    castle: listed(fields.get("castle")),
    tavern: tavern.split(/[|,]/).filter(Boolean),
    known: tavern.split("|").slice(0, -1),
    discard: listed(fields.get("discard")),
    played: listed(fields.get("played")).map((play) => play.split("+")),
    hands,
    yielded: listed(fields.get("yielded")).map(Number),
    flips: Number(fields.get("flips") ?? (hands.length === 1 ? 2 : 0)),
    heals: Number(fields.get("heals") ?? 0),
  };
}

/** The boards of a record: of its start, and after each action. */
export const boards = (record: AnyRecord): Board[] =>
  [record.start, ...record.events.map(({ position }) => position)].map((line, step) =>
    boardOf(record, parsePosition(line), step === record.events.length ? record.result : null),
  );

function boardOf({ players, seats }: AnyRecord, position: Position, result: GameResult | null): Board {
  return {
    status: result?.outcome ?? "active",
    phase: position.phase as Board["phase"],
    players,
    you: null,
    turn: result ? null : position.turn,
    enemy: enemyAfter(position.castle[0] ?? "", position.played),
    castle_size: position.castle.length,
    tavern_size: position.tavern.length,
    tavern_top: position.known,
    discard: position.discard,
    played: position.played,
    seats: seats.map((seat) => ({
      ...seat,
      held: true,
      hand_size: position.hands[seat.seat]?.length ?? 0,
      yielded: position.yielded.includes(seat.seat),
      signal: null,
      stand_in: null,
      gives_up: false,
    })),
    hand: null,
    hands: position.hands,
    flips_left: position.flips,
    defeated: ENEMIES - position.castle.length,
  };
}

/** The enemy after the plays against it; null for other cards than jacks, queens and kings. */
function enemyAfter(card: string, played: string[][]): EnemyView | null {
  const enemy = enemyOf(card);
  if (!enemy) return null;
  let immune = card.slice(-1);
  const hits = (cards: string[], suit: string) => immune !== suit && cards.some((each) => each.endsWith(suit));
  for (const cards of played) {
    if (cards.some((each) => each.startsWith("X"))) immune = "";
    enemy.damage += totalValue(cards) * (hits(cards, "C") ? 2 : 1);
  }
  enemy.shield = totalValue(played.filter((cards) => hits(cards, "S")).flat());
  enemy.strikes_for = Math.max(0, enemy.attack - enemy.shield);
  enemy.immunity_cancelled = immune === "";
  return enemy;
}

/**
 * A check of a record: the commitment to the seed, also against the one saved at the start (`promise`); the castle, the
 * hands and the tavern that the seed deals; the cards drawn and healed at each step; the reason of the end.
 */
export interface Check {
  name: "commitment" | "promise" | "castle" | "hands" | "tavern" | "draws" | "ending";
  holds: boolean;
}

/**
 * Check the deal, the draws and the end of a record. A game that began at a position has no deal to check. Whether each
 * action is legal is not checked.
 */
export async function verifyRecord(record: AnyRecord, savedCommitment?: string | null): Promise<Check[]> {
  const { seed, nonce, players } = record;
  const course: Check[] = [
    { name: "draws", holds: await drawsHold(record) },
    { name: "ending", holds: endingHolds(record) },
  ];
  if (record.beginning === "position") return course;
  const commitment = await commitmentOf(seed, nonce ?? null);
  const { castle, hands, tavern } = await deal(seed, players);
  const start = parsePosition(record.start);
  return [
    { name: "commitment", holds: commitment === record.commitment },
    ...(savedCommitment ? [{ name: "promise" as const, holds: commitment === savedCommitment }] : []),
    { name: "castle", holds: isEqual(castle, start.castle) },
    { name: "hands", holds: isEqual(hands.map(sortedCards), start.hands.map(sortedCards)) },
    { name: "tavern", holds: isEqual(tavern, start.tavern) },
    ...course,
  ];
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The types of the incidents that end a game, by reason. */
const ENDING_INCIDENTS = new Map<string, string>([
  ["timeout", "timeout"],
  ["given-up", "give-up"],
]);

/** Whether the last event ends the game for the reason of the result. Records of earlier versions have no incidents. */
function endingHolds({ events, incidents, result }: AnyRecord): boolean {
  const type = ENDING_INCIDENTS.get(result?.reason ?? "");
  if (type && !incidents) return true;
  const last = type ? incidents?.at(-1) : events.at(-1);
  if (!last || (type && "type" in last && last.type !== type)) return false;
  const [over] = ofType(effectsOf(last), "over");
  const isLast = [...events, ...(incidents ?? [])].every(({ version }) => !(version > last.version));
  return isLast && over?.reason === result?.reason && over?.outcome === result?.outcome;
}

/** Whether each step changes the tavern by the rules. */
async function drawsHold({ seed, start, events }: AnyRecord): Promise<boolean> {
  let before = parsePosition(start);
  for (const event of events) {
    const after = parsePosition(event.position);
    if (!isEqual(await tavernAfter(seed, before, event), after.tavern)) return false;
    before = after;
  }
  return true;
}

/** The tavern after an action: healed cards go under it in the order of the seed, drawn cards come from the top. */
async function tavernAfter(seed: string, before: Position, event: RecordedEvent): Promise<string[]> {
  const effects = effectsOf(event);
  const [heal] = ofType(effects, "heal");
  const healed = heal ? (await shuffled(seed, `hearts-${before.heals}`, before.discard)).slice(0, heal.count) : [];
  const drawn = ofType(effects, "draw").reduce((sum, { count }) => sum + count, 0);
  const exact = ofType(effects, "defeat").filter((defeat) => defeat.exact);
  return [...exact.map(({ enemy }) => enemy), ...[...before.tavern, ...healed].slice(drawn)];
}
