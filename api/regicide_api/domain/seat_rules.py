"""The rules of seats: what principals may do in a game, and how seats change hands and a game ends early.

Principals hold seats, act for and see from them, and own games. A seat is taken, filled with an agent, opened again,
left, and handed over to an agent, who plays on for its holder until the holder takes it back, who may act meanwhile,
too. An agent may play an open seat until a player takes it. A waiting game is cancelled. A game that has started is
given up, also while it waits again: the seats that people hold agree, or the owner of a game in which they hold none,
and the game is lost.

Each operation of a principal gets the game, the principal, the time in milliseconds since 1970, and what is to change.
It returns the game after it and its event. An operation that finds its result in place changes nothing, and has no
event.
"""

from __future__ import annotations

from dataclasses import replace

import regicide
from regicide import EndReason
from regicide_api.core.errors import HeldByAgent, NotTheHolder, NotTheOwner, NotYourSeat, UnknownGameOwner, UnknownToken
from regicide_api.core.refusals import GameCancelled, SeatTaken, StandInNotAllowed, TooManyChanges
from regicide_api.domain.event import Agreement, Event, EventType
from regicide_api.domain.game import Change, HostedGame, Status
from regicide_api.domain.seat import MAX_CHANGES, MAX_HOLDERS, MAX_TAKES, Player, Principal, Seat, is_bearer_of


def is_owned_by(game: HostedGame, principal: Principal) -> bool:
    """Whether this principal owns the game."""
    first = "" if game.is_owner_ended else game.owner or ""
    return is_bearer_of(principal, first, *(device.token_hash for device in game.owner_devices or ()))


def require_owner(game: HostedGame, principal: Principal) -> None:
    """Raises NotTheOwner unless the principal owns the game; UnknownGameOwner if its token matches nothing."""
    if not is_owned_by(game, principal):
        raise NotTheOwner if principal.agent or player(game, principal).held else UnknownGameOwner


def player(game: HostedGame, principal: Principal) -> Player:
    """A principal with the seats that it holds, which no action changes."""
    return Player(principal, tuple(n for n, seat in enumerate(game.seats) if seat.is_held_by(principal)))


def acting_seat(game: HostedGame, player: Player, wanted: int | None = None) -> int:
    """The seat that a player acts for: the wanted one; else the acting one, or the player's first.

    Raises UnknownToken for a token that holds no seat, NotYourSeat for a seat that the player does not control.
    """
    seats = _controlled(game, player)
    if not seats and not player.principal.agent:
        raise UnknownToken
    if not seats or (wanted is not None and wanted not in seats):
        raise NotYourSeat(wanted, seats)
    return _preferred(game, seats, wanted)


def require_held(game: HostedGame, principal: Principal, number: int) -> None:
    """Raises UnknownToken for a token that holds no seat, NotTheHolder unless the principal holds this one."""
    held = [*player(game, principal).held]
    if not held and not principal.agent:
        raise UnknownToken
    if number not in held:
        raise NotTheHolder(number, held)


def require_held_by_person(game: HostedGame, principal: Principal, number: int) -> None:
    """Raises HeldByAgent if an agent holds the seat, and the errors of `require_held`."""
    require_held(game, principal, number)
    if principal.agent:
        raise HeldByAgent


def held_seat(game: HostedGame, principal: Principal) -> int:
    """The seat that a principal holds; of several, the acting one, or the first.

    Raises UnknownToken for a token that holds no seat, NotYourSeat for an agent that holds none.
    """
    held = [*player(game, principal).held]
    if not held:
        raise NotYourSeat(None, []) if principal.agent else UnknownToken
    return _preferred(game, held, None)


def viewing_seat(game: HostedGame, player: Player, wanted: int | None) -> int | None:
    """The seat from which a player sees the result of an action; None for a stand-in whose turn has ended."""
    seats = _controlled(game, player)
    return _preferred(game, seats, wanted if wanted in seats else None) if seats else None


def viewer(game: HostedGame, principal: Principal | None, wanted: int | None = None) -> int | None:
    """The seat from which a client sees the game, as `acting_seat` selects it.

    None (a spectator) for a client without a principal, and for a principal that controls no seat. Raises
    NotYourSeat for a wanted seat that the principal does not control.
    """
    if principal is None:
        return None
    seats = _controlled(game, player(game, principal))
    if wanted is not None and wanted not in seats:
        raise NotYourSeat(wanted, seats)
    return _preferred(game, seats, wanted) if seats else None


def _controlled(game: HostedGame, player: Player) -> list[int]:
    """The seats that a player holds or stands in for."""
    agent = player.principal.agent
    if agent is None:
        return [*player.held]
    handed = [number for number, seat in enumerate(game.seats) if seat.stand_in == agent]
    return sorted({*player.held, *handed, *([game.position.turn] if agent == game.stand_in else ())})


def _preferred(game: HostedGame, seats: list[int], wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    return game.position.turn if game.position.turn in seats else seats[0]


def take_seat(game: HostedGame, bearer: Principal, now: int, number: int, name: str | None) -> Change:
    """Give an open seat to the bearer of its new token.

    Raises UnknownSeat, GameCancelled, SeatTaken or TooManyChanges.
    """
    if game.require_seat(number).token_hash == bearer.token_hash:
        return game, None
    taken = _give(game, number, Seat(name, bearer.token_hash), now, MAX_TAKES)
    return taken, Event(EventType.SEAT_TAKEN, number, name, now)


def fill_seat(game: HostedGame, owner: Principal, now: int, number: int, agent: str) -> Change:
    """Give an open seat of the owner's game to an agent.

    Raises NotTheOwner, UnknownGameOwner, UnknownSeat, GameCancelled, GameOver, GameStarted, SeatTaken or
    TooManyChanges.
    """
    require_owner(game, owner)
    seat = game.require_seat(number)
    if seat.agent == agent:
        return game, None
    if not seat.is_open:
        game.require_waiting()
    filled = _give(game, number, Seat(agent, agent=agent), now, MAX_HOLDERS)
    return filled, Event(EventType.SEAT_TAKEN, number, agent, now, agent)


def keep_seat(game: HostedGame, owner: Principal, now: int, number: int, agent: str) -> Change:
    """Let an agent play an open seat of the owner's game until a player takes it; the game starts if it waited for it.

    Raises NotTheOwner, UnknownGameOwner, UnknownSeat, GameCancelled, GameOver, SeatTaken, StandInNotAllowed for the
    deal of a day, or TooManyChanges.
    """
    require_owner(game, owner)
    seat = game.require_seat(number)
    if seat.is_open and seat.stand_in == agent:
        return game, None
    if game.is_over:
        game.require_active()
    if not seat.is_open:
        raise SeatTaken(number, game.open_seats)
    if game.deal_date is not None:
        raise StandInNotAllowed
    kept = game.with_seat(number, seat._replace(stand_in=agent, changes=count_change(game, number))).after_event(now)
    return _started(game, kept, now), Event(EventType.STAND_IN, number, seat.stand_in, now, agent)


def open_seat(game: HostedGame, owner: Principal, now: int, number: int) -> Change:
    """Take a seat of the owner's game from its holder, so that anyone can take it.

    Until the end of the game from a player, whose tokens end: they may be lost; and from an agent that plays an open
    seat. The game then waits, and shows no hand.
    From an agent, and in a game with the deal of a day, before the game starts. Raises NotTheOwner, UnknownGameOwner,
    UnknownSeat, GameCancelled, GameOver or GameStarted.
    """
    require_owner(game, owner)
    seat = game.require_seat(number)
    if seat.is_vacant and not game.cancelled:
        return game, None
    if seat.agent or game.deal_date or game.is_over:
        game.require_waiting()
    return _vacate(game, number, None, now)


def leave_seat(game: HostedGame, principal: Principal, now: int, number: int) -> Change:
    """Open the seat of a principal. A principal that has left the seat before leaves it no more.

    Raises UnknownSeat, UnknownToken, NotYourSeat, GameCancelled, GameOver or GameStarted.
    """
    seat = game.require_seat(number)
    if not seat.is_held_by(principal) and seat.was_left_by(principal):
        return game, None
    require_held(game, principal, number)
    game.require_waiting()
    return _vacate(game, number, principal.agent or principal.token_hash, now)


def replace_token(game: HostedGame, principal: Principal, _: int, number: int, token_hash: str) -> Change:
    """Replace the token by which a principal holds a seat; other devices keep theirs. No view changes: no event.

    Raises UnknownSeat, UnknownToken, NotYourSeat or HeldByAgent.
    """
    seat = game.require_seat(number)
    if token_hash in seat.token_hashes:
        return game, None
    require_held_by_person(game, principal, number)
    if is_bearer_of(principal, seat.token_hash or ""):
        return game.with_seat(number, seat._replace(token_hash=token_hash, is_replaced=True)), None
    devices = (
        each._replace(token_hash=token_hash) if is_bearer_of(principal, each.token_hash) else each
        for each in seat.devices
    )
    return game.with_seat(number, seat._replace(devices=tuple(devices))), None


def cancel(game: HostedGame, owner: Principal, now: int) -> Change:
    """End the owner's game, which waits for players. It has no result.

    Raises NotTheOwner, UnknownGameOwner, GameOver or GameStarted.
    """
    require_owner(game, owner)
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
        raise SeatTaken(number, game.open_seats)
    if seat.vacated >= most_holders:
        raise TooManyChanges(number, most_holders)
    given = seat._replace(name=holder.name, token_hash=holder.token_hash, agent=holder.agent, stand_in=None)
    return _started(game, game.with_seat(number, given).after_event(now), now)


def _started(before: HostedGame, after: HostedGame, now: int) -> HostedGame:
    """The game after an open seat gets a player; the clock of a turn that has begun runs on."""
    return after if before.status is Status.ACTIVE else after.restart_clock(now)


def _vacate(game: HostedGame, number: int, left: str | None, now: int) -> Change:
    """The game whose seat is open again. What the rules bound stays counted.

    Agreements to give the game up end, as other people would have to agree. An active game is interrupted.
    """
    seat = game.seats[number]
    counts = Seat(signal=seat.signal, signals=seat.signals, changes=seat.changes, vacated=seat.vacated + 1, left=left)
    seats = tuple(each._replace(gives_up=False) for each in game.with_seat(number, counts).seats)
    if game.status is Status.ACTIVE:
        vacated = game.interrupt(now, seats, None if number == game.position.turn else game.stand_in)
    else:
        vacated = replace(game, seats=seats).after_event(now)
    return vacated, Event(EventType.SEAT_LEFT, number, seat.agent or seat.stand_in, now)


def count_change(game: HostedGame, number: int) -> int:
    """The number of changes by the holder of a seat with one more. Raises TooManyChanges."""
    changes = game.seats[number].changes
    if changes >= MAX_CHANGES:
        raise TooManyChanges(number, MAX_CHANGES)
    return changes + 1


def hand_over(game: HostedGame, principal: Principal, now: int, number: int, agent: str) -> Change:
    """Let an agent play on for the holder of a seat.

    Raises UnknownSeat, UnknownToken, NotYourSeat, HeldByAgent, GameCancelled, GameNotStarted, GameOver,
    StandInNotAllowed for the deal of a day, or TooManyChanges.
    """
    seat = _held_by_person(game, number, principal)
    if seat.stand_in == agent:
        return game, None
    game.require_active()
    if game.deal_date is not None:
        raise StandInNotAllowed
    handed = seat._replace(stand_in=agent, changes=count_change(game, number))
    return game.with_seat(number, handed).after_event(now), Event(EventType.STAND_IN, number, seat.stand_in, now, agent)


def take_back(game: HostedGame, principal: Principal, now: int, number: int) -> Change:
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
    require_held_by_person(game, principal, number)
    return seat


def agree_to_end(game: HostedGame, principal: Principal, now: int, agrees: bool) -> Change:
    """Say whether the holder of a seat agrees to give the game up. The last agreement ends the game.

    The owner gives up a game in which no person holds a seat. To say the same again changes nothing, and there is no
    event. Raises UnknownToken, NotYourSeat, HeldByAgent, GameCancelled, GameNotStarted, GameOver or TooManyChanges.
    """
    if is_owned_by(game, principal):
        return _say_as_owner(game, agrees, now)
    number = held_seat(game, principal)
    require_held_by_person(game, principal, number)
    seat = game.seats[number]
    if seat.gives_up is agrees:
        return game, None
    game.require_started()
    changes = count_change(game, number) if agrees else seat.changes
    said = game.with_seat(number, seat._replace(gives_up=agrees, changes=changes))
    if agrees and all(seat.gives_up for seat in said.seats if _is_held_by_person(seat)):
        return _end(said, now), Event(EventType.GIVE_UP, number, Agreement.ENDED, now)
    agreement = Agreement.AGREED if agrees else Agreement.WITHDRAWN
    return said.after_event(now), Event(EventType.GIVE_UP, number, agreement, now)


def _say_as_owner(game: HostedGame, agrees: bool, now: int) -> Change:
    """The event belongs to the seat to act, as a timeout does: the owner holds none."""
    if any(map(_is_held_by_person, game.seats)):
        raise NotYourSeat(None, [])
    if agrees is (game.position.reason is EndReason.GIVEN_UP):
        return game, None
    game.require_started()
    return _end(game, now), Event(EventType.GIVE_UP, game.position.turn, Agreement.ENDED, now)


def _is_held_by_person(seat: Seat) -> bool:
    return seat.agent is None and not seat.is_open


def _end(game: HostedGame, now: int) -> HostedGame:
    return game.after_move(now, regicide.give_up(game.position)[0], game.seats, None)
