"""The loop of an agent: polls its inbox on a server, and takes its turns in several threads.

The inbox decides the order of the turns at every turn, as it is fair over the creators of the games: a game whose next
turn is the agent's again waits for the turns of others.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Final, cast

import httpx

from regicide_arena.agent.answerer import MAX_QUESTIONS, Answerer
from regicide_arena.agent.bot_pool import BotPool
from regicide_arena.agent.play_log import PlayLog
from regicide_arena.agent.work_queue import RETRY_INTERVAL_S, WorkQueue
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
"""The time that a request for a change of the inbox waits."""
MAX_ENDED: Final = 20
"""The ended games of one inbox."""

LOST_RACES: Final = (VersionConflict, NotYourTurn, GameOver, UnknownGame, NotYourSeat, GameNotStarted)
"""Refusals of an action because the timeout or another process of the agent has been faster."""

UNAVAILABLE: Final = frozenset({None, 429, 502, 503, 504})
"""Statuses of a server that cannot answer now, whatever the game; None stands for no answer."""


class AgentRunner:
    """Takes all turns of one agent, a number of them at the same time, until `stop`.

    A turn stays in the inbox until it is taken, so a failed attempt is repeated. An unavailable server is retried
    without limit. Several runners of one agent may run at the same time.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what plays, where, and who hears of it
        self,
        name: str,
        session: Session,
        pool: BotPool,
        choose: SafeChooser,
        log: PlayLog | None = None,
        answerer: Answerer | None = None,
    ) -> None:
        """The pool has the bot that `choose` asks. With a log, the results of games are reported that end without an
        action of the agent. With an answerer, questions are answered, too.
        """
        self.name = name
        self.fault: Exception | None = None
        self._session, self._pool, self._choose, self._log = session, pool, choose, log or PlayLog(name)
        self._reports_results = log is not None
        self._answerer = answerer
        self._queue = WorkQueue[GameView](pool.claim, pool.release)
        self._stop = Event()
        self._connected, self._available = False, True
        self._ended_before: set[str] | None = None

    def run(self) -> None:
        """Take turns until `stop` is called, or until an error that a retry does not mend, which sets `fault`."""
        targets = [self._take_turns] * self._pool.size + ([self._answerer.run] if self._answerer else [])
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
        if grace_s and (games := self._queue.busy):
            self._log.stopping(games, grace_s)

    def cancel_choices(self) -> None:
        """End the bots that are choosing."""
        self._pool.close()

    def await_action(self, timeout_s: float) -> bool:
        """Wait for the actions in progress; return False if they do not end within the timeout."""
        return self._queue.await_idle(timeout_s)

    def report_results(self) -> None:
        """Report the games that have ended, as far as the server answers."""
        if self._reports_results:
            with suppress(ApiError, httpx.HTTPError, TimeoutError, RuntimeError):
                self.report_ended(self._session.me.inbox(limit=1, ended=MAX_ENDED))

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
            turns = self._session.me.inbox(
                known,
                timeout=POLL_TIMEOUT_S,
                limit=min(TURNS_PER_REQUEST + self._queue.skipped, MAX_TURNS_PER_REQUEST),
                ended=MAX_ENDED if self._reports_results else 0,
                questions=MAX_QUESTIONS if self._answerer else 0,
            )
        except TimeoutError:
            return known
        self._report_connection()
        self.report_ended(turns)
        if self._answerer:
            self._answerer.replace(turns.questions)
        is_current = self._queue.replace(turns, requested_at)
        self._queue.await_empty(READ_INTERVAL_S)
        if not turns.etag:
            self._stop.wait(RETRY_INTERVAL_S)
        return turns if is_current and turns.etag else None

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
            action = self._choose(cast("View", turn.to_dict()))
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
            after = self._session.games.act(turn, action)
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
        self._pool.over(game.id, game.result.to_dict() if game.result else None)

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
