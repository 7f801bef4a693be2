"""Endpoints of a game: its view, actions, events, signals and record; and the views and records of several games.

The view and the events are read once, by a long poll, or, for the events, by a stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final, NamedTuple

from flask import Response, request

from regicide import Message
from regicide_api.core import errors, refusals
from regicide_api.core.work import current_client, in_parts
from regicide_api.domain import seat_rules, views
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import ReplayedEvent, events_after
from regicide_api.domain.seat import Principal, Signal
from regicide_api.endpoints.bodies import view_response
from regicide_api.endpoints.services import UNBUFFERED, poll, services
from regicide_api.http.auth import current_principal, require_owner, require_principal
from regicide_api.http.components import CACHING, NO_TOKEN, OWNER, TOKEN, TOKEN_OR_NONE, VALIDATED, header_parameter
from regicide_api.http.decorators import ApiBlueprint, Result
from regicide_api.http.inputs import JSON, header_text
from regicide_api.http.negotiation import (
    PRIVATE,
    cache_headers,
    etag_matches,
    negotiate_language,
    not_modified,
    prefers,
    wait_seconds,
)
from regicide_api.http.responses import JSON_LINES, json_lines, problem_of_line, problem_of_part
from regicide_api.realtime.hub import PollResult
from regicide_api.realtime.sse import STREAM_MEDIA_TYPE, EventBatch, EventStream
from regicide_api.schemas import requests
from regicide_api.schemas.events import EVENT_STREAM, RECORD_LINES, GameEvents, GameLooks, GameRecord, RecordList
from regicide_api.schemas.parameters import (
    EventsQuery,
    RecordsQuery,
    SeatQuery,
    ViewQuery,
)
from regicide_api.schemas.requests import SignalRequest, ViewsRequest
from regicide_api.schemas.views import GameView
from regicide_api.services import followed_games
from regicide_api.services.followed_games import FollowedGame, RenderedEvent
from regicide_api.services.games import ActionRequest, Seen, ViewedGame, ViewRequest, look_at
from regicide_api.services.owned_games import OwnedRecord
from regicide_api.storage.channels import game_topic


class GameSnapshot(NamedTuple):
    """A game at one version, and the seat that views it (None: a spectator)."""

    game: HostedGame
    viewer: int | None
    with_previews: bool = False

    @property
    def etag(self) -> str:
        """The weak validator of the view."""
        return views.etag(self.game, self.viewer, negotiate_language(), with_previews=self.with_previews)


class ViewedEvents(NamedTuple):
    """Events of a game, and the seat that views them (None: a spectator)."""

    viewer: int | None
    events: Sequence[ReplayedEvent | RenderedEvent]

    def page(self, limit: int) -> dict[str, Any]:
        """The JSON of the first events, and the version after which the next page starts."""
        items = [event.to_json(self.viewer) for event in in_parts(self.events[:limit])]
        return {"items": items, "next": items[-1]["version"] if len(self.events) > limit else None}


def wait_for_change(game_id: str, seat: int | None, with_previews: bool, seconds: int) -> GameSnapshot:
    """A snapshot, as soon as its ETag differs from the client's or the seconds have passed.

    The viewer is determined at each look. Raises UnknownGame, Overloaded, TooManyWaiting, and UnknownToken or
    NotYourSeat as soon as the sender has no right to view.
    """
    principal = current_principal()

    def snapshot(game: HostedGame) -> GameSnapshot:
        return GameSnapshot(game, seat_rules.viewer(game, principal, seat), with_previews)

    if not seconds:
        return snapshot(services().repository.get(game_id, principal))
    with _following(game_id, principal) as (followed, follow):

        def load(not_before: float) -> GameSnapshot:
            return snapshot(followed.game(not_before, principal))

        def check(found: GameSnapshot) -> PollResult:
            is_new = not etag_matches(found.etag)
            if not is_new:
                follow(found.game)
            return PollResult(is_new, found.game.deadline)

        return poll(game_topic(game_id), load, check, seconds)


def _read_events(game_id: str, seat: int | None, after: int) -> ViewedEvents:
    """The events of a game after a version. Raises UnknownGame, UnknownToken, NotYourSeat or EventsConflict."""
    principal = current_principal()
    game, events = services().repository.get_with_events(game_id, principal)
    viewer = game.visible_seat(seat_rules.viewer(game, principal, seat))
    _require_reached(game, after)
    return ViewedEvents(viewer, list(events_after(game, after, events)))


def _require_reached(game: HostedGame, version: int) -> None:
    """Raises EventsConflict for a version that a game has not reached."""
    if version > game.version:
        raise errors.EventsConflict(version, game.version)


def wait_for_events(game_id: str, seat: int | None, after: int, seconds: int) -> ViewedEvents:
    """The events of a game after a version, as soon as there are some or the seconds have passed.

    The viewer is determined at each look. If the store has lost events, the remaining ones are returned at once. Raises
    the same errors as `wait_for_change`, and EventsConflict.
    """
    if not seconds:
        return _read_events(game_id, seat, after)
    principal = current_principal()
    with _following(game_id, principal) as (followed, follow):

        def load(not_before: float) -> tuple[ViewedEvents, PollResult]:
            """The events now, and whether there are some; without any, the sender is noted as present."""
            look = followed.look(not_before, after, principal)
            if look is None:
                return _read_events(game_id, seat, after), PollResult(changed=True)
            seen = ViewedEvents(look.game.visible_seat(seat_rules.viewer(look.game, principal, seat)), look.events)
            _require_reached(look.game, after)
            if not seen.events:
                follow(look.game)
            return seen, PollResult(bool(seen.events), look.game.deadline)

        return poll(game_topic(game_id), load, itemgetter(1), seconds)[0]


@contextmanager
def _following(
    game_id: str, principal: Principal | None
) -> Iterator[tuple[FollowedGame, Callable[[HostedGame], None]]]:
    """A game to wait for, and the function that notes that its sender waits."""
    with services().followed_games.following(game_id) as followed, services().presence.follower(principal) as follow:
        yield followed, follow


def open_stream(game_id: str, seat: int | None, after: int, patience_s: int) -> Response:
    """The events after a version as a stream of server-sent events, until the game is over.

    After the end, it waits for news of a rematch for `patience_s` seconds. 204 if there is no event after the version,
    and none to wait for: `EventSource` then stops (WHATWG HTML, section 9.2.3). Raises UnknownGame, UnknownToken,
    NotYourSeat, EventsConflict, Overloaded or TooManyWaiting.
    """
    with ExitStack() as held:
        held.enter_context(services().waiting_places.held())
        followed, follow = held.enter_context(_following(game_id, current_principal()))
        subscription = held.enter_context(services().hub.subscribe(game_topic(game_id), current_client()))
        reader = EventReader(followed, current_principal(), seat, after, 1000 * patience_s)
        first = reader.read(subscription.due)
        if reader.game:
            _require_reached(reader.game, after)
        if reader.is_over and first.is_last and not first.frames:
            return Response(status=204, headers=UNBUFFERED)
        if reader.game:
            follow(reader.game)
        stream = EventStream(subscription, reader.read, first, held.pop_all().close)
        return Response(stream, mimetype=STREAM_MEDIA_TYPE, headers=UNBUFFERED, direct_passthrough=True)


@dataclass(slots=True)
class EventReader:
    """Reads the events of a game after a version for one viewer: a seat, or None for a spectator.

    The viewer is determined at each look: a spectator may become a seat; a seat does not become a spectator again, but
    may lose its right to view. After the end of the game, the reader waits for news of the rematch, for at most
    `patience_ms`. `game` is the game at the last look.
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
        self.viewer = seat_rules.viewer(game, self.principal, self.viewer)
        self.version = max(self.version, game.version)
        viewer, is_last = game.visible_seat(self.viewer), self._is_last(game)
        frames = [event.rendered(viewer) for event in events]
        return EventBatch(frames, game.deadline or self.end_ms, is_last)

    def _is_last(self, game: HostedGame) -> bool:
        """Whether the reader waits for no further event."""
        if game.is_over and self.end_ms is None:
            self.end_ms = now_ms() + self.patience_ms
        return self.end_ms is not None and (game.is_final or now_ms() >= self.end_ms)


LAST_EVENT_ID: Final = header_parameter(
    "Last-Event-ID",
    "In a stream: the id of the last event that you received.",
    {"pattern": "^[0-9]{1,10}$", "maxLength": 10},
)

games: Final = ApiBlueprint("games", __name__, url_prefix="/v1/games", description="Playing a game.")


@games.get("/<game_id>")
@games.arguments(ViewQuery, location="query")
@games.response(200, GameView, headers=VALIDATED)
@games.alt_response(304, headers=VALIDATED, description="No change within the waiting time.")
@games.errors(errors.NotYourSeat)
@games.doc(security=TOKEN_OR_NONE)
def get_game(query: dict[str, Any], game_id: str) -> Result | Response:
    """Get the view of a game

    From your seat with its token, else as a spectator: a token that holds no seat of the game, also a mistyped one,
    sees what a spectator sees; `you` is null then. Send `?seat=N` to get 403 `not-your-seat` instead. 401 is for a
    token with a full stop, as agents have them, that is not that of an agent.

    With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`) the server responds at the next change, or with 304
    after N seconds. `include=previews` adds what follows from each of your plays, with an ETag of its own.
    """
    with_previews = "previews" in query.get("include", ())
    snapshot = wait_for_change(game_id, query.get("seat"), with_previews, wait_seconds(query))
    headers = cache_headers(snapshot.etag)
    if etag_matches(snapshot.etag):
        return not_modified(headers)
    return Response(followed_games.render(*snapshot), headers=headers, mimetype=JSON)


@games.delete("/<game_id>")
@games.response(200, GameView, headers=VALIDATED)
@games.errors(errors.NotTheOwner, refusals.GameOver, refusals.GameStarted)
@games.doc(security=OWNER)
def cancel_game(game_id: str) -> Result:
    """Cancel a game that waits for players

    By the owner of the game. It has no result and no record.
    """
    return view_response(services().games.apply(game_id, require_owner(), seat_rules.cancel), None)


@games.post("/views")
@games.arguments(ViewsRequest)
@games.response(200, GameLooks, headers=CACHING)
@games.doc(security=TOKEN_OR_NONE)
def get_views(body: dict[str, Any]) -> Result:
    """Get the views of several games

    Each as its token sees it; the token of the request holds for games without one. The items are in the order of
    the request. Each has a view, or the problem that a request for this game alone would get.
    """
    wanted = [ViewRequest(**each) for each in body["games"]]
    return {
        "items": list(map(_look, in_parts(wanted), look_at(services().repository, wanted, current_principal())))
    }, PRIVATE


def _look(wanted: ViewRequest, seen: Seen) -> dict[str, Any]:
    if isinstance(seen, ViewedGame):
        return {"id": wanted.id, "view": followed_games.fragment(*seen), "problem": None}
    return {"id": wanted.id, "view": None, "problem": problem_of_part(seen, f"/v1/games/{wanted.id}")}


@games.post("/<game_id>/actions")
@games.arguments(requests.ActionRequest)
@games.arguments(SeatQuery, location="query")
@games.response(200, GameView, headers=VALIDATED)
@games.errors(
    errors.NotYourSeat,
    refusals.GameOver,
    refusals.GameNotStarted,
    refusals.GameCancelled,
    errors.VersionConflict,
    errors.NotYourTurn,
    errors.MalformedAction,
    errors.IllegalAction,
)
@games.doc(security=TOKEN)
def act(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Result:
    """Act from your seat

    `version` is the version of the view in which you chose the action. An action is applied at most once: if a
    response was lost, send the request again; it returns the current view.
    """
    return view_response(*services().games.act(game_id, require_principal(), ActionRequest(**body, **query)))


@games.get("/<game_id>/events")
@games.arguments(EventsQuery, location="query")
@games.page(GameEvents, headers=CACHING, parameter="after")
@games.alt_response(200, EVENT_STREAM, content_type=STREAM_MEDIA_TYPE)
@games.headers(LAST_EVENT_ID)
@games.alt_response(
    204, headers=CACHING, description="A stream that has nothing to tell: the game is over, without further events."
)
@games.errors(errors.NotYourSeat, errors.EventsConflict)
@games.stream_limit("open-stream")
@games.doc(security=TOKEN_OR_NONE)
def get_events(query: dict[str, Any], game_id: str) -> Result | Response:
    """Get the events of a game

    As your seat may see them. With `wait=N` (or `Prefer: wait=N`) the server responds as soon as there is an event
    after the version, or with an empty list after N seconds. With `Accept: text/event-stream` the response is a
    stream of events until the game is over; the `id` of each is its version, and `Last-Event-ID` resumes a stream
    after an event. A stream that has nothing to tell, because the game is over, is answered with 204; with `wait=N`
    it waits for news of a rematch for N seconds after the end. 409 if the game has not reached the version.
    """
    last, seat = (
        header_text(LAST_EVENT_ID, Message("expected the id of an event, which is a number")),
        query.get("seat"),
    )
    after = int(last) if last else query["after"]
    seconds = wait_seconds(query)
    if prefers(STREAM_MEDIA_TYPE):
        services().rate_limits.enforce("open-stream")
        return open_stream(game_id, seat, after, seconds)
    seen = wait_for_events(game_id, seat, after, seconds)
    return seen.page(query["limit"]), PRIVATE


@games.post("/<game_id>/signals")
@games.arguments(SignalRequest)
@games.arguments(SeatQuery, location="query")
@games.response(200, GameView, headers=VALIDATED)
@games.errors(
    errors.NotYourSeat, refusals.GameOver, refusals.GameNotStarted, refusals.GameCancelled, refusals.SignalsClosed
)
@games.doc(security=TOKEN)
def send_signal(body: dict[str, Any], query: dict[str, Any], game_id: str) -> Result:
    """Signal whether you want to go next

    The only communication that the rules allow, between the play of a jester and the next turn. A seat may change
    its signal once after each jester. A signal does not invalidate the version of an action that another player is
    about to send.
    """
    signal, seat = Signal(body["signal"]), query.get("seat")
    return view_response(*services().games.signal(game_id, require_principal(), signal, seat))


@games.get("/<game_id>/record")
@games.response(200, GameRecord)
@games.errors(refusals.GameNotOver, refusals.GameCancelled, refusals.DealNotTold)
@games.doc(security=NO_TOKEN)
def get_record(game_id: str) -> dict[str, Any]:
    """Get the record of a finished game

    The seed, the deal, all actions with their effects, and the result. Everything can be recomputed from the seed
    and the actions; if the game began at a position, from that and the actions. The record of a game with the deal
    of a day is told when the day is over.
    """
    return services().games.record(game_id)


records: Final = ApiBlueprint("records", __name__, url_prefix="/v1/records", description="Records of many games.")


@records.get("")
@records.arguments(RecordsQuery, location="query")
@records.page(RecordList, headers=CACHING)
@records.alt_response(200, RECORD_LINES, content_type=JSON_LINES)
@records.stream_limit("open-stream")
@records.doc(security=OWNER)
def get_records(query: dict[str, Any]) -> Result | Response:
    """Get the records of your finished games

    With the token of their owner, in the order in which the games were created. A page may have fewer records than
    `limit`: the last one is the one without `next`. With `Accept: application/jsonl` the response has all of them,
    one JSON object in each line (JSON Lines). The `cursor` of a record continues after it. A game whose record
    cannot be read, or is not told yet, has a `problem`; a line with a `problem` and without a game is the last one
    of an incomplete answer.
    """
    services().rate_limits.enforce("open-stream")
    owner, label, after = require_owner(), query.get("label"), query.get("cursor")
    path, language = request.path, negotiate_language()
    if prefers(JSON_LINES):
        lines = services().owned_games.records(owner, label, after)
        return json_lines((_line(each, path, language) for each in lines), current_client())
    found, cursor = services().owned_games.record_page(owner, label, after, query["limit"])
    return {"items": [_line(each, path, language) for each in found], "next": cursor}, PRIVATE


def _line(found: OwnedRecord, path: str, language: str) -> dict[str, Any]:
    cursor, game_id, label, content = found
    return {
        "cursor": cursor,
        "id": game_id,
        "label": label,
        "record": content if isinstance(content, dict) else None,
        "problem": None if isinstance(content, dict) else problem_of_line(content, path, language),
    }
