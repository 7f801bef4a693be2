"""Two servers on a Redis Cluster of three masters: one hears of the changes of the other.

`test_store.py` has what a cluster stores, and `test_access_control.py` plays on one in this process.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest
from arenas import await_true
from clusters import Cluster, redis_cluster
from players import BOTS_KEY, SEED
from servers import regicide_server
from wire import Frame, Wire

import regicide
from regicide_api.realtime.hub import HEARTBEAT_S

pytestmark = [pytest.mark.costly, pytest.mark.xdist_group("cluster")]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """The cluster."""
    with redis_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def wires(cluster: Cluster) -> Iterator[tuple[Wire, Wire]]:
    """Clients of the two servers; the first server runs the house bots."""
    first, *others = reversed(cluster.masters)
    several = f"redis+cluster://127.0.0.1:{first.port}," + ",".join(f"127.0.0.1:{other.port}" for other in others)
    with ExitStack() as running:
        one = running.enter_context(regicide_server(REDIS_URL=cluster.url, BOTS_KEY=BOTS_KEY, WEB_CONCURRENCY="1"))
        other = running.enter_context(regicide_server(REDIS_URL=several, WEB_CONCURRENCY="1"))
        yield Wire(one), Wire(other)


@pytest.fixture
def meanwhile() -> Iterator[Callable[..., Future[Any]]]:
    """Submits a call to a background thread."""
    with ThreadPoolExecutor() as threads:
        yield threads.submit


def created(wire: Wire, **request_body: Any) -> tuple[str, list[str]]:
    """A new game of two: its path, and the tokens of its seats."""
    reply = wire.send("POST", "/v1/games", {"players": 2, **request_body})
    assert reply.status == 201, reply.json
    return f"/v1/games/{reply.json['game']['id']}", [seat["token"] for seat in reply.json["seats"]]


def play_out(wires: tuple[Wire, Wire], path: str, tokens: list[str]) -> list[str]:
    """Play a game to its end with alternating servers. Returns the actions."""
    rng, actions = random.Random(5), list[str]()
    view = wires[0].send("GET", path).json
    while view["status"] == "active":
        wire = wires[len(actions) % 2]
        seen = wire.send("GET", path, None, tokens[view["turn"]]).json
        actions.append(rng.choice(seen["legal_actions"]))
        body = {"version": seen["version"], "action": actions[-1]}
        view = wire.send("POST", f"{path}/actions", body, tokens[view["turn"]]).json
    return actions


def followed(wire: Wire, path: str) -> list[Frame]:
    """The events of a game until its end."""
    with wire.stream(f"{path}/events") as stream:
        return list(stream)


def test_a_game_is_played_through_both_servers(wires: tuple[Wire, Wire], meanwhile: Callable[..., Future[Any]]) -> None:
    """Streams of both servers deliver each event once, and the record verifies."""
    path, tokens = created(wires[0])
    streams = [meanwhile(followed, wire, path) for wire in wires]
    actions = play_out(wires, path, tokens)
    record = wires[1].send("GET", f"{path}/record").json
    assert [[event.id for event in stream.result()] for stream in streams] == [[*range(2, len(actions) + 2)]] * 2
    assert [step["action"] for step in record["events"]] == actions
    assert regicide.verify_record(record)


def test_a_change_at_one_server_wakes_subscribers_at_the_other(
    wires: tuple[Wire, Wire], meanwhile: Callable[..., Future[Any]]
) -> None:
    """On every master, long before the recheck interval."""
    for _ in range(6):
        path, tokens = created(wires[0], seed=SEED)
        etag = wires[1].send("GET", path).headers["etag"]
        waiting = meanwhile(wires[1].send, "GET", path, **{"If-None-Match": etag, "Prefer": "wait=60"})
        time.sleep(0.2)
        wires[0].send("POST", f"{path}/actions", {"version": 1, "action": "9S"}, tokens[0])
        assert waiting.result(timeout=HEARTBEAT_S - 1).json["version"] == 2


def test_an_agent_plays_by_its_inbox(wires: tuple[Wire, Wire], meanwhile: Callable[..., Future[Any]]) -> None:
    """Both servers notify it of its turn at once and list it."""
    name = f"agent-{uuid4().hex[:12]}"
    token = wires[0].send("POST", "/v1/agents", {"name": name}).json["token"]
    inbox = "/v1/agents/me/turns"
    known = {"If-None-Match": wires[1].send("GET", inbox, None, token).headers["etag"]}
    waiting = meanwhile(wires[1].send, "GET", f"{inbox}?wait=60", None, token, **known)
    time.sleep(0.2)
    path, _ = created(wires[0], seats=[{"agent": name}, {"agent": name}])
    [turn] = waiting.result(timeout=HEARTBEAT_S - 1).json["items"]
    body = {"version": 1, "action": turn["legal_actions"][0]}
    assert wires[1].send("POST", f"{path}/actions", body, token).status == 200
    assert [seen["version"] for seen in wires[0].send("GET", inbox, None, token).json["items"]] == [2]
    assert name in [agent["name"] for agent in wires[1].send("GET", "/v1/agents?limit=100").json["items"]]


def test_an_agent_advises(wires: tuple[Wire, Wire], meanwhile: Callable[..., Future[Any]]) -> None:
    """The request waits at one server, the agent answers at the other one."""
    name = f"agent-{uuid4().hex[:12]}"
    token = wires[0].send("POST", "/v1/agents", {"name": name, "advises": True}).json["token"]
    path, [asker, _] = created(wires[0], seed=SEED)
    wish = {"version": 1, "agent": name}
    asking = meanwhile(wires[0].send, "POST", f"{path}/advice?wait=60", wish, asker)
    await_true(lambda: bool(wires[1].send("GET", "/v1/agents/me/turns?questions=1", None, token).json["questions"]))
    [question] = wires[1].send("GET", "/v1/agents/me/turns?questions=1", None, token).json["questions"]
    assert question["view"]["you"] == 0
    rated = {"action": "9S", "won": 0.5, "defeated": 8.0, "share": 1.0}
    place = f"/v1/agents/me/questions/{question['id']}"
    assert wires[1].send("PUT", place, {"actions": [rated]}, token).status == 204
    answer = asking.result(timeout=HEARTBEAT_S - 1)
    assert (answer.status, answer.json["actions"]) == (200, [rated])


def test_an_overdue_turn_ends_without_a_request_for_the_game(wires: tuple[Wire, Wire]) -> None:
    """House bots apply the deadlines of all games on all masters."""
    paths = [created(wires[1], turn_seconds=1, listed=True)[0] for _ in range(6)]

    def over() -> set[str]:
        items = wires[1].send("GET", "/v1/games?status=over&limit=100").json["items"]
        return {f"/v1/games/{item['id']}" for item in items if item["status"] == "lost"}

    await_true(lambda: over() >= set(paths))


def test_a_house_bot_plays(wires: tuple[Wire, Wire]) -> None:
    """When it has the turn."""
    path, tokens = created(wires[0], seats=[{"name": "Ana"}, {"agent": "greedy"}], first_player=1)
    await_true(lambda: wires[1].send("GET", path, None, tokens[0]).json["version"] > 1)


def test_games_are_spread_over_all_masters(wires: tuple[Wire, Wire], cluster: Cluster) -> None:
    """Each master has records and events."""
    for _ in range(20):
        path, tokens = created(wires[0], seed=SEED)
        wires[1].send("POST", f"{path}/actions", {"version": 1, "action": "9S"}, tokens[0])
    for master in cluster.masters:
        assert len(master.client.keys("game:{*}")) > 0
        assert len(master.client.keys("game:{*}:events")) > 0
