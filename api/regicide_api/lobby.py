"""The lobby: creating a game, listing games, taking a seat, the rematch."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from flask import request, url_for
from flask.views import MethodView
from redis.exceptions import RedisError

from regicide_api import errors, examples, schemas
from regicide_api.contract import BODY_ERRORS, GAME_ID, LOCATION, SEAT_TOKEN, Answer, Contract
from regicide_api.index import GROUPS
from regicide_api.services import tables
from regicide_api.tables import Holding, Wish
from regicide_api.tokens import required_token

SEAT: Final = {
    "in": "path",
    "name": "seat",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": schemas.MOST_PLAYERS - 1},
    "description": "The number of the seat.",
    "example": 1,
}
NEXT_PAGE: Final = {"Link": {"description": 'The next page, rel="next" (RFC 8288).', "schema": {"type": "string"}}}

lobby = Contract("lobby", __name__, url_prefix="/v1/games", description="Finding and creating games.")


@lobby.route("")
class Games(MethodView):
    """All games."""

    init_every_request = False

    @lobby.once
    @lobby.limits("create-game")
    @lobby.takes(schemas.GameWish, example=examples.GAME_WISH)
    @lobby.gives(201, schemas.CreatedGame, headers=LOCATION, example=examples.CREATED_GAME)
    @lobby.refuses(*BODY_ERRORS, RedisError)
    @lobby.operation("create_game", security=[])
    def post(self, wish: dict[str, Any]) -> Answer:
        """Create a game

        You get a token for each seat that you hold: all of them, but for those that you leave open to anyone. The game
        starts when every seat is held. The view is that of the seat that begins if it is yours, else of your first.
        """
        return holding(tables().open(_wish_of(wish)), 201)

    @lobby.asks(schemas.GamesQuery)
    @lobby.gives(200, schemas.GameList, headers=NEXT_PAGE, example=examples.GAME_LIST)
    @lobby.refuses(errors.InvalidParameter, RedisError)
    @lobby.operation("list_games", security=[])
    def get(self, query: dict[str, Any]) -> Answer:
        """List games

        Those that were created with `listed`, the newest first.
        """
        groups = query.get("status") or sorted(set(GROUPS.values()))
        found, name = tables().index().page(groups, query.get("cursor"), query["limit"])
        return Answer({"items": [table.summary() for table in found], "next": name}, _link(name))


@lobby.route("/<game_id>/seats/<int:seat>", parameters=[GAME_ID, SEAT])
class Seats(MethodView):
    """The seats of a game."""

    init_every_request = False

    @lobby.once
    @lobby.takes(schemas.SeatTaking, example=examples.SEAT_TAKING)
    @lobby.gives(201, schemas.CreatedGame, headers=LOCATION, example=examples.CREATED_GAME)
    @lobby.refuses(*BODY_ERRORS, errors.UnknownGame, errors.UnknownSeat, errors.SeatTaken, RedisError)
    @lobby.operation("take_seat", security=[])
    def post(self, taking: dict[str, Any], game_id: str, seat: int) -> Answer:
        """Take an open seat

        You get its token, and the view from there.
        """
        return holding(tables().take_seat(game_id, seat, taking["name"]), 201)


@lobby.route("/<game_id>/rematch", parameters=[GAME_ID])
class Rematch(MethodView):
    """The rematch of a game."""

    init_every_request = False

    @lobby.once
    @lobby.limits("create-game")
    @lobby.gives(201, schemas.CreatedGame, headers=LOCATION, example=examples.CREATED_GAME)
    @lobby.also_gives(
        200,
        schema=schemas.CreatedGame,
        description="Another seat was first: this is its rematch.",
        headers=LOCATION,
        example=examples.CREATED_GAME,
    )
    @lobby.refuses(errors.TokenRequired, errors.UnknownToken, errors.UnknownGame, errors.GameNotOver, RedisError)
    @lobby.operation("rematch", security=SEAT_TOKEN)
    def post(self, game_id: str) -> Answer:
        """Play again

        One game follows a game, with the same seats and a new deal; whoever defeated the last enemy to fall begins.
        Each seat asks with its token of the game that is over, and gets its token of the one that follows.
        """
        held = tables().rematch(game_id, required_token())
        return holding(held, 201 if held.new else 200)


def holding(held: Holding, status: int) -> Answer:
    """A game and the tokens of the seats that somebody holds there, seen from the one to act, else from the first."""
    turn = held.table.position.turn
    viewer = turn if turn in held.tokens else next(iter(held.tokens), None)
    content = {
        "game": held.table.view(viewer),
        "seats": [{"seat": seat, "token": token} for seat, token in held.tokens.items()],
    }
    return Answer(content, {"Location": url_for("games.Game", game_id=held.table.id)}, status)


def _wish_of(wish: dict[str, Any]) -> Wish:
    seats = wish.get("seats", [{}] * wish["players"])
    return Wish(
        names=[seat.get("name") for seat in seats],
        open_seats=frozenset(number for number, seat in enumerate(seats) if seat.get("open")),
        seed=wish.get("seed"),
        first_player=wish["first_player"],
        listed=wish["listed"],
    )


def _link(cursor: str | None) -> dict[str, str]:
    if cursor is None:
        return {}
    query = urlencode({**request.args, "cursor": cursor})
    return {"Link": f'<{request.path}?{query}>; rel="next"'}
