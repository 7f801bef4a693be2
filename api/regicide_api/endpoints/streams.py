"""Following a game by a stream of its events."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from flask import Response

from regicide_api.domain.seat import Principal
from regicide_api.endpoints.polling import client_socket
from regicide_api.http.auth import current_principal
from regicide_api.http.services import services
from regicide_api.realtime.sse import STREAM_MEDIA_TYPE, EventBatch, EventStream
from regicide_api.services.followed_games import FollowedGame

UNBUFFERED: Final = {"Cache-Control": "private, no-cache", "X-Accel-Buffering": "no"}
"""Headers of a stream; the second one is for nginx."""


def open_stream(game_id: str, seat: int | None, after: int) -> Response:
    """The events after a version as a stream of server-sent events, until the game is over.

    204 if the game is over and has no event after the version: `EventSource` then stops (WHATWG HTML, section 9.2.3).
    Raises UnknownGame, UnknownToken, NotYourSeat, Overloaded or TooManyWaiting.
    """
    with ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        followed = held.enter_context(services().followed_games.following(game_id))
        subscription = held.enter_context(services().hub.subscribe(game_id, client_socket()))
        reader = EventReader(followed, current_principal(), seat, after)
        first = reader.read(subscription.due)
        if reader.is_over and not first.frames:
            return Response(status=204, headers=UNBUFFERED)
        stream = EventStream(subscription, reader.read, first, held.pop_all().close)
        return Response(stream, mimetype=STREAM_MEDIA_TYPE, headers=UNBUFFERED, direct_passthrough=True)


@dataclass(slots=True)
class EventReader:
    """Reads the events of a game after a version for one viewer: a seat, or None for a spectator.

    The viewer is determined at each look. One that has become a seat stays that seat, or has no right any more.
    `is_over` is set once the game is over.
    """

    followed: FollowedGame
    principal: Principal | None
    viewer: int | None
    version: int
    is_over: bool = False

    def read(self, not_before: float) -> EventBatch:
        """The next events. Ends the stream if the store has lost events.

        Raises UnknownToken or NotYourSeat if the principal may not, or no longer, view from the seat.
        """
        look = self.followed.look(not_before, self.version, self.principal)
        if look is None:
            return EventBatch([], None, is_last=True)
        game, events = look
        self.viewer = game.viewer(self.principal, self.viewer)
        self.version, self.is_over = max(self.version, game.version), game.is_over
        return EventBatch([event.rendered(self.viewer) for event in events], game.deadline, self.is_over)
