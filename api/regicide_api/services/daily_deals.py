"""Today's deal: the key of the server, and the games in which the house bots play the deal.

The key is random and in the store alone, so that all processes have the same one; a store that is emptied gets another
key, and the deal of that day changes.

The bots' games are ordinary games without a creator and an owner: they count to no limit of an address. The id of each
follows from the day, the bot and the number of players, so that the creation, which fails for an id that exists, is
the request: no race makes two of them. It lives until the end of its day, whatever the lifetimes of games are, so that
the requests of a day create it once. The ids are in no response: a client sees the results alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.domain.clock import now_ms
from regicide_api.domain.daily_deal import PLAYERS, Day, today
from regicide_api.domain.game import HostedGame
from regicide_api.domain.new_game import DealtGame, NewGame, SeatSpec, create_game
from regicide_api.services.agents import HOUSE_BOTS
from regicide_api.services.repository import GameRepository

RUNNING_MS: Final = 120_000
"""A house bot runs if it has asked for its turns within this time; it does so every second, unless it is thinking."""

_KEY_NAME: Final = "days"
_KEY_BYTES: Final = 32


class BotGame(NamedTuple):
    """The game in which a house bot plays the deal of a day from all seats."""

    players: int
    bot: str
    game: HostedGame


@dataclass(frozen=True, slots=True)
class DailyDeals:
    """The deals of the days of a store."""

    repository: GameRepository

    def today(self) -> Day:
        """The day that it is now, in one round trip. Raises RedisError."""
        return self.day(today())

    def day(self, date: str) -> Day:
        """A day by its date, in one round trip. Raises RedisError.

        The key is read each time: a process that kept it would deal other cards than the processes that start after
        the store was emptied.
        """
        return Day(date, self.repository.store.expiring_keys.first(_KEY_NAME, secrets.token_bytes(_KEY_BYTES)))

    def bot_games(self, day: Day, has_room: Callable[[], bool]) -> list[BotGame]:
        """The house bots' games of a day by number of players and bot. The first look creates those of running bots.

        Without room in the store, or if it fails then, the existing games are returned. Raises RedisError if they
        cannot be read.
        """
        wanted = {day.bot_game_id(players, bot): (players, bot) for players in PLAYERS for bot in HOUSE_BOTS}
        games = dict(zip(wanted, self.repository.get_many([*wanted]), strict=True))
        missing = [wanted[game_id] for game_id, game in games.items() if game is None]
        games |= {game.id: game for game in self._create(day, missing, has_room)}
        return [BotGame(*wanted[game_id], game) for game_id, game in games.items() if isinstance(game, HostedGame)]

    def _create(
        self, day: Day, missing: Sequence[tuple[int, str]], has_room: Callable[[], bool]
    ) -> Sequence[HostedGame]:
        """The new games of the running ones of these bots; none if they cannot be created now."""
        if not missing:
            return []
        with suppress(RedisError):
            running = self._running()
            games = [_bot_game(day, players, bot) for players, bot in missing if bot in running]
            if games and has_room():
                self.repository.add(list(map(DealtGame, games)))
                return games
        return []

    def _running(self) -> set[str]:
        bots, _ = self.repository.agents.page(None, len(HOUSE_BOTS), house=True)
        oldest = now_ms() - RUNNING_MS
        return {bot.name for bot in bots if (bot.seen_at or 0) > oldest}


def _bot_game(day: Day, players: int, bot: str) -> HostedGame:
    new = NewGame([SeatSpec(agent=bot)] * players, seed=day.seed(players), deal_date=day.date)
    return create_game(day.bot_game_id(players, bot), new, {}, now_ms())
