"""Schemas of views of a game, of lists of games, and of the deals of days."""

from __future__ import annotations

from typing import Annotated, TypedDict

from marshmallow.validate import Range

import regicide
from regicide_api.domain import clock
from regicide_api.domain.board import MAX_ENTRIES
from regicide_api.domain.daily_deal import PLAYERS
from regicide_api.domain.new_game import MAX_GIVEN_ACTIONS
from regicide_api.domain.seat import MAX_DEVICES, MAX_TURNS
from regicide_api.schemas import enums, values
from regicide_api.schemas.responses import AgentName, Cards, GameId, PlayerName, Seat, Seats, Time, Token, Version

_DATE = {"format": "date"}
_DEVICE_ID = {"pattern": "^(?:first|[0-9a-f]{16})$"}
MAX_BOTS = 100
MAX_DAYS = 7


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


class DayResult(TypedDict):
    """The result of a game with the deal of a day."""

    date: Annotated[str, _DATE, "The day (UTC)."]
    outcome: Annotated[str, enums.OUTCOME, "The outcome."]
    grade: Annotated[str | None, enums.GRADE, "The grade of a solo win."]
    exact: Annotated[list[bool], range(13), "Whether each defeated enemy, in order, was defeated exactly."]
    turns: Annotated[int, Range(0, MAX_TURNS), "The number of plays and yields."]
    seconds: Annotated[int, Range(0, 2**31 - 1), "The time on the server from the first hand to the end."]
    game: Annotated[GameId | None, "The game, whose record is the replay; null until the day is over."]


class BoardEntry(TypedDict):
    """A name on a board with its results, the sums of which are its place."""

    rank: Annotated[
        int, Range(1, 2**31 - 1), "The rank, which equal results share; that of a bot is the one it would have."
    ]
    name: Annotated[PlayerName, "The name under which it was entered last."]
    agent: Annotated[AgentName | None, "The house bot; null for people."]
    defeated: Annotated[int, Range(0, 12 * MAX_DAYS), "The number of defeated enemies."]
    won: Annotated[int, Range(0, MAX_DAYS), "The number of victories."]
    turns: Annotated[int, Range(0, MAX_TURNS * MAX_DAYS), "The number of plays and yields."]
    seconds: Annotated[int, Range(0, 2**31 - 1), "The time of the games."]
    results: Annotated[list[DayResult], range(MAX_DAYS + 1), "The result of each day, the first day first."]


class DealBoard(TypedDict):
    """The results of a day or a week, the best first."""

    date: Annotated[str, _DATE, "The day (UTC), or one of the week."]
    items: Annotated[list[BoardEntry], values.PAGE, "The entries of people."]
    next: Annotated[str | None, "The `cursor` of the next page; null on the last one."]
    total: Annotated[int, Range(0, MAX_DAYS * MAX_ENTRIES), "The number of all entries of people."]
    bots: Annotated[list[BoardEntry], {"maxItems": MAX_BOTS}, "The house bots that have finished, the best first."]
    entry: Annotated[BoardEntry | None, "The entry of the parameter `game`; null if it is not on the board."]


class ListedSeat(TypedDict):
    """A seat of a game in a list."""

    seat: Annotated[Seat, "The number of the seat."]
    name: Annotated[PlayerName | None, "The name of the player; null if the seat is open or has no name."]
    agent: Annotated[AgentName | None, "The agent that holds the seat."]
    held: Annotated[bool, "Whether a player holds the seat."]


class SeatView(ListedSeat, regicide.SeatView):
    """The public facts of a seat."""

    signal: Annotated[str | None, enums.SIGNAL, "The current signal of the seat."]
    stand_in: Annotated[
        str | None,
        "The agent that plays for the holder until the holder takes the seat back; an open seat, until a player does.",
    ]
    gives_up: Annotated[bool, "Whether the holder agrees to give the game up."]


class _State(TypedDict):
    """The first members of a view."""

    id: Annotated[GameId, "The game."]
    version: Annotated[Version, "Increases by one with every event of the game."]
    status: Annotated[str, enums.STATUS, "The status of the game."]


class GameView(_State, regicide.View):
    """A game as one seat, or a spectator, may see it."""

    seats: Annotated[list[SeatView], range(5), "All seats in order."]  # type: ignore[misc] # with what a server knows
    commitment: Annotated[
        str | None,
        values.HASH,
        "The SHA-256 hash that commits the server to the seed; null if the game began at a position.",
    ]
    seed: Annotated[
        str | None,
        "The seed of the deal; null until the game is over, and until the day is, if the game has the `deal` of a day.",
    ]
    nonce: Annotated[
        str | None,
        values.NONCE,
        "The random text that the commitment hashes before the seed; null as long as the seed.",
    ]
    seed_origin: Annotated[str, enums.SEED_ORIGIN, "Who chose the seed."]
    deal: Annotated[DealOfDay | None, "The deal of a day; null if the game has a deal of its own."]
    hands: Annotated[
        list[Annotated[Cards, "The hand of a seat."]] | None,
        range(5),
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
    interrupted: Annotated[bool, "Whether the game waits for players after its start: it can be given up, not left."]
    created_at: Annotated[Time, "When the game was created."]
    updated_at: Annotated[Time, "When the game last changed."]
    previews: Annotated[
        list[regicide.Preview] | None,
        "With `include=previews`: what follows from each legal action, in their order, if you have "
        "to play or yield; empty if you have not. Null without the parameter.",
    ]
    now: Annotated[Time, "When the server responded: clocks of clients need not be right."]


class SeatToken(TypedDict):
    """A seat and its token."""

    seat: Annotated[Seat, "The number of the seat."]
    token: Token


class OwnerToken(TypedDict):
    """The token of the owner of games, with which the owner manages and finds them."""

    token: Token


class SeatGrant(TypedDict):
    """A game, and a token for each seat that you hold."""

    game: GameView
    seats: Annotated[list[SeatToken], range(5), "The seats that you hold."]


class CreatedGame(SeatGrant):
    """A new game, a token for each seat that you hold, and the token of its owner."""

    owner: Annotated[OwnerToken, "The owner of the game."]


class CreatedGames(TypedDict):
    """New games, in the order of the request."""

    games: Annotated[list[CreatedGame], "The games."]
    owner: Annotated[OwnerToken, "The owner of all of them."]


class Pairing(TypedDict):
    """A code that gives another device tokens of its own, once."""

    code: Annotated[str, {"pattern": "^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}$"}, "The code."]
    expires_at: Annotated[Time, "When the code expires."]
    games: Annotated[list[GameId], "The games in which the other device gets tokens."]


class PairedGame(TypedDict):
    """The tokens of a device in a game."""

    game: Annotated[GameId, "The game."]
    seats: Annotated[list[SeatToken], range(5), "The seats that you hold there."]
    owner: Annotated[OwnerToken | None, "A token that manages this game; null unless you own it."]


class PairedDevice(TypedDict):
    """A device that was added, with its tokens."""

    id: Annotated[str, _DEVICE_ID, "The device."]
    name: Annotated[PlayerName, "Its name."]
    games: Annotated[list[PairedGame], "Its games."]


class Device(TypedDict):
    """A device that has a token."""

    id: Annotated[str, _DEVICE_ID, "The device; `first` for the one with the first token."]
    name: Annotated[PlayerName | None, "Its name; null for the first one."]
    added_at: Annotated[Time | None, "When it was added; null for the first one."]
    current: Annotated[bool, "Whether the request has its token."]


class DeviceList(TypedDict):
    """The devices that have a token for the same seat, or as the same owner."""

    devices: Annotated[list[Device], range(MAX_DEVICES + 2), "The devices, the first one first."]


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


class GameSummary(TypedDict):
    """A game in a list."""

    id: Annotated[GameId, "The game."]
    status: Annotated[str, enums.STATUS, "The status of the game."]
    players: Annotated[int, Range(1, values.MAX_PLAYERS), "The number of players."]
    open_seats: Annotated[Seats, "The seats that anyone can take."]
    label: Annotated[str | None, values.LABEL, "The label, for the owner alone."]
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

    items: Annotated[list[GameSummary], values.PAGE, "The games."]
    next: Annotated[str | None, "The `cursor` of the next page; null on the last one."]
