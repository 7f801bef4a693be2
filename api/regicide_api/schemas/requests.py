"""Schemas of request bodies: closed, and without conversion of types."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from marshmallow import ValidationError, pre_load, validates_schema

import regicide
from regicide import Message
from regicide_api.domain import clock, daily_deal, player_name
from regicide_api.domain.agent import MAX_DESCRIPTION_LENGTH, Seating
from regicide_api.domain.game import AdviceRule
from regicide_api.domain.new_game import MAX_GIVEN_ACTIONS, MAX_POSITION_LENGTH
from regicide_api.domain.player_name import AGENT_NAME_PATTERN
from regicide_api.domain.seat import MAX_AGENT_GAMES
from regicide_api.schemas import enums, fields, values
from regicide_api.schemas.combinations import excluding, having, holder, lacking, none_of
from regicide_api.schemas.fields import RequestSchema

MAX_BATCH_GAMES: Final = 100
"""The most games that one request creates."""

BEARER_PATTERN: Final = "^[!-~]{1,256}$"
TOKEN_FAULT: Final = Message("expected a token: 1 to 256 printable ASCII characters")
MAX_SHARED_GAMES: Final = 50
"""The most games for which one new device gets tokens: each is changed."""
CODE_PATTERN: Final = "^(?:[0-9A-TV-Za-tv-z]{4}[ -]?){2}[0-9A-TV-Za-tv-z]{4}$"
ON_TIMEOUT_PATTERN: Final = rf"^(?:{clock.FORFEIT}|{clock.BOT_PREFIX}{AGENT_NAME_PATTERN[1:-1]})$"
NAME_OR_NONE: Final = "The name of the player; null: none, clients show one in their language."
NAME_SHAPE: Final = {"minLength": 1, "maxLength": player_name.MAX_LENGTH, "pattern": player_name.PATTERN}


def _check_seed(seed: str) -> None:
    try:
        regicide.validate_seed(seed)
    except regicide.MalformedSeed as error:
        raise ValidationError(error.args[0]) from error


NOT_OPEN: Final = Message("expected true: a seat that is not open has a name or an agent")
INVITATION_OF_AGENT: Final = "The invitation of the agent, if it takes seats only by its invitation."


class _HolderSchema(RequestSchema):
    """Who holds a seat, or may take it; `invitation` only with `agent`."""

    HOLDERS: ClassVar[tuple[str, ...]] = ("open", "agent")
    HOLDERS_FAULT: ClassVar[Message]
    KEYWORDS: ClassVar = holder()

    @validates_schema
    def _check_one(self, seat: dict[str, Any], **_: object) -> None:
        if "invitation" in seat and "agent" not in seat:
            raise ValidationError(Message("requires agent"), "invitation")
        if not seat.keys() & {*self.HOLDERS} or ("name" in seat and seat.keys() & {"open", "agent"}):
            raise ValidationError(self.HOLDERS_FAULT)


class SeatRequest(_HolderSchema):
    """A seat of a new game: held by its creator under a name, open to anyone, or assigned to an agent.

    An open seat may have an agent that plays it until a player takes it.
    """

    HOLDERS: ClassVar = ("name", "open", "agent")
    HOLDERS_FAULT: ClassVar = Message('expected {{"name": …}}, or {{"open": true}}, {{"agent": …}} or both')

    name = fields.Name(allow_none=True, metadata={"description": NAME_OR_NONE, **NAME_SHAPE})
    open = fields.true("anyone can take the seat.", NOT_OPEN)
    agent = fields.agent("The agent that holds the seat; of an open seat, that plays it until a player takes it.")
    invitation = fields.invitation(INVITATION_OF_AGENT)


EXCLUDED_BY_DEAL: Final = ("seed", "actions", "position")
"""The members of a requested game that a deal shared by several games has for it."""
EXCLUDED_BY_POSITION: Final = ("seed", "first_player", "actions")
"""The members of a requested game that a position has for it."""


_STAND_IN: Final = {"pattern": f"^{clock.BOT_PREFIX}"}

_WITH_DEAL: Final = {
    "players": {"maximum": daily_deal.PLAYERS[-1]},
    "first_player": {"maximum": 0},
    "listed": {"const": False},
    "advice": {"not": {"const": str(AdviceRule.ALL)}},
    "on_timeout": {"not": _STAND_IN},
    "seats": {"items": {"not": having("open", "agent")}},
}
_OTHER_PLAYERS: Final = [
    having(players={"maximum": n}, first_player={"minimum": n}) for n in range(1, values.MAX_PLAYERS)
]
_OTHER_SEATS: Final = [
    *(having(players={"maximum": n}, seats={"minItems": n + 1}) for n in range(1, values.MAX_PLAYERS)),
    *(having(players={"minimum": n}, seats={"maxItems": n - 1}) for n in range(1, values.MAX_PLAYERS + 1)),
]


class CreateGameRequest(RequestSchema):
    """A new game."""

    KEYWORDS: ClassVar = {
        "dependentRequired": {"actions": ["seed"]},
        "dependentSchemas": {
            "deal": {"allOf": [excluding(*EXCLUDED_BY_DEAL), {"properties": _WITH_DEAL}]},
            "position": excluding(*EXCLUDED_BY_POSITION),
            "first_player": none_of(*_OTHER_PLAYERS),
            "seats": none_of(*_OTHER_SEATS),
            "on_timeout": {"not": having(on_timeout=_STAND_IN) | lacking("turn_seconds")},
        },
    }

    players = fields.integer(1, values.MAX_PLAYERS, "The number of players.", required=True)
    seats = fields.items(
        SeatRequest, values.MAX_PLAYERS, "One for each player. Default: the creator holds all seats, without names."
    )
    seed = fields.text(
        "Determines the deal; the views show that the creator chose it. Default: a secret seed from the server.",
        {"pattern": values.SEED_PATTERN, "minLength": 1, "maxLength": 128},
        validate=_check_seed,
    )
    first_player = fields.seat("The seat that begins.", load_default=0)
    actions = fields.items(
        fields.action("An action."),
        MAX_GIVEN_ACTIONS,
        "Actions that were played already, from the deal of `seed` on; the game goes on after them.",
    )
    position = fields.text(
        "The text of the position at which the game begins, as in records. Such a game has no commitment. A position "
        "that contradicts itself is refused with the reason; not checked are the fights before the last defeated "
        "enemy, whether `heals` is as large as they need, and whether the order of the cards follows from the seed.",
        {"maxLength": MAX_POSITION_LENGTH},
    )
    listed = fields.boolean("Whether the game is in the public list of games.", load_default=False)
    advice = fields.named(
        enums.ADVICE_RULE,
        "The seats that may ask an agent for advice while the game runs; everyone sees that they do. Default: `all`; "
        "`none` if the game is `listed`, or an agent that is not a house bot has a seat, or gets one later.",
    )

    label = fields.label("A text by which its owner finds the game; no other client sees it.")

    turn_seconds = fields.integer(1, clock.MAX_TURN_S, "The time for each action in seconds. Default: no deadline.")
    on_timeout = fields.matching(
        "After a timeout: `forfeit` loses the game; `bot:NAME` lets that agent end the turn. It requires "
        "`turn_seconds`; without that, `forfeit` has no effect. An agent with the seating `invited` has to have a seat "
        "of the game, with its `invitation`.",
        ON_TIMEOUT_PATTERN,
        43,
        Message("expected forfeit, or bot: and the name of an agent"),
        load_default=clock.FORFEIT,
    )

    deal = fields.named(
        enums.SHARED_DEAL,
        "`today`: the deal of this day (UTC), the same cards for all, for 1 or 2 players; seat 0 begins. It excludes "
        "`seed`, `actions`, `position`, `listed`, `advice` and stand-ins. The seed and the record are told when the "
        "day is over.",
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

    @validates_schema(pass_original=True)
    def _check_deal(self, game: dict[str, Any], original: dict[str, Any], **_: object) -> None:
        """Today's deal has its own seed, and is the same for all; its cards are shown to no public."""
        if "deal" not in game:
            return
        surplus: list[str] = [name for name in EXCLUDED_BY_DEAL if name in original]
        chosen = {
            "first_player": game["first_player"] != 0,
            "listed": game["listed"],
            "advice": game.get("advice") == AdviceRule.ALL,
            "on_timeout": game["on_timeout"] != clock.FORFEIT,
        }
        surplus += [name for name, is_chosen in chosen.items() if is_chosen]
        faults = {name: [Message("a game with the deal of the day has no {name}", name=name)] for name in surplus}
        if game["players"] not in daily_deal.PLAYERS:
            faults["players"] = [Message("the deal of the day is for 1 or 2 players")]
        if any({"open", "agent"} <= seat.keys() for seat in game.get("seats", ())):
            faults["seats"] = [Message("no agent plays on for a player in a game of today's deal")]
        if faults:
            raise ValidationError(faults)

    @validates_schema(pass_original=True)
    def _check_beginning(self, game: dict[str, Any], original: dict[str, Any], **_: object) -> None:
        """A position has a seed and a turn of its own."""
        surplus = [name for name in EXCLUDED_BY_POSITION if name in original and "position" in game]
        if surplus:
            raise ValidationError(
                {name: [Message("a game that begins at a position has no {name}", name=name)] for name in surplus}
            )
        if "actions" in game and not game.keys() & {"seed", "deal"}:
            raise ValidationError(Message("requires seed"), "actions")


class CreateGamesRequest(RequestSchema):
    """Several new games."""

    games = fields.items(CreateGameRequest, MAX_BATCH_GAMES, "The games.", least=1, required=True)

    @pre_load
    def _check_actions(self, body: dict[str, Any], **_: object) -> dict[str, Any]:
        """All games together begin with as many actions as one: each of them is checked."""
        games = body["games"] if isinstance(body.get("games"), list) else []
        given = [game.get("actions") for game in games if isinstance(game, dict)]
        if sum(len(actions) for actions in given if isinstance(actions, list)) > MAX_GIVEN_ACTIONS:
            raise ValidationError(
                Message("expected at most {most} actions in all games", most=MAX_GIVEN_ACTIONS), "games"
            )
        return body


class ViewRequest(RequestSchema):
    """A game to look at."""

    id = fields.matching("The game.", values.ID_PATTERN, 64, required=True)
    token = fields.matching(
        "The token to view it with. Default: that of the request, if any.",
        BEARER_PATTERN,
        256,
        TOKEN_FAULT,
    )
    seat = fields.seat("The seat, for a token with several. Default: the one whose turn it is, else the first.")


class ViewsRequest(RequestSchema):
    """Several games to look at."""

    games = fields.items(ViewRequest, MAX_BATCH_GAMES, "The games.", least=1, required=True)


class SharedGame(RequestSchema):
    """A game, and the tokens that are valid there."""

    id = fields.matching("The game.", values.ID_PATTERN, 64, required=True)
    tokens = fields.items(
        fields.matching("The token of a seat, or of the owner.", BEARER_PATTERN, 256, TOKEN_FAULT),
        values.MAX_PLAYERS + 1,
        "The tokens of this device.",
        least=1,
        required=True,
    )


class PairingRequest(RequestSchema):
    """What another device is to get tokens for."""

    games = fields.items(SharedGame, MAX_SHARED_GAMES, "The games of this device.", least=1, required=True)


class AddDeviceRequest(RequestSchema):
    """The code of a pairing, and the name of the device that sends it."""

    code = fields.matching(
        "The code, in upper or lower case, also with spaces or nothing in place of the hyphens.",
        CODE_PATTERN,
        14,
        Message("expected the 12 letters and digits of a code, such as 7K4M-2XQD-9HFA"),
        required=True,
    )
    name = fields.Name(
        required=True,
        metadata={"description": "A name by which you tell the device from your others.", **NAME_SHAPE},
    )


class FillSeatRequest(_HolderSchema):
    """The agent that gets a seat, or that anyone can take it; with both, the agent plays it until a player does."""

    HOLDERS_FAULT: ClassVar = Message('expected {{"open": true}}, {{"agent": …}} or both')

    open = fields.true("anyone can take the seat.", NOT_OPEN)
    agent = fields.agent("The agent that gets the seat; with `open`, until a player takes it.")
    invitation = fields.invitation(INVITATION_OF_AGENT)


class EmptyRequest(RequestSchema):
    """An empty object: the request has no members yet."""


class TakeSeatRequest(RequestSchema):
    """The player who takes a seat."""

    name = fields.Name(required=True, allow_none=True, metadata={"description": NAME_OR_NONE, **NAME_SHAPE})


class BoardEntryRequest(RequestSchema):
    """The name under which a result is on a board."""

    name = fields.Name(
        required=True, metadata={"description": "A name that everyone who reads the board sees.", **NAME_SHAPE}
    )


class SignalRequest(RequestSchema):
    """A signal of a seat."""

    signal = fields.named(enums.SIGNAL, "Whether you would like to go next.", required=True)


class StandInRequest(RequestSchema):
    """The agent that plays on for the holder of a seat."""

    agent = fields.agent("The agent.", required=True)
    invitation = fields.invitation(INVITATION_OF_AGENT)


class GiveUpRequest(RequestSchema):
    """Whether the holder of a seat agrees to give the game up."""

    agree = fields.boolean("true: agree to give the game up; false: withdraw that.", required=True)


class ActionRequest(RequestSchema):
    """An action, and the version of the view that it was chosen in."""

    version = fields.version("The version of the view that the action was chosen in.", required=True)
    action = fields.action("The action, one of the view's legal actions; cards in any order.", required=True)

    def load(self, data: Any, **options: Any) -> Any:
        """The loaded body. One without faults is its own result, which marshmallow needs ten times as long to find.

        A schema with other members, or derived from this one, leaves all to marshmallow.
        """
        is_plain = type(self) is ActionRequest and self.fields.keys() == {"version", "action"}
        return data if is_plain and _is_action(data) else super().load(data, **options)


def _is_action(body: dict[str, Any]) -> bool:
    """Whether a body has exactly the members of an action, of their types."""
    version, action = body.get("version"), body.get("action")
    is_text = type(action) is str and len(action) <= values.MAX_ACTION_LENGTH
    return len(body) == 2 and is_text and type(version) is int and 1 <= version <= values.MAX_VERSION


_BY_INVITATION: Final = {"const": str(Seating.INVITED)}


class AgentSettingsRequest(RequestSchema):
    """Settings of an agent. Those that are not given stay, or have their defaults in a new agent.

    `invitation` stands with the seating `invited`, and only there.
    """

    KEYWORDS: ClassVar = {
        "dependentRequired": {"invitation": ["seating"]},
        "dependentSchemas": {
            "seating": {"not": having(seating=_BY_INVITATION) | lacking("invitation")},
            "invitation": {"not": having(seating={"not": _BY_INVITATION})},
        },
    }

    description = fields.Description(
        allow_none=True,
        metadata={
            "description": "What it says about itself to everyone, in one line; null: nothing.",
            "minLength": 1,
            "maxLength": MAX_DESCRIPTION_LENGTH,
        },
    )
    seating = fields.named(
        enums.SEATING,
        "Who may give it a seat in a new game: `anyone`, `nobody`, or, with `invited`, those who send its "
        "`invitation`. It keeps the seats that it has.",
    )
    invitation = fields.invitation(
        "With `seating` `invited`: the text by which it can be given a seat. Random, such as a UUID; the server stores "
        "only a hash. It is valid until `seating` is set again."
    )
    max_games = fields.integer(
        1, MAX_AGENT_GAMES, "The running games that it takes, at most half of them, rounded up, from one address."
    )
    advises = fields.boolean("Whether it gives advice: it answers such questions in its inbox.")
    reviews = fields.boolean("Whether it reviews finished games: it answers such questions in its inbox.")

    @validates_schema
    def _check_invitation(self, settings: dict[str, Any], **_: object) -> None:
        is_invited = settings.get("seating") == Seating.INVITED
        if is_invited and "invitation" not in settings:
            raise ValidationError(Message("required with the seating `invited`"), "invitation")
        if "invitation" in settings and not is_invited:
            raise ValidationError(Message("requires the seating `invited`"), "invitation")


class RegisterAgentRequest(AgentSettingsRequest):
    """A new agent."""

    name = fields.agent("Its name: lowercase letters, digits and hyphens.", required=True)
