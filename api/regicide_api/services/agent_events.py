"""The events of all games of an agent, one after another, from a cursor on.

A look at all games reads the index and the games; other looks read the games that have been announced as changed. The
events of a game come in order, without a gap and without a repeat: `told` has the version of each game up to which the
events are told. A game is told until some time after its end, so that a game that is over, and not in `told`, is new if
it ended after a certain time, and was told before otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.core.errors import UnknownGame
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
    """An event of a game of the agent, and the cursor after it."""

    cursor: str
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
    """A game as its agent sees it, and its new events."""

    game: HostedGame
    viewer: int
    ended_at: int | None
    events: list[ReplayedEvent]


@dataclass(slots=True)
class AgentEvents:
    """Reads the events of an agent's games: from a cursor on, or without one those that happen from now on."""

    repository: GameRepository
    agent: Principal
    cursor: EventCursor | None = None
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
        news = [found for game_id in ids if (found := self._news_of(game_id))]
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
        ids = [*dict.fromkeys([*ended, *self.told])]
        games = dict(zip(ids, self.repository.get_many(ids), strict=True))
        if is_first:
            self._begin(games, ended)
        self._looked_at = at_ms
        for game_id, game in games.items():
            self._note(game_id, game)

    def _begin(self, games: Mapping[str, HostedGame | RedisError | None], ended: Mapping[str, int | None]) -> None:
        """Set the versions to begin after: those of the cursor, or the current ones."""
        for game_id, game in games.items():
            if isinstance(game, RedisError):
                raise game
            if isinstance(game, HostedGame) and self._viewer(game) is not None:
                version = self.cursor.version(game_id) if self.cursor else game.version
                if version is not None:
                    self.told[game_id] = Told(version, ended[game_id], game.deadline)

    def _note(self, game_id: str, game: HostedGame | RedisError | None) -> None:
        """Note whether a game has news, or none for ever."""
        told = self.told.get(game_id)
        if isinstance(game, HostedGame) and (told is None or game.version > told.version):
            self._changed[game_id] = None
        elif told and (game is None or (told.ended_at and self._is_past(told.ended_at))):
            del self.told[game_id]

    def _is_past(self, ended_at: int) -> bool:
        """Whether a game that ended at a time counts as told."""
        return ended_at <= self._since_ms - OVERLAP_MS

    def _news_of(self, game_id: str) -> _GameNews | None:
        """The news of a game; None if there is none, or the agent has no seat there."""
        try:
            game, events = self.repository.get_with_events(game_id)
        except UnknownGame:
            return None
        viewer, told, ended_at = self._viewer(game), self.told.get(game_id), _end_of(game, events)
        if viewer is None or (told is None and not self._is_new(ended_at)):
            return None
        after = told.version if told else 1
        return _GameNews(game, viewer, ended_at, list(events_after(game, after, events)))

    def _is_new(self, ended_at: int | None) -> bool:
        """Whether a game that is not in `told` is new, and may be added: some wait until others have ended."""
        return len(self.told) < MAX_GAMES and not (ended_at and self._is_past(ended_at))

    def _viewer(self, game: HostedGame) -> int | None:
        """The first seat of the agent; None without one."""
        return next(iter(rights.player(game, self.agent).held), None)

    def _tell(self, news: _GameNews) -> Iterator[AgentEvent]:
        """The events of a game, each with the cursor after it."""
        game, viewer = news.game, news.game.event_viewer(news.viewer)
        for event in news.events:
            self.told[game.id] = Told(event.version, news.ended_at, game.deadline)
            yield AgentEvent(str(self._cursor()), game.id, event.to_json(viewer))
        version = max(game.version, self.told.get(game.id, Told(1)).version)
        self.told[game.id] = Told(version, news.ended_at, game.deadline)

    def _cursor(self) -> EventCursor:
        return EventCursor.of(self._since_ms, ((game_id, told.version) for game_id, told in self.told.items()))


def _end_of(game: HostedGame, events: list[Event]) -> int | None:
    """The time of the end of a game: that of its last event, apart from the news of its rematch."""
    if not game.is_over:
        return None
    return next((event.at for event in reversed(events) if event.type is not EventType.REMATCH), game.updated_at)
