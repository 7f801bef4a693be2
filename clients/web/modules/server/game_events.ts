/** All events of a game. */
import { api } from "./api.ts";
import type { GameEvent } from "../types.ts";

export async function eventsOf(game_id: string) {
  const events: GameEvent[] = [];
  for (let after: number | null = 1; after !== null; ) {
    const page: { items: GameEvent[]; next: number | null } = await api().getEvents({ game_id, after, limit: 100 });
    events.push(...page.items);
    after = page.next;
  }
  return events;
}
