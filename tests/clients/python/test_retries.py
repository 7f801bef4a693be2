"""An answer is lost on its way: the session sends its request again, and what was asked for is done once."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from players import SEED
from proxies import BAD_GATEWAY, Fault, Proxy, cut_short, dropped, reset, says, silent
from servers import free_port

from regicide_client import (
    ApiError,
    ConnectionFailed,
    GameWish,
    RateLimited,
    RetryPolicy,
    StoreUnavailable,
)

WISH = GameWish(players=2, seed=SEED)
BUSY = says("503 Service Unavailable", "application/problem+json", '{"code": "store-unavailable"}', "Retry-After: 1")
DOWN = says("503 Service Unavailable", "application/problem+json", '{"code": "store-unavailable"}')
LIMITED = says("429 Too Many Requests", "application/problem+json", '{"code": "rate-limited"}', "Retry-After: 3600")
SHORT_RETRY = RetryPolicy(deadline=0.5, timeout=0.2, initial_backoff=0.02)


def taken(session: Any, proxy: Proxy, *faults: Fault) -> Any:
    """Take the first action of a game while faults happen; the view after it."""
    created = session.create_game(WISH)
    proxy.seen.clear()
    proxy.faults = list(faults)
    return session.with_token(created.seats[0].token).act(created.game, "9S")


def garbled(answered: Callable[[], bytes], client: socket.socket) -> None:
    """The answer says that it is compressed, and is not."""
    client.sendall(answered().replace(b"\r\n", b"\r\nContent-Encoding: gzip\r\n", 1))


@pytest.mark.parametrize("fault", [dropped, reset, cut_short, silent, garbled])
def test_an_action_whose_answer_is_lost_is_taken_once(fault: Fault, proxied: Any, between: Proxy) -> None:
    """It is sent twice, and the view is the one after it."""
    view = taken(proxied, between, fault)
    assert (view.version, view.played) == (2, [["9S"]])
    assert [request.method for request in between.seen] == ["POST", "POST"]


@pytest.mark.parametrize("fault", [dropped, reset, cut_short, BAD_GATEWAY])
def test_a_session_looks_again(fault: Fault, proxied: Any, between: Proxy) -> None:
    """As often as need be."""
    created = proxied.create_game(WISH)
    between.faults = [fault, fault, fault]
    assert proxied.get_game(created.game.id).version == 1


@pytest.mark.parametrize("status", ["502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout"])
def test_an_action_is_sent_again_after_a_gateway_failed(status: str, proxied: Any, between: Proxy) -> None:
    """Whatever the gateway says in its page."""
    assert taken(proxied, between, says(status, "text/html", "<html>"), says(status, "text/html", "")).version == 2


def test_a_game_is_created_again_under_the_same_key(proxied: Any, between: Proxy) -> None:
    """By which the server knows that it is the same one."""
    between.faults = [BAD_GATEWAY]
    proxied.create_game(WISH)
    proxied.create_game(WISH)
    first, again, another = (request.headers["Idempotency-Key"] for request in between.seen)
    assert first == again != another


def test_retry_after_is_honoured(proxied: Any, between: Proxy) -> None:
    """The request comes again no sooner than that."""
    began = time.monotonic()
    assert taken(proxied, between, BUSY).version == 2
    assert time.monotonic() - began >= 1


def test_a_retry_after_beyond_the_deadline_is_not_waited_for(proxied: Any, between: Proxy) -> None:
    """The problem is raised at once."""
    began = time.monotonic()
    with pytest.raises(RateLimited):
        taken(proxied, between, LIMITED)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("last", [DOWN, silent])
def test_what_the_server_said_last_is_raised_at_the_deadline(
    last: Fault, connect: Callable[..., Any], between: Proxy
) -> None:
    """Though it has been silent since."""
    between.faults = [DOWN, *[last] * 100]
    with pytest.raises(StoreUnavailable) as raised:
        connect(between.url, RetryPolicy(deadline=1, timeout=1, initial_backoff=0.02)).get_game("game")
    assert (raised.value.code, raised.value.status) == ("store-unavailable", 503)


@pytest.mark.parametrize("fault", [silent, None])
def test_the_deadline_bounds_a_call(fault: Fault | None, connect: Callable[..., Any], between: Proxy) -> None:
    """Be the server silent, or not there at all."""
    between.faults = [silent] * 100
    url = between.url if fault else f"http://127.0.0.1:{free_port()}"
    began = time.monotonic()
    with pytest.raises(ConnectionFailed):
        connect(url, SHORT_RETRY).get_game("game")
    assert time.monotonic() - began < 2


def test_a_refusal_is_not_sent_again(proxied: Any, between: Proxy) -> None:
    """It would be refused again."""
    with pytest.raises(ApiError):
        proxied.get_game("nothing")
    assert len(between.seen) == 1
