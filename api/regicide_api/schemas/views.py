"""How a game is seen."""

from __future__ import annotations

from marshmallow.fields import Boolean, List, Nested
from marshmallow.validate import OneOf

from regicide.outcome import GRADES, Reason
from regicide.rulebook import Phase
from regicide_api.domain import clock
from regicide_api.domain.game import SeedOrigin, Status
from regicide_api.domain.seat import Signal
from regicide_api.schemas import fields
from regicide_api.schemas.fields import ResponseSchema


class EnemyView(ResponseSchema):
    """The current enemy."""

    card = fields.card("Its card.", required=True)
    attack = fields.integer(10, 20, "What it strikes for without shields.", required=True)
    health = fields.integer(20, 40, "The damage that defeats it.", required=True)
    damage = fields.integer(0, 39, "The damage that it has taken.", required=True)
    shield = fields.integer(0, 200, "The spades that count against it now.", required=True)
    strikes_for = fields.integer(0, 20, "What is left of its attack.", required=True)
    immunity_cancelled = Boolean(
        required=True, metadata={"description": "Whether a jester has cancelled its immunity to its own suit."}
    )


class SeatView(ResponseSchema):
    """What all may know of a seat."""

    seat = fields.seat("The number of the seat.", required=True)
    name = fields.text("Who sits there; null if nobody does, or gave no name.", required=True, allow_none=True)
    agent = fields.text("The agent that the seat is given to.", required=True, allow_none=True)
    held = Boolean(required=True, metadata={"description": "Whether somebody holds the seat."})
    hand_size = fields.integer(0, 8, "How many cards are held there.", required=True)
    yielded = Boolean(required=True, metadata={"description": "Whether its last turn was a yield."})
    signal = fields.text("What the seat signals.", required=True, allow_none=True, validate=OneOf([*Signal]))


class UnseenPool(ResponseSchema):
    """Cards that you cannot see, and cannot tell apart even if you remember all that there was to see: what is left of
    the first deal, or of what one hearts power put under the tavern, or an enemy that was killed exactly.
    """

    cards = fields.cards("The cards.", required=True)
    tavern = fields.integer(0, 54, "How many of them lie in the tavern.", required=True)
    hands = List(
        fields.integer(0, 8, "How many of them that seat holds."),
        required=True,
        metadata={"description": "How many of them lie in each hand, by seat; 0 for your own as soon as you see it."},
    )


class Result(ResponseSchema):
    """How a game ended."""

    outcome = fields.text("Won or lost, by all together.", required=True, validate=OneOf(["won", "lost"]))
    reason = fields.text("Why the game ended.", required=True, validate=OneOf([*Reason]))
    seat = fields.seat("Who defeated the last king, or could not go on.", required=True)
    defeated = fields.integer(0, 12, "How many enemies fell.", required=True)
    grade = fields.text("What a solo win is worth.", required=True, allow_none=True, validate=OneOf([*GRADES.values()]))


class GameView(ResponseSchema):
    """A game as one seat, or a spectator, may know it."""

    id = fields.text("The game.", required=True)
    version = fields.version("Rises by one with every event of the game.", required=True)
    status = fields.text("How the game stands.", required=True, validate=OneOf([*Status]))
    phase = fields.text("What the player to act has to do.", required=True, validate=OneOf([*Phase]))
    players = fields.integer(1, fields.MAX_PLAYERS, "How many play.", required=True)
    you = fields.seat("Your seat; null for a spectator.", required=True, allow_none=True)
    turn = fields.seat(
        "The seat to act; null when the game is over or has not started.", required=True, allow_none=True
    )
    enemy = Nested(EnemyView, required=True, allow_none=True)
    castle_size = fields.integer(0, 12, "The castle deck; its top card is the current enemy.", required=True)
    tavern_size = fields.integer(0, 54, "The tavern deck.", required=True)
    tavern_top = fields.cards("What everyone knows to lie on top of the tavern, the uppermost first.", required=True)
    discard = fields.cards("The discard pile, which lies face up.", required=True)
    played = List(
        fields.cards("The cards of one play."),
        required=True,
        metadata={"description": "The plays against the current enemy, the first one first."},
    )
    seats = List(Nested(SeatView), required=True, metadata={"description": "All seats in order."})
    hand = fields.cards("Your hand; null for a spectator, and before the game starts.", required=True, allow_none=True)
    unseen = List(
        Nested(UnseenPool),
        required=True,
        metadata={
            "description": "The cards of the tavern and of all hands but yours, as far as they can be told apart, in "
            "the order of the tavern, top first. It is all that a perfect memory knows of them."
        },
    )
    flips_left = fields.integer(0, 2, "The solo jesters that can still be flipped.", required=True)
    defeated = fields.integer(0, 12, "How many enemies have fallen.", required=True)
    legal_actions = List(
        fields.action("An action."),
        required=True,
        metadata={"description": "Every legal action when it is your turn, all sets that cover the damage included."},
    )
    result = Nested(Result, required=True, allow_none=True)
    commitment = fields.text("Binds the server to the seed: SHA-256.", fields.HASH, required=True)
    seed = fields.text("The seed of the deal, when the game is over.", required=True, allow_none=True)
    seed_origin = fields.text("Who chose the seed.", required=True, validate=OneOf([*SeedOrigin]))
    turn_seconds = fields.integer(1, clock.MAX_TURN_S, "The time for each action.", required=True, allow_none=True)
    on_timeout = fields.text("What happens then: `forfeit`, or `bot:NAME`.", required=True, allow_none=True)
    deadline = fields.text("When the time to act is over.", fields.DATE_TIME, required=True, allow_none=True)
    stand_in = fields.text(
        "The agent that may end this turn, because the time was over.", required=True, allow_none=True
    )
    created_at = fields.time("When the game was created.")
    updated_at = fields.time("When the game last changed.")


class SeatToken(ResponseSchema):
    """A seat and the token that holds it."""

    seat = fields.seat("The number of the seat.", required=True)
    token = fields.text("Send it as `Authorization: Bearer …`. It is not kept and cannot be had again.", required=True)


class CreatedGame(ResponseSchema):
    """A new game, and a token for each seat that you hold."""

    game = Nested(GameView, required=True)
    seats = List(Nested(SeatToken), required=True, metadata={"description": "The seats that you hold."})


class GameSummary(ResponseSchema):
    """What a list of games says of each."""

    id = fields.text("The game.", required=True)
    status = fields.text("How the game stands.", required=True, validate=OneOf([*Status]))
    players = fields.integer(1, fields.MAX_PLAYERS, "How many play.", required=True)
    open_seats = List(fields.seat("A seat."), required=True, metadata={"description": "The seats anyone can take."})
    defeated = fields.integer(0, 12, "How many enemies have fallen.", required=True)
    created_at = fields.time("When the game was created.")
    updated_at = fields.time("When the game last changed.")


class GameList(ResponseSchema):
    """Games, the newest first."""

    items = List(Nested(GameSummary), required=True, metadata={"description": "The games."})
    next = fields.text("The `cursor` with which to go on; null at the end.", required=True, allow_none=True)
