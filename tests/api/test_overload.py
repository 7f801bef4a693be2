"""Four times the saturating load: the server serves players, and recovers afterwards."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import overload
import pytest
from gunicorns import gunicorn
from hostile_clients import MIB, memory, served

RECOVERY_TIMEOUT_S = 20.0
"""Time to recover on a slow machine; usually a few seconds."""


def overloaded(valkey_url: str, directory: Path, seconds: int) -> dict[str, Any]:
    """Results of the requests to a server with one process, sent by another process; and the log."""
    settings = {"REDIS_URL": valkey_url, "WEB_CONCURRENCY": "1", "LIMIT_CREATE_GAME": "0"}
    with gunicorn(directory, **settings) as server:
        served(server.url)
        before = memory(server.pid)
        command = [sys.executable, overload.__file__, server.url, str(seconds)]
        ended = subprocess.run(command, check=True, capture_output=True, text=True, timeout=20 * seconds + 120)
        results: dict[str, Any] = json.loads(ended.stdout)
        grown = memory(server.pid) - before
        return results | {"grown": grown, "faults": [line for line in server.lines() if line["level"] == "ERROR"]}


def assert_promises(results: dict[str, Any]) -> None:
    """Check the promises of an overloaded server.

    If all requests were served in turn, each kind would keep its share of the saturated rate; rejecting costs less than
    creating, so that more is left for players. The threshold of two thirds allows for other load of the machine and for
    contention between threads; without rejections a quarter would be left.
    """
    outcomes, refused = results["outcomes"], "create 503"
    assert {*outcomes} <= {"create 201", refused, "act 200", "view 200"}, results
    assert {*results["refusals"]} == {"create 503 overloaded Retry-After"}
    assert outcomes[refused] > 0
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
