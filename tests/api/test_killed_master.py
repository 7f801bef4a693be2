"""The worker processes of a killed master."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from gunicorns import gunicorn
from wire import Wire

GRACEFUL_TIMEOUT_S = 30.0
"""Gunicorn's time for a stopping worker to finish its requests."""


@pytest.mark.faults
def test_workers_exit_with_a_killed_master(valkey_url: str, tmp_path: Path) -> None:
    """They end their streams at once; otherwise they would keep the port for half a minute."""
    with gunicorn(tmp_path, REDIS_URL=valkey_url, LOG_FORMAT="quiet", WEB_CONCURRENCY="1") as server:
        game = Wire(server.url).send("POST", "/v1/games", {"players": 1}).json["game"]["id"]
        with Wire(server.url).stream(f"/v1/games/{game}/events") as stream:
            killed = time.monotonic()
            os.kill(server.pid, signal.SIGKILL)
            assert list(stream) == []
    assert time.monotonic() - killed < GRACEFUL_TIMEOUT_S / 2
