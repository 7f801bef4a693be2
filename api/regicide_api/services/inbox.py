"""The inbox of an agent: the games in which the agent has the turn.

An entry is written before the commit that gives the agent the turn, and names the version that the commit makes. A
reader checks each entry against the game: while the game is older than the entry, the entry is neither returned nor
removed. So no crash loses a turn, and no ended turn is returned. Games on an unreachable node of a cluster are left out
and keep their entries. Entries of expired games are removed by age only: they cannot be distinguished from those
of games that are being created.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from redis.exceptions import RedisError

from regicide_api.domain.game import HostedGame
from regicide_api.storage import Entry, Store


class Turn(NamedTuple):
    """A turn of an agent: the cursor, which is the member of the index, and the game."""

    cursor: str
    game: HostedGame


def index_entries(game: HostedGame, now: int, ttl: int) -> list[Entry]:
    """The inbox entries of the agents that are to act. Writing one removes entries older than `ttl` seconds."""
    agents = game.agents_to_act()
    if not agents:
        return []
    member, oldest = f"{now:014d}-{game.id}-{game.version}", f"{max(0, now - 1000 * ttl):014d}"
    return [Entry(_set_name(agent), member, 0, ttl, oldest) for agent in agents]


def topics(game: HostedGame) -> list[str]:
    """The topics of the agents that are to act."""
    return [inbox_topic(agent) for agent in game.agents_to_act()]


def inbox_topic(agent: str) -> str:
    """The topic on which changes of an inbox are published. It differs from all ids of games."""
    return f"@{agent}"


@dataclass(frozen=True, slots=True)
class Inbox:
    """The inbox of one agent."""

    store: Store
    agent: str
    get_many: Callable[[list[str]], list[HostedGame | RedisError | None]]

    def page(self, after: str | None, limit: int) -> tuple[list[HostedGame], str | None]:
        """The games after a cursor, oldest turn first, and the cursor of the next page (None: the last page)."""
        found: list[Turn] = []
        while len(found) <= limit:
            cursors = self.store.sorted_sets.range(_set_name(self.agent), after, limit + 1)
            found += self._turns(cursors, {turn.game.id for turn in found})
            if len(cursors) <= limit:
                break
            after = cursors[-1]
        return [turn.game for turn in found[:limit]], found[limit - 1].cursor if len(found) > limit else None

    def _turns(self, cursors: list[str], returned: set[str]) -> Iterator[Turn]:
        """The current turns among these entries. Entries of ended turns and duplicates are removed."""
        stale = []
        for cursor, game in zip(cursors, self.get_many([_game_id(cursor) for cursor in cursors]), strict=True):
            if game is None or isinstance(game, RedisError) or game.version < _version(cursor):
                continue
            if self.agent in game.agents_to_act() and game.id not in returned:
                returned.add(game.id)
                yield Turn(cursor, game)
            else:
                stale.append(cursor)
        if stale:
            self.store.sorted_sets.remove(stale, _set_name(self.agent))


def _set_name(agent: str) -> str:
    return f"turns:{agent}"


def _game_id(cursor: str) -> str:
    return cursor.split("-")[1]


def _version(cursor: str) -> int:
    return int(cursor.split("-")[2])
