"""The inbox of an agent: the games in which it has the turn, in a fair order over their creators, and ended ones.

An entry is written before the commit that gives the agent the turn, and names the version that the commit makes. A
reader checks each entry against the game: while the game is older than the entry, the entry is neither returned nor
removed. So no crash loses a turn, and no ended turn is returned. Games on an unreachable node of a cluster are left out
and keep their entries. Entries of expired games are removed by age only: they cannot be distinguished from those
of games that are being created.

A commit of an agent's action also writes the time at which the agent served the creator of the game; `fair_order` has
the order that follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeGuard

from redis.exceptions import RedisError

from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.game_agents import agents_to_act, seated_agents
from regicide_api.domain.question import Queue
from regicide_api.services.fair_order import NEVER, Place, WaitingTurn, fair_order
from regicide_api.storage import Entry, Store, waiting_set

MAX_TURNS: Final = 10_000
"""The oldest turns of an inbox, which are put into order; others follow as these are taken.

As many of the latest services are read: a creator whose service is older counts as not served.
"""

COMMIT_TIMEOUT_MS: Final = 60_000
"""An entry is written before the change that it announces; after this time that change has failed."""

ENDED_MEMORY_S: Final = 600
"""How long an inbox tells of a game that has ended."""

SERVICE_MEMORY_S: Final = 600
"""How long the last service of a creator is known: a creator not served for longer is as good as never served."""


def index_entries(game: HostedGame, at_ms: int, ttl_s: int) -> list[Entry]:
    """The inbox entries of the agents that are to act. Writing one removes entries older than `ttl_s`."""
    agents = agents_to_act(game)
    if not agents:
        return []
    member = _member(WaitingTurn(at_ms, game.id, game.version, game.creator or ""))
    oldest = f"{max(0, at_ms - 1000 * ttl_s):014d}"
    return [Entry(_set_name(agent), member, 0, ttl_s, oldest) for agent in agents]


def service_entries(game: HostedGame, event: Event | None, at_ms: int) -> list[Entry]:
    """The entry that an agent serves the creator of a game by an action; no entry for other events."""
    if event is None or event.type is not EventType.ACTION:
        return []
    agent = event.agent or game.seats[event.seat].agent
    forgotten = at_ms - 1000 * SERVICE_MEMORY_S
    served = Entry(_service_name(agent or ""), game.creator or "", at_ms, SERVICE_MEMORY_S, min_score=forgotten)
    return [served] if agent else []


def topics(game: HostedGame) -> list[str]:
    """The topics of the agents that are to act; when the game is over, those of all that have seats."""
    agents = seated_agents(game) if game.is_over else agents_to_act(game)
    return [inbox_topic(agent) for agent in agents]


def ended_entries(before: HostedGame | None, game: HostedGame, at_ms: int) -> list[Entry]:
    """The entries of a game that ends, for the agents that have seats."""
    if not game.is_over or (before and before.is_over):
        return []
    oldest = at_ms - 1000 * ENDED_MEMORY_S
    sets = map(_ended_name, sorted(seated_agents(game)))
    return [Entry(set_name, game.id, at_ms, ENDED_MEMORY_S, min_score=oldest) for set_name in sets]


def ended_games(store: Store, agent: str, limit: int) -> list[tuple[str, int]]:
    """The games of an agent that ended in the last ENDED_MEMORY_S, or before, each with the time of its end."""
    _, ended = store.sorted_sets.ends({_set_name(agent): 1}, {_ended_name(agent): limit})
    return ended


def inbox_topic(agent: str) -> str:
    """The topic on which changes of an inbox are published. It differs from all ids of games."""
    return f"@{agent}"


class InboxPage(NamedTuple):
    """Games in which it is the agent's turn, the cursor of the next page (None: the last page), and ended games."""

    games: list[HostedGame]
    next: str | None
    ended: list[HostedGame]
    questions: list[str]


class PageSize(NamedTuple):
    """The most turns, ended games and questions of a page."""

    turns: int
    ended: int = 0
    questions: int = 0


@dataclass(frozen=True, slots=True)
class Inbox:
    """The inbox of one agent."""

    store: Store
    agent: str
    get_many: Callable[[list[str]], list[HostedGame | RedisError | None]]

    def page(self, after: str | None, size: PageSize) -> InboxPage:
        """The games after a cursor, in fair order, those that ended in the last ENDED_MEMORY_S, and ids of questions.

        Questions are in the order of their queues, as a player waits for advice, and there in a fair order over those
        that ask.
        Turns that are taken between two pages may move others to an earlier place.
        """
        turns, served, ended, *questions = self._members(size)
        reading = _Reading(self, [_parse(member) for member, _ in turns])
        start = _parse_cursor(after) if after else None
        while True:
            places = [place for place in fair_order(reading.turns, dict(served)) if start is None or place > start]
            head = places[: size.turns + 1]
            if not reading.check([place.turn for place in head]):
                break
        games = [reading.games[place.turn.game_id] for place in head[: size.turns]]
        cursor = _cursor(head[size.turns - 1]) if len(head) > size.turns else None
        names = [name for queue in questions for name, _ in queue]
        return InboxPage(games, cursor, self._ended(ended), names[: size.questions])

    def _members(self, size: PageSize) -> list[list[tuple[str, int]]]:
        """The oldest turns, the latest services and ended games, and the first questions, in one round trip."""
        turns, questions = _set_name(self.agent), [waiting_set(self.agent, queue) for queue in Queue]
        first = {turns: MAX_TURNS, **dict.fromkeys(questions, size.questions)}
        last = {_service_name(self.agent): MAX_TURNS, _ended_name(self.agent): size.ended}
        wanted = [{name: most for name, most in each.items() if most} for each in (first, last)]
        found = dict(zip([*wanted[0], *wanted[1]], self.store.sorted_sets.ends(*wanted), strict=True))
        return [found.get(name, []) for name in (turns, *last, *questions)]

    def _ended(self, members: Sequence[tuple[str, int]]) -> list[HostedGame]:
        """The games of entries that are over, the last one first."""
        oldest = now_ms() - 1000 * ENDED_MEMORY_S
        ids = [game_id for game_id, ended_at in reversed(members) if ended_at > oldest]
        games = self.get_many(ids) if ids else []
        return [game for game in games if isinstance(game, HostedGame) and game.is_over]


@dataclass(slots=True)
class _Reading:
    """The turns of an inbox during one read. Those that turn out to be wrong are dropped."""

    inbox: Inbox
    turns: list[WaitingTurn]
    games: dict[str, HostedGame] = field(default_factory=dict)
    checked: set[WaitingTurn] = field(default_factory=set)

    def check(self, turns: Sequence[WaitingTurn]) -> bool:
        """Check those of these turns that were not checked before. Returns False if there were none."""
        new = [turn for turn in turns if turn not in self.checked]
        self.checked.update(new)
        at_ms, ended = now_ms(), []
        for turn, game in zip(new, self.inbox.get_many([turn.game_id for turn in new]), strict=True):
            if _is_open(game, turn, self.inbox.agent) and turn.game_id not in self.games:
                self.games[turn.game_id] = game
                continue
            self.turns.remove(turn)
            if not isinstance(game, RedisError) and not _is_expected(turn, game, at_ms):
                ended.append(_member(turn))
        if ended:
            self.inbox.store.sorted_sets.remove(ended, _set_name(self.inbox.agent))
        return bool(new)


def _is_open(game: HostedGame | RedisError | None, turn: WaitingTurn, agent: str) -> TypeGuard[HostedGame]:
    """Whether the agent may act in the game of an entry."""
    return isinstance(game, HostedGame) and game.version >= turn.version and agent in agents_to_act(game)


def _is_expected(turn: WaitingTurn, game: HostedGame | None, at_ms: int) -> bool:
    """Whether the change that an entry announces may still be committed."""
    return (game is None or game.version < turn.version) and turn.time > at_ms - COMMIT_TIMEOUT_MS


def _set_name(agent: str) -> str:
    """In a cluster the braces put both sets of an agent on one node."""
    return f"turns:{{{agent}}}"


def _service_name(agent: str) -> str:
    return f"served:{{{agent}}}"


def _ended_name(agent: str) -> str:
    return f"ended:{{{agent}}}"


def _member(turn: WaitingTurn) -> str:
    """The member of the sorted set. A game that was stored before creators were known has none."""
    text = f"{turn.time:014d}-{turn.game_id}-{turn.version}"
    return f"{text}-{turn.creator}" if turn.creator else text


def _parse(member: str) -> WaitingTurn:
    """The inverse of `_member`."""
    time, game_id, version, *creator = member.split("-")
    return WaitingTurn(int(time), game_id, int(version), "".join(creator))


def _cursor(place: Place) -> str:
    """The cursor of a place, without the creator, which is secret."""
    return f"{_member(place.turn._replace(creator=''))}-{place.rounds}-{place.served}"


def _parse_cursor(cursor: str) -> Place:
    """The inverse of `_cursor`, also for a cursor without rounds and service."""
    time, game_id, version, *place = cursor.split("-")
    rounds, served = map(int, place) if place else (0, NEVER)
    return Place(rounds, served, WaitingTurn(int(time), game_id, int(version), _AFTER_ALL_CREATORS))


_AFTER_ALL_CREATORS: Final = "~"
"""Sorts after the creator of the turn itself."""
