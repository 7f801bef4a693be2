"""A hosted game: a position with its seats, version, clock and times.

A hosted game is a value, like its position: every operation returns a new game and the event that describes it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

import regicide
from regicide import Action, ActionKind, Phase, Position
from regicide_api.core.errors import (
    GameNotOver,
    GameNotStarted,
    NotYourSeat,
    NotYourTurn,
    SeatTaken,
    SignalFinal,
    SignalsClosed,
    UnknownSeat,
    UnknownToken,
    VersionConflict,
)
from regicide_api.domain.clock import Clock
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.seat import MAX_SIGNALS, Player, Principal, Seat, Signal


class SeedOrigin(StrEnum):
    """The party that chose the seed."""

    SERVER = "server"
    CLIENT = "client"


class Status(StrEnum):
    """The status of a game: waiting for players, active, won or lost."""

    WAITING = "waiting"
    ACTIVE = "active"
    WON = "won"
    LOST = "lost"


_commitment: Final = lru_cache(maxsize=1024)(regicide.commitment)

STATUS_GROUPS: Final = {
    Status.WAITING: "waiting",
    Status.ACTIVE: "active",
    Status.WON: "over",
    Status.LOST: "over",
}
"""The public list of games that each status belongs to."""

MAX_PLAYS_PER_ENEMY: Final = 53
"""All cards but the enemy: a card that is played lies there until the enemy is defeated (R9)."""

MAX_TURNS: Final = 12 * MAX_PLAYS_PER_ENEMY * 4
"""Before each play there are at most three yields: four players cannot all yield in a row."""

MAX_EVENTS: Final = 3 * MAX_TURNS + 12 * 2 * 4 * MAX_SIGNALS + 100
"""The rules bound the events of a game. A turn has at most a play or yield, a discard or appointment, and a timeout.
Each of two jesters is played once against each enemy, and permits signals of four seats. The rest are seats that are
taken, flips, and the yields after the last play. Games have 50 to 150 events in practice.
"""


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A game on the server. Times are milliseconds since 1970.

    The version starts at 1; every event raises it by one. `acted` is the version that the last action or timeout made:
    an action chosen at an earlier version is stale. `deadline` ends the current turn; `stand_in` is the agent that may
    act until the end of the turn, because the player exceeded a deadline. `nonce` salts the commitment to the seed;
    None for a game that an earlier version created. `creator` is a keyed hash of the address that created the game,
    until the game is over; no view has it.
    """

    id: str
    version: int
    acted: int
    position: Position
    seats: tuple[Seat, ...]
    first_player: int
    seed_origin: SeedOrigin
    nonce: str | None
    listed: bool
    clock: Clock | None
    deadline: int | None
    stand_in: str | None
    created_at: int
    updated_at: int
    creator: str | None = None

    @property
    def status(self) -> Status:
        """The status of the game."""
        if outcome := self.position.outcome:
            return Status.WON if outcome.won else Status.LOST
        return Status.WAITING if self.open_seats() else Status.ACTIVE

    @property
    def commitment(self) -> str:
        """The public hash that commits the server to the seed."""
        return _commitment(self.position.seed, self.nonce)

    @property
    def is_untouched(self) -> bool:
        """Whether no action has been applied; timeouts do not count."""
        return self.acted == 1 or self.position == Position.new(self.position.seed, len(self.seats), self.first_player)

    def open_seats(self) -> list[int]:
        """The seats that anyone can take."""
        return [number for number, seat in enumerate(self.seats) if seat.is_open]

    def agents(self) -> set[str]:
        """The agents that have a seat, or stand in after a timeout."""
        stand_in = self.clock.stand_in if self.clock else None
        return {agent for agent in (*(seat.agent for seat in self.seats), stand_in) if agent}

    def agents_to_act(self) -> set[str]:
        """The agents that may act now: the holder of the seat that has the turn, and the stand-in."""
        agents = {agent for agent in (self.seats[self.position.turn].agent, self.stand_in) if agent}
        return agents if agents and self.status is Status.ACTIVE else set()

    def require_over(self) -> None:
        """Raises GameNotOver unless the game is over."""
        if not self.position.outcome:
            raise GameNotOver

    # Seats of a principal

    def player(self, principal: Principal) -> Player:
        """A principal with the seats that it holds, which no action changes."""
        return Player(principal, tuple(n for n, seat in enumerate(self.seats) if seat.is_held_by(principal)))

    def acting_seat(self, player: Player, wanted: int | None = None) -> int:
        """The seat that a player acts for: the wanted one; else the one that has the turn, or the player's first.

        Raises UnknownToken for a token that holds no seat, NotYourSeat for a seat that the player does not control.
        """
        seats = self._controlled(player)
        if not seats and not player.principal.agent:
            raise UnknownToken
        if not seats or (wanted is not None and wanted not in seats):
            raise NotYourSeat(wanted, seats)
        return self._preferred(seats, wanted)

    def viewing_seat(self, player: Player, wanted: int | None) -> int | None:
        """The seat from which a player sees the result of an action; None for a stand-in whose turn has ended."""
        seats = self._controlled(player)
        return self._preferred(seats, wanted if wanted in seats else None) if seats else None

    def seat_of(self, principal: Principal, wanted: int | None = None) -> int:
        """The seat of a principal, as `acting_seat` selects it, with the same errors."""
        return self.acting_seat(self.player(principal), wanted)

    def _controlled(self, player: Player) -> list[int]:
        """The seats that a player holds, and the one that it stands in for."""
        agent = player.principal.agent
        return sorted({*player.held, self.position.turn}) if agent and agent == self.stand_in else [*player.held]

    def _preferred(self, seats: list[int], wanted: int | None) -> int:
        if wanted is not None:
            return wanted
        return self.position.turn if self.position.turn in seats else seats[0]

    # Operations

    def apply(
        self, seat: int, version: int, action: Action, now: int, agent: str | None = None
    ) -> tuple[HostedGame, Event]:
        """Apply an action that a seat, or the agent that stands in for it, chose at a version.

        Raises GameOver, GameNotStarted, VersionConflict, NotYourTurn or IllegalAction.
        """
        self._require_active()
        if not self.acted <= version <= self.version:
            raise VersionConflict(version, self.version)
        if seat != self.position.turn:
            raise NotYourTurn(seat, self.position.turn)
        after = regicide.apply(self.position, action)
        turn_ended = after.phase is Phase.OVER or (after.phase is Phase.PLAY and action.kind is not ActionKind.FLIP)
        seats = self.seats if after.phase is Phase.APPOINT else _without_signals(self.seats)
        game = self._after_move(now, after, seats, None if turn_ended else self.stand_in)
        stand_in = agent if agent != self.seats[seat].agent else None
        return game, Event(EventType.ACTION, seat, str(action), now, stand_in)

    def take_seat(self, number: int, name: str, token_hash: str, now: int) -> tuple[HostedGame, Event]:
        """Give an open seat to the bearer of a token.

        Raises UnknownSeat or SeatTaken.
        """
        if not 0 <= number < len(self.seats):
            raise UnknownSeat(number, len(self.seats))
        if number not in self.open_seats():
            raise SeatTaken(number, self.open_seats())
        game = self._with_seat(number, Seat(name, token_hash))
        return game.after_event(now).restart_clock(now), Event(EventType.SEAT_TAKEN, number, name, now)

    def signal(self, number: int, signal: Signal, now: int) -> tuple[HostedGame, Event | None]:
        """Set a seat's signal. The same signal changes nothing, and there is no event.

        Raises GameOver, GameNotStarted, SignalsClosed unless a jester has just been played, or SignalFinal if the seat
        has sent MAX_SIGNALS since.
        """
        self._require_active()
        if self.position.phase is not Phase.APPOINT:
            raise SignalsClosed
        seat = self.seats[number]
        if seat.signal == signal:
            return self, None
        if seat.signals >= MAX_SIGNALS:
            raise SignalFinal(number)
        game = self._with_seat(number, seat._replace(signal=signal, signals=seat.signals + 1))
        return game.after_event(now), Event(EventType.SIGNAL, number, signal, now)

    def apply_timeout(self, now: int) -> tuple[HostedGame, Event] | None:
        """Apply an exceeded deadline: an agent stands in, or the game is lost. None before the deadline.

        The stand-in has the same time for its actions; if it exceeds its deadline, the game is lost.
        """
        if self.clock is None or self.deadline is None or now < self.deadline:
            return None
        agent = None if self.stand_in else self.clock.stand_in
        position = self.position if agent else regicide.time_out(self.position)[0]
        game = self._after_move(now, position, self.seats, agent)
        return game, Event(EventType.TIMEOUT, self.position.turn, None, now, agent)

    def with_token(self, number: int, token_hash: str) -> HostedGame:
        """Replace the token of a seat. There is no event, because no view changes."""
        return self._with_seat(number, self.seats[number]._replace(token_hash=token_hash))

    # Version and clock

    def _after_move(self, now: int, position: Position, seats: tuple[Seat, ...], stand_in: str | None) -> HostedGame:
        """The active game after an action or timeout: earlier versions are stale, the clock restarts."""
        is_over = position.outcome is not None
        return replace(
            self,
            version=self.version + 1,
            acted=self.version + 1,
            position=position,
            seats=seats,
            stand_in=stand_in,
            updated_at=now,
            deadline=self.clock.deadline(now) if self.clock and not is_over else None,
            creator=None if is_over else self.creator,
        )

    def after_event(self, now: int) -> HostedGame:
        """The game with the version of a new event that is neither an action nor a timeout."""
        return replace(self, version=self.version + 1, updated_at=now)

    def restart_clock(self, now: int) -> HostedGame:
        """The game with a new deadline if it is active."""
        return replace(self, deadline=self._deadline(now))

    def _deadline(self, now: int) -> int | None:
        return self.clock.deadline(now) if self.clock and self.status is Status.ACTIVE else None

    def _require_active(self) -> None:
        if self.position.outcome:
            raise regicide.GameOver(regicide.Message("the game is over"))
        if self.status is Status.WAITING:
            raise GameNotStarted(self.open_seats())

    def _with_seat(self, number: int, seat: Seat) -> HostedGame:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


def _without_signals(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if not any(seat.signal for seat in seats):
        return seats
    return tuple(seat._replace(signal=None, signals=0) for seat in seats)
