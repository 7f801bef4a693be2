"""What many clients of this process get: the games that they follow, read and replayed once, and rendered views.

A rendered view is kept with the state of the game that it shows: many spectators read the same one. Previews are
rendered for clients that ask for them, once for a state: the seat to act alone has any. The time of the response is not
part of the state: it is put into the rendered view each time.

Clients follow games by streams and long polls. A look at a game is as good as the client's own read: it shares a read
only if that began after the change, or the time, at which the client looks. What differs between viewers is left to the
caller: the right to view, and what the viewer may know of an event, which is rendered once for each viewer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import orjson

from regicide_api.core.work import in_flight
from regicide_api.domain.clock import format_now
from regicide_api.domain.event import Event
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import EventReplayer, ReplayedEvent, events_after
from regicide_api.domain.seat import Principal
from regicide_api.domain.views import previews, reveals_seed, view_of_state
from regicide_api.services.repository import GameRepository

State = TypeVar("State")


class _Result(NamedTuple, Generic[State]):
    """The result of a read, or its error. Threads that get an error raise the same one."""

    began_at: float
    state: State | None
    error: Exception | None


class SharedRead(Generic[State]):
    """A read that runs in one thread at a time. Threads that wait for it share the result, if it is new enough.

    A request that waits for the read of another one is not in flight: it costs next to nothing.
    """

    def __init__(self, read: Callable[[], State]) -> None:
        self._read = read
        self._lock = Lock()
        self._result: _Result[State] | None = None

    def get(self, not_before: float) -> State:
        """The result of a read that began at a time (of `time.monotonic`) or later. Raises the errors of the read."""
        result = self._result
        if result is None or result.began_at < not_before:
            result = self._awaited(not_before)
        if result.error:
            raise result.error.with_traceback(None)
        return result.state  # type: ignore[return-value] # a read without an error has a state

    def _awaited(self, not_before: float) -> _Result[State]:
        with in_flight.paused():
            self._lock.acquire()
        try:
            result = self._result
            if result is None or result.began_at < not_before:
                result = self._result = self._new_result()
            return result
        finally:
            self._lock.release()

    def _new_result(self) -> _Result[State]:
        began_at = time.monotonic()
        try:
            return _Result(began_at, self._read(), None)
        except Exception as error:  # noqa: BLE001 - raised by `get`, in each thread
            return _Result(began_at, None, error)


RECENT_EVENTS: Final = 16
"""Events of a followed game that a process keeps. A client that is further behind reads and replays all by itself."""

Render: TypeAlias = Callable[[dict[str, Any]], bytes]
"""Renders the JSON of an event."""


class RenderedEvent:
    """An event of a game, rendered once for each viewer."""

    def __init__(self, replayed: ReplayedEvent, render: Render) -> None:
        self.version = replayed.version
        self._replayed = replayed
        self._render = render
        self._rendered: dict[int | None, bytes] = {}

    def to_json(self, viewer: int | None) -> dict[str, Any]:
        """The JSON of the event for a seat or a spectator (None)."""
        return self._replayed.to_json(viewer)

    def rendered(self, viewer: int | None) -> bytes:
        """The event as a seat or a spectator (None) may see it."""
        if viewer not in self._rendered:
            self._rendered[viewer] = self._render(self._replayed.to_json(viewer))
        return self._rendered[viewer]


class Look(NamedTuple):
    """A game, and its events after the version that a client has."""

    game: HostedGame
    events: Sequence[RenderedEvent]


class FollowedGame:
    """A game with at least one follower in this process. Methods raise UnknownGame and RedisError.

    `is_lost` is set once the store has lost events that were read before.
    """

    def __init__(self, repository: GameRepository, game_id: str, render: Render) -> None:
        self._repository = repository
        self._id = game_id
        self._render = render
        self._game = SharedRead(lambda: repository.get(game_id))
        self._recent = SharedRead(self._next)
        self._last: Look | None = None
        self.followers = 0
        self.is_lost = False

    def game(self, not_before: float, principal: Principal | None) -> HostedGame:
        """The game, from a read that began at a time (of `time.monotonic`) or later.

        The token of an agent is read with the game, for this look alone. Raises UnknownToken.
        """
        if principal and principal.agent:
            return self._repository.get(self._id, principal)
        return self._game.get(not_before)

    def look(self, not_before: float, version: int, principal: Principal | None) -> Look | None:
        """The game and its events after a version, from a read that began at a time or later.

        The token of an agent is read after the game. None if the store has lost events. Raises UnknownToken.
        """
        look = self._recent.get(not_before)
        if look and version < look.game.version - len(look.events):
            look = self._look_back(version)
        if principal and principal.agent:
            self._repository.agents.authenticate(principal)
        if look is None or version >= look.game.version:
            return look and look._replace(events=())
        return look._replace(events=look.events[version - look.game.version :])

    def _look_back(self, version: int) -> Look:
        game, events = self._repository.get_with_events(self._id)
        return Look(game, [RenderedEvent(event, self._render) for event in events_after(game, version, events)])

    def _next(self) -> Look | None:
        """The game and its recent events. None once the store has lost events."""
        if self._last is None:
            self._last = Look(self._repository.get(self._id), ())
            return self._last
        before, recent = self._last
        game, events = self._repository.get_with_events(self._id, since=max(1, before.version - 1))
        self.is_lost = before.version > 1 and not _continues(before, events)
        if self.is_lost:
            return None
        replayer = EventReplayer(before.position, before.version)
        new = [RenderedEvent(replayer.replay(event), self._render) for event in events[before.version > 1 :]]
        self._last = Look(game, (*recent, *new)[-RECENT_EVENTS:])
        return self._last


def _continues(before: HostedGame, events: Sequence[Event]) -> bool:
    """Whether the first of these events, all from the last one of a known state on, is that one."""
    return bool(events) and events[0].at == before.updated_at


class FollowedGames:
    """The followed games of this process. `render` renders the JSON of an event."""

    def __init__(self, repository: GameRepository, render: Render) -> None:
        self._repository = repository
        self._render = render
        self._games: dict[str, FollowedGame] = {}
        self._lock = Lock()

    @contextmanager
    def following(self, game_id: str) -> Iterator[FollowedGame]:
        """Follow a game."""
        with self._lock:
            game = self._games.get(game_id)
            if game is None or game.is_lost:
                game = self._games[game_id] = FollowedGame(self._repository, game_id, self._render)
            game.followers += 1
        try:
            yield game
        finally:
            self._leave(game_id, game)

    def _leave(self, game_id: str, game: FollowedGame) -> None:
        with self._lock:
            game.followers -= 1
            if not game.followers and self._games.get(game_id) is game:
                del self._games[game_id]


_NO_PREVIEWS: Final = b"null"


def render(game: HostedGame, viewer: int | None, with_previews: bool = False) -> bytes:
    """The JSON of a game as a seat or a spectator (None) sees it now, as `domain.views.view` has it."""
    shown = render_previews(game, viewer) if with_previews else _NO_PREVIEWS
    state = render_state(game, viewer)[:-1]  # without the brace that closes it
    return b'%b,"previews":%b,"now":"%b"}' % (state, shown, format_now().encode())


def fragment(game: HostedGame, viewer: int | None, with_previews: bool = False) -> orjson.Fragment:
    """The same JSON as a value, or a part of one, that orjson writes."""
    return orjson.Fragment(render(game, viewer, with_previews))


def render_state(game: HostedGame, viewer: int | None) -> bytes:
    """The JSON of a view without `previews` and `now`. A day that ends reveals its deal without a change of a game."""
    return _kept(game, ("view", viewer, reveals_seed(game)), lambda: view_of_state(game, viewer))


def render_previews(game: HostedGame, viewer: int | None) -> bytes:
    """The JSON of a viewer's previews."""
    return _kept(game, ("previews", viewer), lambda: previews(game, viewer))


def _kept(game: HostedGame, name: Hashable, content: Callable[[], object]) -> bytes:
    """The JSON of a content that follows from a game, rendered once."""
    if name not in game.rendered:
        game.rendered[name] = bytes(memoryview(orjson.dumps(content())))  # orjson leaves 8 KB allocated
    return game.rendered[name]
