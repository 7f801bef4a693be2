"""Giving a game up: the seats that people hold agree, or the owner of a game of agents, and the game is lost."""

from __future__ import annotations

import regicide
from regicide import EndReason
from regicide_api.core.errors import NotYourSeat
from regicide_api.domain import rights
from regicide_api.domain.event import Agreement, Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.domain.seating import Change, count_change


def say(game: HostedGame, principal: Principal, agrees: bool, now: int) -> Change:
    """Say whether the holder of a seat agrees to give the game up. The last agreement ends the game.

    The owner gives up a game in which no person holds a seat. To say the same again changes nothing, and there is no
    event. Raises UnknownToken, NotYourSeat, HeldByAgent, GameCancelled, GameNotStarted, GameOver or TooManyChanges.
    """
    if rights.is_owned_by(game, principal):
        return _say_as_owner(game, agrees, now)
    number = rights.held_seat(game, principal)
    rights.require_held_by_person(game, principal, number)
    seat = game.seats[number]
    if seat.gives_up is agrees:
        return game, None
    game.require_active()
    changes = count_change(game, number) if agrees else seat.changes
    said = game.with_seat(number, seat._replace(gives_up=agrees, changes=changes))
    if agrees and all(seat.gives_up for seat in said.seats if seat.agent is None):
        return _end(said, now), Event(EventType.GIVE_UP, number, Agreement.ENDED, now)
    agreement = Agreement.AGREED if agrees else Agreement.WITHDRAWN
    return said.after_event(now), Event(EventType.GIVE_UP, number, agreement, now)


def _say_as_owner(game: HostedGame, agrees: bool, now: int) -> Change:
    """The event belongs to the seat to act, as a timeout does: the owner holds none."""
    if any(seat.agent is None and not seat.is_open for seat in game.seats):
        raise NotYourSeat(None, [])
    if agrees is (game.position.reason is EndReason.GIVEN_UP):
        return game, None
    game.require_active()
    return _end(game, now), Event(EventType.GIVE_UP, game.position.turn, Agreement.ENDED, now)


def _end(game: HostedGame, now: int) -> HostedGame:
    return game.after_move(now, regicide.give_up(game.position)[0], game.seats, None)
