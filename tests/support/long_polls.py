"""Requests that wait for a change, through the application in this process."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from arenas import await_true
from flask import Flask
from players import bearing
from werkzeug.test import TestResponse

from regicide_api.endpoints.services import services_of

WAIT_S = 60


@contextmanager
def long_poll(app: Flask, path: str, token: str | None = None, **headers: str) -> Iterator[Future[TestResponse]]:
    """A request that waits for a change, up to a minute; the block begins when it waits."""
    hub, client = services_of(app).hub, app.test_client()
    known = client.get(path.replace("wait=60", "wait=0"), headers=bearing(token) | headers).headers.get("ETag")
    waiting = {"Prefer": f"wait={WAIT_S}"} | ({"If-None-Match": known} if known else {}) | bearing(token) | headers
    before = hub.subscribers
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(client.get, path, headers=waiting)
        await_true(lambda: hub.subscribers > before)
        yield answer
