"""Two servers on a real Redis Cluster of three masters: all that works on one Redis server works there."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest
from clusters import Cluster, redis_cluster
from players import BOTS_KEY, SEED
from servers import regicide_server
from wire import Frame, Wire

import regicide
from regicide_api.realtime.hub import HEARTBEAT_S

pytestmark = pytest.mark.xdist_group("cluster")

AT_LAST = 60.0
"""Seconds after which something that is to happen is given up."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """The cluster."""
    with redis_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def wires(cluster: Cluster) -> Iterator[tuple[Wire, Wire]]:
    """The two servers; the first has brought the bots of the house."""
    first, *others = reversed(cluster.masters)
    several = f"redis+cluster://127.0.0.1:{first.port}," + ",".join(f"127.0.0.1:{other.port}" for other in others)
    with ExitStack() as running:
        one = running.enter_context(regicide_server(REDIS_URL=cluster.url, BOTS_KEY=BOTS_KEY, WEB_CONCURRENCY="1"))
        other = running.enter_context(regicide_server(REDIS_URL=several, WEB_CONCURRENCY="1"))
        yield Wire(one), Wire(other)


@pytest.fixture
def meanwhile() -> Iterator[Callable[..., Future[Any]]]:
    """Something that is done while the test goes on."""
    with ThreadPoolExecutor() as threads:
        yield threads.submit


def created(wire: Wire, **wish: Any) -> tuple[str, list[str]]:
    """A new game of two: its path, and the tokens of its seats."""
    reply = wire.send("POST", "/v1/games", {"players": 2, **wish})
    assert reply.status == 201, reply.json
    return f"/v1/games/{reply.json['game']['id']}", [seat["token"] for seat in reply.json["seats"]]


def play_out(wires: tuple[Wire, Wire], path: str, tokens: list[str]) -> list[str]:
    """Play a game to its end, by each server in turn; the actions."""
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


def await_that(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + AT_LAST
    while not holds():
        assert time.monotonic() < end, "it does not come to pass"
        time.sleep(0.1)


def test_a_whole_game_is_played_through_both(wires: tuple[Wire, Wire], meanwhile: Callable[..., Future[Any]]) -> None:
    """Whoever follows it at either of them gets each event once, and its record holds."""
    path, tokens = created(wires[0])
    streams = [meanwhile(followed, wire, path) for wire in wires]
    actions = play_out(wires, path, tokens)
    record = wires[1].send("GET", f"{path}/record").json
    assert [[event.id for event in stream.result()] for stream in streams] == [[*range(2, len(actions) + 2)]] * 2
    assert [step["action"] for step in record["events"]] == actions
    assert regicide.verify(record)


def test_news_of_one_server_reaches_who_waits_at_the_other(
    wires: tuple[Wire, Wire], meanwhile: Callable[..., Future[Any]]
) -> None:
    """Wherever the game is kept: long before the wait is over, or the next look due."""
    for _ in range(6):
        path, tokens = created(wires[0], seed=SEED)
        etag = wires[1].send("GET", path).headers["etag"]
        waiting = meanwhile(wires[1].send, "GET", path, **{"If-None-Match": etag, "Prefer": "wait=60"})
        time.sleep(0.2)
        wires[0].send("POST", f"{path}/actions", {"version": 1, "action": "9S"}, tokens[0])
        assert waiting.result(timeout=HEARTBEAT_S - 1).json["version"] == 2


def test_an_agent_plays_by_its_inbox(wires: tuple[Wire, Wire], meanwhile: Callable[..., Future[Any]]) -> None:
    """It is told of its turn at once, by whichever server, and is in the list of agents."""
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


def test_a_name_is_taken_once(wires: tuple[Wire, Wire]) -> None:
    """The second hears so from either server."""
    name = f"agent-{uuid4().hex[:12]}"
    assert wires[0].send("POST", "/v1/agents", {"name": name}).status == 201
    assert wires[1].send("POST", "/v1/agents", {"name": name}).json["code"] == "name-taken"


def test_games_are_listed_by_their_status(wires: tuple[Wire, Wire]) -> None:
    """The newest first, and under another status when they have that."""
    paths = [created(wires[0], listed=True, seats=[{"name": "Ana"}, {"open": True}])[0] for _ in range(4)]
    wires[1].send("POST", f"{paths[1]}/seats/1", {"name": "Bo"})

    def listed(status: str) -> list[str]:
        items = wires[1].send("GET", f"/v1/games?status={status}&limit=100").json["items"]
        return [path for item in items if (path := f"/v1/games/{item['id']}") in paths]

    assert (listed("waiting"), listed("active")) == ([paths[3], paths[2], paths[0]], [paths[1]])


def test_a_request_that_is_sent_again_gets_its_answer_again(wires: tuple[Wire, Wire]) -> None:
    """Tokens and all, from the other server."""
    key = {"Idempotency-Key": uuid4().hex}
    assert wires[0].send("POST", "/v1/games", {"players": 2}, **key).json == (
        wires[1].send("POST", "/v1/games", {"players": 2}, **key).json
    )


def test_a_turn_ends_while_nobody_looks(wires: tuple[Wire, Wire]) -> None:
    """The bots of the house sweep the deadlines of all games, whichever master has them."""
    paths = [created(wires[1], turn_seconds=1, listed=True)[0] for _ in range(6)]

    def over() -> set[str]:
        items = wires[1].send("GET", "/v1/games?status=over&limit=100").json["items"]
        return {f"/v1/games/{item['id']}" for item in items if item["status"] == "lost"}

    await_that(lambda: over() >= set(paths))


def test_a_bot_of_the_house_plays(wires: tuple[Wire, Wire]) -> None:
    """As its turns come."""
    path, tokens = created(wires[0], seats=[{"name": "Ana"}, {"agent": "greedy"}], first_player=1)
    await_that(lambda: wires[1].send("GET", path, None, tokens[0]).json["version"] > 1)


def test_games_are_spread_over_all_masters(wires: tuple[Wire, Wire], cluster: Cluster) -> None:
    """Each has its share, records and events alike."""
    for _ in range(20):
        path, tokens = created(wires[0], seed=SEED)
        wires[1].send("POST", f"{path}/actions", {"version": 1, "action": "9S"}, tokens[0])
    for master in cluster.masters:
        assert len(master.client.keys("game:{*}")) > 0
        assert len(master.client.keys("game:{*}:events")) > 0


def test_requests_are_counted(cluster: Cluster) -> None:
    """One address has one counter, wherever that is kept."""
    with regicide_server(REDIS_URL=cluster.url, WEB_CONCURRENCY="1", LIMIT_CREATE_GAME="2/day") as url:
        answers = [Wire(url).send("POST", "/v1/games", {"players": 2}).status for _ in range(3)]
    assert answers == [201, 201, 429]


def test_a_server_is_ready_when_the_cluster_is(wires: tuple[Wire, Wire]) -> None:
    """Both say so."""
    assert [wire.send("GET", "/readyz").status for wire in wires] == [200, 200]
