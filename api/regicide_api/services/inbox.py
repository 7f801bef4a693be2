"""The inbox of an agent: the games in which it is its turn.

A turn is written into the inbox before the change that makes it one, and read with the game at hand: a line tells which
version of the game it is about, and until the game is there, it is neither shown nor struck off. So no turn is lost,
whichever process dies when, and none is shown that is over. A game whose server, one of several, cannot be reached is
not shown meanwhile, and stays. Lines of games that have expired are forgotten by their age alone: they look like those
of games that are being created.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.domain.game import Table
from regicide_api.storage import Line, Store

NAME_PATTERN: Final = "^[0-9]{14}-[0-9a-f]{20}-[0-9]{1,10}$"


class Turn(NamedTuple):
    """A turn of an agent: the name of its line, which is the cursor too, and the table."""

    name: str
    table: Table


def lines(table: Table, now: int, ttl: int) -> list[Line]:
    """The lines that announce a table whose turn it is; older ones than games can be are forgotten."""
    agents = table.due_agents()
    if not agents:
        return []
    name, least = f"{now:014d}-{table.id}-{table.version}", f"{max(0, now - 1000 * ttl):014d}"
    return [Line(_list_of(agent), name, 0, ttl, least) for agent in agents]


def topics(table: Table) -> list[str]:
    """What to publish for the agents whose turn it is."""
    return [topic_of(agent) for agent in table.due_agents()]


def topic_of(agent: str) -> str:
    """The topic of news for an agent. No game has such an id."""
    return f"@{agent}"


@dataclass(frozen=True, slots=True)
class Inbox:
    """The inbox of one agent."""

    store: Store
    agent: str
    load: Callable[[list[str]], list[Table | RedisError | None]]

    def page(self, after: str | None, limit: int) -> tuple[list[Table], str | None]:
        """The agent's turns after a cursor, the oldest first, and the cursor after which to go on; None at the end."""
        found: list[Turn] = []
        while len(found) <= limit:
            names = self.store.lists.first(_list_of(self.agent), after, limit + 1)
            found += self._turns(names, {turn.table.id for turn in found})
            if len(names) <= limit:
                break
            after = names[-1]
        return [turn.table for turn in found[:limit]], found[limit - 1].name if len(found) > limit else None

    def _turns(self, names: list[str], shown: set[str]) -> Iterator[Turn]:
        """The turns among these lines. Those that are over, and those that say nothing new, are struck off."""
        over = []
        for name, table in zip(names, self.load([_game_of(name) for name in names]), strict=True):
            if table is None or isinstance(table, RedisError) or table.version < _version_of(name):
                continue
            if self.agent in table.due_agents() and table.id not in shown:
                shown.add(table.id)
                yield Turn(name, table)
            else:
                over.append(name)
        if over:
            self.store.lists.strike_off(over, _list_of(self.agent))


def _list_of(agent: str) -> str:
    return f"turns:{agent}"


def _game_of(name: str) -> str:
    return name.split("-")[1]


def _version_of(name: str) -> int:
    return int(name.split("-")[2])
