"""The tables in the store: opening one, finding it again, all that players do at it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import regicide
from regicide_api import metrics
from regicide_api.problems.errors import UnknownGame
from regicide_api.requests import tokens
from regicide_api.store import Change, Line, Store
from regicide_api.tables import deadlines, inbox, story
from regicide_api.tables.as_bytes import table_of, to_bytes
from regicide_api.tables.deadlines import Deadlines
from regicide_api.tables.event import Event, EventType, event_of
from regicide_api.tables.inbox import Inbox
from regicide_api.tables.index import Index
from regicide_api.tables.opening import Wish, dealt, rematch_id, rematch_wish
from regicide_api.tables.seat import Holder, Signal
from regicide_api.tables.table import Table

ID_BYTES: Final = 10


class Holding(NamedTuple):
    """A table and the tokens of seats there, by seat. The server does not keep them."""

    table: Table
    tokens: dict[int, str]
    viewer: int | None
    new: bool = True


class Proposal(NamedTuple):
    """An action that a player proposes, the version of the view in which they chose it, and the seat if they say so."""

    version: int
    action: str
    seat: int | None = None


class Seen(NamedTuple):
    """A table as somebody sees it from a seat; as a spectator (None) where they do not act for any seat any more."""

    table: Table
    viewer: int | None


Step: TypeAlias = Callable[[Table, list[Event]], "tuple[Table, Event | None] | None"]
"""What to do at a table, given the events asked for: the table after it and the event; None where nothing is to do."""


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables. A game lives for `game_ttl` seconds after its last event, its record for `record_ttl`.

    Whoever comes to a table whose deadline is over brings about what follows from that, before anything else.
    """

    store: Store
    game_ttl: int
    record_ttl: int

    # Opening

    def open(self, wish: Wish) -> Holding:
        """Deal a new game, with a seed of the server's where none is given.

        Raises MalformedSeed or ImpossibleGame.
        """
        given = {number: tokens.new_token() for number, place in enumerate(wish.places) if place.is_for_creator}
        hashes = {number: tokens.hashed(token) for number, token in given.items()}
        table = dealt(secrets.token_hex(ID_BYTES), wish, hashes, _now())
        if not self._create(table):
            raise RuntimeError("a game of this id exists: the random generator of this machine cannot be trusted")
        viewer = table.position.turn if table.position.turn in given else next(iter(given), None)
        return Holding(table, given, viewer)

    def rematch(self, game_id: str, holder: Holder) -> Holding:
        """The one game that follows a game, with the same seats, and the token there of the seat that somebody holds.

        Who defeated the last enemy to fall begins (R13). The token there follows from the one here, so that each holder
        of a seat can fetch theirs, as often as they like; an agent has its own already. Raises UnknownGame,
        UnknownToken, NotYourSeat or GameNotOver.
        """
        before, events = self.find_with_events(game_id)
        seat = before.seat_of(holder)
        before.check_over()
        given = {} if holder.agent else {seat: tokens.following(holder.token, game_id)}
        hashes = {
            number: tokens.hashed(given[number]) if number in given else "" for number in range(len(before.seats))
        }
        wish = rematch_wish(before, story.regicide_of(before, events))
        table = dealt(rematch_id(game_id), wish, hashes, _now())
        if self._create(table):
            return Holding(table, given, seat)
        return Holding(self._fetch_tokens(table.id, hashes if given else {}, seat), given, seat, new=False)

    # Looking

    def find(self, game_id: str) -> Table:
        """A table.

        Raises UnknownGame.
        """
        return self._settled(table_of(game_id, _found(game_id, self.store.load(game_id))))

    def find_with_events(self, game_id: str, since: int = 1) -> tuple[Table, list[Event]]:
        """A table, and its events since a version.

        Raises UnknownGame.
        """
        while True:
            stored = self.store.load_since(game_id, _place(since))
            table = table_of(game_id, _found(game_id, stored.record))
            if self._settled(table) is table:
                return table, list(map(event_of, stored.events))

    def record(self, game_id: str) -> dict[str, Any]:
        """Everything about a game that is over.

        Raises UnknownGame or GameNotOver.
        """
        return story.record_of(*self.find_with_events(game_id))

    def index(self) -> Index:
        """The lists of games."""
        return Index(self.store, max(self.game_ttl, self.record_ttl))

    def inbox(self, agent: str) -> Inbox:
        """The turns of an agent."""
        return Inbox(self.store, agent, self._find_all)

    def sweep(self) -> None:
        """End all turns whose time is over."""
        Deadlines(self.store, self._find_if_there, self.game_ttl).sweep(_now())

    # Acting

    def act(self, game_id: str, holder: Holder, proposal: Proposal) -> Seen:
        """Take an action at a table; the table after it, as the player sees it.

        An action is applied at most once: the repeat of one that was taken changes nothing and gives the table as it
        stands. Raises MalformedAction, UnknownGame, and what `Table.seat_of` and `Table.act` raise.
        """
        action = regicide.parse_action(proposal.action)

        def step(table: Table, events: list[Event]) -> tuple[Table, Event] | None:
            if _is_repeat(table, holder, str(action), events):
                return None
            seat = table.seat_of(holder, proposal.seat)
            return table.act(seat, proposal.version, action, _now(), holder.agent)

        table = self._take(game_id, step, proposal.version)
        return Seen(table, table.viewer_of(holder, proposal.seat))

    def take_seat(self, game_id: str, seat: int, name: str) -> Holding:
        """Take an open seat; the table after it, and the token of the seat.

        Raises UnknownGame, and what `Table.take_seat` raises.
        """
        token = tokens.new_token()
        table = self._take(game_id, lambda table, _: table.take_seat(seat, name, tokens.hashed(token), _now()))
        return Holding(table, {seat: token}, seat)

    def signal(self, game_id: str, holder: Holder, signal: Signal, wanted: int | None = None) -> Seen:
        """Signal whether one would like to go next; the table after it. To say it again changes nothing.

        Raises UnknownGame, and what `Table.seat_of` and `Table.signal` raise.
        """

        def step(table: Table, _: list[Event]) -> tuple[Table, Event] | None:
            seat = table.seat_of(holder, wanted)
            signalled = table.signal(seat, signal, _now())
            return None if table.seats[seat].signal == signal else signalled

        table = self._take(game_id, step)
        return Seen(table, table.viewer_of(holder, wanted))

    # In the store

    def _create(self, table: Table) -> bool:
        """Keep a new table; False where there is one of this id."""
        if not self.store.create(table.id, to_bytes(table), self.game_ttl, self._lines(table), inbox.topics(table)):
            return False
        metrics.GAMES_CREATED.inc()
        if table.listed:
            self.index().put(table)
        return True

    def _fetch_tokens(self, game_id: str, hashes: dict[int, str], seat: int) -> Table:
        def step(table: Table, _: list[Event]) -> tuple[Table, None] | None:
            if seat not in hashes or table.seats[seat].token_hash == hashes[seat]:
                return None
            return table.with_token(seat, hashes[seat]), None

        return self._take(game_id, step)

    def _find_if_there(self, game_id: str) -> Table | None:
        [table] = self._find_all([game_id])
        return table

    def _find_all(self, game_ids: list[str]) -> list[Table | None]:
        found = zip(game_ids, self.store.load_all(game_ids), strict=True)
        return [self._settled(table_of(game_id, record)) if record else None for game_id, record in found]

    def _settled(self, table: Table) -> Table:
        """The table itself; or, if its deadline is over, the table after that."""
        return self._take(table.id, _nothing) if table.time_out(_now()) else table

    def _take(self, game_id: str, step: Step, since: int = 1) -> Table:
        """Take a step at a table; the table after it.

        Whoever was overtaken looks at what is there now, and decides anew: an action that came first makes another one
        past, a signal does not. Each time round, somebody else has got on. A deadline that is over comes first.
        """
        stored = self.store.load_since(game_id, _place(since))
        while True:
            before = _found(game_id, stored.record)
            table = table_of(game_id, before)
            timed_out = table.time_out(_now())
            taken = timed_out or step(table, list(map(event_of, stored.events)))
            if taken is None:
                return table
            overtaken = self.store.commit(game_id, self._change(before, *taken, since))
            if overtaken is None:
                self._note(table, *taken)
                if not timed_out:
                    return taken[0]
            stored = overtaken or self.store.load_since(game_id, _place(since))

    def _change(self, before: bytes, after: Table, event: Event | None, since: int) -> Change:
        return Change(
            before=before,
            after=to_bytes(after),
            event=event.to_bytes() if event else None,
            since=_place(since),
            ttl=self.record_ttl if after.position.outcome else self.game_ttl,
            lines=self._lines(after),
            news=inbox.topics(after),
        )

    def _lines(self, table: Table) -> list[Line]:
        """The lines by which a table is found, as it will be when they have been written."""
        return [
            *inbox.lines(table, _now(), self.game_ttl),
            *deadlines.lines(table, self.game_ttl),
            *self.index().lines(table),
        ]

    def _note(self, before: Table, after: Table, event: Event | None) -> None:
        """Count a step that has been taken, and bring the lists up to date."""
        if event and event.type is EventType.ACTION:
            metrics.ACTIONS_TAKEN.inc()
        if event and event.type is EventType.TIMEOUT:
            metrics.TIMEOUTS.inc()
        if after.listed and before.status is not after.status:
            self.index().put(after)


def _nothing(_: Table, __: list[Event]) -> None:
    """The step of who only looks."""


def _is_repeat(table: Table, holder: Holder, action: str, events: list[Event]) -> bool:
    """Whether the first action since a version is this one, taken by the same player: by an agent in either way."""
    first = next((event for event in events if event.type in {EventType.ACTION, EventType.TIMEOUT}), None)
    if first is None or first.what != action:
        return False
    return first.agent == holder.agent if first.agent else table.seats[first.seat].is_held_by(holder)


def _found(game_id: str, record: bytes | None) -> bytes:
    if record is None:
        raise UnknownGame(game_id)
    return record


def _place(version: int) -> int:
    """Where in the list of events the one stands that ended a version."""
    return version - 1


def _now() -> int:
    return time.time_ns() // 1_000_000
