"""The log of an agent that plays: connected, waiting, playing, failed, late, and the results of games."""

from __future__ import annotations

import json
import logging
import sys
from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime
from threading import Lock
from typing import Final, Literal, TypeAlias

from regicide_arena.bots.failures import FailedAttempt
from regicide_arena.bots.view_types import View
from regicide_arena.commands.options import LogStyle
from regicide_arena.runtime.messages import printable
from regicide_client import AgentGame, GameView, Question

LOG: Final = logging.getLogger(__name__)

ENEMIES: Final = 12
"""The enemies of every game."""
TIMEOUT: Final = "timeout"
"""The reason of a result: the time of a turn was exceeded."""
MAX_REMEMBERED: Final = 100
"""The latest results, which are not written again: more games than one inbox names."""
QuestionEvent: TypeAlias = Literal["answered", "refused", "unanswered"]
QUESTION_EVENTS: Final = {"answered": "answered", "refused": "refused", "unanswered": "no answer to"}
"""Words for what becomes of a question. It is refused if the bot answers none of its kind, and unanswered if the bot
fails, or the server does not accept the answer."""
MAX_TRACEBACKS: Final = 20
"""Failures whose tracebacks are written; a bot with more of them has a common cause, or makes them up."""


class AgentFormatter(logging.Formatter):
    """Formats the records of `logging` as the lines of a `PlayLog`, which begin with the name of the agent."""

    def __init__(self, agent: str) -> None:
        super().__init__()
        self._prefix = f"{agent}: "

    def format(self, record: logging.LogRecord) -> str:
        """Return the message, after the name of the agent."""
        return printable(self._prefix + super().format(record).removeprefix(self._prefix))


class PlayLog:
    """The log of one agent. Methods may be called by several threads."""

    def __init__(self, agent: str, server: str = "", style: LogStyle = LogStyle.QUIET) -> None:
        self._agent, self._server, self._style = agent, server, style
        self._games: set[str] = set()
        self._over: deque[str] = deque(maxlen=MAX_REMEMBERED)
        self._traced: set[tuple[str, str]] = set()
        self._waiting = False
        self._lock = Lock()

    @property
    def games(self) -> set[str]:
        """The games that were played and whose results are not known."""
        with self._lock:
            return set(self._games)

    def connected(self) -> None:
        """The server has accepted the agent's token."""
        text = f"connected to {self._server}, waiting for turns; Ctrl-C stops"
        self._write("connected", text, waiting=True, server=self._server)

    def waiting(self) -> None:
        """The agent waits for a turn. Written once until another event."""
        with self._lock:
            if self._waiting:
                return
            self._waiting = True
        self._write("waiting", "waiting for turns", waiting=True)

    def playing(self, view: GameView) -> None:
        """The first turn in a game."""
        with self._lock:
            if view.id in self._games:
                return
            self._games.add(view.id)
        others = len(view.seats) - 1
        partners = f"with {others} other seat{'s' if others > 1 else ''}" if others else "alone"
        self._write("playing", f"game {view.id}: playing seat {view.you} {partners}", game=view.id, seat=view.you)

    def failed(self, view: View, attempts: Sequence[FailedAttempt], consequence: str) -> None:
        """The bot has failed at a turn, or exceeded its clock. Each traceback is written once."""
        last = attempts[-1]
        event = "late" if last.is_late else "failed"
        what = f"{last.what}; {consequence}"
        for attempt in attempts:
            self._trace(attempt)
        self._write(event, f"game {view['id']}: {event}: {what}", is_failure=True, game=view["id"], what=what)

    def result(self, game: GameView | AgentGame) -> None:
        """A game is over, which is written once. Of a game that was lost by the clock, the last turn was not taken."""
        with self._lock:
            self._games.discard(game.id)
            if game.id in self._over:
                return
            self._over.append(game.id)
        reason = str(game.result.reason) if game.result else None
        clock = " by the clock" if reason == TIMEOUT else ""
        text = f"game {game.id}: {game.status}{clock}, {game.defeated} of {ENEMIES} enemies defeated"
        if self._style is LogStyle.QUIET:
            LOG.info("%s: %s", self._agent, text)
        self._write("result", text, game=game.id, status=str(game.status), reason=reason, defeated=game.defeated)

    def stopping(self, games: Sequence[str], grace_s: float) -> None:
        """The agent stops, and waits for the actions in progress."""
        text = f"stopping: up to {grace_s:g} s for the action in game {', '.join(games)}; Ctrl-C again ends at once"
        self._write("stopping", text, games=[*games], grace_s=grace_s)

    def question(self, question: Question, event: QuestionEvent, why: str = "") -> None:
        """What has become of a question."""
        view = "" if question.seat is None else f" (seat {question.seat}, version {question.version})"
        subject = f"a question for {'a review' if question.kind == 'review' else question.kind}{view}"
        what = f"{QUESTION_EVENTS[event]} {subject}{': ' if why else ''}{why}"
        members = {name: getattr(question, name) for name in ("game", "kind", "seat", "version")}
        members |= {"what": why} if why else {}
        self._write(event, f"game {question.game}: {what}", is_failure=bool(why), **members)

    def _trace(self, attempt: FailedAttempt) -> None:
        """Write the traceback of a failure on standard error, if there has been none with its signature."""
        with self._lock:
            if not attempt.traceback or attempt.signature in self._traced or len(self._traced) >= MAX_TRACEBACKS:
                return
            self._traced.add(attempt.signature)
            text = f"{self._agent}: the bot has failed; this traceback is shown once:\n{attempt.traceback}"
            print(printable(text), end="", file=sys.stderr, flush=True)  # noqa: T201 - output of the command

    def _write(
        self, event: str, text: str, *, waiting: bool = False, is_failure: bool = False, **members: object
    ) -> None:
        with self._lock:
            self._waiting = waiting
            if self._style is LogStyle.JSON:
                now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
                line = {"time": now, "agent": self._agent, "event": event, **members}
                print(json.dumps(line), flush=True)  # noqa: T201 - output of the command
            elif is_failure or self._style is LogStyle.TEXT:
                print(printable(f"{self._agent}: {text}"), file=sys.stderr, flush=True)  # noqa: T201 - output of the command
