"""Retries: a session repeats requests without a response, and the server applies each once."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import httpx
import pytest
from players import SEED
from proxies import BAD_GATEWAY, Fault, Proxy, cut_short, dropped, reset, says, silent
from servers import reserved_port

from regicide_client import (
    DEFAULT_RETRY,
    ApiError,
    ConnectionFailed,
    CreateGameRequest,
    RateLimited,
    RetryPolicy,
    StoreUnavailable,
)
from regicide_client.retry import Attempts

KINDS = ("sync", "async")

WISH = CreateGameRequest(players=2, seed=SEED)
BUSY = says("503 Service Unavailable", "application/problem+json", '{"code": "store-unavailable"}', "Retry-After: 1")
DOWN = says("503 Service Unavailable", "application/problem+json", '{"code": "store-unavailable"}')
LIMITED = says("429 Too Many Requests", "application/problem+json", '{"code": "rate-limited"}', "Retry-After: 3600")
SHORT_RETRY = RetryPolicy(deadline=0.5, timeout=0.2, initial_backoff=0.02)


def taken(session: Any, proxy: Proxy, *faults: Fault) -> Any:
    """Take the first action of a game during faults; return the view after it."""
    created = session.games.create(WISH)
    proxy.seen.clear()
    proxy.faults = list(faults)
    return session.with_token(created.seats[0].token).games.act(created.game, "9S")


def garbled(answered: Callable[[], bytes], client: socket.socket) -> None:
    """A response that claims to be compressed and is not."""
    client.sendall(answered().replace(b"\r\n", b"\r\nContent-Encoding: gzip\r\n", 1))


@pytest.mark.parametrize("fault", [dropped, reset, cut_short, silent, garbled])
def test_an_action_whose_response_is_lost_is_applied_once(fault: Fault, proxied: Any, between: Proxy) -> None:
    """It is sent twice, and the view is that after it."""
    view = taken(proxied, between, fault)
    assert (view.version, view.played) == (2, [["9S"]])
    assert [request.method for request in between.seen] == ["POST", "POST"]


@pytest.mark.parametrize("fault", [dropped, reset, cut_short, BAD_GATEWAY])
def test_a_read_is_repeated(fault: Fault, proxied: Any, between: Proxy) -> None:
    """Several times if need be."""
    created = proxied.games.create(WISH)
    between.faults = [fault, fault, fault]
    assert proxied.games.get(created.game.id).version == 1


@pytest.mark.parametrize("status", ["502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout"])
def test_an_action_is_repeated_after_a_gateway_failure(status: str, proxied: Any, between: Proxy) -> None:
    """With any body."""
    assert taken(proxied, between, says(status, "text/html", "<html>"), says(status, "text/html", "")).version == 2


def test_a_repeated_creation_has_the_same_idempotency_key(proxied: Any, between: Proxy) -> None:
    """Another creation has another key."""
    between.faults = [BAD_GATEWAY]
    proxied.games.create(WISH)
    proxied.games.create(WISH)
    first, again, another = (request.headers["Idempotency-Key"] for request in between.seen)
    assert first == again != another


def test_retry_after_is_respected(proxied: Any, between: Proxy) -> None:
    """The next attempt is not earlier."""
    began = time.monotonic()
    assert taken(proxied, between, BUSY).version == 2
    assert time.monotonic() - began >= 1


def test_a_retry_after_beyond_the_deadline_ends_the_call(proxied: Any, between: Proxy) -> None:
    """At once; the message has the number of seconds."""
    began = time.monotonic()
    with pytest.raises(RateLimited, match="the next request is possible in 3600 seconds") as raised:
        taken(proxied, between, LIMITED)
    assert (raised.value.retry_after, time.monotonic() - began < 60) == (3600, True)


def test_a_limited_call_waits_beyond_its_deadline(connect: Callable[..., Any], between: Proxy) -> None:
    """As long as the server says, up to the deadline for limits."""
    limited = says("429 Too Many Requests", "application/problem+json", '{"code": "rate-limited"}', "Retry-After: 1")
    between.faults = [limited, limited]
    began = time.monotonic()
    created = connect(between.url, RetryPolicy(deadline=0.5, limit_deadline=30)).games.create(WISH)
    assert (created.game.version, len(between.seen)) == (1, 3)
    assert time.monotonic() - began >= 2


@pytest.mark.parametrize(("said", "waits"), [(34, True), (89, True), (91, False)])
def test_the_wait_is_logged(said: int, waits: bool, caplog: pytest.LogCaptureFixture) -> None:
    """A call of the default policy waits for up to 90 seconds."""
    limit = ApiError("rate-limited", response=httpx.Response(429, headers={"Retry-After": str(said)}))
    with nullcontext() if waits else pytest.raises(ApiError):
        assert Attempts(DEFAULT_RETRY).delay(limit) == said
    assert [f"the server limits these requests: waiting {said} seconds"] * waits == caplog.messages


@pytest.mark.parametrize("last", [DOWN, silent])
def test_the_last_response_is_raised_at_the_deadline(last: Fault, connect: Callable[..., Any], between: Proxy) -> None:
    """Even if later attempts had no response."""
    between.faults = [DOWN, *[last] * 100]
    with pytest.raises(StoreUnavailable) as raised:
        connect(between.url, RetryPolicy(deadline=1, timeout=1, initial_backoff=0.02)).games.get("game")
    assert (raised.value.code, raised.value.status) == ("store-unavailable", 503)


@pytest.mark.parametrize("fault", [silent, None])
def test_the_deadline_bounds_a_call(fault: Fault | None, connect: Callable[..., Any], between: Proxy) -> None:
    """With a silent server, and without any."""
    between.faults = [silent] * 100
    url = between.url if fault else f"http://127.0.0.1:{reserved_port()}"
    began = time.monotonic()
    with pytest.raises(ConnectionFailed):
        connect(url, SHORT_RETRY).games.get("game")
    assert time.monotonic() - began < 60


def test_a_refused_request_is_not_repeated(proxied: Any, between: Proxy) -> None:
    """It is sent once."""
    with pytest.raises(ApiError):
        proxied.games.get("nothing")
    assert len(between.seen) == 1
