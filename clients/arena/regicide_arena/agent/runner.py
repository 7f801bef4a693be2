"""The loop of an agent: polls its inbox on a server, and takes its turns in several threads.

The inbox decides the order of the turns at every turn, as it is fair over the creators of the games: a game whose next
turn is the agent's again waits for the turns of others.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any, Final, cast

import httpx

from regicide_arena.agent.answerer import MAX_QUESTIONS, Answerer
from regicide_arena.agent.play_log import PlayLog
from regicide_arena.agent.turn_queue import RETRY_INTERVAL_S, TurnQueue
from regicide_arena.bots.failures import PlayerClosed
from regicide_arena.bots.safe_chooser import SafeChooser
from regicide_arena.bots.view_types import View
from regicide_client import (
    AgentGame,
    ApiError,
    GameNotStarted,
    GameOver,
    GameView,
    IllegalAction,
    Inbox,
    NotYourSeat,
    NotYourTurn,
    Session,
    UnknownGame,
    UnknownToken,
    VersionConflict,
)

LOG: Final = logging.getLogger(__name__)

TURNS_PER_REQUEST: Final = 20
MAX_TURNS_PER_REQUEST: Final = 100
READ_INTERVAL_S: Final = 0.02
"""The time between two reads of the inbox while turns of the last one are waiting."""
POLL_TIMEOUT_S: Final = 25.0
"""The time that a request for a change of the inbox waits, and the longest time without a look-up of results."""
MAX_ENDED: Final = 20
"""The ended games of one inbox. A look-up finds the others, and games that have expired."""
MAX_LOOKUPS: Final = 20
"""The games of one look-up; the next one continues with the others."""

LOST_RACES: Final = (VersionConflict, NotYourTurn, GameOver, UnknownGame, NotYourSeat, GameNotStarted)
"""Refusals of an action because the timeout or another process of the agent has been faster."""

UNAVAILABLE: Final = frozenset({None, 429, 502, 503, 504})
"""Statuses of a server that cannot answer now, whatever the game; None stands for no answer."""


@dataclass(frozen=True)
class TurnTaker:
    """What takes turns: the bot, how to claim and release it for a game, say that one is over, and cancel all choices.

    `turns` is the number of turns taken at the same time.
    """

    choose: SafeChooser
    claim: Callable[[str], bool] = lambda _: True
    release: Callable[[str], None] = lambda _: None
    over: Callable[[str, Any], None] = lambda *_: None
    cancel: Callable[[], None] = lambda: None
    turns: int = 1


class AgentRunner:
    """Takes all turns of one agent, a number of them at the same time, until `stop`.

    A turn stays in the inbox until it is taken, so a failed attempt is repeated. An unavailable server is retried
    without limit. Several runners of one agent may run at the same time.
    """

    def __init__(
        self,
        name: str,
        session: Session,
        taker: TurnTaker,
        log: PlayLog | None = None,
        answerer: Answerer | None = None,
    ) -> None:
        """With a log, the results of games are reported that end without an action of the agent.

        With an answerer, questions are answered, too.
        """
        self.name = name
        self.fault: Exception | None = None
        self._session, self._taker, self._log = session, taker, log or PlayLog(name)
        self._reports_results = log is not None
        self._answerer = answerer
        self._queue = TurnQueue(taker.claim, taker.release)
        self._stop = Event()
        self._connected, self._available = False, True
        self._ended_before: set[str] | None = None
        self._looked_up_at, self._looked_up = time.monotonic(), ""

    def run(self) -> None:
        """Take turns until `stop` is called, or until an error that a retry does not mend, which sets `fault`."""
        targets = [self._take_turns] * self._taker.turns + ([self._answerer.run] if self._answerer else [])
        threads = [Thread(target=target, name=self.name, daemon=True) for target in targets]
        for thread in threads:
            thread.start()
        known: Inbox | None = None
        while not self._stop.is_set():
            with self._until_closed():
                known = self._read_guarded(known)
        for thread in threads:
            thread.join()

    def stop(self, grace_s: float = 0) -> None:
        """Take no further action; log the actions in progress, which have a grace period in seconds."""
        self._stop.set()
        self._queue.close()
        if self._answerer:
            self._answerer.stop()
        if grace_s and (games := self._queue.games):
            self._log.stopping(games, grace_s)

    def cancel_choices(self) -> None:
        """End the bots that are choosing, if they have processes of their own."""
        self._taker.cancel()

    def await_action(self, timeout_s: float) -> bool:
        """Wait for the actions in progress; return False if they do not end within the timeout."""
        return self._queue.await_idle(timeout_s)

    def report_results(self) -> None:
        """Look up the results of games once, as far as the server answers."""
        with suppress(ApiError, httpx.HTTPError, TimeoutError, RuntimeError):
            self._look_up_results()

    def report_ended(self, inbox: Inbox) -> None:
        """Report the games that ended since the first inbox, the first one first. The log has each of them once."""
        if self._ended_before is None:
            self._ended_before = {game.id for game in inbox.ended} - self._log.games
        for game in reversed(inbox.ended):
            if game.id not in self._ended_before:
                self._end(game)

    @contextmanager
    def _until_closed(self) -> Iterator[None]:
        """Ignore the error of an attempt with a session that is closed, which `stop` precedes."""
        try:
            yield
        except RuntimeError:
            if not self._stop.is_set():
                raise

    def _read_guarded(self, known: Inbox | None) -> Inbox | None:
        """Read the inbox; return the known state, None if it is to be read anew."""
        try:
            return self._read(known)
        except UnknownToken as error:
            self._fail(error)
        except (ApiError, httpx.HTTPError) as error:
            self._report_outage(error)
            self._stop.wait(RETRY_INTERVAL_S)
        return None

    def _read(self, known: Inbox | None) -> Inbox | None:
        """Read the inbox when it has changed, and pass it on to the threads that take turns."""
        requested_at = time.monotonic()
        try:
            turns = self._next_inbox(known)
        except TimeoutError:
            self._look_up_results()
            return known
        self._report_connection()
        self.report_ended(turns)
        if requested_at >= self._looked_up_at + POLL_TIMEOUT_S:
            self._look_up_results()
        if self._answerer:
            self._answerer.replace(turns.questions)
        is_current = self._queue.replace(turns, requested_at)
        self._queue.await_empty(READ_INTERVAL_S)
        if not turns.etag:
            self._stop.wait(RETRY_INTERVAL_S)
        return turns if is_current and turns.etag else None

    def _next_inbox(self, known: Inbox | None) -> Inbox:
        """Return the inbox when it has changed. Raises TimeoutError."""
        return self._session.inbox(
            known,
            timeout=POLL_TIMEOUT_S,
            limit=min(TURNS_PER_REQUEST + self._queue.skipped, MAX_TURNS_PER_REQUEST),
            ended=MAX_ENDED if self._reports_results else 0,
            questions=MAX_QUESTIONS if self._answerer else 0,
        )

    def _take_turns(self) -> None:
        while turn := self._queue.take():
            try:
                self._take_or_retry(turn)
                if self._queue.is_idle:
                    self._log.waiting()
            except Exception as error:  # noqa: BLE001 - of this process, such as a log whose reader has ended
                self._queue.retry(turn)
                self._fail(error)

    def _take_or_retry(self, turn: GameView) -> None:
        try:
            with self._until_closed():
                self._take(turn)
        except UnknownToken as error:
            self._queue.retry(turn)
            self._fail(error)
        except (ApiError, httpx.HTTPError) as error:
            self._report_failure(turn, error, is_first=self._queue.retry(turn))

    def _take(self, turn: GameView) -> None:
        """Choose and take an action."""
        self._log.playing(turn)
        try:
            action = self._taker.choose(cast("View", turn.to_dict()))
        except PlayerClosed:
            self._queue.retry(turn)
            return
        if action is None:
            LOG.warning("%s: no action in game %s, the timeout will end the turn", self.name, turn.id)
            self._queue.leave(turn)
        else:
            LOG.debug("%s: game %s, version %d: %s", self.name, turn.id, turn.version, action)
            self._act(turn, action)

    def _act(self, turn: GameView, action: str) -> None:
        try:
            after = self._session.act(turn, action)
        except LOST_RACES as error:
            LOG.debug("%s: game %s: %s", self.name, turn.id, error)
            self._queue.finish(turn)
        except IllegalAction:
            LOG.exception("%s: game %s: the server refuses a legal action of its view: %s", self.name, turn.id, action)
            self._queue.leave(turn)
        else:
            is_next = after.turn is not None and after.turn == after.you
            self._queue.finish(turn, after if is_next else None)
            if after.result:
                self._end(after)

    def _end(self, game: GameView | AgentGame) -> None:
        self._log.result(game)
        self._taker.over(game.id, game.result.to_dict() if game.result else None)

    def _look_up_results(self) -> None:
        """Look for the results of games that the inbox did not name, and for games that have expired."""
        self._looked_up_at = time.monotonic()
        for game in self._next_lookups():
            self._looked_up = game
            try:
                view = self._session.get_game(game)
            except (UnknownGame, NotYourSeat):
                self._log.gone(game)
                self._taker.over(game, None)
            else:
                if view.result and game in self._log.games:
                    self._end(view)

    def _next_lookups(self) -> list[str]:
        """Return the games to look up: those after the last one, then those before it."""
        games = sorted(self._log.games) if self._reports_results else []
        return sorted(games, key=lambda game: game <= self._looked_up)[:MAX_LOOKUPS]

    def _report_connection(self) -> None:
        if not self._available:
            LOG.warning("%s: the server is available again", self.name)
        self._available = True
        if not self._connected:
            self._log.connected()
        self._connected = True

    def _report_outage(self, error: Exception) -> None:
        if self._available:
            LOG.warning("%s: the server is unavailable and is retried without limit: %s", self.name, error)
        self._available = False

    def _report_failure(self, turn: GameView, error: Exception, *, is_first: bool) -> None:
        """Log an error of the server in a game, or of the server as a whole, once."""
        if isinstance(error, httpx.HTTPError) or (isinstance(error, ApiError) and error.status in UNAVAILABLE):
            self._report_outage(error)
        elif is_first:
            LOG.warning("%s: the turn in game %s fails and is retried: %s", self.name, turn.id, error)

    def _fail(self, error: Exception) -> None:
        self.fault = error
        self.stop()
