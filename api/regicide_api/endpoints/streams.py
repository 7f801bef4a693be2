"""Following a game by a stream of its events."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import Final

from flask import Response

from regicide_api.domain import rights
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.endpoints.polling import client_socket
from regicide_api.http.auth import current_principal
from regicide_api.http.conditional import PRIVATE, WaitPreference
from regicide_api.http.services import services
from regicide_api.realtime.sse import STREAM_MEDIA_TYPE, EventBatch, EventStream
from regicide_api.services.followed_games import FollowedGame

UNBUFFERED: Final = {**PRIVATE, "X-Accel-Buffering": "no"}
"""Headers of a stream; the last one is for nginx."""


def open_stream(game_id: str, seat: int | None, after: int, preference: WaitPreference) -> Response:
    """The events after a version as a stream of server-sent events, until the game is over.

    The preference is the time for which the stream waits for news of a rematch after the end. 204 if there is no event
    after the version, and none to wait for: `EventSource` then stops (WHATWG HTML, section 9.2.3). Raises UnknownGame,
    UnknownToken, NotYourSeat, Overloaded or TooManyWaiting.
    """
    with ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        followed = held.enter_context(services().followed_games.following(game_id))
        subscription = held.enter_context(services().hub.subscribe(game_id, client_socket()))
        follow = held.enter_context(services().presence.follower(current_principal()))
        reader = EventReader(followed, current_principal(), seat, after, 1000 * preference.seconds)
        first = reader.read(subscription.due)
        headers = UNBUFFERED | preference.headers
        if reader.is_over and first.is_last and not first.frames:
            return Response(status=204, headers=headers)
        if reader.game:
            follow(reader.game)
        stream = EventStream(subscription, reader.read, first, held.pop_all().close)
        return Response(stream, mimetype=STREAM_MEDIA_TYPE, headers=headers, direct_passthrough=True)


@dataclass(slots=True)
class EventReader:
    """Reads the events of a game after a version for one viewer: a seat, or None for a spectator.

    The viewer is determined at each look. One that has become a seat stays that seat, or has no right any more. After
    the end of the game, the reader waits for news of the rematch, for at most `patience_ms`. `game` is the one that was
    read last.
    """

    followed: FollowedGame
    principal: Principal | None
    viewer: int | None
    version: int
    patience_ms: int
    end_ms: int | None = None
    game: HostedGame | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game was over at the last look."""
        return self.end_ms is not None

    def read(self, not_before: float) -> EventBatch:
        """The next events. Ends the stream if the store has lost events.

        Raises UnknownToken or NotYourSeat if the principal may not, or no longer, view from the seat.
        """
        look = self.followed.look(not_before, self.version, self.principal)
        if look is None:
            return EventBatch([], None, is_last=True)
        game, events = look
        self.game = game
        self.viewer = rights.viewer(game, self.principal, self.viewer)
        self.version = max(self.version, game.version)
        viewer, is_last = game.event_viewer(self.viewer), self._is_last(game)
        frames = [event.rendered(viewer) for event in events]
        return EventBatch(frames, game.deadline or self.end_ms, is_last)

    def _is_last(self, game: HostedGame) -> bool:
        """Whether the reader waits for no further event."""
        if game.is_over and self.end_ms is None:
            self.end_ms = now_ms() + self.patience_ms
        return self.end_ms is not None and (game.is_told or now_ms() >= self.end_ms)
