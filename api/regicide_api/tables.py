"""The tables in the store: opening one, finding it again, all that players do at it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias

import regicide
from regicide_api import metrics, story, tokens
from regicide_api.errors import UnknownGame
from regicide_api.event import Event, EventType, event_of
from regicide_api.index import Index
from regicide_api.store import Change, Store
from regicide_api.table import Seat, SeedOrigin, Signal, Table, table_of

ID_BYTES: Final = 10
SEED_BYTES: Final = 16


class Holding(NamedTuple):
    """A table and the tokens of seats there, by seat. The server does not keep them."""

    table: Table
    tokens: dict[int, str]
    new: bool = True


class Wish(NamedTuple):
    """A game as somebody wants it: each seat's name (None: no name), the open seats, the seed if they chose it."""

    names: Sequence[str | None]
    open_seats: frozenset[int] = frozenset()
    seed: str | None = None
    first_player: int = 0
    listed: bool = False


class Proposal(NamedTuple):
    """An action that a player proposes, and the version of the view in which they chose it."""

    version: int
    action: str


Step: TypeAlias = Callable[[Table, list[bytes]], "tuple[Table, Event | None] | None"]
"""What to do at a table, given the events asked for: the table after it and the event; None where nothing is to do."""


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables. A game lives for `game_ttl` seconds after its last event, its record for `record_ttl`."""

    store: Store
    game_ttl: int
    record_ttl: int

    def open(self, wish: Wish) -> Holding:
        """Deal a new game, with a seed of the server's where none is given.

        Raises MalformedSeed or ImpossibleGame.
        """
        given = {seat: tokens.new_token() for seat in range(len(wish.names)) if seat not in wish.open_seats}
        seats = [
            Seat(name, tokens.hashed(given[seat]) if seat in given else None) for seat, name in enumerate(wish.names)
        ]
        table = _dealt(secrets.token_hex(ID_BYTES), wish, seats)
        if not self._create(table):
            raise RuntimeError("a game of this id exists: the random generator of this machine cannot be trusted")
        return Holding(table, given)

    def find(self, game_id: str) -> Table:
        """A table.

        Raises UnknownGame.
        """
        return table_of(game_id, _found(game_id, self.store.load(game_id)))

    def find_with_events(self, game_id: str, since: int = 1) -> tuple[Table, list[Event]]:
        """A table, and its events since a version.

        Raises UnknownGame.
        """
        stored = self.store.load_since(game_id, _place(since))
        return table_of(game_id, _found(game_id, stored.record)), list(map(event_of, stored.events))

    def act(self, game_id: str, token: str, proposal: Proposal) -> tuple[Table, int]:
        """Take an action at a table; the table after it, and the seat that acted.

        An action is applied at most once: the repeat of one that was taken changes nothing and gives the table as it
        stands. Raises MalformedAction, UnknownGame, UnknownToken, and what `Table.act` raises.
        """
        action = regicide.parse_action(proposal.action)
        seats = []

        def step(table: Table, events: list[bytes]) -> tuple[Table, Event] | None:
            seats.append(table.seat_of(token))
            if _first_action(events) == (seats[-1], str(action)):
                return None
            return table.act(seats[-1], proposal.version, action, _now())

        return self._take(game_id, step, proposal.version), seats[-1]

    def take_seat(self, game_id: str, seat: int, name: str) -> Holding:
        """Take an open seat; the table after it, and the token of the seat.

        Raises UnknownGame, and what `Table.take_seat` raises.
        """
        token = tokens.new_token()
        table = self._take(game_id, lambda table, _: table.take_seat(seat, name, tokens.hashed(token), _now()))
        return Holding(table, {seat: token})

    def signal(self, game_id: str, token: str, signal: Signal) -> tuple[Table, int]:
        """Signal whether one would like to go next; the table after it, and the seat. To say it again changes nothing.

        Raises UnknownGame, UnknownToken, and what `Table.signal` raises.
        """
        seats = []

        def step(table: Table, _: list[bytes]) -> tuple[Table, Event] | None:
            seats.append(table.seat_of(token))
            signalled = table.signal(seats[-1], signal, _now())
            return None if table.seats[seats[-1]].signal == signal else signalled

        return self._take(game_id, step), seats[-1]

    def rematch(self, game_id: str, token: str) -> Holding:
        """The one game that follows a game, with the same seats, and the token there of the seat that a token holds.

        Who defeated the last enemy to fall begins (R13). The token there follows from the one here, so that each holder
        of a seat can fetch theirs, as often as they like. Raises UnknownGame, UnknownToken or GameNotOver.
        """
        before, events = self.find_with_events(game_id)
        seat = before.seat_of(token)
        before.check_over()
        next_id, next_token = _next_id(game_id), tokens.following(token, game_id)
        first = story.regicide_of(before, events)
        wish = Wish(
            names=[there.name for there in before.seats],
            first_player=before.first_player if first is None else first,
            listed=before.listed,
        )
        seats = [Seat(name, tokens.hashed(next_token) if n == seat else "") for n, name in enumerate(wish.names)]
        table = _dealt(next_id, wish, seats)
        if self._create(table):
            return Holding(table, {seat: next_token})
        return Holding(self._fetch_token(next_id, seat, tokens.hashed(next_token)), {seat: next_token}, new=False)

    def record(self, game_id: str) -> dict[str, Any]:
        """Everything about a game that is over.

        Raises UnknownGame or GameNotOver.
        """
        return story.record_of(*self.find_with_events(game_id))

    def index(self) -> Index:
        """The lists of games."""
        return Index(self.store)

    def _create(self, table: Table) -> bool:
        """Keep a new table; False where there is one of this id."""
        if not self.store.create(table.id, table.to_bytes(), self.game_ttl):
            return False
        metrics.GAMES_CREATED.inc()
        if table.listed:
            self.index().put(table)
        return True

    def _fetch_token(self, game_id: str, seat: int, token_hash: str) -> Table:
        def step(table: Table, _: list[bytes]) -> tuple[Table, None] | None:
            if table.seats[seat].token_hash == token_hash:
                return None
            return table.with_token(seat, token_hash), None

        return self._take(game_id, step)

    def _take(self, game_id: str, step: Step, since: int = 1) -> Table:
        """Take a step at a table; the table after it.

        Whoever was overtaken looks at what is there now, and decides anew: an action that came first makes another one
        past, a signal does not. Each time round, somebody else has got on.
        """
        stored = self.store.load_since(game_id, _place(since))
        while True:
            before = _found(game_id, stored.record)
            table = table_of(game_id, before)
            taken = step(table, stored.events)
            if taken is None:
                return table
            overtaken = self.store.commit(game_id, self._change(before, *taken, since))
            if overtaken is None:
                return self._taken(table, *taken)
            stored = overtaken

    def _change(self, before: bytes, after: Table, event: Event | None, since: int) -> Change:
        ttl = self.record_ttl if after.position.outcome else self.game_ttl
        return Change(before, after.to_bytes(), event.to_bytes() if event else None, _place(since), ttl)

    def _taken(self, before: Table, after: Table, event: Event | None) -> Table:
        """The table after a step that has been taken, which is counted and brings the lists up to date."""
        if event and event.type is EventType.ACTION:
            metrics.ACTIONS_TAKEN.inc()
        if after.listed and before.status is not after.status:
            self.index().put(after)
        return after


def _dealt(game_id: str, wish: Wish, seats: Sequence[Seat]) -> Table:
    origin = SeedOrigin.SERVER if wish.seed is None else SeedOrigin.CLIENT
    position = regicide.start(wish.seed or secrets.token_hex(SEED_BYTES), len(seats), wish.first_player)
    now = _now()
    return Table(
        id=game_id,
        version=1,
        acted=1,
        position=position,
        seats=tuple(seats),
        first_player=wish.first_player,
        seed_origin=origin,
        listed=wish.listed,
        created_at=now,
        updated_at=now,
    )


def _found(game_id: str, record: bytes | None) -> bytes:
    if record is None:
        raise UnknownGame(game_id)
    return record


def _next_id(game_id: str) -> str:
    """The id of the rematch of a game: a function of the game's, so that there is one rematch and no more."""
    return sha256(f"rematch:{game_id}".encode()).hexdigest()[: 2 * ID_BYTES]


def _place(version: int) -> int:
    """Where in the list of events the one stands that ended a version."""
    return version - 1


def _first_action(events: list[bytes]) -> tuple[int, str | None] | None:
    """The seat and the text of the first action among events; None if there is none."""
    actions = (event for event in map(event_of, events) if event.type is EventType.ACTION)
    return next(((event.seat, event.what) for event in actions), None)


def _now() -> int:
    return time.time_ns() // 1_000_000
