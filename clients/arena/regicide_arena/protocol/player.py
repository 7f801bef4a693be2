"""A bot as its organisers use it: a process that starts when it is first asked, and again after it has ended."""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock
from time import monotonic
from typing import Any, Final

from regicide_arena.bots.failures import BotEnded, BotLate, InvalidAnswer, PlayerClosed
from regicide_arena.protocol.bot_process import BOT_ERRORS, LOAD_TIMEOUT_S, BotProcess, Program
from regicide_arena.protocol.messages import (
    VERSION,
    Advice,
    Advise,
    AnswerT,
    Choose,
    Chosen,
    Hello,
    NewGame,
    Observe,
    Over,
    Rating,
    Ready,
    Review,
)
from regicide_arena.runtime.messages import seconds

MAX_REMEMBERED_GAMES: Final = 1024
"""The games in which a process is at the same time; beyond that, it is told that the oldest one is over."""


class BotPlayer:
    """A bot in a process. Calls of several threads wait for each other."""

    def __init__(
        self,
        program: Program,
        clock_s: float | None = None,
        asks: tuple[str, ...] = ("play",),
        limit_s: float | None = None,
        restarts_s: float = math.inf,
    ) -> None:
        """Without a clock, the bot may take any time. Its process ends after the limit, or after the clock.

        Once the starts after the first one have taken `restarts_s` in sum, the process does not start again.
        """
        self._program, self._clock_s, self._limit_s = program, clock_s, limit_s or clock_s
        self._hello = Hello([VERSION], [*asks], clock_s)  # type: ignore[list-item]
        self._running: BotProcess | None = None
        self._starts, self._restarts_s, self._left_s = 0, restarts_s, restarts_s
        self._games: OrderedDict[str, None] = OrderedDict()
        self._over: deque[tuple[str, Any]] = deque()
        self._asking, self._closed = Lock(), Event()

    def choose(self, seat: NewGame, view: Any, limit_s: float | None = None) -> str:
        """Return the action of the bot in a seat of a game, which begins for it where its process does not know it.

        A limit replaces clock and limit of the player for this action. No time runs while the process starts and the
        game begins. Raises the errors in `BOT_ERRORS`, and PlayerClosed.
        """
        with self._exclusive():
            process = self._begun(seat)
            question = Choose(seat.game, view, limit_s or self._clock_s)
            return self._checked(process, question, Chosen, limit_s or self._limit_s).action

    def start(self) -> None:
        """Start the process, so that `begin` need not. Raises the errors of `choose`."""
        with self._exclusive():
            self._started()

    def begin(self, seat: NewGame) -> None:
        """Begin a game, so that `choose` need not. Raises the errors of `choose`."""
        with self._exclusive():
            self._begun(seat)

    def advise(self, view: Any) -> Advice:
        """Return the advice of the bot. Raises the errors of `choose`."""
        with self._exclusive():
            return self._checked(self._started(), Advise(view), Advice, self._limit_s)

    def review(self, view: Any, action: str) -> Rating:
        """Return what the bot says of an action. Raises the errors of `choose`."""
        with self._exclusive():
            return self._checked(self._started(), Review(view, action), Rating, self._limit_s)

    @property
    def observes(self) -> bool:
        """Whether the bot wants to know what happens between its turns."""
        return self._running is not None and self._running.greeting.observes

    def observe(self, seat: NewGame, event: Any) -> None:
        """Tell the bot in a seat of a game what has happened there. A bot that fails is found when it is asked."""
        with self._exclusive(), suppress(*BOT_ERRORS):
            self._begun(seat).tell(Observe(seat.game, event))

    def over(self, game: str, result: Any = None) -> None:
        """Tell the bot that a game is over: now, or before it is next asked."""
        self._over.append((game, result))
        if self._asking.acquire(blocking=False):
            try:
                self._forget_over()
            finally:
                self._asking.release()
            self._end_closed()

    @property
    def process(self) -> BotProcess | None:
        """The process that runs."""
        return self._running

    def replace(self, program: Program) -> None:
        """Use another program from the next question on."""
        self._program = program
        self.end_process()

    def end_process(self) -> None:
        """End the process; the next question starts another one, which knows no game."""
        with self._exclusive():
            self._end()

    def close(self) -> None:
        """End the bot for good: tell it to end, or kill it during a call, which raises PlayerClosed."""
        self._closed.set()
        if not self._asking.acquire(blocking=False):
            if running := self._running:
                running.kill()  # the asking thread releases the resources, also if it has its answer already
            return
        running, self._running = self._running, None
        self._asking.release()
        if running:
            running.stop()

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        try:
            with self._asking:
                yield
        finally:
            self._end_closed()

    def _end_closed(self) -> None:
        """End the process that `close` has left to the thread that used it."""
        if self._closed.is_set() and self._asking.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._asking.release()

    def _begun(self, seat: NewGame) -> BotProcess:
        process = self._started()
        if seat.game not in self._games:
            if len(self._games) >= MAX_REMEMBERED_GAMES:
                self._forget(next(iter(self._games)))
            limit_s = None if self._clock_s is None else max(LOAD_TIMEOUT_S, self._clock_s)
            self._checked(process, seat, Ready, limit_s)
        self._games[seat.game] = None
        self._games.move_to_end(seat.game)
        return process

    def _started(self) -> BotProcess:
        if self._closed.is_set():
            raise PlayerClosed
        self._forget_over()
        if self._running is None:
            self._running = self._start()
            if self._closed.is_set():  # `close` may not have seen the process
                raise PlayerClosed
        return self._running

    def _start(self) -> BotProcess:
        if self._starts and self._left_s <= 0:
            raise BotLate(f"has spent the {seconds(self._restarts_s)} for its restarts")
        self._games.clear()
        began, self._starts = monotonic(), self._starts + 1
        try:
            return self._program.start(self._hello)
        finally:
            if self._starts > 1:
                self._left_s -= monotonic() - began

    def _checked(self, process: BotProcess, question: Any, expected: type[AnswerT], limit_s: float | None) -> AnswerT:
        try:
            return process.ask(question, expected, limit_s)
        except (BotLate, BotEnded, InvalidAnswer):
            self._end()
            if self._closed.is_set():
                raise PlayerClosed from None
            raise

    def _forget_over(self) -> None:
        while self._over:
            self._forget(*self._over.popleft())

    def _forget(self, game: str, result: Any = None) -> None:
        if self._running and game in self._games:
            self._running.tell(Over(game, result))
        self._games.pop(game, None)

    def _end(self) -> None:
        running, self._running = self._running, None
        if running:
            with suppress(*BOT_ERRORS):
                running.close()
