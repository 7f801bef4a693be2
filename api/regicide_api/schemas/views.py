"""Schemas of views of a game, of lists of games, and of the deals of days."""

from __future__ import annotations

from marshmallow.fields import Boolean, Integer, List, Nested, String

from regicide_api.domain import clock
from regicide_api.domain.beginning import MAX_GIVEN_ACTIONS
from regicide_api.domain.daily_deal import PLAYERS
from regicide_api.schemas import enums, fields
from regicide_api.schemas.fields import OneOf, ResponseSchema
from regicide_api.schemas.problem import PROBLEM


class Preview(ResponseSchema):
    """What follows from a play, a yield or a flip, as far as your view tells. Hidden cards do not influence it."""

    action = fields.action("The action.", required=True)
    damage = fields.integer(0, 42, "The damage to the enemy, doubled by clubs.", required=True)
    health_left = fields.integer(0, 40, "What is left of the enemy's health; 0: it is defeated.", required=True)
    defeats = Boolean(required=True, metadata={"description": "Whether it defeats the enemy."})
    exact = Boolean(
        required=True,
        metadata={"description": "Whether it kills the enemy exactly, which puts it on top of the tavern."},
    )
    healed = fields.integer(
        0,
        21,
        "The number of cards that go from the discard pile under the tavern, before any are drawn.",
        required=True,
    )
    drawn = List(
        fields.integer(0, 8, "The number of cards that this seat draws."),
        required=True,
        metadata={"description": "The number of cards that each seat draws, by seat.", **fields.PER_SEAT},
    )
    drawn_cards = fields.cards("Those of your draws that are certain, in canonical order.", required=True)
    shield = fields.integer(
        0, 200, "The sum of the shields against the enemy after it; 0 if it is defeated.", required=True
    )
    strike = fields.integer(
        0, 20, "The attack of the enemy on you after it, reduced by the shields; 0 without an attack.", required=True
    )
    kept = fields.integer(0, 140, "The value of the cards that stay in your hand, without draws.", required=True)
    covers = fields.enum(
        enums.COVERAGE,
        "Whether the cards that stay and those that you draw cover the strike: with all cards that you may draw, with "
        "none, or depending on them; null without a strike.",
        required=True,
        allow_none=True,
    )
    stopped = List(
        fields.enum(enums.SUIT, "A suit."),
        required=True,
        metadata={"description": "The suits of the cards whose powers the enemy's immunity stops.", "maxItems": 4},
    )
    outcome = fields.enum(
        enums.OUTCOME,
        "The end of the game, if the action certainly ends it: all enemies are defeated, or you or the next player "
        "cannot go on; else null.",
        required=True,
        allow_none=True,
    )


_DATE = {"format": "date"}
MAX_BOTS = 100


class DealOfDay(ResponseSchema):
    """The deal of a day that a game has: all games with the same date and number of players have the same cards."""

    date = fields.text("The day (UTC).", _DATE, required=True)
    players = fields.integer(PLAYERS[0], PLAYERS[-1], "The number of players.", required=True)
    ends_at = fields.time("The end of the day: then the seed, the nonce and the record are told.")


class BotResult(ResponseSchema):
    """The game in which a house bot plays the deal, from all seats."""

    agent = fields.text("The house bot.", fields.AGENT_NAME, required=True)
    status = fields.enum(enums.STATUS, "The status of its game.", required=True)
    outcome = fields.enum(enums.OUTCOME, "The outcome; null until the game is over.", required=True, allow_none=True)
    grade = fields.enum(enums.GRADE, "The grade of a solo win.", required=True, allow_none=True)
    defeated = fields.integer(
        0, 12, "The number of defeated enemies; null until the game is over.", required=True, allow_none=True
    )


class TodaysDeal(ResponseSchema):
    """The deal of this day for a number of players."""

    players = fields.integer(PLAYERS[0], PLAYERS[-1], "The number of players.", required=True)
    bots = List(
        Nested(BotResult),
        required=True,
        metadata={"description": "The games of the house bots that run.", "maxItems": MAX_BOTS},
    )


class TodaysDeals(ResponseSchema):
    """The deals of this day."""

    date = fields.text("The day (UTC).", _DATE, required=True)
    ends_at = fields.time("The end of the day.")
    now = fields.time("When the server responded.")
    deals = List(
        Nested(TodaysDeal),
        required=True,
        metadata={"description": "The deal of each number of players.", "maxItems": len(PLAYERS)},
    )


def _turn_seconds() -> Integer:
    description = "The time for each action in seconds; null: no deadline."
    return fields.integer(1, clock.MAX_TURN_S, description, required=True, allow_none=True)


def _on_timeout() -> String:
    return fields.text("The consequence of a timeout: `forfeit` or `bot:NAME`.", required=True, allow_none=True)


class EnemyView(ResponseSchema):
    """The current enemy."""

    card = fields.card("The card of the enemy.", required=True)
    attack = fields.integer(10, 20, "Its attack without shields.", required=True)
    health = fields.integer(20, 40, "The damage that defeats it.", required=True)
    damage = fields.integer(0, 39, "The damage that it has taken.", required=True)
    shield = fields.integer(0, 200, "The sum of the shields against it.", required=True)
    strikes_for = fields.integer(0, 20, "Its attack, reduced by the shields.", required=True)
    immunity_cancelled = Boolean(
        required=True, metadata={"description": "Whether a jester has cancelled its immunity to its suit."}
    )


class SeatView(ResponseSchema):
    """The public facts of a seat."""

    seat = fields.seat("The number of the seat.", required=True)
    name = fields.text(
        "The name of the player; null if the seat is open or has no name.",
        fields.PLAYER_NAME,
        required=True,
        allow_none=True,
    )
    agent = fields.text("The agent that holds the seat.", fields.AGENT_NAME, required=True, allow_none=True)
    held = Boolean(required=True, metadata={"description": "Whether a player holds the seat."})
    hand_size = fields.integer(0, 8, "The number of cards in its hand.", required=True)
    yielded = Boolean(required=True, metadata={"description": "Whether its last turn was a yield."})
    signal = fields.enum(enums.SIGNAL, "The current signal of the seat.", required=True, allow_none=True)
    stand_in = fields.text(
        "The agent that plays on for the holder, until the holder takes the seat back.", required=True, allow_none=True
    )
    gives_up = Boolean(required=True, metadata={"description": "Whether the holder agrees to give the game up."})


class UnseenPool(ResponseSchema):
    """A group of hidden cards that a perfect memory cannot tell apart: the rest of the first deal, or of the cards that
    one hearts power has put under the tavern, or an enemy that was killed exactly.
    """

    cards = fields.cards("The cards.", required=True)
    tavern = fields.integer(0, 54, "The number of these cards in the tavern.", required=True)
    hands = List(
        fields.integer(0, 8, "The number of these cards in the hand of that seat."),
        required=True,
        metadata={"description": "The number of these cards in each hand, by seat; 0 for a hand that you see."},
    )


class GameResult(ResponseSchema):
    """The result of a game."""

    outcome = fields.enum(enums.OUTCOME, "Won or lost; all players share it.", required=True)
    reason = fields.enum(enums.END_REASON, "The reason.", required=True)
    seat = fields.seat(
        "The seat that had the turn at the end: it defeated the last king, could not continue, or ran out of time. "
        "A game that is given up is lost by all.",
        required=True,
    )
    defeated = fields.integer(0, 12, "The number of defeated enemies.", required=True)
    grade = fields.enum(enums.GRADE, "The grade of a solo win.", required=True, allow_none=True)


class GameView(ResponseSchema):
    """A game as one seat, or a spectator, may see it."""

    id = fields.text("The game.", fields.GAME_ID, required=True)
    version = fields.version("Increases by one with every event of the game.", required=True)
    status = fields.enum(enums.STATUS, "The status of the game.", required=True)
    phase = fields.enum(enums.PHASE, "The phase: what the player to act has to do.", required=True)
    players = fields.integer(1, fields.MAX_PLAYERS, "The number of players.", required=True)
    you = fields.seat("Your seat; null for a spectator.", required=True, allow_none=True)
    turn = fields.seat(
        "The seat to act; null when the game is over or has not started.", required=True, allow_none=True
    )
    enemy = Nested(EnemyView, required=True, allow_none=True)
    castle_size = fields.integer(
        0, 12, "The number of cards in the castle deck; its top card is the current enemy.", required=True
    )
    tavern_size = fields.integer(0, 54, "The number of cards in the tavern deck.", required=True)
    tavern_top = fields.cards("The publicly known cards on top of the tavern, top first.", required=True)
    discard = fields.cards("The discard pile, which is public.", required=True)
    played = List(
        fields.cards("The cards of one play."),
        required=True,
        metadata={"description": "The plays against the current enemy in order."},
    )
    seats = List(Nested(SeatView), required=True, metadata={"description": "All seats in order.", **fields.PER_SEAT})
    hand = fields.cards("Your hand; null for a spectator, and before the game starts.", required=True, allow_none=True)
    unseen = List(
        Nested(UnseenPool),
        required=True,
        metadata={
            "description": "The hidden cards of the tavern and of the other hands, in groups that can be told apart, "
            "in the order of the tavern, top first. A perfect memory knows no more."
        },
    )
    flips_left = fields.integer(0, 2, "The number of solo jesters that can still be flipped.", required=True)
    defeated = fields.integer(0, 12, "The number of defeated enemies.", required=True)
    legal_actions = List(
        fields.action("An action."),
        required=True,
        metadata={"description": "All legal actions if it is your turn, including all discards that cover the damage."},
    )
    result = Nested(GameResult, required=True, allow_none=True)
    commitment = fields.text(
        "The SHA-256 hash that commits the server to the seed; null if the game began at a position.",
        fields.HASH,
        required=True,
        allow_none=True,
    )
    seed = fields.text(
        "The seed of the deal; null until the game is over, and until the day is, if the game has the `deal` of a day.",
        required=True,
        allow_none=True,
    )
    nonce = fields.text(
        "The random text that the commitment hashes before the seed; null as long as the seed.",
        fields.NONCE,
        required=True,
        allow_none=True,
    )
    seed_origin = fields.enum(enums.SEED_ORIGIN, "Who chose the seed.", required=True)
    deal = Nested(
        DealOfDay,
        required=True,
        allow_none=True,
        metadata={"description": "The deal of a day; null if the game has a deal of its own."},
    )
    hands = List(
        fields.cards("The hand of a seat."),
        required=True,
        allow_none=True,
        metadata={
            "description": "All hands at the end of the game, by seat; null until it is won or lost.",
            **fields.PER_SEAT,
        },
    )
    beginning = fields.enum(enums.BEGINNING, "Where the game began.", required=True)
    given_actions = fields.integer(
        0, MAX_GIVEN_ACTIONS, "The number of its first actions that the creator gave.", required=True
    )
    turn_seconds = _turn_seconds()
    on_timeout = _on_timeout()
    deadline = fields.text("When the current turn times out.", fields.DATE_TIME, required=True, allow_none=True)
    stand_in = fields.text(
        "The agent that may end this turn after a timeout.", fields.AGENT_NAME, required=True, allow_none=True
    )
    advice = fields.enum(
        enums.ADVICE_RULE, "The seats that may ask an agent for advice while the game runs.", required=True
    )
    next = fields.text("The rematch of the game; null without one.", fields.GAME_ID, required=True, allow_none=True)
    created_at = fields.time("When the game was created.")
    updated_at = fields.time("When the game last changed.")
    previews = List(
        Nested(Preview),
        required=True,
        allow_none=True,
        metadata={
            "description": "With `include=previews`: what follows from each legal action, in their order, if you have "
            "to play or yield; empty if you have not. Null without the parameter."
        },
    )
    now = fields.time("When the server responded: clocks of clients need not be right.")


class SeatToken(ResponseSchema):
    """A seat and its token."""

    seat = fields.seat("The number of the seat.", required=True)
    token = fields.text(
        "To be sent as `Authorization: Bearer …`. The server stores only a hash: it cannot be retrieved later.",
        required=True,
    )


class OwnerToken(ResponseSchema):
    """The token of the owner of games, with which the owner manages and finds them."""

    token = fields.text(
        "To be sent as `Authorization: Bearer …`. The server stores only a hash: it cannot be retrieved later.",
        required=True,
    )


class CreatedGame(ResponseSchema):
    """A new game, and a token for each seat that you hold."""

    game = Nested(GameView, required=True)
    seats = List(
        Nested(SeatToken), required=True, metadata={"description": "The seats that you hold.", **fields.PER_SEAT}
    )
    owner = Nested(
        OwnerToken,
        required=True,
        allow_none=True,
        metadata={"description": "The owner of the game; null unless you have created it."},
    )


class CreatedGames(ResponseSchema):
    """New games, in the order of the request."""

    games = List(Nested(CreatedGame), required=True, metadata={"description": "The games."})
    owner = Nested(OwnerToken, required=True, metadata={"description": "The owner of all of them."})


class ListedSeat(ResponseSchema):
    """A seat of a game in a list."""

    seat = fields.seat("The number of the seat.", required=True)
    name = fields.text(
        "The name of the player; null if the seat is open or has no name.", required=True, allow_none=True
    )
    agent = fields.text("The agent that holds the seat.", required=True, allow_none=True)
    held = Boolean(required=True, metadata={"description": "Whether a player holds the seat."})


class SeatPresence(ResponseSchema):
    """Whether the holder of a seat follows the game."""

    seat = fields.seat("The number of the seat.", required=True)
    present = Boolean(
        required=True,
        metadata={
            "description": "Whether its holder has a stream open, waits in a long poll, or did so just now; "
            "false after the end."
        },
    )
    seen_at = fields.time_or_null(
        "When its holder was seen last, rounded down to the minute; null: not within a day, the seat is open, or the "
        "game is over."
    )


class GamePresence(ResponseSchema):
    """Which holders of seats follow a game."""

    seats = List(Nested(SeatPresence), required=True, metadata={"description": "All seats in order."})
    now = fields.time("The time of the response.")


class GameLook(ResponseSchema):
    """A game of a look at many: its view, or the problem that a request for it alone would get."""

    id = fields.text("The game.", required=True)
    view = Nested(GameView, required=True, allow_none=True)
    problem = OneOf(PROBLEM, required=True, allow_none=True)


class GameLooks(ResponseSchema):
    """A look at many games, in the order of the request."""

    items = List(Nested(GameLook), required=True, metadata={"description": "The games."})


class GameSummary(ResponseSchema):
    """A game in a list."""

    id = fields.text("The game.", fields.GAME_ID, required=True)
    status = fields.enum(enums.STATUS, "The status of the game.", required=True)
    players = fields.integer(1, fields.MAX_PLAYERS, "The number of players.", required=True)
    open_seats = List(
        fields.seat("A seat."),
        required=True,
        metadata={"description": "The seats that anyone can take.", **fields.PER_SEAT},
    )
    label = fields.text("The label, for the owner alone.", fields.LABEL, required=True, allow_none=True)
    seats = List(Nested(ListedSeat), required=True, metadata={"description": "All seats in order."})
    defeated = fields.integer(0, 12, "The number of defeated enemies.", required=True)
    turn_seconds = _turn_seconds()
    on_timeout = _on_timeout()
    created_at = fields.time("When the game was created.")
    updated_at = fields.time("When the game last changed.")


class GameList(ResponseSchema):
    """Games, newest first."""

    items = List(Nested(GameSummary), required=True, metadata={"description": "The games.", **fields.PAGE})
    next = fields.text("The `cursor` of the next page; null on the last one.", required=True, allow_none=True)
