"""The tables in the store: opening one, finding it again, acting at it, reading its record."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from flask import Flask, current_app

import regicide
from regicide import Action
from regicide_api import metrics, tokens
from regicide_api.errors import UnknownGame, VersionConflict
from regicide_api.store import Change, Store, Stored
from regicide_api.table import Event, Seat, SeedOrigin, Table, event_of, table_of

ID_BYTES: Final = 10
SEED_BYTES: Final = 16


class Opened(NamedTuple):
    """A table just opened, and the tokens of its seats in order. They are known to nobody else, the server included."""

    table: Table
    tokens: list[str]


class Proposal(NamedTuple):
    """An action that a player proposes, and the version of the view in which they chose it."""

    version: int
    action: str


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables. A game lives for `game_ttl` seconds after its last action, its record for `record_ttl`."""

    store: Store
    game_ttl: int
    record_ttl: int

    def open(self, players: int, names: Sequence[str | None], seed: str | None, first_player: int) -> Opened:
        """Deal a new game, with a seed of the server's where none is given.

        Raises MalformedSeed or ImpossibleGame.
        """
        origin = SeedOrigin.SERVER if seed is None else SeedOrigin.CLIENT
        position = regicide.start(seed or secrets.token_hex(SEED_BYTES), players, first_player)
        given = [tokens.new_token() for _ in names]
        seats = tuple(Seat(name, tokens.hashed(token)) for name, token in zip(names, given, strict=True))
        now = _now()
        table = Table(secrets.token_hex(ID_BYTES), 1, position, seats, first_player, origin, now, now)
        if not self.store.create(table.id, table.to_bytes(), self.game_ttl):
            raise RuntimeError("a game of this id exists: the random generator of this machine cannot be trusted")
        metrics.GAMES_CREATED.inc()
        return Opened(table, given)

    def find(self, game_id: str) -> Table:
        """A table.

        Raises UnknownGame.
        """
        return table_of(game_id, _found(game_id, self.store.load(game_id)))

    def act(self, game_id: str, token: str, proposal: Proposal) -> tuple[Table, int]:
        """Take an action at a table; the table after it, and the seat that acted.

        An action is applied at most once: the repeat of one that was taken changes nothing and gives the table as it
        stands. Raises MalformedAction, UnknownGame, UnknownToken, and what `Table.act` raises.
        """
        action = regicide.parse_action(proposal.action)
        stored = self.store.load_with_event(game_id, _place(proposal.version))
        before = _found(game_id, stored.record)
        table = table_of(game_id, before)
        seat = table.seat_of(token)
        if _followed_by(stored, seat, action):
            return table, seat
        after, event = table.act(seat, proposal.version, action, _now())
        overtaken = self.store.commit(game_id, self._change(before, after, event))
        if overtaken is None:
            metrics.ACTIONS_TAKEN.inc()
            return after, seat
        return _overtaken(game_id, overtaken, proposal.version, seat, action), seat

    def record(self, game_id: str) -> dict[str, Any]:
        """Everything about a game that is over.

        Raises UnknownGame or GameNotOver.
        """
        record, events = self.store.load_with_events(game_id)
        return table_of(game_id, _found(game_id, record)).record(map(event_of, events))

    def _change(self, before: bytes, after: Table, event: Event) -> Change:
        return Change(
            before=before,
            after=after.to_bytes(),
            event=event.to_bytes(),
            place=_place(after.version - 1),
            version=after.version,
            ttl=self.record_ttl if after.position.outcome else self.game_ttl,
        )


def _found(game_id: str, record: bytes | None) -> bytes:
    if record is None:
        raise UnknownGame(game_id)
    return record


def _overtaken(game_id: str, stored: Stored, version: int, seat: int, action: Action) -> Table:
    """The table, if it was the same action that came first; VersionConflict otherwise."""
    table = table_of(game_id, _found(game_id, stored.record))
    if _followed_by(stored, seat, action):
        return table
    raise VersionConflict(version, table.version)


def _place(version: int) -> int:
    """Where in the list of events the one stands that ended a version."""
    return version - 1


def _followed_by(stored: Stored, seat: int, action: Action) -> bool:
    """Whether the event that was asked for is this action by this seat."""
    if stored.event is None:
        return False
    followed = event_of(stored.event)
    return (followed.seat, followed.action) == (seat, str(action))


def _now() -> int:
    return time.time_ns() // 1_000_000


def install(app: Flask, tables: Tables) -> None:
    """Let the handlers of an app find its tables."""
    app.extensions["regicide-tables"] = tables


def tables() -> Tables:
    """The tables of the app that answers the request."""
    return cast("Tables", current_app.extensions["regicide-tables"])
