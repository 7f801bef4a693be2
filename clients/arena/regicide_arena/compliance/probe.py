"""Asks a bot under test: measures its answers, and turns its failures into faults."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from time import monotonic, perf_counter, sleep
from typing import Any, Final, NamedTuple, TypeAlias

import regicide
from regicide_arena.bots.failures import BotEnded, BotLate, FailedAttempt, InvalidAnswer, NoLegalAction
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import View, seat_view
from regicide_arena.protocol.bot_process import BOT_ERRORS
from regicide_arena.protocol.messages import NewGame
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.runtime.messages import one_line, seconds

SAME_FAILURES: Final = 3
"""Failures of one type and place, without an answer between them, after which a scenario ends."""
LEAVE_GRACE_S: Final = 1.0
"""The time after its last game in which a bot ends its processes."""
LEAVE_POLL_S: Final = 0.02
MAX_FAULT_CHARS: Final = 500


class Turn(NamedTuple):
    """A turn of a game: the deal, the number of players, and the number of actions before."""

    deal: str
    players: int
    step: int = 0
    kind: str = ""
    """The kind of a sample position."""

    def __str__(self) -> str:
        kind = f"{self.kind}; " if self.kind else ""
        return f"{kind}deal {self.deal}, players: {self.players}, actions: {self.step}"


class FaultKind(StrEnum):
    """The kind of a fault."""

    FAILED = "failed"
    """The bot has raised an exception, or returned something illegal."""
    LATE = "late"
    LEFT_PROCESS = "left-process"
    ENDED = "ended"
    """The process of the bot has ended."""
    PROTOCOL = "protocol"
    """The bot has written something that is not an answer."""
    DIFFERENT = "different"
    """The bot has chosen another action in the same position."""


_KINDS: Final = {BotLate: FaultKind.LATE, BotEnded: FaultKind.ENDED, InvalidAnswer: FaultKind.PROTOCOL}


class Fault(NamedTuple):
    """What the bot did, when, and its view as JSON."""

    what: str
    when: str
    view: str | None = None
    kind: FaultKind = FaultKind.FAILED
    cause: tuple[str, ...] = ()
    """Faults of the same kind and cause are one failure."""


class Violation(Exception):
    """A bot did something that it must not do."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.what)
        self.fault = fault


class ScenarioCutShort(Exception):
    """The bot has given its number of late answers, or fails in the same way again and again."""


class ScenarioResult(NamedTuple):
    """The number of games or positions tried, the faults, and the actions of each game."""

    times: int
    faults: list[Fault]
    games: list[list[str]]
    is_cut_short: bool
    """Whether the scenario has ended early, because of too many late answers or repeated failures."""


Play: TypeAlias = Generator[str, None, None]
"""A game that is played: it yields the actions of the bot. Raises Violation and ScenarioCutShort."""


class CallLimits(NamedTuple):
    """The limits of the answers of a bot."""

    clock_s: float
    """The time after which an answer is late."""
    interrupt_s: float
    """The time after which the process ends."""
    late_answers: int
    """The late answers after which the check ends."""


class BotProbe:
    """A bot under test, in a process that starts when it is needed, and again after it has ended."""

    def __init__(self, player: BotPlayer, seed: str, limits: CallLimits, games: int) -> None:
        self._player, self._seed, self._limits = player, seed, limits
        self.games = games
        """The number of whole games for each number of players."""
        self.seconds: list[float] = []
        """The times of all answers."""
        self.is_repetitive = False
        """Whether a scenario has ended early because of repeated failures."""
        self._seats = 0
        self._last_failures: deque[tuple[str, str]] = deque(maxlen=SAME_FAILURES)

    @property
    def is_too_late(self) -> bool:
        """Whether the bot has given the allowed number of late answers."""
        return count_late(self.seconds, self._limits.clock_s) >= self._limits.late_answers

    @property
    def fails_repeatedly(self) -> bool:
        """Whether the last questions have failed in the same way."""
        return len(self._last_failures) == SAME_FAILURES and len({*self._last_failures}) == 1

    def run(self, games: Iterable[Play], *, interleaved: bool = False) -> ScenarioResult:
        """Play games, one after the other, or an action of each in turn; none after too many late answers.

        The failures count anew. A process that the bot leaves behind is a fault, too.
        """
        if self.is_too_late:
            return ScenarioResult(0, [], [], is_cut_short=True)
        self._last_failures.clear()
        running = deque((game, list[str]()) for game in games)
        times, faults, taken, is_cut_short = 0, list[Fault](), [actions for _, actions in running], False
        while running and not is_cut_short:
            game, actions = running[0]
            try:
                actions.append(next(game))
            except (Violation, StopIteration) as end:
                faults += [end.fault] if isinstance(end, Violation) else []
                times += 1
                running.popleft()
            except ScenarioCutShort:
                is_cut_short = True
            else:
                running.rotate(-interleaved)
        for game, _ in running:
            game.close()
        faults += self._left_processes()
        self.is_repetitive |= self.fails_repeatedly
        return ScenarioResult(times, faults, taken, is_cut_short)

    def seat(self, number: int, turn: Turn) -> NewGame:
        """Return a seat of a game, with an id of its own; the same seat of the same deal has the same seed."""
        self._seats += 1
        seed = f"{self._seed}/{turn.deal}/{turn.players}/{number}"
        return NewGame(str(self._seats), number, turn.players, seed)

    def begin(self, seat: NewGame, turn: Turn) -> None:
        """Begin a game for the bot, unless its process knows it. Raises Violation and ScenarioCutShort."""
        with self._observed(turn, None):
            self._player.begin(seat)

    def ask(self, seat: NewGame, position: regicide.Position, turn: Turn, members: dict[str, Any] | None = None) -> str:
        """Ask the bot for the player to act, with the engine's view and additional members; return its legal action.

        The game begins for the bot if its process does not know it. Raises Violation and ScenarioCutShort.
        """
        self.begin(seat, turn)
        view: View = seat_view(position, position.turn)
        with self._observed(turn, json.dumps(view)):
            began = perf_counter()
            answer = self._player.choose(seat, view | (members or {}))
            self.seconds.append(perf_counter() - began)
            action = match_legal_action(answer, [*view["legal_actions"]])
        self._last_failures.clear()
        return action

    def over(self, seat: NewGame, result: Any = None) -> None:
        """Tell the bot that a game is over."""
        self._player.over(seat.game, result)

    def end_process(self) -> None:
        """End the process; the next question starts another one."""
        self._player.end_process()

    def _left_processes(self) -> list[Fault]:
        """Return the fault that the bot has left processes running, or unawaited, after its games; then end them."""
        until = monotonic() + LEAVE_GRACE_S
        try:
            while (left := self._left()) and monotonic() < until:
                sleep(LEAVE_POLL_S)
        except BotEnded as error:
            self.end_process()
            attempt = FailedAttempt.of(error)
            return [Fault(attempt.what, "after the last game", kind=FaultKind.ENDED, cause=attempt.signature)]
        if not left:
            return []
        self.end_process()
        names = one_line(", ".join(dict.fromkeys(left)), MAX_FAULT_CHARS)
        what = f"left a process behind: {names}; expected that a bot ends its processes, and waits for their end"
        return [Fault(what, "after the last game", kind=FaultKind.LEFT_PROCESS)]

    def _left(self) -> list[str]:
        return self._player.process.left_processes() if self._player.process else []

    @contextmanager
    def _observed(self, turn: Turn, view: str | None) -> Iterator[None]:
        if self.is_too_late or self.fails_repeatedly:
            raise ScenarioCutShort
        try:
            yield
        except (*BOT_ERRORS, NoLegalAction, regicide.MalformedAction) as error:
            attempt = FailedAttempt.of(error)
            if attempt.is_late:
                self.seconds.append(self._limits.interrupt_s)
            else:
                self._last_failures.append(attempt.signature)
            clock = f"; the clock is {seconds(self._limits.clock_s)}" if attempt.is_late else ""
            what = one_line(f"{attempt.what}{clock}", MAX_FAULT_CHARS)
            kind = _KINDS.get(type(error), FaultKind.FAILED)
            raise Violation(Fault(what, str(turn), view, kind, attempt.signature)) from error


def count_late(seconds: Iterable[float], clock_s: float) -> int:
    """Count the answers that took longer than the clock."""
    return sum(each > clock_s for each in seconds)
