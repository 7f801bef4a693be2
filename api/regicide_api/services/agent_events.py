"""The events of all games of an agent, one after another, from a cursor on.

A look at all games reads the index and the games; other looks read the games that have been announced as changed. The
events of a game come in order, without a gap and without a repeat: `told` has the version of each game up to which the
events are told. A game is told until some time after its end, so that a game that is over, and not in `told`, is new if
it ended after a certain time, and was told before otherwise.

The last event of a game in which the agent loses its seat, or stands in no more, is the one that says so. The agent
then sees what a spectator sees. A game in which it gets a seat again is told from the start.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.core.errors import UnknownGame
from regicide_api.core.work import in_parts
from regicide_api.domain import rights
from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import ReplayedEvent, events_after
from regicide_api.domain.seat import Principal
from regicide_api.services.event_cursor import MAX_GAMES, EventCursor
from regicide_api.services.inbox import COMMIT_TIMEOUT_MS, ENDED_MEMORY_S
from regicide_api.services.repository import GameRepository

LOOK_INTERVAL_MS: Final = 60_000
"""The longest time between two looks at all games, as a safety net against missed notifications."""

OVERLAP_MS: Final = COMMIT_TIMEOUT_MS
"""How long a game that is over may still be invisible: its last event has a time, and is committed after it."""

RESUMABLE_MS: Final = 1000 * ENDED_MEMORY_S - OVERLAP_MS
"""The age of a cursor until which the index has all games that have ended since."""

BATCH_GAMES: Final = 16
"""The games whose events are read at a time."""


class Told(NamedTuple):
    """The version of a game up to which its events are told, the time of its end, and the deadline of its turn."""

    version: int
    ended_at: int | None = None
    deadline: int | None = None


class AgentEvent(NamedTuple):
    """An event of a game of the agent, and the cursor after it, for a stream alone: it has all games."""

    cursor: str | None
    game_id: str
    event: dict[str, Any]


class AgentNews(NamedTuple):
    """New events, and the cursor after them. `look_at` is when to look again; there may be more news if not complete.

    Times are milliseconds since 1970.
    """

    events: list[AgentEvent]
    cursor: str
    look_at: int
    is_complete: bool


class _GameNews(NamedTuple):
    """A game as its agent sees it, and its new events. `viewer` is None if the agent has lost its seat."""

    game: HostedGame
    viewer: int | None
    ended_at: int | None
    events: list[ReplayedEvent]


@dataclass(slots=True)
class AgentEvents:
    """Reads the events of an agent's games: from a cursor on, or without one those that happen from now on.

    Those of a stream each have a cursor.
    """

    repository: GameRepository
    agent: Principal
    cursor: EventCursor | None = None
    is_stream: bool = False
    told: dict[str, Told] = field(default_factory=dict)
    _since_ms: int = 0
    _looked_at: int | None = None
    _changed: dict[str, None] = field(default_factory=dict)

    def read(self, subjects: Collection[str]) -> AgentNews:
        """The news of some games by id, or of all (an empty text among the ids, or some time after the last such look).

        Verifies the agent after the games are read. Raises UnknownToken or RedisError.
        """
        looks_at_all = "" in subjects or now_ms() >= self._look_at()
        if looks_at_all:
            self._look_at_all(now_ms())
        self._changed |= dict.fromkeys(subject for subject in subjects if subject)
        ids = list(islice(self._changed, BATCH_GAMES))
        news = [found for game_id in in_parts(ids) if (found := self._news_of(game_id))]
        (self.repository.agents.touch if looks_at_all else self.repository.agents.authenticate)(self.agent)
        events = [event for each in news for event in self._tell(each)]
        for game_id in ids:
            del self._changed[game_id]
        return AgentNews(events, str(self._cursor()), self._look_at(), not self._changed)

    def _look_at(self) -> int:
        """When to look at all games again."""
        if self._looked_at is None:
            return 0
        deadlines = (told.deadline for told in self.told.values() if told.deadline)
        return min(self._looked_at + LOOK_INTERVAL_MS, min(deadlines, default=self._looked_at + LOOK_INTERVAL_MS))

    def _look_at_all(self, at_ms: int) -> None:
        """Look at all games: which have changed, and which have been over for long."""
        is_first = self._looked_at is None
        self._since_ms = (self.cursor.since_ms if self.cursor else at_ms) if is_first else self._looked_at or 0
        followed = self.repository.agent_games.followed
        ended = followed(self.agent.agent or "", self._since_ms - OVERLAP_MS, MAX_GAMES)
        left = self._left() if is_first else []
        ids = [*dict.fromkeys([*ended, *left, *self.told])]
        games = dict(zip(ids, self.repository.get_many(ids), strict=True))
        if is_first:
            self._begin(games, ended)
        self._looked_at = at_ms
        for game_id, game in games.items():
            self._note(game_id, game)

    def _left(self) -> list[str]:
        """The games of the cursor in which the agent has lost its seat."""
        if self.cursor is None:
            return []
        left = self.repository.agent_games.left(self.agent.agent or "")
        return [game_id for game_id in left if self.cursor.version(game_id) is not None]

    def _begin(self, games: Mapping[str, HostedGame | RedisError | None], ended: Mapping[str, int | None]) -> None:
        """Set the versions to begin after, from the cursor, or the current ones."""
        for game_id, game in games.items():
            if isinstance(game, RedisError):
                raise game
            version = self._first_version(game) if isinstance(game, HostedGame) else None
            if isinstance(game, HostedGame) and version is not None:
                self.told[game_id] = Told(version, ended.get(game_id), game.deadline)

    def _first_version(self, game: HostedGame) -> int | None:
        """The version to begin after; None for a game that is new, or in which the agent has no seat."""
        if self.cursor:
            return self.cursor.version(game.id)
        return game.version if self._viewer(game) is not None else None

    def _note(self, game_id: str, game: HostedGame | RedisError | None) -> None:
        """Note whether a game has news, or can have none any more."""
        told = self.told.get(game_id)
        is_seated = isinstance(game, HostedGame) and self._viewer(game) is not None
        if isinstance(game, HostedGame) and (game.version > told.version if told else is_seated):
            self._changed[game_id] = None
        elif told and not isinstance(game, RedisError) and not (is_seated and self._is_remembered(told)):
            del self.told[game_id]

    def _is_remembered(self, told: Told) -> bool:
        """Whether a game runs, or ended so recently that it would count as new if it were forgotten."""
        return not (told.ended_at and self._is_past(told.ended_at))

    def _is_past(self, ended_at: int) -> bool:
        """Whether a game that ended at a time counts as told."""
        return ended_at <= self._since_ms - OVERLAP_MS

    def _news_of(self, game_id: str) -> _GameNews | None:
        """The news of a game; None if there is none, or the agent has no seat there, and had none."""
        try:
            game, events = self.repository.get_with_events(game_id)
        except UnknownGame:
            return None
        viewer, told, ended_at = self._viewer(game), self.told.get(game_id), _end_of(game, events)
        if told is None and (viewer is None or not self._is_new(ended_at)):
            return None
        new = list(events_after(game, told.version if told else 1, events))
        return _GameNews(game, viewer, ended_at, self._until_loss(new) if viewer is None else new)

    def _until_loss(self, events: list[ReplayedEvent]) -> list[ReplayedEvent]:
        """The events up to the one by which the agent lost its seat."""
        losses = [n for n, each in enumerate(events, 1) if _is_loss(each.event, self.agent.agent)]
        return events[: losses[-1]] if losses else []

    def _is_new(self, ended_at: int | None) -> bool:
        """Whether a game that is not in `told` is new, and may be added: some wait until others have ended."""
        return len(self.told) < MAX_GAMES and not (ended_at and self._is_past(ended_at))

    def _viewer(self, game: HostedGame) -> int | None:
        """The first seat that the agent holds, or for whose holder it stands in; None without one."""
        handed = (number for number, seat in enumerate(game.seats) if seat.stand_in == self.agent.agent)
        return next(chain(rights.player(game, self.agent).held, handed), None)

    def _tell(self, news: _GameNews) -> Iterator[AgentEvent]:
        """The events of a game."""
        game, viewer = news.game, news.game.event_viewer(news.viewer)
        for event in in_parts(news.events):
            self.told[game.id] = Told(event.version, news.ended_at, game.deadline)
            cursor = str(self._cursor()) if self.is_stream else None
            yield AgentEvent(cursor, game.id, event.to_json(viewer))
        if news.viewer is None:
            del self.told[game.id]
            return
        version = max(game.version, self.told.get(game.id, Told(1)).version)
        self.told[game.id] = Told(version, news.ended_at, game.deadline)

    def _cursor(self) -> EventCursor:
        return EventCursor.of(self._since_ms, ((game_id, told.version) for game_id, told in self.told.items()))


def _is_loss(event: Event, agent: str | None) -> bool:
    """Whether an agent loses a seat by an event, or stands in no more."""
    return event.type in {EventType.SEAT_LEFT, EventType.STAND_IN} and event.what == agent


def _end_of(game: HostedGame, events: list[Event]) -> int | None:
    """The time of the end of a game: the time of its last event, apart from a rematch."""
    if not game.is_over:
        return None
    return next((event.at for event in reversed(events) if event.type is not EventType.REMATCH), game.updated_at)
