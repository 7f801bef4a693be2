"""Agents that play on for the holder of a seat, until the holder takes it back. The holder may act meanwhile, too.

Each operation returns the game after it and its event. An operation that finds its result in place changes nothing, and
has no event.
"""

from __future__ import annotations

from regicide_api.core.refusals import StandInNotAllowed
from regicide_api.domain import rights
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal, Seat
from regicide_api.domain.seating import Change, count_change


def hand_over(game: HostedGame, number: int, agent: str, principal: Principal, now: int) -> Change:
    """Let an agent play on for the holder of a seat.

    Raises UnknownSeat, UnknownToken, NotYourSeat, HeldByAgent, GameCancelled, GameNotStarted, GameOver,
    StandInNotAllowed for the deal of a day, or TooManyChanges.
    """
    seat = _held_by_person(game, number, principal)
    if seat.stand_in == agent:
        return game, None
    game.require_active()
    if game.day is not None:
        raise StandInNotAllowed
    handed = seat._replace(stand_in=agent, changes=count_change(game, number))
    return game.with_seat(number, handed).after_event(now), Event(EventType.STAND_IN, number, seat.stand_in, now, agent)


def take_back(game: HostedGame, number: int, principal: Principal, now: int) -> Change:
    """Take the seat of a holder back from the agent that stands in.

    Raises UnknownSeat, UnknownToken, NotYourSeat, HeldByAgent or GameOver.
    """
    seat = _held_by_person(game, number, principal)
    if seat.stand_in is None:
        return game, None
    game.require_active()
    taken = game.with_seat(number, seat._replace(stand_in=None))
    return taken.after_event(now), Event(EventType.STAND_IN, number, seat.stand_in, now)


def _held_by_person(game: HostedGame, number: int, principal: Principal) -> Seat:
    seat = game.require_seat(number)
    rights.require_held_by_person(game, principal, number)
    return seat
