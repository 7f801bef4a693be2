"""Four times the saturating load: the server serves players, and recovers afterwards."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import overload
import pytest
from gunicorns import gunicorn
from hostile_clients import MIB, memory, served
from redis import Redis
from servers import valkey_server

from regicide_api.http.load import MAX_IN_FLIGHT

RECOVERY_TIMEOUT_S = 20.0
"""Time to recover on a slow machine; usually a few seconds."""


def overloaded(valkey_url: str, directory: Path, seconds: int) -> dict[str, Any]:
    """Results of the requests to a server with one process, sent by another process; and the log."""
    settings = {
        "REDIS_URL": valkey_url,
        "WEB_CONCURRENCY": "1",
        "LIMIT_CREATE_GAME": "0",
        "WAITING_SHARE_PERCENT": "100",
    }
    with gunicorn(directory, **settings) as server:
        served(server.url)
        before = memory(server.pid)
        command = [sys.executable, overload.__file__, server.url, str(seconds)]
        ended = subprocess.run(command, check=True, capture_output=True, text=True)
        results: dict[str, Any] = json.loads(ended.stdout)
        grown = memory(server.pid) - before
        return results | {"grown": grown, "faults": [line for line in server.lines() if line["level"] == "ERROR"]}


def assert_promises(results: dict[str, Any]) -> None:
    """Check the promises of an overloaded server.

    If all requests were served in turn, each kind would keep its share of the saturated rate; rejecting costs less than
    creating, so that more is left for players. The threshold allows for other load of the machine. A server that is as
    fast as the load has nothing to reject.
    """
    assert {*results["outcomes"]} <= {"create 201", "create 503", "act 200", "view 200"}, results
    assert {*results["refusals"]} <= {"create 503 overloaded Retry-After"}
    for kind in ("act 200", "view 200"):
        assert results["in_time"][kind] >= results["at_saturation"][kind] / 3, results
    assert results["drained"] + results["recovered"] < RECOVERY_TIMEOUT_S
    assert results["grown"] < 150 * MIB
    assert results["faults"] == []


@pytest.mark.faults
def test_players_are_served_under_overload(valkey_url: str, tmp_path: Path) -> None:
    """Creations are rejected with Retry-After; no action or view is, and no connection breaks."""
    assert_promises(overloaded(valkey_url, tmp_path, 4))


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_players_are_served_under_long_overload(valkey_url: str, tmp_path: Path) -> None:
    """The same for a longer time."""
    assert_promises(overloaded(valkey_url, tmp_path, 45))


@pytest.mark.faults
def test_nothing_new_begins_while_many_requests_are_in_flight(tmp_path: Path) -> None:
    """As the store is slow. Creations are rejected; all other requests are answered when the store responds."""
    with ExitStack() as stack:
        store_url = stack.enter_context(valkey_server())
        store = stack.enter_context(Redis.from_url(store_url))
        settings = {"REDIS_URL": store_url, "WEB_CONCURRENCY": "1", "LIMIT_CREATE_GAME": "0"}
        address = urlsplit(stack.enter_context(gunicorn(tmp_path, **settings)).url).netloc
        player, *viewers = (stack.enter_context(closing(HTTPConnection(address))) for _ in range(MAX_IN_FLIGHT + 9))
        path = create(player).headers["Location"]
        assert {viewed(viewer, path).status for viewer in viewers} == {200}
        store.client_pause(4000)
        for viewer in viewers:
            viewer.request("GET", path)
        for _ in range(2):  # after that, the process has received what was sent before
            assert viewed(player, "/healthz").status == 200
        refused = create(player)
        store.client_unpause()
        assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
        assert {answered(viewer).status for viewer in viewers} == {200}
        assert create(player).status == 201


def create(connection: HTTPConnection) -> HTTPResponse:
    """Create a game."""
    connection.request("POST", "/v1/games", b'{"players": 1}', {"Content-Type": "application/json"})
    return answered(connection)


def viewed(connection: HTTPConnection, path: str) -> HTTPResponse:
    """Get a path."""
    connection.request("GET", path)
    return answered(connection)


def answered(connection: HTTPConnection) -> HTTPResponse:
    """The response, read to its end."""
    answer = connection.getresponse()
    answer.read()
    return answer
