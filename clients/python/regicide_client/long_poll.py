"""Long polls: the server holds its response (`Prefer: wait`, RFC 7240) where it can, and otherwise polls back off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import httpx

from regicide_client.generated.models import Advice, AgentGame, GameView, Question, Review
from regicide_client.retry import Backoff, Deadline

MAX_HOLD_S: Final = 25
"""How long the server is asked to hold a response: proxies often close a silent connection after 30 seconds."""

PENDING: Final = "pending"
"""The status of advice and reviews before their answer."""

INITIAL_BACKOFF_S: Final = 0.2
MAX_BACKOFF_S: Final = 5.0


class Inbox(list[GameView]):
    """The views of the games in which it is an agent's turn, in the order to take them; `etag` identifies this list.

    `ended` are games of the agent that ended in the last ten minutes, the last one first; `questions` wait for its
    answer, the oldest first.
    """

    def __init__(
        self,
        views: Iterable[GameView],
        etag: str,
        ended: Iterable[AgentGame] = (),
        questions: Iterable[Question] = (),
    ) -> None:
        super().__init__(views)
        self.etag, self.ended, self.questions = etag, [*ended], [*questions]


def is_over(view: GameView) -> bool:
    """Return whether the game is over."""
    return view.status not in {"waiting", "active"}


def is_your_turn(view: GameView) -> bool:
    """Return whether it is the turn of the seat that the view belongs to."""
    return view.you is not None and view.you == view.turn


def is_answered(asked: Advice | Review) -> bool:
    """Return whether an agent has answered a question for advice or a review, or will not."""
    return asked.status != PENDING


class Poll:
    """The state of a long poll over its requests.

    The server can hold its response if it knows which one the client has: by the `etag` of the last response, or, if
    not `by_etag`, because a response without an answer is of no use.
    """

    def __init__(self, awaited: str, timeout: float | None, etag: str = "", *, by_etag: bool = True) -> None:
        self._awaited, self._timeout, self._by_etag = awaited, timeout, by_etag
        self._deadline, self._backoff = Deadline(timeout), Backoff(INITIAL_BACKOFF_S, MAX_BACKOFF_S)
        self.etag = etag

    @property
    def hold(self) -> int:
        """The seconds for which the server is asked to hold its next response."""
        return int(min(MAX_HOLD_S, self._deadline.remaining)) if self.etag or not self._by_etag else 0

    def on_response(self, response: httpx.Response) -> None:
        """Note a response, and whether the server held it or can hold the next one."""
        self._can_hold = "Preference-Applied" in response.headers
        if self._by_etag and response.status_code != httpx.codes.NOT_MODIFIED:
            etag = response.headers.get("ETag", "")
            self._can_hold = bool(etag)
            if etag != self.etag:
                self._backoff.reset()
            self.etag = etag

    def delay(self) -> float:
        """Return the seconds to wait before the next request. Raises TimeoutError."""
        if not self._deadline.remaining:
            raise TimeoutError(f"no {self._awaited} within {self._timeout} seconds")
        return 0 if self._can_hold else min(self._backoff.next(), self._deadline.remaining)


def wait_preference(hold: int) -> str | None:
    """Return the header `Prefer` that asks the server to hold its response for some seconds."""
    return f"wait={hold}" if hold else None
