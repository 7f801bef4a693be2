"""The lobby: creating a game, listing games, taking a seat, the rematch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from flask import url_for
from flask.views import MethodView
from marshmallow import ValidationError
from redis.exceptions import RedisError

from regicide import Sentence
from regicide_api import schemas
from regicide_api.core import errors
from regicide_api.domain.clock import Clock, stand_in_of
from regicide_api.domain.new_game import Place, Wish
from regicide_api.domain.views import summary, view
from regicide_api.endpoints import examples
from regicide_api.http.auth import required_holder
from regicide_api.http.context import agents, tables
from regicide_api.http.decorators import (
    BODY_ERRORS,
    GAME_ID,
    LOCATION,
    NEXT_PAGE,
    TOKEN,
    Answer,
    Contract,
    link,
)
from regicide_api.services.game_lists import GROUPS
from regicide_api.services.games import Holding

SEAT: Final = {
    "in": "path",
    "name": "seat",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": schemas.MOST_PLAYERS - 1},
    "description": "The number of the seat.",
    "example": 1,
}

lobby = Contract("lobby", __name__, url_prefix="/v1/games", description="Finding and creating games.")


@lobby.on("")
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

        You get a token for each seat that you hold: all of them, but for those that you leave open to anyone or give to
        agents. The game starts when every seat is held. The view is that of the seat that begins if it is yours, else
        of your first.
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
        return Answer({"items": [summary(table) for table in found], "next": name}, link(name))


@lobby.on("/<game_id>/seats/<int:seat>", parameters=[GAME_ID, SEAT])
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


@lobby.on("/<game_id>/rematch", parameters=[GAME_ID])
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
    @lobby.refuses(
        errors.TokenRequired,
        errors.UnknownToken,
        errors.NotYourSeat,
        errors.UnknownGame,
        errors.GameNotOver,
        RedisError,
    )
    @lobby.operation("rematch", security=TOKEN)
    def post(self, game_id: str) -> Answer:
        """Play again

        One game follows a game, with the same seats and a new deal; whoever defeated the last enemy to fall begins.
        Each seat asks with its token of the game that is over, and gets its token of the one that follows; an agent
        has its token already.
        """
        held = tables().rematch(game_id, required_holder())
        return holding(held, 201 if held.new else 200)


def holding(held: Holding, status: int) -> Answer:
    """A game as somebody sees it who holds seats there, and the tokens of these."""
    content = {
        "game": view(held.table, held.viewer),
        "seats": [{"seat": seat, "token": token} for seat, token in held.tokens.items()],
    }
    return Answer(content, {"Location": url_for("games.Game", game_id=held.table.id)}, status)


def _wish_of(wish: dict[str, Any]) -> Wish:
    """The game that is wished for.

    Raises ValidationError for agents that there are not.
    """
    places = [Place(**seat) for seat in wish.get("seats", [{}] * wish["players"])]
    stand_in = stand_in_of(wish["on_timeout"])
    _check_agents(places, stand_in)
    return Wish(
        places=places,
        seed=wish.get("seed"),
        first_player=wish["first_player"],
        listed=wish["listed"],
        clock=Clock(wish["turn_seconds"], stand_in) if "turn_seconds" in wish else None,
    )


def _check_agents(places: Sequence[Place], stand_in: str | None) -> None:
    named = {place.agent for place in places if place.agent} | ({stand_in} if stand_in else set())
    unknown = agents().unknown(named) if named else set()
    faults: dict[str, Any] = {
        "seats": {
            number: {"agent": [_no_agent(place.agent)]} for number, place in enumerate(places) if place.agent in unknown
        },
        "on_timeout": [_no_agent(stand_in)] if stand_in in unknown else [],
    }
    if unknown:
        raise ValidationError({name: fault for name, fault in faults.items() if fault})


def _no_agent(name: str | None) -> str:
    return Sentence("there is no agent {name!r}; /v1/agents lists all", name=name)
