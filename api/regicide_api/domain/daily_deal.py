"""The deal of a day: the same cards for all players of one number, from a seed that nothing tells before the day ends.

Days are days of UTC. The seed of each day and number of players is an HMAC with the key of the server, so that no seed
tells another one. A game of the deal hides its seed, its nonce, its record, and whatever follows from them, until its
day is over: also after its own end, as others play the same cards.
"""

from __future__ import annotations

import hmac
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from regicide_api.core.refusals import DealNotTold
from regicide_api.domain.clock import format_timestamp, now_ms
from regicide_api.domain.game import HostedGame

TODAY: Final = "today"
"""The deal that a new game may have instead of one of its own."""

PLAYERS: Final = (1, 2)
"""The numbers of players for which each day has a deal."""

SEED_CHARACTERS: Final = 32
GAME_ID_CHARACTERS: Final = 20


class Day(NamedTuple):
    """A day, as `2026-11-23`, and the key of the server, from which its seeds follow."""

    date: str
    key: bytes

    @classmethod
    def today(cls, key: bytes) -> Day:
        """The day that it is now."""
        return cls(datetime.fromtimestamp(now_ms() / 1000, UTC).date().isoformat(), key)

    def seed(self, players: int) -> str:
        """The seed of the deal for a number of players: 128 bits in hexadecimal digits."""
        return self._digest("regicide-day-1", str(players))[:SEED_CHARACTERS]

    def bot_game_id(self, players: int, bot: str) -> str:
        """The id of the game in which a house bot plays the deal."""
        return self._digest("regicide-day-game-1", str(players), bot)[:GAME_ID_CHARACTERS]

    def _digest(self, purpose: str, *parts: str) -> str:
        return hmac.new(self.key, ":".join((purpose, self.date, *parts)).encode(), sha256).hexdigest()


@lru_cache(maxsize=64)
def end_ms(day: str) -> int:
    """The end of a day in milliseconds since 1970."""
    return 1000 * int(datetime.combine(date.fromisoformat(day) + timedelta(days=1), time(), UTC).timestamp())


def is_secret(game: HostedGame) -> bool:
    """Whether a game has the deal of a day that is not over."""
    return game.deal_date is not None and now_ms() < end_ms(game.deal_date)


def claim_s(game: HostedGame) -> int:
    """The seconds for which a game has to exist: to the end of its day if it is one of a house bot, which it claims.

    Such a game has no owner; each request for today's deal would begin it again. 0 for the games of clients.
    """
    if game.deal_date is None or game.owner is not None:
        return 0
    return max(0, -(-(end_ms(game.deal_date) - now_ms()) // 1000))


def require_told(game: HostedGame) -> None:
    """Raises DealNotTold for a game whose deal is secret."""
    if game.deal_date is not None and is_secret(game):
        raise DealNotTold(format_timestamp(end_ms(game.deal_date)))


def to_json(game: HostedGame) -> dict[str, Any] | None:
    """The day and the number of players of a game's deal; None for a game with a deal of its own."""
    if game.deal_date is None:
        return None
    return {"date": game.deal_date, "players": len(game.seats), "ends_at": format_timestamp(end_ms(game.deal_date))}
