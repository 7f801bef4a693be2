"""The deadlines of all games, for turns that end while nobody looks.

Like a turn, a deadline is written down before the change that makes it one; whether it is one still, the game says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from redis.exceptions import RedisError

from regicide_api.domain.game import Table
from regicide_api.storage import Line, Store

AT_ONCE: Final = 32
LATER: Final = 15_000
"""Milliseconds until a game that could not be reached is looked at again."""

_LIST: Final = "deadlines"


def lines(table: Table, ttl: int) -> list[Line]:
    """The line of a table with a deadline."""
    return [Line(_LIST, table.id, table.deadline, ttl)] if table.deadline else []


@dataclass(frozen=True, slots=True)
class Deadlines:
    """All deadlines. `settle` gives a table after whatever its deadline has caused; None where there is none."""

    store: Store
    settle: Callable[[str], Table | None]
    ttl: int

    def sweep(self, now: int) -> None:
        """End the turns whose time is over."""
        due = AT_ONCE * [""]
        while len(due) == AT_ONCE:
            due = [game_id for game_id, deadline in self.store.lists.lowest(_LIST, AT_ONCE) if deadline <= now]
            for game_id in due:
                self._settle(game_id, now)

    def _settle(self, game_id: str, now: int) -> None:
        """End a turn; or look at it again later, if its server, one of several, cannot be reached."""
        try:
            self._correct(game_id)
        except RedisError:
            self.store.lists.write([Line(_LIST, game_id, now + LATER, self.ttl)])

    def _correct(self, game_id: str) -> None:
        table = self.settle(game_id)
        if table and table.deadline:
            self.store.lists.write(lines(table, self.ttl))
        else:
            self.store.lists.strike_off([game_id], _LIST)
