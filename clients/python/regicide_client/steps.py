"""The course of a call as a generator: it asks for steps and is told what came of them.

`Session` carries the steps out and blocks, `AsyncSession` carries them out and awaits. What is between the steps is the
same for both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

import httpx

from regicide_client.patience import Attempts, Patience, retry_after
from regicide_client.problems import Problem, no_answer, problem_of, unexpected

T = TypeVar("T")

PASSING: Final = frozenset({429, 502, 503, 504})
"""The statuses of answers that say: not now."""

OUR_FAULTS: Final = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
"""What would go wrong in the same way the next time."""


@dataclass(frozen=True, slots=True)
class Send:
    """A step: send a request, and give the answer or raise httpx's error."""

    request: Mapping[str, Any]
    timeout: float


@dataclass(frozen=True, slots=True)
class Sleep:
    """A step: let time pass."""

    seconds: float


Steps: TypeAlias = Generator[Send | Sleep, httpx.Response | None, T]


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """A request that may be sent more than once, and how its answer is read.

    To repeat it is safe because it only looks, because it names the version that it is meant for, or because it bears
    an Idempotency-Key.
    """

    request: Mapping[str, Any]
    read: Callable[[Mapping[str, Any]], T]

    def borne(self, token: str | None) -> Call[T]:
        """The same call bearing a token, if there is one."""
        return self.with_headers({"Authorization": f"Bearer {token}"}) if token else self

    def with_headers(self, headers: Mapping[str, str]) -> Call[T]:
        """The same call with further headers."""
        return Call({**self.request, "headers": {**self.request.get("headers", {}), **headers}}, self.read)


def carried_out(call: Call[T], patience: Patience) -> Steps[T]:
    """Send it, again if need be; what its answer says."""
    response = yield from sent(call, patience)
    return result(call, response)


def sent(call: Call[T], patience: Patience, hold: float = 0) -> Steps[httpx.Response]:
    """Send it until an answer comes that is more than a "not now"; that answer, be it good or bad.

    At the deadline raises the last "not now", or NoAnswer where there was none: a silence at the end, perhaps only of
    an attempt that the deadline cut short, says less.
    """
    attempts = Attempts(patience, hold)
    said: Problem | None = None
    while True:
        trouble: Problem
        try:
            response = yield Send(call.request, attempts.timeout)
        except OUR_FAULTS:
            raise
        except httpx.RequestError as error:
            trouble = no_answer(error)
        else:
            assert response is not None  # noqa: S101 - it is what a Send gives
            if not is_passing(response):
                return response
            trouble = said = problem_of(response)
        pause = attempts.pause(retry_after(trouble.response))
        if pause is None:
            raise said or trouble
        yield Sleep(pause)


def is_passing(response: httpx.Response) -> bool:
    """Whether an answer says no more than: not now. A conflict does where it says when to come again."""
    return response.status_code in PASSING or (response.status_code == 409 and "Retry-After" in response.headers)


def result(call: Call[T], response: httpx.Response) -> T:
    """What an answer says. Raises Problem where that is not what was asked for."""
    if not response.is_success:
        raise problem_of(response)
    return read(call, response, response.text)


def read(call: Call[T], response: httpx.Response, text: str) -> T:
    """What a text says. Raises UnexpectedAnswer where it is not of the call's model."""
    try:
        return call.read(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        detail = f"not what was asked for: {type(error).__name__}: {error}: {text[:200]!r}"
        raise unexpected(response, detail) from error
