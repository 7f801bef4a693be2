"""The events of all games of an agent, one after another, from a place in its stream on.

The stream has an entry for each event. The reader gets the events themselves from the games, so that each is as the
agent may see it now: as its first seat does, and as a spectator once the agent has lost its seat. At intervals it looks
at all games: this ends overdue turns, and announces what was not announced, as no server of the store has both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple

from redis.exceptions import RedisError

from regicide_api.core.errors import UnknownGame
from regicide_api.core.work import in_parts
from regicide_api.domain import seat_rules
from regicide_api.domain.clock import now_ms
from regicide_api.domain.event import Event
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import events_after
from regicide_api.domain.seat import Principal
from regicide_api.services.indexes import COMMIT_TIMEOUT_MS, Stored, running_set
from regicide_api.services.repository import GameRepository
from regicide_api.storage.agent_store import Announced, Announcement

LOOK_INTERVAL_MS: Final = 60_000
"""The longest time between two looks at all games."""

STREAM_TTL_S: Final = 600
"""How long a stream, and an event in it, lives after the last look of a reader."""

MAX_GAMES: Final = 1000
"""The running games that a look reads, the newest ones, and the most others."""

BATCH_EVENTS: Final = 64
"""The events that are read at a time."""


class AgentEvent(NamedTuple):
    """An event of a game of the agent, and its place."""

    place: str
    game_id: str
    event: dict[str, Any]


class AgentNews(NamedTuple):
    """New events, and the place after them. `look_at` is when to look again (milliseconds since 1970).

    There may be more news if not complete.
    """

    events: list[AgentEvent]
    place: str
    look_at: int
    is_complete: bool


@dataclass(slots=True)
class AgentEvents:
    """Reads the events of an agent's games: from a place on, or without one the events from now on."""

    repository: GameRepository
    agent: Principal
    place: str | None = None
    _looked_at: int | None = None
    _deadlines: dict[str, int | None] = field(default_factory=dict)

    def read(self) -> AgentNews:
        """The next events; before them, a look at all games if it is due.

        Verifies the agent after it has read the stream. Raises LostPlace, UnknownToken or RedisError.
        """
        looks = now_ms() >= self._look_at()
        end = self._look_at_all(now_ms()) if looks else ""
        self.place = self.place or end
        entries = self.repository.store.agent_events.read(self._name, self.place, BATCH_EVENTS)
        events = self._events(entries)
        if looks:
            self.repository.agents.touch(self.agent)
        elif not any(entry.game_id for entry in entries):  # a read of a game verifies the agent
            self.repository.agents.authenticate(self.agent)
        self.place = entries[-1].place if entries else self.place
        is_complete = len(entries) < BATCH_EVENTS
        return AgentNews(events, self.place, self._look_at() if is_complete else 0, is_complete)

    @property
    def _name(self) -> str:
        return self.agent.agent or ""

    def _look_at(self) -> int:
        """When to look at all games again."""
        if self._looked_at is None:
            return 0
        return min([self._looked_at + LOOK_INTERVAL_MS, *filter(None, self._deadlines.values())])

    def _events(self, entries: Iterable[Announced]) -> list[AgentEvent]:
        """The events of entries, in their order."""
        versions = defaultdict[str, set[int]](set)
        for entry in entries:
            versions[entry.game_id].add(entry.version)
        found = {game_id: self._events_of(game_id, wanted) for game_id, wanted in versions.items() if game_id}
        return [
            AgentEvent(place, game_id, found[game_id][version])
            for place, game_id, version in entries
            if version in found.get(game_id, ())
        ]

    def _events_of(self, game_id: str, versions: set[int]) -> dict[int, dict[str, Any]]:
        """The JSON of events of a game, by their versions."""
        try:
            game, events = self.repository.get_with_events(game_id, self.agent)
        except UnknownGame:
            return {}
        self._deadlines[game_id] = game.deadline
        viewer = game.visible_seat(self._viewer(game))
        replayed = events_after(game, max(1, min(versions) - 1), events)
        return {each.version: each.to_json(viewer) for each in replayed if each.version in versions}

    def _viewer(self, game: HostedGame) -> int | None:
        """The first seat that the agent holds, or for whose holder it stands in; None without one."""
        handed = (number for number, seat in enumerate(game.seats) if seat.stand_in == self._name)
        return next(chain(seat_rules.player(game, self.agent).held, handed), None)

    def _look_at_all(self, at_ms: int) -> str:
        """Look at all games, and renew the stream. Returns a place at its end, before what the look announces."""
        running = self.repository.agent_games.newest(running_set(self._name), MAX_GAMES)
        games = self._games(running)
        seated = [game for game in games.values() if isinstance(game, HostedGame) and self._is_seated(game)]
        versions = {game.id: game.version for game in seated}
        streams = self.repository.store.agent_events
        place, announced = streams.follow(self._name, versions, STREAM_TTL_S)
        others = [game_id for game_id in announced if game_id not in versions]  # or is seated by now
        games |= self._games(others[: MAX_GAMES - len(versions)])
        self._deadlines = {game_id: game.deadline for game_id, game in games.items() if isinstance(game, HostedGame)}
        self._looked_at = at_ms
        self._announce(games, announced)
        return place

    def _games(self, ids: list[str]) -> dict[str, Stored]:
        return dict(zip(ids, self.repository.get_many(ids), strict=True)) if ids else {}

    def _is_seated(self, game: HostedGame) -> bool:
        return self._name in game.seated_agents

    def _announce(self, games: Mapping[str, Stored], announced: Mapping[str, int]) -> None:
        """Announce what is new in games, and forget games that get no events any more."""
        new, past = list[Announcement](), list[str]()
        for game_id, game in in_parts(games.items()):
            known = announced.get(game_id, 0)
            if isinstance(game, RedisError):
                continue
            last, ended_at = self._last(game) if game else (0, 0)
            if game and last > known:
                new.append(Announcement(self._name, game_id, last, is_late=game.is_over))
            elif game_id in announced and ended_at is not None and ended_at < now_ms() - COMMIT_TIMEOUT_MS:
                past.append(game_id)
        if new:
            self.repository.store.agent_events.announce(new)
        if past:
            self.repository.store.agent_events.forget(self._name, past)

    def _last(self, game: HostedGame) -> tuple[int, int | None]:
        """The version of the last event that the agent gets, 0 without one, and its time if no other is to come."""
        if self._is_seated(game):
            return game.version, game.updated_at if game.is_over else None
        _, events = self.repository.get_with_events(game.id)
        losses = [(made, event.at) for made, event in enumerate(events, 2) if _is_loss(event, self._name)]
        return max(losses, default=(0, 0))


def _is_loss(event: Event, agent: str) -> bool:
    """Whether an agent loses a seat by an event, or stands in no more."""
    return event.traits.names_loser and event.what == agent
