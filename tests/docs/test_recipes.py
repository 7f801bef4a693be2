"""The recipes for front ends, under Node.js against real servers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from nodes import computed, node
from proxies import BAD_GATEWAY, Fault, cut_at, dropped, proxy, reset

FOLLOW = """
import { atSeat } from "./api.mjs";
import { follow } from "./follow.mjs";
const [server, id] = process.argv.slice(1);
const versions = [];
for await (const event of follow(atSeat(server, id), 1)) versions.push(event.version);
console.log(JSON.stringify(versions));
"""

REFUSED = """
import { atSeat } from "./api.mjs";
const [server] = process.argv.slice(1);
const told = await atSeat(server, "00000000000000000000").look().catch((error) => error.problem);
console.log(JSON.stringify(told));
"""


@pytest.fixture(scope="module")
def played(server_url: str) -> dict[str, Any]:
    """A game of two that both recipes played: its id, the versions that the stream told of, the result."""
    ended = node("two-players.mjs", REGICIDE_URL=server_url, SEED="open1/0")
    assert ended.returncode == 0, ended.stderr
    told: dict[str, Any] = json.loads(ended.stdout)
    return told


def test_a_game_is_played_to_its_end(played: dict[str, Any]) -> None:
    """By a stream of events at one seat, by requests that wait at the other."""
    assert played["result"]["outcome"] in {"won", "lost"}


def test_the_stream_tells_of_every_event_once(played: dict[str, Any]) -> None:
    """Each version follows the one before, from the first action to the last."""
    assert played["versions"] == list(range(2, 2 + len(played["versions"])))


@pytest.mark.parametrize("faults", [[cut_at(900)], [dropped, BAD_GATEWAY], [reset]], ids=["cut", "none", "reset"])
def test_a_stream_that_breaks_off_goes_on(played: dict[str, Any], server_url: str, faults: list[Fault]) -> None:
    """Without an event left out or told twice."""
    with proxy(server_url) as between:
        between.faults += faults
        assert computed(FOLLOW, between.url, played["id"]) == played["versions"]
        assert not between.faults


def test_a_game_that_is_not_there_is_a_problem(server_url: str) -> None:
    """Thrown with its code, and not asked for again."""
    assert computed(REFUSED, server_url)["code"] == "unknown-game"
