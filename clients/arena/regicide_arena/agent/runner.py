"""The loop of an agent: polls its inbox on a server and takes its turns."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Lock
from typing import Final, cast

import httpx

from regicide_arena.bots.safe_chooser import ChoiceCancelled, SafeChooser
from regicide_arena.bots.view_types import View
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

TURNS_PER_REQUEST: Final = 100
RETRY_INTERVAL_S: Final = 1.0
"""The pause before the next attempt after the session has given up."""

LOST_RACES: Final = (VersionConflict, NotYourTurn, GameOver, UnknownGame, NotYourSeat, GameNotStarted)
"""Refusals of an action because the timeout or another process of the agent has been faster."""

UNAVAILABLE: Final = frozenset({None, 429, 502, 503, 504})
"""Statuses of a server that cannot answer now, whatever the game; None stands for no answer."""


class AgentRunner:
    """Takes all turns of one agent, one after the other, until `stop`.

    A turn stays in the inbox until it is taken, so a failed attempt is repeated. An unavailable server is retried
    without limit. Several runners of one agent may run at a time.
    """

    def __init__(
        self, name: str, session: Session, choose: SafeChooser, forget: Callable[[str], None] | None = None
    ) -> None:
        """`forget` is called with the id of each game whose end this runner sees."""
        self.name = name
        self.fault: UnknownToken | None = None
        self.on_connected: Callable[[], None] | None = None
        """Called once, after the first response with the inbox."""
        self._session, self._choose, self._forget = session, choose, forget
        self._left: set[tuple[str, int]] = set()
        self._failed: set[tuple[str, int]] = set()
        self._stop, self._acting = Event(), Lock()
        self._available = True

    def run(self) -> None:
        """Take turns until `stop` is called, or until the server rejects the token, which sets `fault`."""
        known: Inbox | None = None
        while not self._stop.is_set():
            try:
                known = self._play_all(self._session.inbox(known, limit=TURNS_PER_REQUEST))
            except UnknownToken as error:
                self.fault = error
                return
            except (ApiError, httpx.HTTPError) as error:
                known = None
                self._wait_for_server(error)

    def stop(self) -> None:
        """Take no further action."""
        self._stop.set()

    def await_action(self, timeout_s: float) -> bool:
        """Wait for the action in progress; return False if it does not end within the timeout."""
        return self._acting.acquire(timeout=timeout_s)

    def _play_all(self, turns: Inbox) -> Inbox | None:
        """Play these turns; return the known state of the inbox, None if it is to be read anew."""
        if not self._available:
            LOG.warning("%s: the server is available again", self.name)
        self._available = True
        self._report_connection()
        present = {(turn.id, turn.version) for turn in turns}
        self._left &= present
        self._failed &= present
        results = [self._play_guarded(turn) for turn in turns]
        if all(results) and turns.etag:
            return turns
        self._stop.wait(RETRY_INTERVAL_S)
        return None

    def _report_connection(self) -> None:
        if self.on_connected:
            self.on_connected()
            self.on_connected = None

    def _play_guarded(self, view: GameView) -> bool:
        """Play a turn; return False if the server fails in this game alone, so that other games continue."""
        try:
            self._play(view)
        except UnknownToken:
            raise
        except ApiError as error:
            if error.status in UNAVAILABLE:
                raise
            if (view.id, view.version) not in self._failed:
                LOG.warning("%s: the turn in game %s fails and is retried: %s", self.name, view.id, error)
            self._failed.add((view.id, view.version))
            return False
        return True

    def _play(self, view: GameView) -> None:
        """Play a turn, and further turns of this agent that follow directly."""
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
        """Choose and take an action; return the view after it, None if the turn is not to be continued."""
        try:
            action = self._choose(cast("View", view.to_dict()))
        except ChoiceCancelled:
            return None
        if action is None:
            LOG.warning("%s: no action in game %s, the timeout will end the turn", self.name, view.id)
            self._left.add((view.id, view.version))
            return None
        LOG.debug("%s: game %s, version %d: %s", self.name, view.id, view.version, action)
        try:
            return self._session.act(view, action)
        except LOST_RACES as error:
            LOG.debug("%s: game %s: %s", self.name, view.id, error)
        except IllegalAction:
            LOG.exception("%s: game %s: the server refuses a legal action of its view: %s", self.name, view.id, action)
            self._left.add((view.id, view.version))
        return None

    def _wait_for_server(self, error: Exception) -> None:
        if self._available:
            LOG.warning("%s: the server is unavailable and is retried without limit: %s", self.name, error)
        self._available = False
        self._stop.wait(RETRY_INTERVAL_S)
