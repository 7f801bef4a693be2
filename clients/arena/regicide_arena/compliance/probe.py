"""Calls a bot under observation, and plays games in several modes of calling it."""

from __future__ import annotations

import faulthandler
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeAlias

import regicide
from regicide_arena.bots.failures import describe_exception, error_location
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import Bot, View, seat_view
from regicide_arena.runtime.guard import end_forked_copies, has_zombie
from regicide_arena.runtime.timeouts import TIME_LIMIT, TimeLimitExceeded

INTERRUPT_GRACE_S: Final = 5.0
"""The time after which a bot that cannot be interrupted is ended together with its process."""

SAME_FAILURES: Final = 3
"""Failures of one type and place, without an answer between them, after which a scenario ends."""
LEFT_PROCESS: Final = "left a process behind"


class Turn(NamedTuple):
    """A turn of a game: the deal, the number of players, and the number of actions before."""

    deal: str
    players: int
    step: int

    def __str__(self) -> str:
        return f"deal {self.deal}, players: {self.players}, actions: {self.step}"


class FaultKind(StrEnum):
    """The kind of a fault."""

    FAILED = "failed"
    """The bot has raised an exception, or returned something illegal."""
    LATE = "late"
    LEFT_PROCESS = "left-process"
    ENDED = "ended"
    """The bot has ended its process."""
    DIFFERENT = "different"
    """The bot has chosen another action in the same position."""


class Violation(Exception):
    """A bot did something that it must not do: what, on which turn, its view as JSON, and its kind."""

    def __init__(self, what: str, turn: Turn, view: str | None = None, kind: FaultKind = FaultKind.FAILED) -> None:
        super().__init__(what, turn, view, kind)
        self.what, self.turn, self.view, self.kind = what, turn, view, kind


class ScenarioCutShort(Exception):
    """The bot has given its number of late answers, or fails in the same way again and again."""


class CallLimits(NamedTuple):
    """The limits of the calls of a scenario."""

    clock_s: float
    """The time after which an answer is late."""
    interrupt_s: float
    """The time after which a call is interrupted."""
    late_answers: int
    """The late answers after which the scenario ends."""
    owns_children: bool = False
    """Whether all children of this process are the bot's."""


class BotProbe:
    """Makes and calls bots with a time limit; turns their failures into violations and records their times."""

    def __init__(self, factory: BotFactory, seed: str, limits: CallLimits) -> None:
        self._factory, self._seed, self._limits = factory, seed, limits
        self.seconds: list[float] = []
        self._last_failures: list[tuple[type[BaseException], str | None]] = []

    @property
    def fails_repeatedly(self) -> bool:
        """Whether the last calls have failed in the same way."""
        return len(self._last_failures) >= SAME_FAILURES and len({*self._last_failures[-SAME_FAILURES:]}) == 1

    def check_limits(self) -> None:
        """Raise ScenarioCutShort if the bot has given its number of late answers, or fails repeatedly."""
        is_late = count_late(self.seconds, self._limits.clock_s) >= self._limits.late_answers
        if is_late or self.fails_repeatedly:
            raise ScenarioCutShort

    def make(self, name: str, turn: Turn) -> Bot:
        """Make a bot from the seed and a name; the same name makes the same bot.

        Raises Violation.
        """
        with self._observed(turn, None):
            return self._factory.make(f"{self._seed}/{name}")

    def ask(self, bot: Bot, position: regicide.Position, turn: Turn, members: dict[str, Any] | None = None) -> str:
        """Call a bot for the player to act, with the engine's view and additional members; return its legal action.

        Raises Violation.
        """
        view: View = seat_view(position, position.turn)
        actions, text = [*view["legal_actions"]], json.dumps(view)
        given = deepcopy(view) | (members or {})
        with self._observed(turn, text):
            began = perf_counter()
            answer = bot(given)  # type: ignore[arg-type]  # a view with more members
            self.seconds.append(perf_counter() - began)
            action = match_legal_action(answer, actions)
        if self._limits.owns_children and has_zombie():
            what = f"{LEFT_PROCESS}: one has ended, and the bot does not wait for it"
            raise Violation(what, turn, text, FaultKind.LEFT_PROCESS)
        self._last_failures.clear()
        return action

    @contextmanager
    def _observed(self, turn: Turn, view: str | None) -> Iterator[None]:
        self.check_limits()
        limit_s = self._limits.interrupt_s
        try:
            with _time_limit(limit_s), end_forked_copies():
                yield
        except KeyboardInterrupt:
            raise
        except TimeLimitExceeded as error:
            self.seconds.append(limit_s)
            raise Violation(f"no answer within {limit_s:g} seconds", turn, view, FaultKind.LATE) from error
        except BaseException as error:  # SystemExit and the like are failures of the bot, too
            self._last_failures.append((type(error), error_location(error)))
            raise Violation(describe_exception(error), turn, view) from error


def count_late(seconds: Iterable[float], clock_s: float) -> int:
    """Count the answers that took longer than the clock."""
    return sum(each > clock_s for each in seconds)


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Interrupt the context after the time limit; end the process if it goes on beyond the grace period."""
    with Path(os.devnull).open("wb") as null:
        faulthandler.dump_traceback_later(seconds + INTERRUPT_GRACE_S, exit=True, file=null)
        try:
            TIME_LIMIT.install()
            with TIME_LIMIT.after(seconds):
                yield
        finally:
            faulthandler.cancel_dump_traceback_later()


Ask: TypeAlias = Callable[[regicide.Position, Turn], str]
"""Asks for the action in a position, on a turn."""
AskingMode: TypeAlias = Callable[[BotProbe, str, int], Ask]
"""A mode of calling bots in a game, given its deal and number of players."""


def game_actions(probe: BotProbe, mode: AskingMode, deal: str, players: int) -> Iterator[str]:
    """Play a game in a mode, and yield its actions one at a time.

    Raises Violation.
    """
    ask, position, step = mode(probe, deal, players), regicide.Position.new(deal, players), 0
    while position.outcome is None:
        action = ask(position, Turn(deal, players, step))
        yield action
        position, step = regicide.apply(position, regicide.Action.parse(action)), step + 1


def baseline(probe: BotProbe, deal: str, players: int) -> Ask:
    """Keep a bot for each seat, and ask it once for each action."""
    bots = _seat_bots(probe, deal, players)
    return lambda position, turn: probe.ask(bots[position.turn], position, turn)


def restarting(probe: BotProbe, deal: str, players: int) -> Ask:
    """Make a new bot for each action, as if its process were restarted every time."""
    return lambda position, turn: probe.ask(probe.make(f"{deal}/{players}/{turn.step}", turn), position, turn)


def retrying(probe: BotProbe, deal: str, players: int) -> Ask:
    """Ask for each action twice, as after a lost response."""
    bots = _seat_bots(probe, deal, players)

    def ask(position: regicide.Position, turn: Turn) -> str:
        probe.ask(bots[position.turn], position, turn)
        return probe.ask(bots[position.turn], position, turn)

    return ask


def server_like(probe: BotProbe, deal: str, players: int) -> Ask:
    """Add to the views the members that only a server sends, and a member that a later version might add."""
    bots = _seat_bots(probe, deal, players)
    return lambda position, turn: probe.ask(bots[position.turn], position, turn, _server_members(turn))


def _seat_bots(probe: BotProbe, deal: str, players: int) -> list[Bot]:
    return [probe.make(f"{deal}/{players}/{seat}", Turn(deal, players, 0)) for seat in range(players)]


def _server_members(turn: Turn) -> dict[str, Any]:
    return {
        "id": f"{turn.deal}-{turn.players}",
        "version": turn.step,
        "status": "in_progress",
        "commitment": "0" * 64,
        "seed": None,
        "nonce": None,
        "seed_origin": "server",
        "deadline": None,
        "now": "2026-01-31T12:00:00.000Z",
        "a_member_of_a_later_version": {"of": ["any", "type"]},
    }
