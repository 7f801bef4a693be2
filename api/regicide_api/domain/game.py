"""A table: one game with all that belongs to it beside the rules: seats and who holds them, version, clock, times.

A table is a value, like the position on it: what happens at it gives a new table and the event that says what happened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import regicide
from regicide import Action, Kind, Phase, Position
from regicide_api.core.errors import (
    GameNotOver,
    GameNotStarted,
    NotYourSeat,
    NotYourTurn,
    SeatTaken,
    SignalsClosed,
    UnknownSeat,
    UnknownToken,
    VersionConflict,
)
from regicide_api.domain.clock import Clock
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.seat import Holder, Seat, Signal


class SeedOrigin(StrEnum):
    """Who chose the seed."""

    SERVER = "server"
    CLIENT = "client"


class Status(StrEnum):
    """How a game stands: a seat is open, it is being played, it is won or lost."""

    WAITING = "waiting"
    ACTIVE = "active"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Table:
    """A game and all that belongs to it. Times are milliseconds since 1970.

    The version starts at 1; every event raises it by one. `acted` is the version that the last action or timeout made:
    a view of an earlier one is past. `deadline` is when the time of who is to act is over; `stand_in` is the agent that
    may act for them, because it was over before, until their turn ends.
    """

    id: str
    version: int
    acted: int
    position: Position
    seats: tuple[Seat, ...]
    first_player: int
    seed_origin: SeedOrigin
    listed: bool
    clock: Clock | None
    deadline: int | None
    stand_in: str | None
    created_at: int
    updated_at: int

    @property
    def status(self) -> Status:
        """How the game stands."""
        if outcome := self.position.outcome:
            return Status.WON if outcome.won else Status.LOST
        return Status.WAITING if self.open_seats() else Status.ACTIVE

    def open_seats(self) -> list[int]:
        """The seats that anyone can take."""
        return [number for number, seat in enumerate(self.seats) if seat.is_open]

    def due_agents(self) -> set[str]:
        """The agents whose turn it is: the one that holds the seat to act, and the one that may act for it."""
        agents = {agent for agent in (self.seats[self.position.turn].agent, self.stand_in) if agent}
        return agents if agents and self.status is Status.ACTIVE else set()

    # Who is who

    def seats_of(self, holder: Holder) -> list[int]:
        """The seats that somebody holds, and the one that they may act for now."""
        standing_in = {self.position.turn} if holder.agent and holder.agent == self.stand_in else set()
        return [number for number, seat in enumerate(self.seats) if number in standing_in or seat.is_held_by(holder)]

    def seat_of(self, holder: Holder, wanted: int | None = None) -> int:
        """The seat that somebody sees and acts from: the one they want; or that whose turn it is, or else their first.

        Raises UnknownToken for a token of no seat here, NotYourSeat for one that is wanted and not theirs.
        """
        seats = self.seats_of(holder)
        if not seats and not holder.agent:
            raise UnknownToken
        if not seats or (wanted is not None and wanted not in seats):
            raise NotYourSeat(wanted, seats)
        if wanted is not None:
            return wanted
        return self.position.turn if self.position.turn in seats else seats[0]

    def viewer_of(self, holder: Holder, wanted: int | None) -> int | None:
        """The seat from which somebody sees what they have done: none (None) where they stood in, and do no longer."""
        seats = self.seats_of(holder)
        return self.seat_of(holder, wanted if wanted in seats else None) if seats else None

    # What can happen

    def act(self, seat: int, version: int, action: Action, now: int, agent: str | None = None) -> tuple[Table, Event]:
        """An action that a seat, or the agent that acts for it, chose at a version.

        Raises GameOver, GameNotStarted, VersionConflict, NotYourTurn or IllegalAction.
        """
        self._check_started()
        if not self.acted <= version <= self.version:
            raise VersionConflict(version, self.version)
        if seat != self.position.turn:
            raise NotYourTurn(seat, self.position.turn)
        after = regicide.act(self.position, action)
        ended = after.phase is Phase.OVER or (after.phase is Phase.PLAY and action.kind is not Kind.FLIP)
        moved = replace(
            self,
            position=after,
            seats=self.seats if after.phase is Phase.APPOINT else _silent(self.seats),
            stand_in=None if ended else self.stand_in,
        )
        substitute = agent if agent != self.seats[seat].agent else None
        return moved.one_action_on(now), Event(EventType.ACTION, seat, str(action), now, substitute)

    def take_seat(self, number: int, name: str, token_hash: str, now: int) -> tuple[Table, Event]:
        """Somebody takes an open seat.

        Raises UnknownSeat or SeatTaken.
        """
        if not 0 <= number < len(self.seats):
            raise UnknownSeat(number, len(self.seats))
        if number not in self.open_seats():
            raise SeatTaken(number, self.open_seats())
        taken = self._with_seat(number, Seat(name, token_hash))
        return taken.one_event_on(now).timed(now), Event(EventType.SEAT_TAKEN, number, name, now)

    def signal(self, number: int, signal: Signal, now: int) -> tuple[Table, Event]:
        """A seat signals whether it would like to go next.

        Raises GameOver, GameNotStarted, or SignalsClosed when no jester has just been played.
        """
        self._check_started()
        if self.position.phase is not Phase.APPOINT:
            raise SignalsClosed
        signalled = self._with_seat(number, self.seats[number]._replace(signal=signal))
        return signalled.one_event_on(now), Event(EventType.SIGNAL, number, signal, now)

    def time_out(self, now: int) -> tuple[Table, Event] | None:
        """What a deadline that is over means: somebody stands in, or the game is lost. None while there is time.

        An agent that stands in has the same time, and nobody stands in for it.
        """
        if self.clock is None or self.deadline is None or now < self.deadline:
            return None
        agent = None if self.stand_in else self.clock.stand_in
        position = self.position if agent else regicide.time_out(self.position)[0]
        ended = replace(self, position=position, stand_in=agent)
        return ended.one_action_on(now), Event(EventType.TIMEOUT, self.position.turn, None, now, agent)

    def with_token(self, number: int, token_hash: str) -> Table:
        """The table where a seat is held by another token. No event: nothing is changed for anybody else."""
        return self._with_seat(number, self.seats[number]._replace(token_hash=token_hash))

    def check_over(self) -> None:
        """Raises GameNotOver for a game that goes on."""
        if not self.position.outcome:
            raise GameNotOver

    def timed(self, now: int) -> Table:
        """The table with the clock set anew, if somebody is to act at it."""
        return replace(self, deadline=self._deadline(now))

    def one_action_on(self, now: int) -> Table:
        """The table one action, or timeout, later: views from before it are past, and the clock is set anew."""
        version = self.version + 1
        return replace(self, version=version, acted=version, updated_at=now, deadline=self._deadline(now))

    def one_event_on(self, now: int) -> Table:
        """The table one event later."""
        return replace(self, version=self.version + 1, updated_at=now)

    def _deadline(self, now: int) -> int | None:
        return self.clock.deadline(now) if self.clock and self.status is Status.ACTIVE else None

    def _check_started(self) -> None:
        if self.position.outcome:
            raise regicide.GameOver(regicide.Sentence("the game is over"))
        if self.status is Status.WAITING:
            raise GameNotStarted(self.open_seats())

    def _with_seat(self, number: int, seat: Seat) -> Table:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


def _silent(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat._replace(signal=None) for seat in seats) if any(seat.signal for seat in seats) else seats
