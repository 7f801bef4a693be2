"""Schemas of views of a game, of lists of games, and of the deals of days."""

from __future__ import annotations

from typing import Annotated, TypedDict

from marshmallow.validate import Range

from regicide_api.domain import clock
from regicide_api.domain.beginning import MAX_GIVEN_ACTIONS
from regicide_api.domain.daily_deal import PLAYERS
from regicide_api.schemas import enums, fields
from regicide_api.schemas.problem import AnyProblem
from regicide_api.schemas.responses import ActionText, AgentName, Card, Cards, GameId, PlayerName, Seat, Time, Version


class Preview(TypedDict):
    """What follows from a play, a yield or a flip, as far as your view tells. Hidden cards do not influence it."""

    action: Annotated[ActionText, "The action."]
    damage: Annotated[int, Range(0, 42), "The damage to the enemy, doubled by clubs."]
    health_left: Annotated[int, Range(0, 40), "What is left of the enemy's health; 0: it is defeated."]
    defeats: Annotated[bool, "Whether it defeats the enemy."]
    exact: Annotated[bool, "Whether it kills the enemy exactly, which puts it on top of the tavern."]
    healed: Annotated[
        int, Range(0, 21), "The number of cards that go from the discard pile under the tavern, before any are drawn."
    ]
    drawn: Annotated[
        list[Annotated[int, Range(0, 8), "The number of cards that this seat draws."]],
        fields.PER_SEAT,
        "The number of cards that each seat draws, by seat.",
    ]
    drawn_cards: Annotated[Cards, "Those of your draws that are certain, in canonical order."]
    shield: Annotated[int, Range(0, 200), "The sum of the shields against the enemy after it; 0 if it is defeated."]
    strike: Annotated[
        int, Range(0, 20), "The attack of the enemy on you after it, reduced by the shields; 0 without an attack."
    ]
    kept: Annotated[int, Range(0, 140), "The value of the cards that stay in your hand, without draws."]
    covers: Annotated[
        str | None,
        enums.COVERAGE,
        "Whether the cards that stay and those that you draw cover the strike: with all cards that you may draw, with "
        "none, or depending on them; null without a strike.",
    ]
    stopped: Annotated[
        list[Annotated[str, enums.SUIT, "A suit."]],
        {"maxItems": 4},
        "The suits of the cards whose powers the enemy's immunity stops.",
    ]
    outcome: Annotated[
        str | None,
        enums.OUTCOME,
        "The end of the game, if the action certainly ends it: all enemies are defeated, or you or the next player "
        "cannot go on; else null.",
    ]


_DATE = {"format": "date"}
MAX_BOTS = 100


class DealOfDay(TypedDict):
    """The deal of a day that a game has: all games with the same date and number of players have the same cards."""

    date: Annotated[str, _DATE, "The day (UTC)."]
    players: Annotated[int, Range(PLAYERS[0], PLAYERS[-1]), "The number of players."]
    ends_at: Annotated[Time, "The end of the day: then the seed, the nonce and the record are told."]


class BotResult(TypedDict):
    """The game in which a house bot plays the deal, from all seats."""

    agent: Annotated[AgentName, "The house bot."]
    status: Annotated[str, enums.STATUS, "The status of its game."]
    outcome: Annotated[str | None, enums.OUTCOME, "The outcome; null until the game is over."]
    grade: Annotated[str | None, enums.GRADE, "The grade of a solo win."]
    defeated: Annotated[int | None, Range(0, 12), "The number of defeated enemies; null until the game is over."]


class TodaysDeal(TypedDict):
    """The deal of this day for a number of players."""

    players: Annotated[int, Range(PLAYERS[0], PLAYERS[-1]), "The number of players."]
    bots: Annotated[list[BotResult], {"maxItems": MAX_BOTS}, "The games of the house bots that run."]


class TodaysDeals(TypedDict):
    """The deals of this day."""

    date: Annotated[str, _DATE, "The day (UTC)."]
    ends_at: Annotated[Time, "The end of the day."]
    now: Annotated[Time, "When the server responded."]
    deals: Annotated[list[TodaysDeal], {"maxItems": len(PLAYERS)}, "The deal of each number of players."]


class EnemyView(TypedDict):
    """The current enemy."""

    card: Annotated[Card, "The card of the enemy."]
    attack: Annotated[int, Range(10, 20), "Its attack without shields."]
    health: Annotated[int, Range(20, 40), "The damage that defeats it."]
    damage: Annotated[int, Range(0, 39), "The damage that it has taken."]
    shield: Annotated[int, Range(0, 200), "The sum of the shields against it."]
    strikes_for: Annotated[int, Range(0, 20), "Its attack, reduced by the shields."]
    immunity_cancelled: Annotated[bool, "Whether a jester has cancelled its immunity to its suit."]


class SeatView(TypedDict):
    """The public facts of a seat."""

    seat: Annotated[Seat, "The number of the seat."]
    name: Annotated[PlayerName | None, "The name of the player; null if the seat is open or has no name."]
    agent: Annotated[AgentName | None, "The agent that holds the seat."]
    held: Annotated[bool, "Whether a player holds the seat."]
    hand_size: Annotated[int, Range(0, 8), "The number of cards in its hand."]
    yielded: Annotated[bool, "Whether its last turn was a yield."]
    signal: Annotated[str | None, enums.SIGNAL, "The current signal of the seat."]
    stand_in: Annotated[str | None, "The agent that plays on for the holder, until the holder takes the seat back."]
    gives_up: Annotated[bool, "Whether the holder agrees to give the game up."]


class UnseenPool(TypedDict):
    """A group of hidden cards that a perfect memory cannot tell apart: the rest of the first deal, or of the cards that
    one hearts power has put under the tavern, or an enemy that was killed exactly.
    """

    cards: Annotated[Cards, "The cards."]
    tavern: Annotated[int, Range(0, 54), "The number of these cards in the tavern."]
    hands: Annotated[
        list[Annotated[int, Range(0, 8), "The number of these cards in the hand of that seat."]],
        "The number of these cards in each hand, by seat; 0 for a hand that you see.",
    ]


class GameResult(TypedDict):
    """The result of a game."""

    outcome: Annotated[str, enums.OUTCOME, "Won or lost; all players share it."]
    reason: Annotated[str, enums.END_REASON, "The reason."]
    seat: Annotated[
        Seat,
        "The seat that had the turn at the end: it defeated the last king, could not continue, or ran out of time. "
        "A game that is given up is lost by all.",
    ]
    defeated: Annotated[int, Range(0, 12), "The number of defeated enemies."]
    grade: Annotated[str | None, enums.GRADE, "The grade of a solo win."]


class GameView(TypedDict):
    """A game as one seat, or a spectator, may see it."""

    id: Annotated[GameId, "The game."]
    version: Annotated[Version, "Increases by one with every event of the game."]
    status: Annotated[str, enums.STATUS, "The status of the game."]
    phase: Annotated[str, enums.PHASE, "The phase: what the player to act has to do."]
    players: Annotated[int, Range(1, fields.MAX_PLAYERS), "The number of players."]
    you: Annotated[Seat | None, "Your seat; null for a spectator."]
    turn: Annotated[Seat | None, "The seat to act; null when the game is over or has not started."]
    enemy: EnemyView | None
    castle_size: Annotated[
        int, Range(0, 12), "The number of cards in the castle deck; its top card is the current enemy."
    ]
    tavern_size: Annotated[int, Range(0, 54), "The number of cards in the tavern deck."]
    tavern_top: Annotated[Cards, "The publicly known cards on top of the tavern, top first."]
    discard: Annotated[Cards, "The discard pile, which is public."]
    played: Annotated[list[Annotated[Cards, "The cards of one play."]], "The plays against the current enemy in order."]
    seats: Annotated[list[SeatView], fields.PER_SEAT, "All seats in order."]
    hand: Annotated[Cards | None, "Your hand; null for a spectator, and before the game starts."]
    unseen: Annotated[
        list[UnseenPool],
        "The hidden cards of the tavern and of the other hands, in groups that can be told apart, "
        "in the order of the tavern, top first. A perfect memory knows no more.",
    ]
    flips_left: Annotated[int, Range(0, 2), "The number of solo jesters that can still be flipped."]
    defeated: Annotated[int, Range(0, 12), "The number of defeated enemies."]
    legal_actions: Annotated[
        list[Annotated[ActionText, "An action."]],
        "All legal actions if it is your turn, including all discards that cover the damage.",
    ]
    result: GameResult | None
    commitment: Annotated[
        str | None,
        fields.HASH,
        "The SHA-256 hash that commits the server to the seed; null if the game began at a position.",
    ]
    seed: Annotated[
        str | None,
        "The seed of the deal; null until the game is over, and until the day is, if the game has the `deal` of a day.",
    ]
    nonce: Annotated[
        str | None,
        fields.NONCE,
        "The random text that the commitment hashes before the seed; null as long as the seed.",
    ]
    seed_origin: Annotated[str, enums.SEED_ORIGIN, "Who chose the seed."]
    deal: Annotated[DealOfDay | None, "The deal of a day; null if the game has a deal of its own."]
    hands: Annotated[
        list[Annotated[Cards, "The hand of a seat."]] | None,
        fields.PER_SEAT,
        "All hands at the end of the game, by seat; null until it is won or lost.",
    ]
    beginning: Annotated[str, enums.BEGINNING, "Where the game began."]
    given_actions: Annotated[int, Range(0, MAX_GIVEN_ACTIONS), "The number of its first actions that the creator gave."]
    turn_seconds: Annotated[
        int | None, Range(1, clock.MAX_TURN_S), "The time for each action in seconds; null: no deadline."
    ]
    on_timeout: Annotated[str | None, "The consequence of a timeout: `forfeit` or `bot:NAME`."]
    deadline: Annotated[Time | None, "When the current turn times out."]
    stand_in: Annotated[AgentName | None, "The agent that may end this turn after a timeout."]
    advice: Annotated[str, enums.ADVICE_RULE, "The seats that may ask an agent for advice while the game runs."]
    next: Annotated[GameId | None, "The rematch of the game; null without one."]
    created_at: Annotated[Time, "When the game was created."]
    updated_at: Annotated[Time, "When the game last changed."]
    previews: Annotated[
        list[Preview] | None,
        "With `include=previews`: what follows from each legal action, in their order, if you have "
        "to play or yield; empty if you have not. Null without the parameter.",
    ]
    now: Annotated[Time, "When the server responded: clocks of clients need not be right."]


class SeatToken(TypedDict):
    """A seat and its token."""

    seat: Annotated[Seat, "The number of the seat."]
    token: Annotated[
        str, "To be sent as `Authorization: Bearer …`. The server stores only a hash: it cannot be retrieved later."
    ]


class OwnerToken(TypedDict):
    """The token of the owner of games, with which the owner manages and finds them."""

    token: Annotated[
        str, "To be sent as `Authorization: Bearer …`. The server stores only a hash: it cannot be retrieved later."
    ]


class CreatedGame(TypedDict):
    """A new game, and a token for each seat that you hold."""

    game: GameView
    seats: Annotated[list[SeatToken], fields.PER_SEAT, "The seats that you hold."]
    owner: Annotated[OwnerToken | None, "The owner of the game; null unless you have created it."]


class CreatedGames(TypedDict):
    """New games, in the order of the request."""

    games: Annotated[list[CreatedGame], "The games."]
    owner: Annotated[OwnerToken, "The owner of all of them."]


class ListedSeat(TypedDict):
    """A seat of a game in a list."""

    seat: Annotated[Seat, "The number of the seat."]
    name: Annotated[str | None, "The name of the player; null if the seat is open or has no name."]
    agent: Annotated[str | None, "The agent that holds the seat."]
    held: Annotated[bool, "Whether a player holds the seat."]


class SeatPresence(TypedDict):
    """Whether the holder of a seat follows the game."""

    seat: Annotated[Seat, "The number of the seat."]
    present: Annotated[
        bool, "Whether its holder has a stream open, waits in a long poll, or did so just now; false after the end."
    ]
    seen_at: Annotated[
        Time | None,
        "When its holder was seen last, rounded down to the minute; null: not within a day, the seat is open, or the "
        "game is over.",
    ]


class GamePresence(TypedDict):
    """Which holders of seats follow a game."""

    seats: Annotated[list[SeatPresence], "All seats in order."]
    now: Annotated[Time, "The time of the response."]


class GameLook(TypedDict):
    """A game of a look at many: its view, or the problem that a request for it alone would get."""

    id: Annotated[str, "The game."]
    view: GameView | None
    problem: AnyProblem | None


class GameLooks(TypedDict):
    """A look at many games, in the order of the request."""

    items: Annotated[list[GameLook], "The games."]


class GameSummary(TypedDict):
    """A game in a list."""

    id: Annotated[GameId, "The game."]
    status: Annotated[str, enums.STATUS, "The status of the game."]
    players: Annotated[int, Range(1, fields.MAX_PLAYERS), "The number of players."]
    open_seats: Annotated[list[Annotated[Seat, "A seat."]], fields.PER_SEAT, "The seats that anyone can take."]
    label: Annotated[str | None, fields.LABEL, "The label, for the owner alone."]
    seats: Annotated[list[ListedSeat], "All seats in order."]
    defeated: Annotated[int, Range(0, 12), "The number of defeated enemies."]
    turn_seconds: Annotated[
        int | None, Range(1, clock.MAX_TURN_S), "The time for each action in seconds; null: no deadline."
    ]
    on_timeout: Annotated[str | None, "The consequence of a timeout: `forfeit` or `bot:NAME`."]
    created_at: Annotated[Time, "When the game was created."]
    updated_at: Annotated[Time, "When the game last changed."]


class GameList(TypedDict):
    """Games, newest first."""

    items: Annotated[list[GameSummary], fields.PAGE, "The games."]
    next: Annotated[str | None, "The `cursor` of the next page; null on the last one."]
