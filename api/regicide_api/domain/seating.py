"""The seats of a waiting game: taken, filled with an agent, opened again, and left; and the end of such a game.

Each operation returns the game after it and its event. An operation that finds its result in place changes nothing, and
has no event.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from regicide_api.core.refusals import GameCancelled, SeatTaken, TooManyChanges
from regicide_api.domain import rights
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import MAX_CHANGES, MAX_HOLDERS, MAX_TAKES, Principal, Seat

Change: TypeAlias = tuple[HostedGame, Event | None]


def take_seat(game: HostedGame, number: int, name: str | None, token_hash: str, now: int) -> Change:
    """Give an open seat to the bearer of a token.

    Raises UnknownSeat, GameCancelled, SeatTaken or TooManyChanges.
    """
    if game.require_seat(number).token_hash == token_hash:
        return game, None
    return _give(game, number, Seat(name, token_hash), now, MAX_TAKES), Event(EventType.SEAT_TAKEN, number, name, now)


def fill_seat(game: HostedGame, number: int, agent: str, now: int) -> Change:
    """Give an open seat to an agent.

    Raises UnknownSeat, GameCancelled, GameOver, GameStarted, SeatTaken or TooManyChanges.
    """
    if game.require_seat(number).agent == agent:
        return game, None
    game.require_waiting()
    filled = _give(game, number, Seat(agent, agent=agent), now, MAX_HOLDERS)
    return filled, Event(EventType.SEAT_TAKEN, number, agent, now, agent)


def open_seat(game: HostedGame, number: int, now: int) -> Change:
    """Take a seat from its agent, so that anyone can take it.

    Raises UnknownSeat, GameCancelled, GameOver, GameStarted, or SeatTaken if a player holds the seat.
    """
    seat = game.require_seat(number)
    if seat.is_open and not game.cancelled:
        return game, None
    game.require_waiting()
    if seat.agent is None:
        raise SeatTaken(number, game.open_seats())
    return _vacate(game, number, None, now)


def leave_seat(game: HostedGame, number: int, principal: Principal, now: int) -> Change:
    """Open the seat of a principal. A principal that has left the seat before leaves it no more.

    Raises UnknownSeat, UnknownToken, NotYourSeat, GameCancelled, GameOver or GameStarted.
    """
    seat = game.require_seat(number)
    if not seat.is_held_by(principal) and seat.was_left_by(principal):
        return game, None
    rights.require_held(game, principal, number)
    game.require_waiting()
    return _vacate(game, number, principal.agent or principal.token_hash, now)


def replace_token(game: HostedGame, number: int, principal: Principal, token_hash: str) -> HostedGame:
    """Replace the token of the seat of a principal. There is no event, because no view changes.

    Raises UnknownSeat, UnknownToken, NotYourSeat or HeldByAgent.
    """
    seat = game.require_seat(number)
    if seat.token_hash == token_hash:
        return game
    rights.require_held_by_person(game, principal, number)
    return game.with_seat(number, seat._replace(token_hash=token_hash, is_replaced=True))


def cancel(game: HostedGame, now: int) -> Change:
    """End a game that waits for players. It has no result.

    Raises GameOver or GameStarted.
    """
    if game.cancelled:
        return game, None
    game.require_waiting()
    cancelled = replace(game, cancelled=True, creator=None).after_event(now)
    return cancelled, Event(EventType.CANCELLED, game.first_player, None, now)


def _give(game: HostedGame, number: int, holder: Seat, now: int, most_holders: int) -> HostedGame:
    """The game whose open seat has a holder, unless it has had too many; the game starts when all seats have one."""
    seat = game.seats[number]
    if game.cancelled:
        raise GameCancelled
    if not seat.is_open:
        raise SeatTaken(number, game.open_seats())
    if seat.vacated >= most_holders:
        raise TooManyChanges(number, most_holders)
    given = game.with_seat(number, holder._replace(vacated=seat.vacated, left=seat.left))
    return given.after_event(now).restart_clock(now)


def _vacate(game: HostedGame, number: int, left: str | None, now: int) -> Change:
    """The game whose seat is open again."""
    seat = game.seats[number]
    vacated = game.with_seat(number, Seat(vacated=seat.vacated + 1, left=left))
    return vacated.after_event(now), Event(EventType.SEAT_LEFT, number, seat.agent, now)


def count_change(game: HostedGame, number: int) -> int:
    """The number of changes by the holder of a seat with one more. Raises TooManyChanges."""
    changes = game.seats[number].changes
    if changes >= MAX_CHANGES:
        raise TooManyChanges(number, MAX_CHANGES)
    return changes + 1
