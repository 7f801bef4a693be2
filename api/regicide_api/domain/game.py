"""A hosted game: a position with its seats, version, clock and times.

A hosted game is a value, like its position: every operation returns a new game and the event that describes it.

What follows from its members is computed once. Its agents have three meanings. Agents that are seated play a seat now,
as its holder or for it: their inboxes list the game and its end. Agents that may act are these and the agent that
stands in after a timeout: they have a place for the game, and live as long as it. An agent is to act if it may do so at
this moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

import regicide
from regicide import Action, ActionKind, Phase, Position
from regicide_api.core.errors import NotYourTurn, UnknownSeat, VersionConflict
from regicide_api.core.refusals import (
    GameCancelled,
    GameNotOver,
    GameNotStarted,
    GameStarted,
    SignalFinal,
    SignalsClosed,
)
from regicide_api.domain.clock import Clock
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.seat import MAX_SIGNALS, Device, Seat, Signal


class SeedOrigin(StrEnum):
    """The party that chose the seed: the server, for the game or for all games of a `day`, or the client that created
    the game.
    """

    SERVER = "server"
    CLIENT = "client"
    DAY = "day"


class Status(StrEnum):
    """The status of a game; it is over unless it is waiting or active.

    It waits for players, and is cancelled before it starts.
    """

    WAITING = "waiting"
    ACTIVE = "active"
    WON = "won"
    LOST = "lost"
    CANCELLED = "cancelled"


class BeginningKind(StrEnum):
    """Where a game begins: at its deal, after actions that its creator gave, or at a position."""

    DEAL = "deal"
    ACTIONS = "actions"
    POSITION = "position"


class AdviceRule(StrEnum):
    """The seats that may ask for advice in a running game: none or all."""

    NONE = "none"
    ALL = "all"


_commitment: Final = lru_cache(maxsize=1024)(regicide.commitment)

STATUS_GROUPS: Final = {
    Status.WAITING: "waiting",
    Status.ACTIVE: "active",
    Status.WON: "over",
    Status.LOST: "over",
    Status.CANCELLED: "over",
}
"""The public list of games that each status belongs to."""


@dataclass(frozen=True)
class HostedGame:
    """A game on the server. Times are milliseconds since 1970."""

    id: str
    version: int
    """1 at the start; every event raises it by one."""
    last_action_version: int
    """The version that the last action or timeout made: an action chosen at an earlier version is stale."""
    position: Position
    seats: tuple[Seat, ...]
    first_player: int
    seed_origin: SeedOrigin
    nonce: str | None
    """Salts the commitment to the seed; None for a game that began at a position."""
    listed: bool
    clock: Clock | None
    deadline: int | None
    """The end of the current turn."""
    stand_in: str | None
    """The agent that may act until the end of the turn, because the player exceeded a deadline."""
    created_at: int
    updated_at: int
    creator: str | None = None
    """A keyed hash of the address that created the game, until the game is over. No view has it."""
    owner: str | None = None
    """The hash of the token of the owner. No view has it."""
    given_actions: int | None = None
    """The number of actions that the creator gave; None for a game that began at its deal."""
    start_position: str | None = None
    """The text of the position at which the game began; None for a game that began at its deal."""
    owner_devices: tuple[Device, ...] | None = None
    """Further devices of the owner, the newest last."""
    is_owner_ended: bool | None = None
    """Set if the owner has ended the first token, of which `owner` stays the name."""
    label: str | None = None
    """A text of the owner. No view has it."""
    cancelled: bool | None = None
    """Set if the owner ended the game before it started."""
    rematch_id: str | None = None
    """The id of the rematch."""
    advice: str | None = None
    """Whether seats may ask for advice, and whether the creator chose that (see `domain.questions`)."""
    advisers: tuple[str, ...] | None = None
    """The agents that were asked since the last action."""
    deal_date: str | None = None
    """The date of a daily deal (see `domain.daily_deal`)."""
    turn_left_ms: int | None = None
    """Set if a seat was opened after the start: the time that was left of the turn then, 0 without a deadline."""

    @cached_property
    def status(self) -> Status:
        """The status of the game."""
        if self.cancelled:
            return Status.CANCELLED
        if outcome := self.position.outcome:
            return Status.WON if outcome.won else Status.LOST
        return Status.WAITING if any(seat.is_vacant for seat in self.seats) else Status.ACTIVE

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return STATUS_GROUPS[self.status] == "over"

    @property
    def is_interrupted(self) -> bool:
        """Whether the game waits for players again, after its start."""
        return self.status is Status.WAITING and self.turn_left_ms is not None

    @property
    def is_final(self) -> bool:
        """Whether no further event can follow: a finished game may announce its rematch, once."""
        return self.is_over and bool(self.cancelled or self.rematch_id)

    @property
    def commitment(self) -> str | None:
        """The public hash that commits the server to the seed. None if the game began at a position."""
        return None if self.start_position else _commitment(self.position.seed, self.nonce)

    @property
    def first_position(self) -> Position:
        """The position that the seed deals, or the one at which the game began."""
        if self.start_position:
            return Position.parse(self.start_position, validate=False)
        return Position.new(self.position.seed, len(self.seats), self.first_player)

    @property
    def beginning(self) -> BeginningKind:
        """Where the game began."""
        if self.start_position:
            return BeginningKind.POSITION
        return BeginningKind.ACTIONS if self.given_actions else BeginningKind.DEAL

    @property
    def is_untouched(self) -> bool:
        """Whether no action has been applied since the creation; timeouts do not count, but with given actions."""
        return self.last_action_version == 1 + (self.given_actions or 0) or self.position == self.first_position

    @cached_property
    def open_seats(self) -> list[int]:
        """The seats that anyone can take."""
        return [number for number, seat in enumerate(self.seats) if seat.is_open]

    @cached_property
    def seated_agents(self) -> set[str]:
        """The agents that hold seats, and those to which players have handed theirs."""
        return {agent for seat in self.seats for agent in seat.agents}

    @cached_property
    def possible_agents(self) -> Counter[str]:
        """The agents that may act, each with the number of seats for which it may act."""
        return possible_agents((agent for seat in self.seats for agent in seat.agents), self.clock)

    @property
    def agents_to_act(self) -> set[str]:
        """The agents that may act now: the holder of the acting seat, and its stand-ins."""
        if self.status is not Status.ACTIVE:
            return set()
        timed = {self.stand_in} if self.stand_in else set()
        return timed.union(self.seats[self.position.turn].agents)

    @cached_property
    def rendered(self) -> dict[Hashable, bytes]:
        """What was rendered of this state, by name: at most five views of 2 KB, and the previews of a seat, of 8 KB."""
        return {}

    @property
    def has_started(self) -> bool:
        """Whether all seats are taken: the cards of a game that waits, or was cancelled, are visible to no seat."""
        return self.status not in {Status.WAITING, Status.CANCELLED}

    def visible_seat(self, seat: int | None) -> int | None:
        """The seat whose hand and draws a viewer sees: none before the start."""
        return seat if self.has_started else None

    def require_over(self) -> None:
        """Raises GameCancelled or GameNotOver unless the game is won or lost."""
        if self.cancelled:
            raise GameCancelled
        if not self.position.outcome:
            raise GameNotOver

    def require_waiting(self) -> None:
        """Raises GameCancelled, GameOver or GameStarted unless the game waits for players, and has never started."""
        if self.cancelled:
            raise GameCancelled
        if self.position.outcome:
            raise _game_over()
        if self.status is not Status.WAITING or self.is_interrupted:
            raise GameStarted

    def require_seat(self, number: int) -> Seat:
        """The seat with a number. Raises UnknownSeat."""
        if not 0 <= number < len(self.seats):
            raise UnknownSeat(number, len(self.seats) - 1)
        return self.seats[number]

    # Operations

    def apply(
        self, seat: int, version: int, action: Action, now: int, agent: str | None = None
    ) -> tuple[HostedGame, Event]:
        """Apply an action that a seat, or the agent that stands in for it, chose at a version.

        Raises GameCancelled, GameOver, GameNotStarted, VersionConflict, NotYourTurn or IllegalAction.
        """
        self.require_turn(seat, version)
        after = regicide.apply(self.position, action)
        turn_ended = after.phase is Phase.OVER or (after.phase is Phase.PLAY and action.kind is not ActionKind.FLIP)
        seats = self.seats if after.phase is Phase.APPOINT else _without_signals(self.seats)
        game = self.after_move(now, after, seats, None if turn_ended else self.stand_in)
        stand_in = agent if agent != self.seats[seat].agent else None
        return game, Event(EventType.ACTION, seat, str(action), now, stand_in)

    def signal(self, number: int, signal: Signal, now: int) -> tuple[HostedGame, Event | None]:
        """Set a seat's signal. The same signal changes nothing, and there is no event.

        Raises GameOver, GameNotStarted, SignalsClosed unless a jester has just been played, or SignalFinal if the seat
        has sent MAX_SIGNALS since.
        """
        self.require_active()
        if self.position.phase is not Phase.APPOINT:
            raise SignalsClosed
        seat = self.seats[number]
        if seat.signal == signal:
            return self, None
        if seat.signals >= MAX_SIGNALS:
            raise SignalFinal(number)
        game = self.with_seat(number, seat._replace(signal=signal, signals=seat.signals + 1))
        return game.after_event(now), Event(EventType.SIGNAL, number, signal, now)

    def apply_timeout(self, now: int) -> tuple[HostedGame, Event] | None:
        """Apply an exceeded deadline: an agent stands in, or the game is lost. None before the deadline.

        The stand-in has the same time for its actions; if it exceeds its deadline, the game is lost.
        """
        if self.clock is None or self.deadline is None or now < self.deadline:
            return None
        agent = None if self.stand_in else self.clock.stand_in
        position = self.position if agent else regicide.time_out(self.position)[0]
        game = self.after_move(now, position, self.seats, agent)
        return game, Event(EventType.TIMEOUT, self.position.turn, None, now, agent)

    def announce_rematch(self, seat: int, game_id: str, now: int) -> tuple[HostedGame, Event | None]:
        """Announce the rematch of a finished game, which a seat created. Nothing changes if the game has one."""
        if self.rematch_id:
            return self, None
        game = replace(self, rematch_id=game_id).after_event(now)
        return game, Event(EventType.REMATCH, seat, game_id, now)

    # Version and clock

    def after_move(self, now: int, position: Position, seats: tuple[Seat, ...], stand_in: str | None) -> HostedGame:
        """The active game after an action, a timeout or the end: earlier versions are stale, the clock restarts."""
        is_over = position.outcome is not None
        return replace(
            self,
            version=self.version + 1,
            last_action_version=self.version + 1,
            position=position,
            seats=seats,
            stand_in=stand_in,
            updated_at=now,
            deadline=self.clock.deadline(now) if self.clock and not is_over else None,
            creator=None if is_over else self.creator,
            advisers=None,
        )

    def after_event(self, now: int) -> HostedGame:
        """The game with the version of a new event that is neither an action nor a timeout."""
        return replace(self, version=self.version + 1, updated_at=now)

    def interrupt(self, now: int, seats: tuple[Seat, ...], stand_in: str | None) -> HostedGame:
        """The active game that waits for players again: earlier versions are stale, the time of the turn stands."""
        left = max(0, self.deadline - now) if self.deadline else 0
        waiting = self.after_move(now, self.position, seats, stand_in)
        return replace(waiting, deadline=None, turn_left_ms=left)

    def restart_clock(self, now: int) -> HostedGame:
        """The game with a new deadline if it is active: with what is left of the turn if it was interrupted."""
        deadline = self._deadline(now)
        return self if deadline == self.deadline else replace(self, deadline=deadline)

    def _deadline(self, now: int) -> int | None:
        if not self.clock or self.status is not Status.ACTIVE:
            return None
        return self.clock.deadline(now) if self.turn_left_ms is None else now + self.turn_left_ms

    def require_turn(self, seat: int, version: int, conflict: type[VersionConflict] = VersionConflict) -> None:
        """Raises the errors of `require_active`, the conflict after an action since the version, or NotYourTurn."""
        self.require_active()
        if not self.last_action_version <= version <= self.version:
            raise conflict(version, self.version)
        if seat != self.position.turn:
            raise NotYourTurn(seat, self.position.turn)

    def require_active(self) -> None:
        """Raises GameCancelled, GameOver or GameNotStarted unless the game is active."""
        if self.cancelled:
            raise GameCancelled
        if self.position.outcome:
            raise _game_over()
        if self.status is Status.WAITING:
            raise GameNotStarted(self.open_seats)

    def require_started(self) -> None:
        """Raises the errors of `require_active`, unless the game waits for players again."""
        if not self.is_interrupted:
            self.require_active()

    @property
    def advice_rule(self) -> AdviceRule:
        """Who may ask for advice while it runs."""
        return AdviceRule.ALL if self.advice else AdviceRule.NONE

    def with_seat(self, number: int, seat: Seat) -> HostedGame:
        """The game with another value of a seat."""
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))


def _game_over() -> regicide.GameOver:
    return regicide.GameOver(regicide.Message("the game is over"))


def _without_signals(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if not any(seat.signal for seat in seats):
        return seats
    return tuple(seat._replace(signal=None, signals=0) for seat in seats)


Change: TypeAlias = tuple[HostedGame, Event | None]
"""The game after an operation, and its event; the same game without one if nothing has changed."""


def possible_agents(agents: Iterable[str], clock: Clock | None) -> Counter[str]:
    """The agents of seats, counted. The agent that may stand in after a timeout counts as one of another seat."""
    possible = Counter(agents)
    if clock and clock.stand_in:
        possible[clock.stand_in] += 1
    return possible
