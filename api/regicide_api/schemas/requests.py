"""The bodies of requests. Nothing is taken for something else, and nothing that is not asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import ValidationError, validates_schema
from marshmallow.validate import Equal, OneOf, Regexp
from webargs import fields

import regicide
from regicide import Sentence
from regicide_api.domain import clock, player_name
from regicide_api.domain.seat import Signal
from regicide_api.schemas import parts
from regicide_api.schemas.parts import RequestSchema
from regicide_api.services.agents import NAME_PATTERN

ON_TIMEOUT: Final = rf"^(?:{clock.FORFEIT}|{clock.BOT}{NAME_PATTERN[1:-1]})$"
NAME_SHAPE: Final = {"minLength": 1, "maxLength": player_name.LONGEST, "pattern": player_name.PATTERN}


def _check_seed(seed: str) -> None:
    try:
        regicide.check_seed(seed)
    except regicide.MalformedSeed as error:
        raise ValidationError(error.args[0]) from error


class Name(fields.String):
    """The name of a player, brought into normal form."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> str:
        name = player_name.normal(super()._deserialize(value, attr, data, **options))
        if fault := player_name.fault_of(name):
            raise ValidationError(fault)
        return name


class YesOrNo(fields.Boolean):
    """true or false, and nothing that might be taken for one of them."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **options)


class SeatWish(RequestSchema):
    """A seat at a new game: held by whoever creates it, under a name, or open to anyone, or given to an agent."""

    KEYWORDS: ClassVar = {"minProperties": 1, "maxProperties": 1}

    name = Name(metadata={"description": "Who sits there.", **NAME_SHAPE})
    open = YesOrNo(validate=Equal(True), metadata={"description": "true: anyone can take the seat.", "enum": [True]})

    agent = parts.agent("The agent that plays there.")

    @validates_schema
    def _check_one(self, wish: dict[str, Any], **_: object) -> None:
        if len(wish) != 1:
            raise ValidationError(Sentence('a seat is one of {{"name": …}}, {{"open": true}} and {{"agent": …}}'))


class GameWish(RequestSchema):
    """A game to be created."""

    players = parts.integer(1, parts.MOST_PLAYERS, "How many play.", required=True)
    seats = fields.List(
        fields.Nested(SeatWish),
        metadata={"description": "One for each player. All seats are held by the creator, without names, if left out."},
    )
    seed = parts.text(
        "Makes the deal; all are told that the creator chose it. The server makes a secret one if left out.",
        {"pattern": parts.SEED_PATTERN},
        validate=_check_seed,
    )
    first_player = parts.seat("The seat that begins.", load_default=0)
    listed = YesOrNo(
        load_default=False,
        metadata={"description": "Whether the game is in the list of games, for all to see."},
    )

    turn_seconds = parts.integer(1, clock.LONGEST, "The time for each action. There is no deadline if it is left out.")
    on_timeout = parts.text(
        "What happens when the time has run out: the game is lost, or `bot:NAME`, an agent, ends the turn.",
        {"pattern": ON_TIMEOUT},
        validate=Regexp(ON_TIMEOUT, error=Sentence("forfeit, or bot: and the name of an agent")),
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


class SeatTaking(RequestSchema):
    """Who takes a seat."""

    name = Name(required=True, metadata={"description": "Who sits there.", **NAME_SHAPE})


class SignalWish(RequestSchema):
    """What a seat signals."""

    signal = parts.text("Whether you would like to go next.", required=True, validate=OneOf([*Signal]))


class ActionProposal(RequestSchema):
    """An action, and the version of the view that it was chosen in."""

    version = parts.version("The version of the view that the action was chosen in.", required=True)
    action = parts.action("The action, one of the view's legal actions; cards in any order.", required=True)


class AgentWish(RequestSchema):
    """An agent to be registered."""

    name = parts.agent("How it is known: small letters, digits and hyphens.", required=True)
