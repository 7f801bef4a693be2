"""Games: creating one, looking at it, acting in it, reading its record."""

from __future__ import annotations

from typing import Any

from flask import url_for
from flask.views import MethodView
from marshmallow import ValidationError
from redis.exceptions import RedisError
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

import regicide
from regicide_api import errors, examples, schemas
from regicide_api.contract import Answer, Contract
from regicide_api.tables import Opened, Proposal, tables
from regicide_api.tokens import bearer_token, required_token

GAME_ID = {
    "in": "path",
    "name": "game_id",
    "required": True,
    "schema": {"type": "string"},
    "description": "The game.",
    "example": examples.GAME_ID,
}
LOCATION = {
    "Location": {
        "description": "The path of the new game.",
        "required": True,
        "schema": {"type": "string", "format": "uri-reference"},
    }
}
SEAT_TOKEN: list[dict[str, list[str]]] = [{"token": []}]
SEAT_TOKEN_OR_NONE: list[dict[str, list[str]]] = [{"token": []}, {}]
BODY_ERRORS = (errors.MalformedBody, RequestEntityTooLarge, UnsupportedMediaType, ValidationError)


games = Contract("games", __name__, url_prefix="/v1/games", description="Games of Regicide.")


@games.route("")
class Games(MethodView):
    """All games."""

    init_every_request = False

    @games.takes(schemas.GameWish, example=examples.GAME_WISH)
    @games.gives(201, schemas.CreatedGame, headers=LOCATION, example=examples.CREATED_GAME)
    @games.refuses(*BODY_ERRORS, RedisError)
    @games.operation("create_game", security=[])
    def post(self, wish: dict[str, Any]) -> Answer:
        """Create a game

        You hold all its seats; give the tokens of the others to whoever shall play there. The view is that of the
        seat that begins.
        """
        names = [seat["name"] for seat in wish.get("seats", [])] or [None] * wish["players"]
        opened = tables().open(wish["players"], names, wish.get("seed"), wish["first_player"])
        return Answer(_created(opened), {"Location": url_for("games.Game", game_id=opened.table.id)})


@games.route("/<game_id>", parameters=[GAME_ID])
class Game(MethodView):
    """One game."""

    init_every_request = False

    @games.gives(200, schemas.GameView, example=examples.VIEW)
    @games.refuses(errors.UnknownToken, errors.UnknownGame, RedisError)
    @games.operation("get_game", security=SEAT_TOKEN_OR_NONE)
    def get(self, game_id: str) -> dict[str, Any]:
        """Look at a game

        From your seat with its token, as a spectator without.
        """
        token = bearer_token()
        table = tables().find(game_id)
        return table.view(table.seat_of(token) if token else None)


@games.route("/<game_id>/actions", parameters=[GAME_ID])
class Actions(MethodView):
    """The actions of a game."""

    init_every_request = False

    @games.takes(schemas.ActionProposal, example=examples.ACTION)
    @games.gives(200, schemas.GameView, example=examples.VIEW)
    @games.refuses(
        *BODY_ERRORS,
        errors.TokenRequired,
        errors.UnknownToken,
        errors.UnknownGame,
        regicide.GameOver,
        errors.VersionConflict,
        errors.NotYourTurn,
        regicide.MalformedAction,
        regicide.IllegalAction,
        RedisError,
    )
    @games.operation("act", security=SEAT_TOKEN)
    def post(self, proposal: dict[str, Any], game_id: str) -> dict[str, Any]:
        """Take an action from your seat

        An action names the version of the view that it was chosen in, and is applied at most once: to repeat a
        request whose answer was lost is safe, and gives the current view.
        """
        table, seat = tables().act(game_id, required_token(), Proposal(**proposal))
        return table.view(seat)


@games.route("/<game_id>/record", parameters=[GAME_ID])
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


def _created(opened: Opened) -> dict[str, Any]:
    return {
        "game": opened.table.view(opened.table.position.turn),
        "seats": [{"seat": seat, "token": token} for seat, token in enumerate(opened.tokens)],
    }
