"""The bodies of requests. Nothing is taken for something else, and nothing that is not asked for."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from marshmallow import ValidationError, validates_schema
from marshmallow.fields import List, Nested
from marshmallow.validate import Equal, OneOf, Regexp

import regicide
from regicide import Sentence
from regicide_api.domain import clock, player_name
from regicide_api.domain.player_name import AGENT_NAME_PATTERN
from regicide_api.domain.seat import Signal
from regicide_api.schemas import fields
from regicide_api.schemas.fields import RequestSchema

ON_TIMEOUT_PATTERN: Final = rf"^(?:{clock.FORFEIT}|{clock.BOT_PREFIX}{AGENT_NAME_PATTERN[1:-1]})$"
NAME_SHAPE: Final = {"minLength": 1, "maxLength": player_name.MAX_LENGTH, "pattern": player_name.PATTERN}


def _check_seed(seed: str) -> None:
    try:
        regicide.check_seed(seed)
    except regicide.MalformedSeed as error:
        raise ValidationError(error.args[0]) from error


class SeatRequest(RequestSchema):
    """A seat at a new game: held by whoever creates it, under a name, or open to anyone, or given to an agent."""

    COMPONENT: ClassVar = "SeatWish"
    KEYWORDS: ClassVar = {"minProperties": 1, "maxProperties": 1}

    name = fields.Name(metadata={"description": "Who sits there.", **NAME_SHAPE})
    open = fields.StrictBoolean(
        validate=Equal(True), metadata={"description": "true: anyone can take the seat.", "enum": [True]}
    )

    agent = fields.agent("The agent that plays there.")

    @validates_schema
    def _check_one(self, wish: dict[str, Any], **_: object) -> None:
        if len(wish) != 1:
            raise ValidationError(Sentence('a seat is one of {{"name": …}}, {{"open": true}} and {{"agent": …}}'))


class CreateGameRequest(RequestSchema):
    """A game to be created."""

    COMPONENT: ClassVar = "GameWish"

    players = fields.integer(1, fields.MAX_PLAYERS, "How many play.", required=True)
    seats = List(
        Nested(SeatRequest),
        metadata={"description": "One for each player. All seats are held by the creator, without names, if left out."},
    )
    seed = fields.text(
        "Makes the deal; all are told that the creator chose it. The server makes a secret one if left out.",
        {"pattern": fields.SEED_PATTERN},
        validate=_check_seed,
    )
    first_player = fields.seat("The seat that begins.", load_default=0)
    listed = fields.StrictBoolean(
        load_default=False,
        metadata={"description": "Whether the game is in the list of games, for all to see."},
    )

    turn_seconds = fields.integer(
        1, clock.MAX_TURN_S, "The time for each action. There is no deadline if it is left out."
    )
    on_timeout = fields.text(
        "What happens when the time has run out: the game is lost, or `bot:NAME`, an agent, ends the turn.",
        {"pattern": ON_TIMEOUT_PATTERN},
        validate=Regexp(ON_TIMEOUT_PATTERN, error=Sentence("forfeit, or bot: and the name of an agent")),
        load_default=clock.FORFEIT,
    )

    @validates_schema
    def _check_seats(self, wish: dict[str, Any], **_: object) -> None:
        players = wish["players"]
        if len(wish.get("seats", range(players))) != players:
            raise ValidationError(Sentence("a game of {players} has {players} seats", players=players), "seats")
        if wish["first_player"] >= players:
            raise ValidationError(Sentence("the seats are 0 to {last}", last=players - 1), "first_player")
        if "turn_seconds" not in wish and wish["on_timeout"] != clock.FORFEIT:
            raise ValidationError(Sentence("without turn_seconds there is no timeout"), "on_timeout")


class TakeSeatRequest(RequestSchema):
    """Who takes a seat."""

    COMPONENT: ClassVar = "SeatTaking"

    name = fields.Name(required=True, metadata={"description": "Who sits there.", **NAME_SHAPE})


class SignalRequest(RequestSchema):
    """What a seat signals."""

    COMPONENT: ClassVar = "SignalWish"

    signal = fields.text("Whether you would like to go next.", required=True, validate=OneOf([*Signal]))


class ActionRequest(RequestSchema):
    """An action, and the version of the view that it was chosen in."""

    COMPONENT: ClassVar = "ActionProposal"

    version = fields.version("The version of the view that the action was chosen in.", required=True)
    action = fields.action("The action, one of the view's legal actions; cards in any order.", required=True)


class RegisterAgentRequest(RequestSchema):
    """An agent to be registered."""

    COMPONENT: ClassVar = "AgentWish"

    name = fields.agent("How it is known: small letters, digits and hyphens.", required=True)
