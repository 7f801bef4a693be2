"""Four times the load that saturates it: the server goes on answering, and is itself again when it is over."""

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

IN_THE_END = 20.0
"""Seconds, for a slow machine, in which all is as it was; what is meant is a few."""


def overloaded(valkey_url: str, directory: Path, seconds: int) -> dict[str, Any]:
    """What came of the requests to a server of one process, while another process sent them; and what was logged."""
    settings = {"REDIS_URL": valkey_url, "WEB_CONCURRENCY": "1", "LIMIT_CREATE_GAME": "0"}
    with gunicorn(directory, **settings) as server:
        served(server.url)
        before = memory(server.pid)
        command = [sys.executable, overload.__file__, server.url, str(seconds)]
        ended = subprocess.run(command, check=True, capture_output=True, text=True, timeout=20 * seconds + 120)
        told: dict[str, Any] = json.loads(ended.stdout)
        grown = memory(server.pid) - before
        return told | {"grown": grown, "faults": [line for line in server.lines() if line["level"] == "ERROR"]}


def judge(told: dict[str, Any]) -> None:
    """Hold against it what is promised of a server that has too much to do.

    Were all requests served in turn, each kind would go on at the rate at which it went when the server was saturated;
    refusing costs less than creating, so there is more for those who play. Two thirds of that rate are for machines
    that are busy otherwise, and for the threads that make each other wait; without refusals a quarter would be left.
    """
    outcomes, refused = told["outcomes"], "create 503"
    assert {*outcomes} <= {"create 201", refused, "act 200", "look 200"}, told
    assert {*told["refusals"]} == {"create 503 overloaded Retry-After"}
    assert outcomes[refused] > 0
    for kind in ("act 200", "look 200"):
        assert told["in_time"][kind] >= told["at_saturation"][kind] / 3, told
    assert told["drained"] + told["recovered"] < IN_THE_END
    assert told["grown"] < 150 * MIB
    assert told["faults"] == []


@pytest.mark.faults
def test_whoever_plays_is_served_while_too_many_want_to_begin(valkey_url: str, tmp_path: Path) -> None:
    """Creations are refused with Retry-After, no action or look is, and no connection breaks."""
    judge(overloaded(valkey_url, tmp_path, 4))


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_whoever_plays_is_served_for_as_long_as_it_lasts(valkey_url: str, tmp_path: Path) -> None:
    """The same, for longer."""
    judge(overloaded(valkey_url, tmp_path, 45))
