"""The deal of a day: the same cards for all players of one number, from a seed that is secret until the day ends.

Days are days of UTC. The seed of each day and number of players is an HMAC with the key of the server, so that no seed
reveals another one. A game of the deal hides its seed, its nonce, its record, and all that follows from them, until its
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

    def seed(self, players: int) -> str:
        """The seed of the deal for a number of players: 128 bits in hexadecimal digits."""
        return self._digest("regicide-day-1", str(players))[:SEED_CHARACTERS]

    def bot_game_id(self, players: int, bot: str) -> str:
        """The id of the game in which a house bot plays the deal."""
        return self._digest("regicide-day-game-1", str(players), bot)[:GAME_ID_CHARACTERS]

    def _digest(self, purpose: str, *parts: str) -> str:
        return hmac.new(self.key, ":".join((purpose, self.date, *parts)).encode(), sha256).hexdigest()


def today() -> str:
    """The date of the day that it is now."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC).date().isoformat()


@lru_cache(maxsize=64)
def end_ms(day: str) -> int:
    """The end of a day in milliseconds since 1970."""
    return 1000 * int(datetime.combine(date.fromisoformat(day) + timedelta(days=1), time(), UTC).timestamp())


def is_secret(day: str | None) -> bool:
    """Whether the deal of a day is secret: the day is not over. None: a deal of no day."""
    return day is not None and now_ms() < end_ms(day)


def require_revealed(day: str | None) -> None:
    """Raises DealNotTold for the secret deal of a day."""
    if day is not None and is_secret(day):
        raise DealNotTold(format_timestamp(end_ms(day)))


def remaining_s(day: str, after_s: int = 0) -> int:
    """The seconds to the end of a day, or to a time after it, rounded up; 0 afterwards."""
    return max(0, after_s - (now_ms() - end_ms(day)) // 1000)


def week_of(day: str) -> list[str]:
    """The seven days of the week of a day, from Monday on."""
    given = date.fromisoformat(day)
    monday = given - timedelta(days=given.weekday())
    return [(monday + timedelta(days=number)).isoformat() for number in range(7)]


def to_json(day: str, players: int) -> dict[str, Any]:
    """The deal of a day for a number of players."""
    return {"date": day, "players": players, "ends_at": format_timestamp(end_ms(day))}
