/** Noting finished games of this device: at their end, and those that it remembers from before. */
import { api } from "../server/api.ts";
import { eventsOf } from "../server/game_events.ts";
import { forgetPlayed, isWhole, notePlayed, playedGames } from "../storage/history.ts";
import { forgetGame, savedGame, savedGames, tokensOf } from "../storage/saved_games.ts";
import { dayEntries } from "../storage/statistics.ts";
import { fallsText, isComplete, storyOf, type Ended, type Story } from "../story/story.ts";
import { nameOf, type Seats } from "../words/names.ts";
import { SEED as LESSON_SEED } from "../tutorial/steps.ts";
import { featsOf } from "./achievements.ts";
import type { GameView } from "../types.ts";

type Finished = Ended &
  Pick<GameView, "id" | "players" | "deal" | "beginning" | "seed" | "seed_origin"> & { seats: Seats };

/**
 * Note a finished game in which this device has a seat; one that did not begin with its deal is practice, too, unless it
 * goes on where the lesson ends. So is a solo game with a chosen seed that was given up: another device of the player,
 * which alone knows that it is practice, may have taken its last action back.
 */
export function keepPlayed(game: Finished, story: Story) {
  const { id, players, seats, result, deal, beginning, hands, seed, seed_origin: origin } = game;
  const own = tokensOf(id);
  if (!result || !own.size) return;
  const { grade, reason, defeated } = result;
  const outcome = result.outcome as "won" | "lost";
  const mayBeTakenBack = players === 1 && origin === "client" && reason === "given-up";
  notePlayed(id, {
    ...{ at: story.at, players, outcome, reason, grade },
    falls: fallsText(story, defeated),
    turns: story.turns,
    feats: featsOf({ outcome, players, grade, hands }, story),
    deal: deal?.date ?? null,
    practice: (beginning !== "deal" && seed !== LESSON_SEED) || mayBeTakenBack || savedGame(id)?.practice !== undefined,
    bot: story.standIns.find(({ seat }) => own.has(seat))?.agent ?? null,
    partners: seats.flatMap(({ seat }) => (own.has(seat) ? [] : [nameOf(seats, seat)])),
    enemy: story.standing?.card ?? null,
  });
}

/** Take in the games that this device remembers from before: today's deals at once, saved games with their events. */
export async function takeInGames() {
  for (const [key, { game, result }] of Object.entries(dayEntries())) {
    const [date, players] = key.split("/");
    if (result)
      notePlayed(game, {
        ...{ at: `${date}T12:00:00Z`, players: Number(players), reason: "", turns: null, feats: [], practice: false },
        ...{ outcome: result.outcome, grade: result.grade, falls: result.falls, deal: date, bot: null },
      });
  }
  const known = playedGames();
  const ids = savedGames().flatMap(([id]) => (isWhole(known[id]) ? [] : [id]));
  if (!ids.length) return;
  const { items } = await api().getViews({ body: { games: ids.map((id) => ({ id })) } });
  for (const { view } of items) if (view?.result) await takeIn(view);
}

async function takeIn(view: GameView) {
  const events = await eventsOf(view.id);
  if (isComplete(events)) keepPlayed(view, storyOf(view, events));
}

/** Forget a game of practice whose last action is taken back; the server gives its place to others. */
export function endPractice(game_id: string, token: string | undefined) {
  forgetGame(game_id);
  forgetPlayed(game_id);
  api()
    .giveUp({ game_id, body: { agree: true } }, { token })
    .catch(() => {});
}
