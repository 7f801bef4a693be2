"""Schemas of request bodies: closed, and without conversion of types. A body has at most MAX_BODY_BYTES."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from marshmallow import ValidationError, validates_schema
from marshmallow.fields import List, Nested
from marshmallow.validate import Equal, OneOf

import regicide
from regicide import Message
from regicide_api.domain import clock, player_name
from regicide_api.domain.player_name import AGENT_NAME_PATTERN
from regicide_api.domain.seat import MAX_AGENT_GAMES, Signal
from regicide_api.schemas import fields
from regicide_api.schemas.fields import RequestSchema

MAX_BODY_BYTES: Final = 64 * 1024
MAX_BATCH_GAMES: Final = 100
"""The most games that one request creates."""

ON_TIMEOUT_PATTERN: Final = rf"^(?:{clock.FORFEIT}|{clock.BOT_PREFIX}{AGENT_NAME_PATTERN[1:-1]})$"
NAME_SHAPE: Final = {"minLength": 1, "maxLength": player_name.MAX_LENGTH, "pattern": player_name.PATTERN}


def _check_seed(seed: str) -> None:
    try:
        regicide.validate_seed(seed)
    except regicide.MalformedSeed as error:
        raise ValidationError(error.args[0]) from error


def _check_count(games: list[object]) -> None:
    if not 1 <= len(games) <= MAX_BATCH_GAMES:
        raise ValidationError(Message("expected 1 to {longest} games", longest=MAX_BATCH_GAMES))


class SeatRequest(RequestSchema):
    """A seat of a new game: held by its creator under a name, open to anyone, or assigned to an agent."""

    COMPONENT: ClassVar = "SeatWish"
    KEYWORDS: ClassVar = {"minProperties": 1, "maxProperties": 1}

    name = fields.Name(metadata={"description": "The name of the player.", **NAME_SHAPE})
    open = fields.StrictBoolean(
        validate=Equal(True), metadata={"description": "true: anyone can take the seat.", "enum": [True]}
    )

    agent = fields.agent("The agent that holds the seat.")

    @validates_schema
    def _check_one(self, seat: dict[str, Any], **_: object) -> None:
        if len(seat) != 1:
            raise ValidationError(Message('expected one of {{"name": …}}, {{"open": true}} and {{"agent": …}}'))


class CreateGameRequest(RequestSchema):
    """A new game."""

    COMPONENT: ClassVar = "GameWish"

    players = fields.integer(1, fields.MAX_PLAYERS, "The number of players.", required=True)
    seats = List(
        Nested(SeatRequest),
        metadata={"description": "One for each player. Default: the creator holds all seats, without names."},
    )
    seed = fields.text(
        "Determines the deal; the views show that the creator chose it. Default: a secret seed from the server.",
        {"pattern": fields.SEED_PATTERN},
        validate=_check_seed,
    )
    first_player = fields.seat("The seat that begins.", load_default=0)
    listed = fields.StrictBoolean(
        load_default=False,
        metadata={"description": "Whether the game is in the public list of games."},
    )

    turn_seconds = fields.integer(1, clock.MAX_TURN_S, "The time for each action in seconds. Default: no deadline.")
    on_timeout = fields.text(
        "After a timeout: `forfeit` loses the game; `bot:NAME` lets that agent end the turn.",
        {"pattern": ON_TIMEOUT_PATTERN},
        validate=fields.FullMatch(
            ON_TIMEOUT_PATTERN, error=Message("expected forfeit, or bot: and the name of an agent")
        ),
        load_default=clock.FORFEIT,
    )

    @validates_schema
    def _check_seats(self, game: dict[str, Any], **_: object) -> None:
        players = game["players"]
        if len(game.get("seats", range(players))) != players:
            raise ValidationError(Message("a game of {players} has {players} seats", players=players), "seats")
        if game["first_player"] >= players:
            raise ValidationError(Message("the seats are 0 to {last}", last=players - 1), "first_player")
        if "turn_seconds" not in game and game["on_timeout"] != clock.FORFEIT:
            raise ValidationError(Message("requires turn_seconds"), "on_timeout")


class CreateGamesRequest(RequestSchema):
    """Several new games."""

    COMPONENT: ClassVar = "GameWishes"

    games = List(
        Nested(CreateGameRequest),
        required=True,
        validate=_check_count,
        metadata={"description": "The games.", "minItems": 1, "maxItems": MAX_BATCH_GAMES},
    )


class TakeSeatRequest(RequestSchema):
    """The player who takes a seat."""

    COMPONENT: ClassVar = "SeatTaking"

    name = fields.Name(required=True, metadata={"description": "The name of the player.", **NAME_SHAPE})


class SignalRequest(RequestSchema):
    """A signal of a seat."""

    COMPONENT: ClassVar = "SignalWish"

    signal = fields.text("Whether you would like to go next.", required=True, validate=OneOf([*Signal]))


class ActionRequest(RequestSchema):
    """An action, and the version of the view that it was chosen in."""

    COMPONENT: ClassVar = "ActionProposal"

    version = fields.version("The version of the view that the action was chosen in.", required=True)
    action = fields.action("The action, one of the view's legal actions; cards in any order.", required=True)

    def load(self, data: Any, **options: Any) -> Any:
        """The loaded body. One without faults is its own result, which marshmallow needs ten times as long to find."""
        return data if _is_action(data) else super().load(data, **options)


def _is_action(body: dict[str, Any]) -> bool:
    """Whether a body has exactly the members of an action, of their types."""
    version, action = body.get("version"), body.get("action")
    return len(body) == 2 and type(action) is str and type(version) is int and 1 <= version <= fields.MAX_VERSION


class RegisterAgentRequest(RequestSchema):
    """A new agent."""

    COMPONENT: ClassVar = "AgentWish"

    name = fields.agent("Its name: lowercase letters, digits and hyphens.", required=True)
    max_games = fields.integer(
        1,
        MAX_AGENT_GAMES,
        "The running games that it takes, at most half of them, rounded up, from one address.",
        load_default=MAX_AGENT_GAMES,
    )
