"""Errors of a call: one base class, and a subclass for each case that callers handle differently."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, ClassVar, Final

import httpx

MEDIA_TYPE: Final = "application/problem+json"


class ApiError(Exception):
    """A call failed.

    `code`, `status`, `title` and `detail` are the members of the server's problem (RFC 9457), `extras` has its other
    members, and `response` is the response. Without a response `status` and `response` are None, and `__cause__` is
    the error of httpx. A subclass is the error of the problem whose code is its name: `unknown-game`, UnknownGame.
    """

    by_code: ClassVar[dict[str, type[ApiError]]] = {}

    def __init_subclass__(cls) -> None:
        words = re.findall("[A-Z][a-z]+", cls.__name__)
        cls.by_code["-".join(words).lower()] = cls

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
        """The status code of the response; None without a response."""
        return None if self.response is None else self.response.status_code

    def __str__(self) -> str:
        status = f" ({self.status})" if self.status else ""
        return f"{self.code}{status}: {self.detail or self.title}{self._first_fault()}"

    def _first_fault(self) -> str:
        """Return the first of the problem's `errors`, and the number of the others: ` /name: expected … (1 more)`."""
        errors = self.extras.get("errors")
        faults = [each for each in errors if isinstance(each, Mapping)] if isinstance(errors, list) else []
        if not faults:
            return ""
        place = faults[0].get("pointer") or faults[0].get("parameter") or faults[0].get("header") or "body"
        more = f" ({len(faults) - 1} more)" if faults[1:] else ""
        first = f"{place}: {faults[0].get('detail', '')}"
        return more if first in self.detail else f" {first}{more}"


class ConnectionFailed(ApiError):
    """No response before the deadline: no server listens at the URL, or every connection was lost."""


class UnexpectedResponse(ApiError):
    """The response is not one of this API: a proxy's HTML page, broken JSON, a missing member."""


class IllegalAction(ApiError):
    """The rules do not allow the action."""

    @property
    def reason(self) -> str:
        """The code of the reason."""
        return str(self.extras.get("reason", ""))

    @property
    def legal_actions(self) -> list[str]:
        """The actions that are legal now."""
        return list(self.extras.get("legal_actions") or [])


class VersionConflict(ApiError):
    """The game has a newer version than the view that the action was chosen in."""

    @property
    def version(self) -> int | None:
        """The current version of the game."""
        return self.extras.get("version")


class NotYourTurn(ApiError):
    """It is another seat's turn."""

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is."""
        return self.extras.get("turn")


class GameOver(ApiError):
    """The game is over."""


class GameCancelled(ApiError):
    """The owner of the game ended it before it started."""


class GameNotOver(ApiError):
    """The call needs a game that is over."""


class GameNotStarted(ApiError):
    """A seat of the game is still open."""


class UnknownGame(ApiError):
    """The game does not exist, or has expired."""


class NotYourSeat(ApiError):
    """The token does not hold this seat."""


class NameTaken(ApiError):
    """Another agent has this name."""


class UnknownToken(ApiError):
    """The token belongs to no seat of this game and to no agent."""


class SeatTaken(ApiError):
    """The seat is not open any more."""


class SignalsClosed(ApiError):
    """The rules do not allow a signal now."""


class RateLimited(ApiError):
    """Too many requests; the time to wait ends after the deadline."""

    @property
    def retry_after(self) -> float:
        """The seconds after which the server serves the next request."""
        return retry_after_s(self.response)

    def __str__(self) -> str:
        seconds = math.ceil(self.retry_after)
        return (
            f"{super().__str__()} (the next request is possible in {seconds} seconds)" if seconds else super().__str__()
        )


class AdviceNotAllowed(ApiError):
    """The creator of the game allows no advice, or enough agents were asked at this turn."""


class NoAdviser(ApiError):
    """The agent gives no advice, or there is no such agent."""


class UnknownAdvice(ApiError):
    """The advice does not exist, or has expired."""


class UnknownQuestion(ApiError):
    """The question was never asked, has expired, or the game has moved on."""


class StoreUnavailable(ApiError):
    """The server could not reach its store until the deadline."""


def retry_after_s(response: httpx.Response | None) -> float:
    """Return the seconds of the Retry-After header, given as a number or a date (RFC 9110); 0 without one."""
    text = response.headers.get("Retry-After", "").strip() if response is not None else ""
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return 0.0


def connection_failed(cause: httpx.RequestError) -> ConnectionFailed:
    """Return the error of a request without a response."""
    error = ConnectionFailed("connection-failed", title="Connection failed", detail=f"{type(cause).__name__}: {cause}")
    error.__cause__ = cause
    return error


def unexpected_response(response: httpx.Response, detail: str) -> UnexpectedResponse:
    """Return the error of a response that is not one of this API."""
    return UnexpectedResponse("unexpected-response", response.reason_phrase, detail, {}, response)


def error_from_response(response: httpx.Response) -> ApiError:
    """Return the error of a response: the server's problem, or UnexpectedResponse if it is none."""
    media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    members = _json(response) if media_type == MEDIA_TYPE else None
    if not isinstance(members, dict):
        return unexpected_response(response, f"{media_type or 'no content'}, not a problem: {response.text[:200]!r}")
    code = str(members.pop("code", "") or str(members.get("type", "")).rpartition("/")[2])
    title, detail = (str(members.pop(name, None) or "") for name in ("title", "detail"))
    members.pop("status", None)  # a copy of the status line, which a proxy may have changed
    return ApiError.by_code.get(code, ApiError)(code, title, detail, members, response)


def _json(response: httpx.Response) -> object:
    try:
        content: object = response.json()
    except (ValueError, RecursionError):
        return None
    return content
