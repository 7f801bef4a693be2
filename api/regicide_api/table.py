"""A table: one game with all that belongs to it beside the rules: seats and their tokens, version, times.

A table is a value, like the position on it: what happens at it gives a new table and the event that says what happened.
It is kept as one JSON object.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

import orjson

import regicide
from regicide import Action, Phase, Position
from regicide.view import SeatView
from regicide_api import tokens
from regicide_api.errors import (
    GameNotOver,
    GameNotStarted,
    NotYourTurn,
    SeatTaken,
    SignalsClosed,
    UnknownSeat,
    UnknownToken,
    VersionConflict,
)
from regicide_api.event import Event, EventType


class SeedOrigin(StrEnum):
    """Who chose the seed."""

    SERVER = "server"
    CLIENT = "client"


class Signal(StrEnum):
    """What may be said between a jester and the next turn: whether one would like to go next."""

    EAGER = "eager"
    RELUCTANT = "reluctant"


class Status(StrEnum):
    """How a game stands: a seat is open, it is being played, it is won or lost."""

    WAITING = "waiting"
    ACTIVE = "active"
    WON = "won"
    LOST = "lost"


class Seat(NamedTuple):
    """A seat: the name of who sits there, if they gave one, the hash of the token that holds it, the seat's signal.

    An open seat has no token hash. A hash that is empty is no token's: the seat is held, and its token not fetched yet.
    """

    name: str | None
    token_hash: str | None
    signal: str | None = None

    def view(self, there: SeatView) -> dict[str, object]:
        """What all may know of the seat, given what they may know of it by the rules."""
        return {
            "seat": there["seat"],
            "name": self.name,
            "agent": None,
            "held": self.token_hash is not None,
            "hand_size": there["hand_size"],
            "yielded": there["yielded"],
            "signal": self.signal,
        }


@dataclass(frozen=True, slots=True)
class Table:
    """A game and all that belongs to it. Times are milliseconds since 1970.

    The version starts at 1; every event raises it by one. `acted` is the version that the last action made: a view of
    an earlier one is past, for there has been an action since.
    """

    id: str
    version: int
    acted: int
    position: Position
    seats: tuple[Seat, ...]
    first_player: int
    seed_origin: SeedOrigin
    listed: bool
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
        return [number for number, seat in enumerate(self.seats) if seat.token_hash is None]

    def seat_of(self, token: str) -> int:
        """The seat that a token holds.

        Raises UnknownToken for a token of no seat here.
        """
        held = [number for number, seat in enumerate(self.seats) if tokens.matches(token, seat.token_hash or "")]
        if not held:
            raise UnknownToken
        return held[0]

    # What can happen

    def act(self, seat: int, version: int, action: Action, now: int) -> tuple[Table, Event]:
        """An action that a seat chose at a version.

        Raises GameOver, GameNotStarted, VersionConflict, NotYourTurn or IllegalAction.
        """
        self._check_started()
        if not self.acted <= version <= self.version:
            raise VersionConflict(version, self.version)
        if seat != self.position.turn:
            raise NotYourTurn(seat, self.position.turn)
        after = regicide.act(self.position, action)
        seats = self.seats if after.phase is Phase.APPOINT else _silent(self.seats)
        moved = replace(self, position=after, seats=seats, acted=self.version + 1)
        return moved.passed(now), Event(EventType.ACTION, seat, str(action), now)

    def take_seat(self, number: int, name: str, token_hash: str, now: int) -> tuple[Table, Event]:
        """Somebody takes an open seat.

        Raises UnknownSeat or SeatTaken.
        """
        if not 0 <= number < len(self.seats):
            raise UnknownSeat(number, len(self.seats))
        if number not in self.open_seats():
            raise SeatTaken(number, self.open_seats())
        taken = self._with_seat(number, Seat(name, token_hash))
        return taken.passed(now), Event(EventType.SEAT_TAKEN, number, name, now)

    def signal(self, number: int, signal: Signal, now: int) -> tuple[Table, Event]:
        """A seat signals whether it would like to go next.

        Raises GameOver, GameNotStarted, or SignalsClosed when no jester has just been played.
        """
        self._check_started()
        if self.position.phase is not Phase.APPOINT:
            raise SignalsClosed
        signalled = self._with_seat(number, self.seats[number]._replace(signal=signal))
        return signalled.passed(now), Event(EventType.SIGNAL, number, signal, now)

    def with_token(self, number: int, token_hash: str) -> Table:
        """The table where a seat is held by another token. No event: nothing is changed for anybody else."""
        return self._with_seat(number, self.seats[number]._replace(token_hash=token_hash))

    def check_over(self) -> None:
        """Raises GameNotOver for a game that goes on."""
        if not self.position.outcome:
            raise GameNotOver

    def _check_started(self) -> None:
        if self.position.outcome:
            raise regicide.GameOver("the game is over")
        if self.status is Status.WAITING:
            raise GameNotStarted(self.open_seats())

    def _with_seat(self, number: int, seat: Seat) -> Table:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def passed(self, now: int) -> Table:
        """The table one event later."""
        return replace(self, version=self.version + 1, updated_at=now)

    # What can be seen

    def etag(self, viewer: int | None) -> str:
        """The strong validator (RFC 9110) of a viewer's view."""
        return f"{self.version}-{'spectator' if viewer is None else viewer}-en"

    def view(self, viewer: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), may know of the game; before it starts, no hand."""
        waiting = self.status is Status.WAITING
        seen = regicide.view(self.position, None if waiting else viewer)
        return {
            "id": self.id,
            "version": self.version,
            "status": self.status,
            **seen,
            "you": viewer,
            "turn": None if waiting else seen["turn"],
            "seats": [seat.view(there) for seat, there in zip(self.seats, seen["seats"], strict=True)],
            "commitment": regicide.commitment(self.position.seed),
            "seed": self.position.seed if self.position.outcome else None,
            "seed_origin": self.seed_origin,
            "deadline": None,
            "created_at": timestamp(self.created_at),
            "updated_at": timestamp(self.updated_at),
        }

    def summary(self) -> dict[str, Any]:
        """What a list of games says of it."""
        return {
            "id": self.id,
            "status": self.status,
            "players": len(self.seats),
            "open_seats": self.open_seats(),
            "defeated": self.position.defeated,
            "created_at": timestamp(self.created_at),
            "updated_at": timestamp(self.updated_at),
        }

    # How it is kept

    def to_bytes(self) -> bytes:
        """The table as it is kept."""
        return orjson.dumps(
            {
                "version": self.version,
                "acted": self.acted,
                "position": str(self.position),
                "seats": [list(seat) for seat in self.seats],
                "first_player": self.first_player,
                "seed_origin": self.seed_origin,
                "listed": self.listed,
                "created_at": self.created_at,
                "updated_at": self.updated_at,
            }
        )


def table_of(game_id: str, stored: bytes) -> Table:
    """The table that was kept so."""
    kept = orjson.loads(stored)
    return Table(
        id=game_id,
        version=kept["version"],
        acted=kept["acted"],
        position=regicide.parse_position(kept["position"]),
        seats=tuple(Seat(*seat) for seat in kept["seats"]),
        first_player=kept["first_player"],
        seed_origin=SeedOrigin(kept["seed_origin"]),
        listed=kept["listed"],
        created_at=kept["created_at"],
        updated_at=kept["updated_at"],
    )


def timestamp(milliseconds: int) -> str:
    """A time in UTC as RFC 3339 has it, to the millisecond."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _silent(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat._replace(signal=None) for seat in seats) if any(seat.signal for seat in seats) else seats
