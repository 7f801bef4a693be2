"""Bots in processes of their own, each killed with its descendants when it exceeds its clock.

A pool has the processes of an agent: turns of several games side by side, each game in one process. Another process
answers the questions to the agent.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock
from typing import Any, Final, NamedTuple

from regicide_arena.agent.seat_bots import MAX_REMEMBERED_GAMES
from regicide_arena.bots.advice import ADVISER_SEED, NoAdvice
from regicide_arena.bots.failures import BotEnded, BotLate, BotRaised, PlayerClosed
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.view_types import View
from regicide_arena.runtime.guarded_process import GuardedProcess, ProcessEnded
from regicide_arena.runtime.timeouts import LOAD_TIMEOUT_S, START_TIMEOUT_S

MODULE: Final = "regicide_arena.agent.bot_worker"
ASKED_NICENESS: Final = 10
"""The niceness of processes that answer questions: processes that take turns have precedence."""


class BotProcess:
    """A process with the bots of an agent's games, which starts when it is first asked, and again after its end."""

    def __init__(self, location: str, seed: str, clock_s: float | None = None, niceness: int = 0) -> None:
        """Without a clock, a bot may take any time."""
        self._location, self._seed, self._niceness = location, seed, niceness
        self._clock_s = clock_s
        self._running: GuardedProcess | None = None
        self._forgotten: list[str] = []
        self._asking, self._closed = Lock(), Event()

    def __call__(self, view: View) -> str:
        """Return the answer of the bot of this game and seat; calls of several threads wait for each other.

        Raises BotLate after the clock, BotEnded if the process ends or cannot be started, BotRaised if the bot raises
        an exception or cannot be loaded, and PlayerClosed after `close`.
        """
        return str(self._request(view=view)["action"])

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return what the bot that gives advice says to a question (see `asked_bot`). Raises the errors of a call."""
        answer: dict[str, Any] = self._request(question=question)["answer"]
        return answer

    def _request(self, **request: object) -> dict[str, Any]:
        with self._asking:
            try:
                return self._ask(request)
            except TimeoutError as error:
                self._end()
                raise BotLate(str(error)) from None
            except (EOFError, OSError, ValueError) as error:
                self._end()
                if self._closed.is_set():
                    raise PlayerClosed from error
                cause = f": {error}" if isinstance(error, ProcessEnded) else ""
                raise BotEnded(f"the bot has ended its process{cause}") from error

    def forget(self, game: str) -> None:
        """Drop the bots of a game that is over, and what they have left running: now, or with the next question."""
        self._forgotten.append(game)
        if self._asking.acquire(blocking=False):
            with suppress(OSError):  # the next question reports that the process has ended
                if self._running:
                    self._running.send({"forget": self._take_forgotten()})
            self._asking.release()

    def close(self) -> None:
        """End the process for good, even during a choice."""
        self._closed.set()
        if running := self._running:
            running.kill()
        if self._asking.acquire(blocking=False):  # else the asking thread releases the resources
            self._end()
            self._asking.release()

    def _ask(self, request: dict[str, object]) -> dict[str, Any]:
        running = self._started()
        running.send({"forget": self._take_forgotten(), **request})
        creation_s = None if self._clock_s is None else max(LOAD_TIMEOUT_S, self._clock_s)
        self._receive(running, creation_s, "the bot was not made")
        return self._receive(running, self._clock_s, "no answer")

    def _take_forgotten(self) -> list[str]:
        forgotten, self._forgotten = self._forgotten, []
        return forgotten

    def _started(self) -> GuardedProcess:
        if self._closed.is_set():
            raise PlayerClosed
        if self._running is None:
            self._running = self._new()
            if self._closed.is_set():  # `close` may not have seen the process
                self._running.kill()
            try:
                self._receive(self._running, START_TIMEOUT_S, "the code of the bot was not loaded")
            except BotRaised:
                self._end()
                raise
        return self._running

    def _new(self) -> GuardedProcess:
        try:
            running = GuardedProcess(MODULE)
        except OSError as error:
            raise BotEnded(f"the process of the bot cannot be started: {error.strerror}") from error
        with suppress(OSError):  # it has ended: the next message reports that
            running.send({"location": self._location, "seed": self._seed, "niceness": self._niceness})
        return running

    @staticmethod
    def _receive(running: GuardedProcess, limit_s: float | None, what: str) -> dict[str, Any]:
        try:
            message = running.receive(limit_s)
        except TimeoutError:
            raise TimeoutError(f"{what} in {limit_s:g} seconds") from None
        if "failed" in message:
            raise BotRaised(message["failed"], message["traceback"])
        return message

    def _end(self) -> None:
        running, self._running = self._running, None
        if running:
            running.close()


class BotPool:
    """A bot in a number of processes. Each turn is claimed before the bot is asked, and released afterwards.

    Bots that are made for each seat remember their games, so that each game stays with one process; a bot that is a
    function alone chooses in any process.
    """

    def __init__(
        self, factory: BotFactory, seed: str, size: int = 1, clock_s: float | None = None, niceness: int = 0
    ) -> None:
        self._processes = [BotProcess(factory.location, seed, clock_s, niceness) for _ in range(size)]
        self._keeps_games = factory.is_maker
        self._homes: OrderedDict[str, int] = OrderedDict()
        self._claimed: dict[str, int] = {}
        self._lock = Lock()

    def __call__(self, view: View) -> str:
        """Return the choice of the bot of this game and seat. Raises the errors of `BotProcess`."""
        with self._lock:
            number = self._claimed.get(view["id"], 0)
        return self._processes[number](view)

    def claim(self, game: str) -> bool:
        """Claim a process for a turn of a game; return False if the game's process is busy."""
        with self._lock:
            free = {*range(len(self._processes))} - {*self._claimed.values()}
            if game in self._homes:
                free &= {self._homes[game]}
            if not free or game in self._claimed:
                return False
            games = Counter(self._homes.values())
            self._claimed[game] = min(free, key=lambda number: (games[number], number))
            self._remember(game)
            return True

    def release(self, game: str) -> None:
        """Release the process of a claimed turn."""
        with self._lock:
            self._claimed.pop(game, None)

    def forget(self, game: str) -> None:
        """Drop the bots of a game that is over."""
        with self._lock:
            number = self._homes.pop(game, None)
        if number is not None:
            self._processes[number].forget(game)

    def close(self) -> None:
        """End all processes for good, even during a choice."""
        for process in self._processes:
            process.close()

    def _remember(self, game: str) -> None:
        if not self._keeps_games:
            return
        self._homes[game] = self._claimed[game]
        self._homes.move_to_end(game)
        if len(self._homes) > MAX_REMEMBERED_GAMES:
            oldest, number = self._homes.popitem(last=False)
            self._processes[number].forget(oldest)


class AskedProcess(NamedTuple):
    """How to ask a bot (see `asked_bot`), how to end it even during an answer, and whether it rates given actions."""

    ask: Callable[[dict[str, Any]], dict[str, Any]]
    end: Callable[[], None]
    reviews: bool = True


def asked_planner(factory: BotFactory) -> AskedProcess:
    """Return the process of a planner, which starts with the first question."""
    process = BotProcess(factory.location, ADVISER_SEED, niceness=ASKED_NICENESS)
    return AskedProcess(process.answer, process.close)


def asked_bot(bot: str, factory: BotFactory, clock_s: float) -> AskedProcess:
    """Start the process of a bot, and return it. Raises NoAdvice for one without a method `consider`."""
    process = BotProcess(factory.location, ADVISER_SEED, clock_s, ASKED_NICENESS)
    try:
        answers = process.answer({"about": "answers"})
    except (BotEnded, BotLate, BotRaised) as error:
        process.close()
        raise NoAdvice(f"{bot} gives no advice: {error}") from error
    if not answers["advice"]:
        process.close()
        raise NoAdvice(f"{bot} gives no advice: expected a bot with a method consider(view), see docs/bots.md")
    return AskedProcess(process.answer, process.close, answers["reviews"])
