"""The stored form of a hosted game, and of its events.

The values of a seat, a clock and an event are arrays in the order of their fields. Fields without a value are not
stored. `StateCache` keeps the last loaded or written state of each game, and reuses it only if the stored bytes are
identical.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from threading import Lock
from typing import Any, Final, NamedTuple

import orjson

import regicide
from regicide_api.domain.clock import Clock
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame, SeedOrigin
from regicide_api.domain.seat import Device, Seat

STATES: Final = 1024
"""Games in a cache of states."""

_FIELDS: Final = [field.name for field in fields(HostedGame) if field.name != "id"]

_EMPTY: Final = dict.fromkeys(_FIELDS)
"""Fields without a value are not stored."""


def encode(game: HostedGame) -> bytes:
    """The stored form of a game, without its id, which is the key."""
    members = {name: value for name in _FIELDS if (value := getattr(game, name)) is not None}
    seats = [_without_defaults(seat) for seat in game.seats]
    stored = orjson.dumps({**members, "position": str(game.position), "seats": seats}, default=list)
    return bytes(memoryview(stored))  # orjson leaves 8 KB allocated


def decode(game_id: str, stored: bytes) -> HostedGame:
    """The inverse of `encode`."""
    members = _EMPTY | orjson.loads(stored)
    values = {
        "position": regicide.Position.parse(members["position"]),
        "seats": tuple(map(_seat, members["seats"])),
        "owner_devices": _devices(members["owner_devices"]) if members["owner_devices"] else None,
        "seed_origin": SeedOrigin(members["seed_origin"]),
        "clock": Clock(*members["clock"]) if members["clock"] else None,
        "advisers": tuple(members["advisers"]) if members["advisers"] else None,
    }
    return HostedGame(id=game_id, **members | values)


def _seat(values: Sequence[Any]) -> Seat:
    seat = Seat(*values)
    return seat._replace(devices=_devices(seat.devices)) if seat.devices else seat


def _devices(stored: Iterable[Sequence[Any]]) -> tuple[Device, ...]:
    return tuple(Device(*values) for values in stored)


def encode_event(event: Event) -> bytes:
    """The stored form of an event, without the agent if there is none."""
    return orjson.dumps([*event] if event.agent else [*event[:-1]])


def decode_event(stored: bytes) -> Event:
    """The inverse of `encode_event`."""
    kind, *rest = orjson.loads(stored)
    return Event(EventType(kind), *rest)


def _without_defaults(seat: Seat) -> list[object]:
    """The values of a seat without the defaults at their end."""
    values: list[object] = [*seat]
    while values and values[-1] == _EMPTY_SEAT[len(values) - 1]:
        values.pop()
    return values


_EMPTY_SEAT: Final = Seat()


class CachedState(NamedTuple):
    """A state of a game, with its stored form."""

    stored: bytes
    game: HostedGame


class StateCache:
    """Serializer with a thread-safe cache of decoded games, which evicts the least recently decoded or written one."""

    def __init__(self) -> None:
        self._states: dict[str, CachedState] = {}
        self._lock = Lock()
        self.newest = self._states.get
        """The state of a game that was decoded or written last. It may never have been committed."""

    def dump(self, game: HostedGame) -> bytes:
        """Encode a game and cache it."""
        return self._put(CachedState(encode(game), game)).stored

    def load(self, game_id: str, stored: bytes) -> HostedGame:
        """Decode a game, or return the cached one if its bytes are identical."""
        cached = self._states.get(game_id)
        if cached and cached.stored == stored:
            return cached.game
        return self._put(CachedState(stored, decode(game_id, stored))).game

    def _put(self, state: CachedState) -> CachedState:
        with self._lock:
            self._states.pop(state.game.id, None)
            self._states[state.game.id] = state
            if len(self._states) > STATES:
                del self._states[next(iter(self._states))]
        return state
