"""How a game is seen."""

from __future__ import annotations

from marshmallow.validate import OneOf
from webargs import fields

from regicide.outcome import GRADES, Reason
from regicide.rulebook import Phase
from regicide_api.domain import clock
from regicide_api.domain.game import SeedOrigin, Status
from regicide_api.domain.seat import Signal
from regicide_api.schemas import parts
from regicide_api.schemas.parts import AnswerSchema


class EnemyView(AnswerSchema):
    """The current enemy."""

    card = parts.card("Its card.", required=True)
    attack = parts.integer(10, 20, "What it strikes for without shields.", required=True)
    health = parts.integer(20, 40, "The damage that defeats it.", required=True)
    damage = parts.integer(0, 39, "The damage that it has taken.", required=True)
    shield = parts.integer(0, 200, "The spades that count against it now.", required=True)
    strikes_for = parts.integer(0, 20, "What is left of its attack.", required=True)
    immunity_cancelled = fields.Boolean(
        required=True, metadata={"description": "Whether a jester has cancelled its immunity to its own suit."}
    )


class SeatView(AnswerSchema):
    """What all may know of a seat."""

    seat = parts.seat("The number of the seat.", required=True)
    name = parts.text("Who sits there; null if nobody does, or gave no name.", required=True, allow_none=True)
    agent = parts.text("The agent that the seat is given to.", required=True, allow_none=True)
    held = fields.Boolean(required=True, metadata={"description": "Whether somebody holds the seat."})
    hand_size = parts.integer(0, 8, "How many cards are held there.", required=True)
    yielded = fields.Boolean(required=True, metadata={"description": "Whether its last turn was a yield."})
    signal = parts.text("What the seat signals.", required=True, allow_none=True, validate=OneOf([*Signal]))


class UnseenPool(AnswerSchema):
    """Cards that you cannot see, and cannot tell apart even if you remember all that there was to see: what is left of
    the first deal, or of what one hearts power put under the tavern, or an enemy that was killed exactly.
    """

    cards = parts.cards("The cards.", required=True)
    tavern = parts.integer(0, 54, "How many of them lie in the tavern.", required=True)
    hands = fields.List(
        parts.integer(0, 8, "How many of them that seat holds."),
        required=True,
        metadata={"description": "How many of them lie in each hand, by seat; 0 for your own as soon as you see it."},
    )


class Result(AnswerSchema):
    """How a game ended."""

    outcome = parts.text("Won or lost, by all together.", required=True, validate=OneOf(["won", "lost"]))
    reason = parts.text("Why the game ended.", required=True, validate=OneOf([*Reason]))
    seat = parts.seat("Who defeated the last king, or could not go on.", required=True)
    defeated = parts.integer(0, 12, "How many enemies fell.", required=True)
    grade = parts.text("What a solo win is worth.", required=True, allow_none=True, validate=OneOf([*GRADES.values()]))


class GameView(AnswerSchema):
    """A game as one seat, or a spectator, may know it."""

    id = parts.text("The game.", required=True)
    version = parts.version("Rises by one with every event of the game.", required=True)
    status = parts.text("How the game stands.", required=True, validate=OneOf([*Status]))
    phase = parts.text("What the player to act has to do.", required=True, validate=OneOf([*Phase]))
    players = parts.integer(1, parts.MOST_PLAYERS, "How many play.", required=True)
    you = parts.seat("Your seat; null for a spectator.", required=True, allow_none=True)
    turn = parts.seat("The seat to act; null when the game is over or has not started.", required=True, allow_none=True)
    enemy = fields.Nested(EnemyView, required=True, allow_none=True)
    castle_size = parts.integer(0, 12, "The castle deck; its top card is the current enemy.", required=True)
    tavern_size = parts.integer(0, 54, "The tavern deck.", required=True)
    tavern_top = parts.cards("What everyone knows to lie on top of the tavern, the uppermost first.", required=True)
    discard = parts.cards("The discard pile, which lies face up.", required=True)
    played = fields.List(
        parts.cards("The cards of one play."),
        required=True,
        metadata={"description": "The plays against the current enemy, the first one first."},
    )
    seats = fields.List(fields.Nested(SeatView), required=True, metadata={"description": "All seats in order."})
    hand = parts.cards("Your hand; null for a spectator, and before the game starts.", required=True, allow_none=True)
    unseen = fields.List(
        fields.Nested(UnseenPool),
        required=True,
        metadata={
            "description": "The cards of the tavern and of all hands but yours, as far as they can be told apart, in "
            "the order of the tavern, top first. It is all that a perfect memory knows of them."
        },
    )
    flips_left = parts.integer(0, 2, "The solo jesters that can still be flipped.", required=True)
    defeated = parts.integer(0, 12, "How many enemies have fallen.", required=True)
    legal_actions = fields.List(
        parts.action("An action."),
        required=True,
        metadata={"description": "Every legal action when it is your turn, all sets that cover the damage included."},
    )
    result = fields.Nested(Result, required=True, allow_none=True)
    commitment = parts.text("Binds the server to the seed: SHA-256.", parts.HASH, required=True)
    seed = parts.text("The seed of the deal, when the game is over.", required=True, allow_none=True)
    seed_origin = parts.text("Who chose the seed.", required=True, validate=OneOf([*SeedOrigin]))
    turn_seconds = parts.integer(1, clock.LONGEST, "The time for each action.", required=True, allow_none=True)
    on_timeout = parts.text("What happens then: `forfeit`, or `bot:NAME`.", required=True, allow_none=True)
    deadline = parts.text("When the time to act is over.", parts.DATE_TIME, required=True, allow_none=True)
    stand_in = parts.text(
        "The agent that may end this turn, because the time was over.", required=True, allow_none=True
    )
    created_at = parts.time("When the game was created.")
    updated_at = parts.time("When the game last changed.")


class SeatToken(AnswerSchema):
    """A seat and the token that holds it."""

    seat = parts.seat("The number of the seat.", required=True)
    token = parts.text("Send it as `Authorization: Bearer …`. It is not kept and cannot be had again.", required=True)


class CreatedGame(AnswerSchema):
    """A new game, and a token for each seat that you hold."""

    game = fields.Nested(GameView, required=True)
    seats = fields.List(fields.Nested(SeatToken), required=True, metadata={"description": "The seats that you hold."})


class GameSummary(AnswerSchema):
    """What a list of games says of each."""

    id = parts.text("The game.", required=True)
    status = parts.text("How the game stands.", required=True, validate=OneOf([*Status]))
    players = parts.integer(1, parts.MOST_PLAYERS, "How many play.", required=True)
    open_seats = fields.List(
        parts.seat("A seat."), required=True, metadata={"description": "The seats anyone can take."}
    )
    defeated = parts.integer(0, 12, "How many enemies have fallen.", required=True)
    created_at = parts.time("When the game was created.")
    updated_at = parts.time("When the game last changed.")


class GameList(AnswerSchema):
    """Games, the newest first."""

    items = fields.List(fields.Nested(GameSummary), required=True, metadata={"description": "The games."})
    next = parts.text("The `cursor` with which to go on; null at the end.", required=True, allow_none=True)
