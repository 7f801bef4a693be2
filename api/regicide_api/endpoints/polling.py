"""Reading a game: once, by long polling, and as a stream of events."""

from __future__ import annotations

from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple

from flask import Response, request

from regicide_api.domain import views
from regicide_api.domain.event import Event
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import events_after
from regicide_api.domain.seat import Principal
from regicide_api.http.auth import current_principal
from regicide_api.http.conditional import WaitPreference, etag_matches
from regicide_api.http.language import negotiate_language
from regicide_api.http.services import services
from regicide_api.realtime.disconnects import ClientSocket
from regicide_api.realtime.hub import PollResult, seconds_until
from regicide_api.realtime.sse import STREAM_MEDIA_TYPE, EventBatch, EventStream
from regicide_api.services.agents import HOUSE_BOTS
from regicide_api.services.followed_games import FollowedGame
from regicide_api.services.inbox import Inbox, inbox_topic

UNBUFFERED: Final = {"Cache-Control": "private, no-cache", "X-Accel-Buffering": "no"}
"""Headers of a stream; the second one is for nginx."""

SWEEP_INTERVAL_S: Final = 1.0
"""How often a waiting house bot ends overdue turns."""


class GameSnapshot(NamedTuple):
    """A game at one version, the seat that views it (None: a spectator), and its events, if they were loaded."""

    game: HostedGame
    viewer: int | None
    events: list[Event]

    @property
    def etag(self) -> str:
        """The strong validator of the view."""
        return views.etag(self.game, self.viewer, negotiate_language())


class Page(NamedTuple):
    """A requested page of an inbox: the turns after a cursor, at most `limit`, and at most `ended` games that ended."""

    cursor: str | None
    limit: int
    ended: int


class AgentTurns(NamedTuple):
    """A page of the games in which it is an agent's turn, the cursor of the next page, and games that ended."""

    agent: str
    games: list[HostedGame]
    next: str | None
    ended: list[HostedGame]

    @property
    def etag(self) -> str:
        """The strong validator of the page."""
        games = ((game.id, game.version, game.updated_at) for game in (*self.games, *self.ended))
        state = [self.agent, self.next, len(self.games), *games]
        return f"{sha256(repr(state).encode()).hexdigest()[:24]}-{negotiate_language()}"


def get_snapshot(game_id: str, seat: int | None = None) -> GameSnapshot:
    """A game as the sender of the request sees it, from the given seat if the sender holds several seats.

    Raises UnknownGame, UnknownToken or NotYourSeat.
    """
    principal = current_principal()
    return _snapshot(services().repository.get(game_id, principal), [], principal, seat)


def get_snapshot_with_events(game_id: str, seat: int | None = None) -> GameSnapshot:
    """The same snapshot as `get_snapshot`, with all events of the game."""
    principal = current_principal()
    return _snapshot(*services().repository.get_with_events(game_id, principal), principal, seat)


def _snapshot(game: HostedGame, events: list[Event], principal: Principal | None, seat: int | None) -> GameSnapshot:
    return GameSnapshot(game, game.seat_of(principal, seat) if principal else None, events)


def wait_for_change(game_id: str, preference: WaitPreference, seat: int | None) -> GameSnapshot:
    """A snapshot, as soon as its ETag differs from the client's or the time of the preference has passed.

    The viewer is determined at each look. Raises UnknownGame, Overloaded, TooManyWaiting, and UnknownToken or
    NotYourSeat as soon as the sender has no right to view.
    """
    if not preference.seconds:
        return get_snapshot(game_id, seat)
    principal = current_principal()

    def check(snapshot: GameSnapshot) -> PollResult:
        return PollResult(not etag_matches(snapshot.etag), seconds_until(snapshot.game.deadline))

    with services().waiting_places.held(), services().followed_games.following(game_id) as followed:

        def load(not_before: float) -> GameSnapshot:
            return _snapshot(followed.game(not_before, principal), [], principal, seat)

        return services().hub.wait_until(game_id, _client_socket(), load, check, preference.seconds)


def wait_for_turns(principal: Principal, page: Page, preference: WaitPreference) -> AgentTurns:
    """A page of the agent's turns, as soon as its ETag differs from the client's or the time has passed.

    Each look verifies the agent, after it has read the turns, and marks it as seen. A house bot that asks for its turns
    first ends the overdue turns of all games, so that they end even if no client requests those games, and no address
    bounds the waiting house bots. Raises Overloaded, TooManyWaiting, and UnknownToken as soon as the agent's token is
    invalid.
    """
    agent = principal.agent or ""
    is_house_bot = agent in HOUSE_BOTS

    def load(_: float = 0.0) -> AgentTurns:
        if is_house_bot:
            services().games.end_overdue_turns()
        inbox = Inbox(services().store, agent, services().repository.get_many)
        turns = AgentTurns(agent, *inbox.page(*page))
        services().agents.touch(principal)
        return turns

    def check(turns: AgentTurns) -> PollResult:
        return PollResult(not etag_matches(turns.etag), SWEEP_INTERVAL_S if is_house_bot else None)

    if not preference.seconds:
        return load()
    with nullcontext() if is_house_bot else services().waiting_places.held():
        return services().hub.wait_until(inbox_topic(agent), _client_socket(), load, check, preference.seconds)


def _client_socket() -> ClientSocket:
    """The client's socket, which gunicorn puts into the environment; other servers do not report disconnects."""
    return ClientSocket(request.environ.get("gunicorn.socket"))


def list_events(snapshot: GameSnapshot, after: int, limit: int) -> dict[str, Any]:
    """The events after a version as the viewer may know them, and the version after which the next page starts."""
    found = list(events_after(snapshot.game, after, snapshot.events))
    items = [event.to_json(snapshot.viewer) for event in found[:limit]]
    return {"items": items, "next": found[limit - 1].version if len(found) > limit else None}


def open_stream(game_id: str, seat: int | None, after: int) -> Response:
    """The events after a version as a stream of server-sent events, until the game is over.

    The stream is that of the seat that views the game now, or of a spectator. Raises UnknownGame, UnknownToken,
    NotYourSeat, Overloaded or TooManyWaiting.
    """
    principal = current_principal()
    with ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        followed = held.enter_context(services().followed_games.following(game_id))
        subscription = held.enter_context(services().hub.subscribe(game_id, _client_socket()))
        reader = EventReader(followed, principal, seat if principal else None, after)
        first = reader.read(subscription.due)
        stream = EventStream(subscription, reader.read, first, held.pop_all().close)
        return Response(stream, mimetype=STREAM_MEDIA_TYPE, headers=UNBUFFERED, direct_passthrough=True)


@dataclass(slots=True)
class EventReader:
    """Reads the events of a game after a version for one viewer: a seat, or None for a spectator.

    If the principal holds several seats, and none is given, the first look selects the one that views the game then.
    """

    followed: FollowedGame
    principal: Principal | None
    viewer: int | None
    version: int

    def read(self, not_before: float) -> EventBatch:
        """The next events. Ends the stream if the store has lost events.

        Raises UnknownToken or NotYourSeat if the principal may not, or no longer, view from the seat.
        """
        look = self.followed.look(not_before, self.version, self.principal)
        if look is None:
            return EventBatch([], None, is_last=True)
        game, events = look
        if self.principal:
            self.viewer = game.seat_of(self.principal, self.viewer)
        self.version = max(self.version, game.version)
        frames = [event.rendered(self.viewer) for event in events]
        return EventBatch(frames, game.deadline, bool(game.position.outcome))
