"""Fixtures of the client's tests: sessions, and a proxy in front of the server.

Tests of connections and streams run with both kinds of sessions, as their module says by `KINDS`. Others use the
blocking one: it is generated from the asynchronous one, so that their calls are the same.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from proxies import Proxy, proxy

from regicide_client import AsyncSession, RetryPolicy, Session

FAST_RETRY = RetryPolicy(deadline=60, timeout=2, initial_backoff=0.01, max_backoff=0.1)


class Awaited:
    """An AsyncSession, or a group of its calls, with the interface of a Session: coroutines run to their end."""

    def __init__(self, session: Any, runner: asyncio.Runner) -> None:
        self._session, self._runner = session, runner

    def __getattr__(self, name: str) -> Any:
        part = getattr(self._session, name)
        if not callable(part):
            return Awaited(part, self._runner)

        def call(*arguments: Any, **options: Any) -> Any:
            outcome = part(*arguments, **options)
            if inspect.iscoroutine(outcome):
                return self._runner.run(outcome)
            if inspect.isasyncgen(outcome):
                return self._each(outcome)
            return Awaited(outcome, self._runner)

        return call

    def _each(self, items: AsyncIterator[Any]) -> Iterator[Any]:
        async def following() -> Any:
            return await anext(items, None)

        while (item := self._runner.run(following())) is not None:
            yield item


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose the kinds of sessions."""
    if "connect" in metafunc.fixturenames:
        metafunc.parametrize("connect", getattr(metafunc.module, "KINDS", ("sync",)), indirect=True)


@pytest.fixture
def connect(request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Makes sessions of the kind that is the parameter."""
    with ExitStack() as open_now:
        runner = open_now.enter_context(asyncio.Runner())

        def connected(url: str, retry: RetryPolicy = FAST_RETRY) -> Any:
            if request.param == "sync":
                return open_now.enter_context(Session(url, retry=retry))
            session = Awaited(AsyncSession(url, retry=retry), runner)
            open_now.callback(session.close)
            return session

        yield connected


@pytest.fixture
def between(server: str) -> Iterator[Proxy]:
    """A proxy in front of the server."""
    with proxy(server) as running:
        yield running


@pytest.fixture
def session(connect: Callable[..., Any], server: str) -> Any:
    """A session with the server."""
    return connect(server)


@pytest.fixture
def proxied(connect: Callable[..., Any], between: Proxy) -> Any:
    """A session with the server through the proxy."""
    return connect(between.url)
