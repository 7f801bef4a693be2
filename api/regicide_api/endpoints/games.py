"""A game: looking at it, acting in it, following its events, signals, its record."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from flask.views import MethodView
from redis.exceptions import RedisError

import regicide
from regicide_api import schemas
from regicide_api.core import errors
from regicide_api.domain.seat import Signal
from regicide_api.domain.views import etag, view
from regicide_api.endpoints import examples
from regicide_api.endpoints.polling import (
    UNTAGGED,
    follow,
    headers_of,
    look,
    look_for_news,
    look_with_events,
    told,
)
from regicide_api.http import rate_limits
from regicide_api.http.auth import required_holder
from regicide_api.http.conditional import (
    is_known,
    last_event_id,
    not_modified,
    patience,
)
from regicide_api.http.context import tables
from regicide_api.http.decorators import (
    BODY_ERRORS,
    ETAG,
    GAME_ID,
    TOKEN,
    TOKEN_OR_NONE,
    Answer,
    Contract,
)
from regicide_api.http.language import language
from regicide_api.realtime import sse
from regicide_api.services.games import Proposal

games = Contract("games", __name__, url_prefix="/v1/games", description="Playing a game.")


@games.on("/<game_id>", parameters=[GAME_ID])
class Game(MethodView):
    """One game."""

    init_every_request = False

    @games.asks(schemas.ViewQuery)
    @games.gives(200, schemas.GameView, headers=ETAG, example=examples.VIEW)
    @games.also_gives(304, headers=ETAG, description="Nothing new, however long you waited.")
    @games.refuses(
        errors.InvalidParameter,
        errors.UnknownToken,
        errors.NotYourSeat,
        errors.UnknownGame,
        errors.Overloaded,
        RedisError,
    )
    @games.prefers_to_wait
    @games.operation("get_game", security=TOKEN_OR_NONE)
    def get(self, query: dict[str, Any], game_id: str) -> Answer | Response:
        """Look at a game

        From your seat with its token, as a spectator without. With `If-None-Match` and `Prefer: wait=N` (or `?wait=N`)
        the answer comes as soon as there is something new, or 304 after N seconds.
        """
        waits = patience(query.get("wait"))
        seen = look_for_news(game_id, waits, query.get("seat"))
        headers = headers_of(seen.etag) | waits.headers
        return not_modified(headers) if is_known(seen.etag) else Answer(view(seen.table, seen.viewer), headers)


@games.on("/<game_id>/actions", parameters=[GAME_ID])
class Actions(MethodView):
    """The actions of a game."""

    init_every_request = False

    @games.takes(schemas.ActionProposal, example=examples.ACTION)
    @games.asks(schemas.SeatQuery)
    @games.gives(200, schemas.GameView, headers=ETAG, example=examples.VIEW)
    @games.refuses(
        *BODY_ERRORS,
        errors.InvalidParameter,
        errors.TokenRequired,
        errors.UnknownToken,
        errors.NotYourSeat,
        errors.UnknownGame,
        regicide.GameOver,
        errors.GameNotStarted,
        errors.VersionConflict,
        errors.NotYourTurn,
        regicide.MalformedAction,
        regicide.IllegalAction,
        RedisError,
    )
    @games.operation("act", security=TOKEN)
    def post(self, proposal: dict[str, Any], query: dict[str, Any], game_id: str) -> Answer:
        """Take an action from your seat

        An action names the version of the view that it was chosen in, and is applied at most once: to repeat a
        request whose answer was lost is safe, and gives the current view.
        """
        table, viewer = tables().act(game_id, required_holder(), Proposal(**proposal, **query))
        return Answer(view(table, viewer), headers_of(etag(table, viewer, language())))


@games.on("/<game_id>/events", parameters=[GAME_ID])
class Events(MethodView):
    """The events of a game."""

    init_every_request = False

    @games.asks(schemas.EventsQuery)
    @games.gives(200, schemas.GameEvents, example=examples.EVENTS)
    @games.streams(sse.MEDIA_TYPE, example=examples.EVENT_STREAM)
    @games.refuses(
        errors.InvalidParameter,
        errors.UnknownToken,
        errors.NotYourSeat,
        errors.UnknownGame,
        errors.RateLimited,
        errors.Overloaded,
        RedisError,
    )
    @games.operation("get_events", security=TOKEN_OR_NONE)
    def get(self, query: dict[str, Any], game_id: str) -> Response | Answer:
        """Follow the events of a game

        As your seat may know them. With `Accept: text/event-stream` they come as they happen, until the game is over;
        the `id` of each is its version, and `Last-Event-ID` says after which to go on.
        """
        after = last_event_id(query["after"])
        if request.accept_mimetypes.best_match(["application/json", sse.MEDIA_TYPE]) == sse.MEDIA_TYPE:
            rate_limits.enforce("open-stream")
            return follow(look(game_id, query.get("seat")), after).response()
        return Answer(told(look_with_events(game_id, query.get("seat")), after, query["limit"]), UNTAGGED)


@games.on("/<game_id>/signals", parameters=[GAME_ID])
class Signals(MethodView):
    """The signals of a game."""

    init_every_request = False

    @games.takes(schemas.SignalWish, example=examples.SIGNAL)
    @games.asks(schemas.SeatQuery)
    @games.gives(200, schemas.GameView, headers=ETAG, example=examples.VIEW)
    @games.refuses(
        *BODY_ERRORS,
        errors.InvalidParameter,
        errors.TokenRequired,
        errors.UnknownToken,
        errors.NotYourSeat,
        errors.UnknownGame,
        regicide.GameOver,
        errors.GameNotStarted,
        errors.SignalsClosed,
        RedisError,
    )
    @games.operation("send_signal", security=TOKEN)
    def post(self, wish: dict[str, Any], query: dict[str, Any], game_id: str) -> Answer:
        """Say whether you would like to go next

        The only talk that the rules allow, from the playing of a jester until the next player begins. It does not make
        the version past in which another player is about to act.
        """
        table, viewer = tables().signal(game_id, required_holder(), Signal(wish["signal"]), query.get("seat"))
        return Answer(view(table, viewer), headers_of(etag(table, viewer, language())))


@games.on("/<game_id>/record", parameters=[GAME_ID])
class Record(MethodView):
    """The record of a game."""

    init_every_request = False

    @games.gives(200, schemas.Record, example=examples.RECORD)
    @games.refuses(errors.UnknownGame, errors.GameNotOver, RedisError)
    @games.operation("get_record", security=[])
    def get(self, game_id: str) -> dict[str, Any]:
        """Get the record of a game that is over

        Everything: the seed, the deal, every action with all that it caused, the result. Anyone can work it out
        again from the seed and the actions.
        """
        return tables().record(game_id)
