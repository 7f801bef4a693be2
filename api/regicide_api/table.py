"""A table: one game with all that belongs to it beside the rules: seats and their tokens, version, times.

A table is a value, like the position on it. It is kept as one JSON object, and each step of the game as an event: the
seat that acted, its action and the time, in this order, as a JSON array. What an action caused is not kept: it follows
from the seed and the actions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple

import orjson

import regicide
from regicide import Action, Position
from regicide.view import SeatView
from regicide_api import tokens
from regicide_api.errors import GameNotOver, NotYourTurn, UnknownToken, VersionConflict


class SeedOrigin(StrEnum):
    """Who chose the seed."""

    SERVER = "server"
    CLIENT = "client"


class Seat(NamedTuple):
    """A seat: the name of who sits there, if they gave one, and the hash of the token that holds it."""

    name: str | None
    token_hash: str

    def view(self, there: SeatView) -> dict[str, object]:
        """What all may know of the seat, given what they may know of it by the rules."""
        return {
            "seat": there["seat"],
            "name": self.name,
            "agent": None,
            "held": True,
            "hand_size": there["hand_size"],
            "yielded": there["yielded"],
            "signal": None,
        }


class Event(NamedTuple):
    """A step of the game: who did what, when (milliseconds since 1970)."""

    seat: int
    action: str
    at: int

    def to_bytes(self) -> bytes:
        """The event as it is kept."""
        return orjson.dumps([*self])


def event_of(stored: bytes) -> Event:
    """The event that was kept so."""
    return Event(*orjson.loads(stored))


@dataclass(frozen=True, slots=True)
class Table:
    """A game and all that belongs to it. Times are milliseconds since 1970.

    The version starts at 1; every event raises it by one.
    """

    id: str
    version: int
    position: Position
    seats: tuple[Seat, ...]
    first_player: int
    seed_origin: SeedOrigin
    created_at: int
    updated_at: int

    def to_bytes(self) -> bytes:
        """The table as it is kept."""
        return orjson.dumps(
            {
                "version": self.version,
                "position": str(self.position),
                "seats": [list(seat) for seat in self.seats],
                "first_player": self.first_player,
                "seed_origin": self.seed_origin,
                "created_at": self.created_at,
                "updated_at": self.updated_at,
            }
        )

    def seat_of(self, token: str) -> int:
        """The seat that a token holds.

        Raises UnknownToken for a token of no seat here.
        """
        held = [number for number, seat in enumerate(self.seats) if tokens.matches(token, seat.token_hash)]
        if not held:
            raise UnknownToken
        return held[0]

    def act(self, seat: int, version: int, action: Action, now: int) -> tuple[Table, Event]:
        """The table after an action that a seat chose at a version, and the event that this makes.

        Raises GameOver, VersionConflict, NotYourTurn or IllegalAction.
        """
        if self.position.outcome:
            raise regicide.GameOver("the game is over")
        if version != self.version:
            raise VersionConflict(version, self.version)
        if seat != self.position.turn:
            raise NotYourTurn(seat, self.position.turn)
        after = regicide.act(self.position, action)
        return replace(self, version=version + 1, position=after, updated_at=now), Event(seat, str(action), now)

    @property
    def status(self) -> str:
        """Active, won or lost."""
        outcome = self.position.outcome
        if outcome is None:
            return "active"
        return "won" if outcome.won else "lost"

    def view(self, viewer: int | None) -> dict[str, Any]:
        """What a seat, or a spectator (None), may know of the game."""
        seen = regicide.view(self.position, viewer)
        return {
            "id": self.id,
            "version": self.version,
            "status": self.status,
            **seen,
            "seats": [seat.view(there) for seat, there in zip(self.seats, seen["seats"], strict=True)],
            "commitment": regicide.commitment(self.position.seed),
            "seed": self.position.seed if self.position.outcome else None,
            "seed_origin": self.seed_origin,
            "deadline": None,
            "created_at": timestamp(self.created_at),
            "updated_at": timestamp(self.updated_at),
        }

    def record(self, events: Iterable[Event]) -> dict[str, Any]:
        """Everything about a game that is over: the deal, every action with all that it caused, the result.

        Raises GameNotOver for a game that goes on.
        """
        if not self.position.outcome:
            raise GameNotOver
        events = list(events)
        first = regicide.start(self.position.seed, self.position.players, self.first_player)
        actions = [regicide.parse_action(event.action) for event in events]
        record = regicide.record(first, regicide.replay(first, actions))
        for version, (told, event) in enumerate(zip(record["events"], events, strict=True), 2):
            told.update(version=version, at=timestamp(event.at))
        return {
            "id": self.id,
            **record,
            "seed_origin": self.seed_origin,
            "seats": [{"seat": number, "name": seat.name, "agent": None} for number, seat in enumerate(self.seats)],
            "created_at": timestamp(self.created_at),
            "updated_at": timestamp(self.updated_at),
        }


def table_of(game_id: str, stored: bytes) -> Table:
    """The table that was kept so."""
    kept = orjson.loads(stored)
    return Table(
        id=game_id,
        version=kept["version"],
        position=regicide.parse_position(kept["position"]),
        seats=tuple(Seat(*seat) for seat in kept["seats"]),
        first_player=kept["first_player"],
        seed_origin=SeedOrigin(kept["seed_origin"]),
        created_at=kept["created_at"],
        updated_at=kept["updated_at"],
    )


def timestamp(milliseconds: int) -> str:
    """A time in UTC as RFC 3339 has it, to the millisecond."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
