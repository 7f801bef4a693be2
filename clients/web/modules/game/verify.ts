/** Verification of a deal: compares the deal of the seed with the record and with the commitment from the start. */
import { effectsOf, ofType } from "../effects.ts";
import { commitmentOf, deal, shuffle } from "./deal.ts";
import { parsePosition, type Position } from "./positions.ts";
import type { GameRecord, RecordedEvent } from "../types.ts";

export type Check = {
  name: "commitment" | "promise" | "castle" | "hands" | "tavern" | "draws" | "ending";
  holds: boolean;
};

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Check a record. A game that began at a position has no deal to check.
 * @param saved the commitment that this device saved at the start
 */
export async function verify(record: GameRecord, saved?: string | null): Promise<Check[]> {
  const draws: Check = { name: "draws", holds: await drawsHold(record) };
  const ending: Check = { name: "ending", holds: endingHolds(record) };
  if (record.beginning === "position") return [draws, ending];
  const commitment = await commitmentOf(record.seed, record.nonce ?? null);
  const dealt = await deal(record.seed, record.players);
  const start = parsePosition(record.start);
  return [
    { name: "commitment", holds: commitment === record.commitment },
    ...(saved ? [{ name: "promise", holds: commitment === saved } as Check] : []),
    { name: "castle", holds: isEqual(dealt.castle, start.castle) },
    { name: "hands", holds: isEqual(dealt.hands.map(sorted), start.hands.map(sorted)) },
    { name: "tavern", holds: isEqual(dealt.tavern, start.tavern) },
    draws,
    ending,
  ];
}

/** Whether an incident, not an action, ended the game: a timeout, or an agreement to give it up. */
export const endsWithoutAction = ({ result }: GameRecord) =>
  result?.reason === "timeout" || result?.reason === "given-up";

/** The types of the incidents that end a game, by reason. */
const ENDING_INCIDENTS = new Map([
  ["timeout", "timeout"],
  ["given-up", "give-up"],
]);

/** Whether the last event ends the game for the reason of the result. Records of earlier versions have no incidents. */
function endingHolds(record: GameRecord) {
  const { events, result } = record;
  const incidents = record.incidents ?? [];
  const type = ENDING_INCIDENTS.get(result?.reason ?? "");
  if (type && !record.incidents) return true;
  const incident = incidents.at(-1);
  if (type && incident?.type !== type) return false;
  const effects = type && incident ? effectsOf(incident) : (events.at(-1)?.effects ?? []);
  const last = (type ? incident : events.at(-1))?.version;
  const [over] = ofType(effects, "over");
  const isLast = [...events, ...incidents].every(({ version }) => (version ?? 0) <= (last ?? 0));
  return isLast && over?.reason === result?.reason && over?.outcome === result?.outcome;
}

const sorted = (cards: string[]) => [...cards].sort();

/**
 * Whether each step changes the tavern by the rules: healed cards go under it in the order of the seed, drawn cards come from the top.
 */
async function drawsHold(record: GameRecord) {
  let before = parsePosition(record.start);
  for (const event of record.events) {
    const after = parsePosition(event.position);
    if (!isEqual(await tavernAfter(record.seed, before, event), after.tavern)) return false;
    before = after;
  }
  return true;
}

async function tavernAfter(seed: string, before: Position, { effects }: RecordedEvent) {
  const [heal] = ofType(effects, "heal");
  const healed = heal ? (await shuffle(seed, `hearts-${before.heals}`, before.discard)).slice(0, heal.count) : [];
  const drawn = ofType(effects, "draw").reduce((sum, { count }) => sum + count, 0);
  const top = ofType(effects, "defeat")
    .filter(({ exact }) => exact)
    .map(({ enemy }) => enemy);
  return [...top, ...[...before.tavern, ...healed].slice(drawn)];
}
