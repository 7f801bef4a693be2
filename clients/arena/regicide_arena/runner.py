"""Playing an agent's turns over HTTP, for as long as there is a server: the one loop of every bot."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Lock
from typing import Final, cast

import httpx

from regicide_arena.choosing import Chooser, NotAsked
from regicide_arena.views import View
from regicide_client import (
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

AT_ONCE: Final = 100
"""Turns that are asked for together."""
PAUSE: Final = 1.0
"""Seconds until a server that could not be reached is tried again, beside the patience of the session."""

TAKEN: Final = (VersionConflict, NotYourTurn, GameOver, UnknownGame, NotYourSeat, GameNotStarted)
"""What an action may be refused with because somebody was faster: the clock, or another process of the same agent."""

AWAY: Final = frozenset({None, 429, 502, 503, 504})
"""The statuses of problems that say nothing of a game, only that the server cannot answer now (None: no answer)."""


class Runner:
    """Plays all turns of one agent, one after the other, until it is told to stop.

    A turn is in the inbox until it is taken, so whatever goes wrong, it is there again the next time; a server that
    cannot be reached is tried again for ever. Several runners of one agent do each other no harm.
    """

    def __init__(
        self, name: str, session: Session, choose: Chooser, forget: Callable[[str], None] | None = None
    ) -> None:
        """`forget` is told the id of each game that this runner saw the end of."""
        self.name = name
        self.fault: UnknownToken | None = None
        self._session, self._choose, self._forget = session, choose, forget
        self._left: set[tuple[str, int]] = set()
        self._failed: set[tuple[str, int]] = set()
        self._stop, self._acting = Event(), Lock()
        self._reached = True

    def run(self) -> None:
        """Play. Ends when `stop` is called, or with a `fault` where the server does not know the agent's token."""
        known: Inbox | None = None
        while not self._stop.is_set():
            try:
                known = self._play_all(self._session.inbox(known, limit=AT_ONCE))
            except UnknownToken as error:
                self.fault = error
                return
            except (ApiError, httpx.HTTPError) as error:
                known = None
                self._lost(error)

    def stop(self) -> None:
        """Take no further action."""
        self._stop.set()

    def await_action(self, patience: float) -> bool:
        """Wait for the action that is under way; False if it does not end within so many seconds."""
        return self._acting.acquire(timeout=patience)

    def _play_all(self, turns: Inbox) -> Inbox | None:
        """Play these turns; what is known of the inbox then, None where it has to be looked at afresh."""
        if not self._reached:
            LOG.warning("%s: the server is there again", self.name)
        self._reached = True
        there = {(turn.id, turn.version) for turn in turns}
        self._left &= there
        self._failed &= there
        well = [self._play_apart(turn) for turn in turns]
        if all(well) and turns.etag:
            return turns
        self._stop.wait(PAUSE)
        return None

    def _play_apart(self, view: GameView) -> bool:
        """Play a turn; False where the server fails at this game, for which the others need not wait."""
        try:
            self._play(view)
        except UnknownToken:
            raise
        except ApiError as error:
            if error.status in AWAY:
                raise
            if (view.id, view.version) not in self._failed:
                LOG.warning("%s: the turn in game %s fails, and is tried again: %s", self.name, view.id, error)
            self._failed.add((view.id, view.version))
            return False
        return True

    def _play(self, view: GameView) -> None:
        """Play a turn to its end, or to that of all turns of this agent in a row."""
        while view.turn is not None and view.turn == view.you and (view.id, view.version) not in self._left:
            with self._acting:
                if self._stop.is_set():
                    return
                after = self._act(view)
            if after is None:
                return
            view = after
        if view.result:
            LOG.info("%s: game %s is %s, %d enemies defeated", self.name, view.id, view.status, view.defeated)
            if self._forget:
                self._forget(view.id)

    def _act(self, view: GameView) -> GameView | None:
        """Choose, and act; the view after it, None if the turn is not to be played on."""
        try:
            action = self._choose(cast("View", view.to_dict()))
        except NotAsked:
            return None
        if action is None:
            LOG.warning("%s: the turn in game %s is left to the clock", self.name, view.id)
            self._left.add((view.id, view.version))
            return None
        LOG.debug("%s: game %s, version %d: %s", self.name, view.id, view.version, action)
        try:
            return self._session.act(view, action)
        except TAKEN as error:
            LOG.debug("%s: game %s: %s", self.name, view.id, error)
        except IllegalAction:
            LOG.exception("%s: game %s: an action of the view is refused: %s", self.name, view.id, action)
            self._left.add((view.id, view.version))
        return None

    def _lost(self, error: Exception) -> None:
        if self._reached:
            LOG.warning("%s: the server cannot be reached, and is tried again for ever: %s", self.name, error)
        self._reached = False
        self._stop.wait(PAUSE)
