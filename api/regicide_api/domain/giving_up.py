"""Giving a game up: the seats that people hold agree, and the game is lost."""

from __future__ import annotations

import regicide
from regicide_api.domain import rights
from regicide_api.domain.event import Agreement, Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.domain.seating import Change, count_change


def say(game: HostedGame, principal: Principal, agrees: bool, now: int) -> Change:
    """Say whether the holder of a seat agrees to give the game up. The last agreement ends the game.

    To say the same again changes nothing, and there is no event. Raises UnknownToken, NotYourSeat, HeldByAgent,
    GameCancelled, GameNotStarted, GameOver or TooManyChanges.
    """
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


def _end(game: HostedGame, now: int) -> HostedGame:
    return game.after_move(now, regicide.give_up(game.position)[0], game.seats, None)
