"""A client that logs every request and its response."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Self

import httpx
from players import bearing

from history.log import (
    AGREED,
    GAVE_UP,
    Attempt,
    Log,
    Observation,
    SeatState,
    SeenEvent,
)
from history.model import digest

RESPONSE_TIMEOUT_S = 4.0
"""Timeout of a request, in addition to the time of its long poll."""
MIN_KEY_LENGTH = 22
RETRY_TIMEOUT_S = 15.0
"""Time for retries of a request."""


@dataclass(frozen=True)
class Answer:
    """A response and its times; without a status, there was no readable response."""

    start: float
    end: float
    status: int | None = None
    etag: str | None = None
    json: Any = None

    @property
    def code(self) -> str | None:
        """The code of the problem, if it is one."""
        return self.json.get("code") if isinstance(self.json, dict) and (self.status or 0) >= 400 else None

    @property
    def settles(self) -> bool:
        """Whether the response is final, so that a retry is unnecessary."""
        again = self.code == "idempotency-key-in-use"
        return self.status is not None and self.status < 500 and self.status != 429 and not again


@dataclass
class Client:
    """A client of the server at a URL, with its own random choices, until the run ends."""

    name: str
    url: str
    log: Log
    rng: random.Random
    over: Event
    http: httpx.Client = field(init=False)
    _numbers: Iterator[int] = field(default_factory=itertools.count, init=False)

    def __post_init__(self) -> None:
        self.http = httpx.Client(base_url=self.url, trust_env=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def new(self, what: str) -> str:
        """A unique name."""
        return f"{what}-{self.name}-{next(self._numbers)}"

    def new_key(self, what: str) -> str:
        """A unique Idempotency-Key."""
        return self.new(what).ljust(MIN_KEY_LENGTH, ".")

    def pause(self, most: float) -> None:
        """Wait for a short random time."""
        self.over.wait(self.rng.uniform(0, most))

    def send(
        self, method: str, path: str, body: object = None, token: str | None = None, wait: float = 0, **headers: str
    ) -> Answer:
        """Send a request once."""
        start = time.monotonic()
        preference = {"Prefer": f"wait={wait:.0f}"} if wait else {}
        names = {name.replace("_", "-"): text for name, text in headers.items()}
        try:
            answer = self.http.request(
                method, path, json=body, headers=bearing(token) | preference | names, timeout=RESPONSE_TIMEOUT_S + wait
            )
            content = answer.json() if answer.content else None
        except (httpx.HTTPError, ValueError):
            return Answer(start, time.monotonic())
        return Answer(start, time.monotonic(), answer.status_code, answer.headers.get("ETag"), content)

    def post_with_retries(
        self, about: dict[str, Any], path: str, body: object, token: str | None = None, **headers: str
    ) -> Answer:
        """Post until there is a response, and log each attempt with the same description."""
        return self.send_with_retries("POST", about, path, body, token, **headers)

    def send_with_retries(
        self, method: str, about: dict[str, Any], path: str, body: object, token: str | None = None, **headers: str
    ) -> Answer:
        """Send a request until there is a response, and log each attempt with the same description."""
        end = time.monotonic() + RETRY_TIMEOUT_S
        while True:
            answer = self.send(method, path, body, token, **headers)
            self.log.write(self._attempt(about | {"token": token_prefix(token)}, answer))
            if answer.settles or time.monotonic() > end or self.over.is_set():
                return answer
            self.over.wait(self.rng.uniform(0.02, 0.4))

    def _attempt(self, about: dict[str, Any], answer: Answer) -> Attempt:
        common = {"client": self.name, "start": answer.start, "end": answer.end, "status": answer.status}
        given = {} if answer.status is None or answer.status >= 300 else _given(about["kind"], answer.json)
        return Attempt(**{**common, "code": answer.code, **about, **given})

    def log_request(self, about: dict[str, Any], answer: Answer) -> None:
        """Log a request that was sent once."""
        self.log.write(self._attempt(about, answer))

    def log_failure(self, game: str, token: str | None, answer: Answer) -> None:
        """Log a log_failure read of a game."""
        self.log.write(self._attempt({"kind": "read", "game": game, "token": token_prefix(token)}, answer))

    def log_given_actions(self, game: str, actions: list[str], answer: Answer) -> None:
        """Log the actions of a creation as requests of their own, each at its version."""
        for version, action in enumerate(actions, 1):
            self.log.write(self._attempt({"kind": "act", "game": game, "version": version, "what": action}, answer))

    def log_view(self, view: dict[str, Any], answer: Answer) -> None:
        """Log the content of a view."""
        shown = None if view["status"] in {"waiting", "cancelled"} else digest(view)
        seats, version = seat_states(view), view["version"]
        self.log.write(Observation(self.name, answer.start, answer.end, view["id"], version, view["you"], shown, seats))

    def log_event(self, game: str, event: dict[str, Any], stream: str | None = None) -> None:
        """Log an event that has just arrived."""
        self.log.write(SeenEvent(self.name, time.monotonic(), game, event["version"], *content_of(event), stream))


def content_of(event: dict[str, Any]) -> tuple[str, int, str | None, str | None]:
    """The type, seat, content and agent of an event."""
    what = next((event[name] for name in ("action", "signal", "name", "next") if name in event), None)
    if event["type"] == "give-up":
        what = GAVE_UP if event["effects"] else AGREED
    return event["type"], event["seat"], what, event.get("agent")


def seat_states(view: dict[str, Any]) -> tuple[SeatState, ...]:
    """The state of each seat in a view."""
    return tuple(SeatState(seat["held"], seat["agent"], seat["stand_in"], seat["gives_up"]) for seat in view["seats"])


def advice_text(seat: int, status: str, actions: list[dict[str, Any]]) -> str:
    """Advice as the log has it: its seat and status, and the first action with its chance."""
    return " ".join([str(seat), status, *(f"{each['action']} {each['won']}" for each in actions[:1])])


def token_prefix(token: str | None) -> str:
    """A prefix of a token that identifies it; empty without a token."""
    return (token or "")[:8]


def _given(kind: str, content: dict[str, Any]) -> dict[str, Any]:
    """The game and tokens of a creating response."""
    if kind == "replace-token":
        return {"gave": content["token"][-8:]}
    if kind == "replace-seat-token":
        return {"gave": token_prefix(content["token"])}
    if kind in {"fill-seat", "open-seat", "hand-over", "take-back"}:
        return {"result": content["version"]}
    if kind in {"ask-advice", "read-advice"}:
        return {"what": content["id"], "advice": advice_text(content["seat"], content["status"], content["actions"])}
    if kind not in {"create", "take-seat", "rematch"}:
        return {}
    game = content["game"]["id"]
    gave = " ".join([game, *(token_prefix(seat["token"]) for seat in content["seats"])])
    return {"gave": gave} if kind == "rematch" else {"game": game, "gave": gave}
