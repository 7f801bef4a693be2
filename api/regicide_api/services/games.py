"""What players do: opening a table, acting at it, taking a seat, playing again."""

from __future__ import annotations

import secrets
from typing import Any, Final, NamedTuple

import regicide
from regicide_api.core import tokens
from regicide_api.domain import history
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import Table
from regicide_api.domain.new_game import (
    Wish,
    dealt,
    rematch_id,
    rematch_wish,
)
from regicide_api.domain.seat import Holder, Signal
from regicide_api.services.inbox import Inbox
from regicide_api.services.repository import Keeping, now
from regicide_api.services.turn_timeouts import Deadlines

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


class Tables(Keeping):
    """All tables, and what players do at them."""

    # Opening

    def open(self, wish: Wish) -> Holding:
        """Deal a new game, with a seed of the server's where none is given.

        Raises MalformedSeed or ImpossibleGame.
        """
        given = {number: tokens.new_token() for number, place in enumerate(wish.places) if place.is_for_creator}
        hashes = {number: tokens.hashed(token) for number, token in given.items()}
        table = dealt(secrets.token_hex(ID_BYTES), wish, hashes, now())
        if not self.create(table):
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
        wish = rematch_wish(before, history.regicide_of(before, events))
        table = dealt(rematch_id(game_id), wish, hashes, now())
        if self.create(table):
            return Holding(table, given, seat)
        return Holding(self._fetch_tokens(table.id, hashes if given else {}, seat), given, seat, new=False)

    # Looking

    def record(self, game_id: str) -> dict[str, Any]:
        """Everything about a game that is over.

        Raises UnknownGame or GameNotOver.
        """
        return history.record_of(*self.find_with_events(game_id))

    def inbox(self, agent: str) -> Inbox:
        """The turns of an agent."""
        return Inbox(self.store, agent, self.find_all)

    def sweep(self) -> None:
        """End all turns whose time is over."""
        Deadlines(self.store, self.find_if_there, self.game_ttl).sweep(now())

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
            return table.act(seat, proposal.version, action, now(), holder.agent)

        table = self.take(game_id, step, proposal.version)
        return Seen(table, table.viewer_of(holder, proposal.seat))

    def take_seat(self, game_id: str, seat: int, name: str) -> Holding:
        """Take an open seat; the table after it, and the token of the seat.

        Raises UnknownGame, and what `Table.take_seat` raises.
        """
        token = tokens.new_token()
        table = self.take(game_id, lambda table, _: table.take_seat(seat, name, tokens.hashed(token), now()))
        return Holding(table, {seat: token}, seat)

    def signal(self, game_id: str, holder: Holder, signal: Signal, wanted: int | None = None) -> Seen:
        """Signal whether one would like to go next; the table after it. To say it again changes nothing.

        Raises UnknownGame, and what `Table.seat_of` and `Table.signal` raise.
        """

        def step(table: Table, _: list[Event]) -> tuple[Table, Event] | None:
            seat = table.seat_of(holder, wanted)
            signalled = table.signal(seat, signal, now())
            return None if table.seats[seat].signal == signal else signalled

        table = self.take(game_id, step)
        return Seen(table, table.viewer_of(holder, wanted))

    def _fetch_tokens(self, game_id: str, hashes: dict[int, str], seat: int) -> Table:
        def step(table: Table, _: list[Event]) -> tuple[Table, None] | None:
            if seat not in hashes or table.seats[seat].token_hash == hashes[seat]:
                return None
            return table.with_token(seat, hashes[seat]), None

        return self.take(game_id, step)


def _is_repeat(table: Table, holder: Holder, action: str, events: list[Event]) -> bool:
    """Whether the first action since a version is this one, taken by the same player: by an agent in either way."""
    first = next((event for event in events if event.type in {EventType.ACTION, EventType.TIMEOUT}), None)
    if first is None or first.what != action:
        return False
    return first.agent == holder.agent if first.agent else table.seats[first.seat].is_held_by(holder)
