"""The inbox of an agent: the games in which it has the turn, in a fair order over their creators, and ended ones.

The turns of an agent wait in a fair queue, one for each game. A turn is entered before the commit that gives it to the
agent, and leaves its place after the commit that takes it. A reader checks each turn against the game: it leaves out a
turn that the game does not confirm, and removes it once no commit can follow any more. So no crash loses a turn, and no
ended turn is returned. Games on an unreachable node of a cluster are left out and keep their turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.questions import Queue
from regicide_api.services.indexes import COMMIT_TIMEOUT_MS, GetMany, read_page
from regicide_api.storage.channels import inbox_topic
from regicide_api.storage.client import Writable
from regicide_api.storage.fair_queues import FairQueue, Leaving, Waiting
from regicide_api.storage.game_store import Store
from regicide_api.storage.sorted_sets import Entry, Range

ENDED_MEMORY_S: Final = 600
"""How long an inbox lists a game that has ended."""

_NO_CREATOR: Final = "-"
"""The source of the turns of games without a creator, such as the house bots' games of a day."""


def entries(before: HostedGame | None, game: HostedGame, at_ms: int, ttl_s: int) -> list[Writable]:
    """The turns of the agents that are to act after a change of a game, or in a new one (`before` is None), or its end.

    A turn that goes on keeps its place until the change is committed; so does a turn of a repeated creation.
    """
    if game.is_over:
        oldest, sets = at_ms - 1000 * ENDED_MEMORY_S, map(_ended_name, sorted(game.seated_agents))
        ends = not (before and before.is_over)
        return [Entry(name, game.id, at_ms, ENDED_MEMORY_S, min_score=oldest) for name in sets if ends]
    known, creator = (before or game).agents_to_act, game.creator or _NO_CREATOR
    agents = sorted(game.agents_to_act)
    return [Waiting(_queue(agent), game.id, creator, at_ms, ttl_s, agent in known) for agent in agents]


def ended_turns(before: HostedGame, game: HostedGame, event: Event | None) -> list[Leaving]:
    """The turns that a change has ended. A turn that goes on after an action waits again, behind other turns."""
    goes_on, creator = game.agents_to_act, game.creator or _NO_CREATOR
    ended = before.agents_to_act - (set() if event and event.type is EventType.ACTION else goes_on)
    return [Leaving(_queue(agent), game.id, creator if agent in goes_on else "") for agent in sorted(ended)]


def topics(game: HostedGame) -> list[str]:
    """The topics of the agents that are to act; when the game is over, of all agents with seats."""
    agents = game.seated_agents if game.is_over else game.agents_to_act
    return [inbox_topic(agent) for agent in agents]


class Asked(NamedTuple):
    """A question by its name, and its place in a queue."""

    queue: FairQueue
    name: str
    place: int


class InboxPage(NamedTuple):
    """Games in which it is the agent's turn, the cursor of the next page (None: the last page), and ended games."""

    games: list[HostedGame]
    next: str | None
    ended: list[HostedGame]
    questions: list[Asked]


class PageSize(NamedTuple):
    """The most turns, ended games and questions of a page."""

    turns: int
    ended: int = 0
    questions: int = 0


@dataclass(frozen=True, slots=True)
class Inbox:
    """The inbox of one agent, whose turns live for `ttl_s` after they are entered."""

    store: Store
    agent: str
    get_many: GetMany
    ttl_s: int

    def page(self, after: str | None, size: PageSize) -> InboxPage:
        """The games after a cursor, in fair order, games that ended in the last ENDED_MEMORY_S, and questions.

        Questions are in the order of their queues, as a player waits for advice, and there in a fair order over their
        askers.
        """
        queues = [FairQueue(queue, self.agent) for queue in Queue]
        asked = [Range(queue.set_name, size.questions) for queue in queues]
        last = Range(_ended_name(self.agent), size.ended, is_last=True)
        start = int(after) if after else None
        turns, ended, *questions = self.store.sorted_sets.ranges(self._range(start, size.turns + 1), last, *asked)
        stale: dict[str, int] = {}

        def read(place: int | None, limit: int) -> list[tuple[int, str]]:
            found = turns if place == start else self.store.sorted_sets.ranges(self._range(place, limit))[0]
            return [(place, game_id) for game_id, place in found]

        games, cursor = read_page(read, partial(self._check, stale), start, size.turns)
        if stale:
            entered_by_ms = now_ms() - COMMIT_TIMEOUT_MS
            self.store.queues.remove(_queue(self.agent), stale, entered_by_ms + 1000 * self.ttl_s)
        found = [Asked(queue, *each) for queue, members in zip(queues, questions, strict=True) for each in members]
        return InboxPage(games, str(cursor) if cursor else None, self._ended(ended), found[: size.questions])

    def _range(self, after: int | None, limit: int) -> Range:
        return Range(_queue(self.agent).set_name, limit, after)

    def _check(self, stale: dict[str, int], turns: Sequence[tuple[int, str]]) -> Iterator[tuple[int, HostedGame]]:
        """The games of the turns that the agent may take. Others are added to the stale ones."""
        games = self.get_many([game_id for _, game_id in turns]) if turns else []
        for (place, game_id), game in zip(turns, games, strict=True):
            if isinstance(game, HostedGame) and self.agent in game.agents_to_act:
                yield place, game
            elif not isinstance(game, RedisError):
                stale[game_id] = place

    def _ended(self, members: Sequence[tuple[str, int]]) -> list[HostedGame]:
        """The games of entries that are over, the last one first."""
        oldest = now_ms() - 1000 * ENDED_MEMORY_S
        ids = [game_id for game_id, ended_at in members if ended_at > oldest]
        games = self.get_many(ids) if ids else []
        return [game for game in games if isinstance(game, HostedGame) and game.is_over]


def _queue(agent: str) -> FairQueue:
    return FairQueue("turns", agent)


def _ended_name(agent: str) -> str:
    return f"ended:{{{agent}}}"
