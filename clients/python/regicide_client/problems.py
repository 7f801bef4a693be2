"""What a call can end with: one base class, and a class of its own where callers tell cases apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import httpx

MEDIA_TYPE: Final = "application/problem+json"


class Problem(Exception):
    """A call did not succeed.

    `code`, `status`, `title` and `detail` are those of the server's problem (RFC 9457), `extras` holds every further
    member of it, and `response` is the answer itself. Without an answer `status` and `response` are None; the cause
    (`__cause__`) is httpx's error then.
    """

    def __init__(
        self,
        code: str,
        title: str = "",
        detail: str = "",
        extras: Mapping[str, Any] | None = None,
        response: httpx.Response | None = None,
    ) -> None:
        super().__init__(code, title, detail, extras, response)
        self.code = code
        self.title = title
        self.detail = detail
        self.extras: Mapping[str, Any] = extras or {}
        self.response = response

    @property
    def status(self) -> int | None:
        """The status of the answer."""
        return None if self.response is None else self.response.status_code

    def __str__(self) -> str:
        where = f" ({self.status})" if self.status else ""
        return f"{self.code}{where}: {self.detail or self.title}"


class NoAnswer(Problem):
    """No answer came before the deadline: nobody listens there, or the connection broke off every time."""


class UnexpectedAnswer(Problem):
    """An answer that is not this API's: a proxy's page of HTML, broken JSON, a member missing."""


class IllegalAction(Problem):
    """The rules do not allow the action."""

    @property
    def reason(self) -> str:
        """Why, as a code."""
        return str(self.extras.get("reason", ""))

    @property
    def legal_actions(self) -> list[str]:
        """All that may be done."""
        return list(self.extras.get("legal_actions") or [])


class VersionConflict(Problem):
    """The game has moved on since the view that the action was chosen in."""

    @property
    def version(self) -> int | None:
        """The game's version now."""
        return self.extras.get("version")


class NotYourTurn(Problem):
    """It is another seat's turn."""

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        return self.extras.get("turn")


class GameOver(Problem):
    """The game has ended."""


class GameNotOver(Problem):
    """What was asked for can be had only when the game has ended."""


class GameNotStarted(Problem):
    """A seat is still open."""


class UnknownGame(Problem):
    """There is no such game, or no more."""


class NotYourSeat(Problem):
    """The seat is somebody else's."""


class NameTaken(Problem):
    """Another agent has the name."""


class UnknownToken(Problem):
    """The token is of no seat of this game, and of no agent."""


class SeatTaken(Problem):
    """Somebody else was first."""


class SignalsClosed(Problem):
    """The rules do not allow to talk now."""


class RateLimited(Problem):
    """Too much of this in too short a time, and the deadline is too near to wait for more."""


class StoreUnavailable(Problem):
    """The server cannot reach its store, and could not until the deadline."""


BY_CODE: Final[Mapping[str, type[Problem]]] = {
    "illegal-action": IllegalAction,
    "version-conflict": VersionConflict,
    "not-your-turn": NotYourTurn,
    "game-over": GameOver,
    "game-not-over": GameNotOver,
    "game-not-started": GameNotStarted,
    "unknown-game": UnknownGame,
    "not-your-seat": NotYourSeat,
    "name-taken": NameTaken,
    "unknown-token": UnknownToken,
    "seat-taken": SeatTaken,
    "signals-closed": SignalsClosed,
    "rate-limited": RateLimited,
    "store-unavailable": StoreUnavailable,
}
"""The problems that have a class of their own."""


def no_answer(error: httpx.RequestError) -> NoAnswer:
    """The problem of a request whose answer did not come."""
    problem = NoAnswer("no-answer", title="No answer", detail=f"{type(error).__name__}: {error}")
    problem.__cause__ = error
    return problem


def unexpected(response: httpx.Response, detail: str) -> UnexpectedAnswer:
    """The problem of an answer that is not this API's."""
    return UnexpectedAnswer("unexpected-answer", response.reason_phrase, detail, {}, response)


def problem_of(response: httpx.Response) -> Problem:
    """The problem that an answer says, whoever gave the answer."""
    media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    members = _json(response) if media_type == MEDIA_TYPE else None
    if not isinstance(members, dict):
        return unexpected(response, f"{media_type or 'nothing'}, not a problem: {response.text[:200]!r}")
    code = str(members.pop("code", "") or str(members.get("type", "")).rpartition("/")[2])
    title, detail = (str(members.pop(name, None) or "") for name in ("title", "detail"))
    members.pop("status", None)  # the status line has it, and that one is true
    return BY_CODE.get(code, Problem)(code, title, detail, members, response)


def _json(response: httpx.Response) -> object:
    try:
        content: object = response.json()
    except (ValueError, RecursionError):
        return None
    return content
