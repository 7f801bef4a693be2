"""Two servers on a Redis Cluster: one hears of the changes of the other, slots move, and masters are killed.

`tests/history/test_systems.py` plays on one meanwhile, and `test_store.py` has what a cluster stores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from arenas import await_true
from clusters import Cluster, Master, await_that, redis_cluster
from players import BOTS_KEY, SEED
from redis.exceptions import RedisError
from servers import regicide_server
from wire import Wire, created, sent_until_answered

from regicide_api.realtime.hub import HEARTBEAT_S
from regicide_api.services.agents import AgentService
from regicide_api.services.indexes import deadline_set
from regicide_api.services.repository import GameRepository, Lifetimes
from regicide_api.storage.game_store import Commit, Snapshot, Store
from regicide_api.storage.sorted_sets import Entry

pytestmark = pytest.mark.faults

LISTS = ("list:agents", "list:games:active")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """The cluster."""
    with redis_cluster() as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def ready(cluster: Cluster) -> None:
    """Begin each test with masters that all accept writes."""
    cluster.await_ready()


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


def key_of(path: str) -> str:
    """The Redis key of a game."""
    return f"game:{{{path.rpartition('/')[2]}}}"


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


def test_an_overdue_turn_ends_without_a_request_for_the_game(wires: tuple[Wire, Wire]) -> None:
    """House bots apply the deadlines of all games on all masters."""
    paths = [created(wires[1], turn_seconds=1, listed=True)[0] for _ in range(6)]

    def over() -> set[str]:
        items = wires[1].send("GET", "/v1/games?status=over&limit=100").json["items"]
        return {f"/v1/games/{item['id']}" for item in items if item["status"] == "lost"}

    await_true(lambda: over() >= set(paths))


def test_a_slot_moves_to_a_new_master(cluster: Cluster, wires: tuple[Wire, Wire]) -> None:
    """The game continues during and after the move."""
    path, tokens = created(wires[0], seed=SEED)
    wires[0].send("POST", f"{path}/actions", {"version": 1, "action": "9S"}, tokens[0])
    new = cluster.add()
    with cluster.half_moved(key_of(path), new):
        replies = [wires[1].send("POST", f"{path}/actions", {"version": 2, "action": "-AD"}, tokens[0])]
        replies += [wires[0].send("GET", path), wires[1].send("GET", f"{path}/events")]
    replies += [wires[0].send("GET", path)]
    assert [reply.status for reply in replies] == [200] * 4
    assert len(new.client.keys(f"{key_of(path)}*")) == 2


def test_an_unassigned_slot_is_503(cluster: Cluster, wires: tuple[Wire, Wire]) -> None:
    """Until a master owns the slot again."""
    path, _ = created(wires[0])
    with cluster.unowned(key_of(path)):
        refused = [wire.send("GET", path) for wire in wires * 2]
    [*_, seen] = sent_until_answered(wires[0], "GET", path)
    assert {(reply.status, reply.json["code"]) for reply in refused} == {(503, "store-unavailable")}
    assert (refused[0].headers["retry-after"], seen.status) == ("1", 200)


def test_circular_redirections_are_503(cluster: Cluster, wires: tuple[Wire, Wire]) -> None:
    """After a limited number of redirections. A master cannot give away a slot that has keys of other games."""
    paths = (f"/v1/games/{uuid4().hex[:20]}" for _ in range(99))
    path = next(path for path in paths if not cluster.has_keys_in_slot_of(key_of(path)))
    with cluster.in_a_circle(key_of(path)):
        refused = wires[0].send("GET", path)
    [*_, seen] = sent_until_answered(wires[0], "GET", path)
    assert (refused.status, refused.json["code"], seen.json["code"]) == (503, "store-unavailable", "unknown-game")


def test_a_commit_with_a_late_response_is_not_retried(cluster: Cluster) -> None:
    """It is executed once, and the next commit gets the conflict."""
    store, game_id = Store(f"{cluster.url}?socket_timeout=0.2"), uuid4().hex
    change = Commit(game_id, before=b"one", after=b"two", ttl_s=60, events=[b"first"])
    store.create_all([Commit(game_id, b"", b"one", 60)])
    store.commit(change._replace(before=b"none"))  # the script is known now
    master = cluster.owner_of(f"game:{{{game_id}}}")
    before = master.calls("evalsha")
    with master.stopped(0.5), pytest.raises(RedisError):
        store.commit(change)
    await_that(lambda: store.load(game_id).record == b"two")
    assert master.calls("evalsha") - before == 1
    assert not store.commit(change)
    assert store.load(game_id, 0) == Snapshot(b"two", [b"first"])


class Apart(NamedTuple):
    """Two games in which an agent has the turn: one on the killed master, and one on another."""

    killed: Master
    agent: str
    gone: str
    there: str


@pytest.fixture
def apart(cluster: Cluster, wires: tuple[Wire, Wire]) -> Iterator[Apart]:
    """The killed master stores only games, and no index that the tests need."""
    name = next(name for name in (uuid4().hex[:12] for _ in range(999)) if _has_a_master_of_its_own(cluster, name))
    killed = next(master for master in cluster.masters[:3] if master not in _masters_of(cluster, name))
    token = sent_until_answered(wires[0], "POST", "/v1/agents", {"name": name})[-1].json["token"]
    owners: dict[bool, str] = {}
    while len(owners) < 2:
        path, _ = created(wires[0], seats=[{"name": "Ana"}, {"agent": name}], first_player=1, listed=True)
        owners[cluster.owner_of(key_of(path)) is killed] = path
    killed.kill()
    yield Apart(killed, token, owners[True], owners[False])
    if killed.process.poll() is not None:
        killed.start()
    cluster.await_ready()


def _masters_of(cluster: Cluster, name: str) -> list[Master]:
    return [cluster.owner_of(key) for key in (f"agent:{{{name}}}", f"list:turns:{{{name}}}", *LISTS)]


def _has_a_master_of_its_own(cluster: Cluster, name: str) -> bool:
    return any(master not in _masters_of(cluster, name) for master in cluster.masters[:3])


def test_a_killed_master_affects_only_its_games(wires: tuple[Wire, Wire], apart: Apart) -> None:
    """Its games are 503 with Retry-After; all others continue, and the servers are ready."""
    for wire in wires:
        refused = wire.send("GET", apart.gone)
        assert (refused.status, refused.json["code"], refused.headers["retry-after"]) == (503, "store-unavailable", "1")
        assert wire.send("GET", apart.there).status == 200
        assert wire.send("GET", "/readyz").status == 200
    inbox = wires[0].send("GET", "/v1/agents/me/turns?limit=100", None, apart.agent).json["items"]
    [turn] = [turn for turn in inbox if apart.there.endswith(turn["id"])]
    body = {"version": 1, "action": turn["legal_actions"][0]}
    assert wires[1].send("POST", f"{apart.there}/actions", body, apart.agent).status == 200
    lobby = wires[1].send("GET", "/v1/games?status=active&limit=100").json["items"]
    listed = {game["id"] for game in lobby}
    assert not any(apart.gone.endswith(turn["id"]) for turn in inbox)
    assert [path.rpartition("/")[2] in listed for path in (apart.gone, apart.there)] == [False, True]


def test_agents_play_while_the_list_of_agents_is_unreachable(cluster: Cluster, wires: tuple[Wire, Wire]) -> None:
    """The list is updated later."""
    away = cluster.owner_of("list:agents")
    name = next(name for name in (uuid4().hex[:12] for _ in range(999)) if away not in _masters_of(cluster, name)[:2])
    token = sent_until_answered(wires[0], "POST", "/v1/agents", {"name": name})[-1].json["token"]
    away.kill()
    answered = wires[0].send("GET", "/v1/agents/me/turns", None, token).status
    away.start()
    cluster.await_ready()
    assert answered == 200


def test_a_server_starts_while_a_master_is_down(cluster: Cluster, apart: Apart) -> None:
    """If its URL names another one."""
    others = [master.port for master in cluster.masters if master is not apart.killed]
    url = f"redis+cluster://127.0.0.1:{apart.killed.port},127.0.0.1:{others[0]}"
    with regicide_server(REDIS_URL=url, WEB_CONCURRENCY="1") as started:
        assert [Wire(started).send("GET", path).status for path in (apart.gone, apart.there)] == [503, 200]


def test_an_unreachable_game_does_not_block_other_deadlines(cluster: Cluster, apart: Apart) -> None:
    """Its deadline is retried later; an unreachable set of deadlines waits."""
    store, now = Store(f"redis+cluster://127.0.0.1:{cluster.owner_of(LISTS[0]).port}"), time.time_ns() // 1_000_000
    ids = [game_id for game_id in (uuid4().hex[:20] for _ in range(999)) if _has_its_deadline(cluster, apart, game_id)]
    gone = next(game_id for game_id in ids if cluster.owner_of(f"game:{{{game_id}}}") is apart.killed)
    there = next(game_id for game_id in ids if cluster.owner_of(f"game:{{{game_id}}}") is not apart.killed)
    overdue = {gone: now - 2, there: now - 1}
    store.sorted_sets.write([Entry(deadline_set(game_id), game_id, at, 60) for game_id, at in overdue.items()])
    repository = GameRepository(store, AgentService(store, None, 60), Lifetimes(60, 60, 60))
    repository.end_overdue_turns()
    assert there not in dict(store.sorted_sets.lowest([deadline_set(there)], 1000)[0])
    assert dict(store.sorted_sets.lowest([deadline_set(gone)], 1000)[0])[gone] > now


def _has_its_deadline(cluster: Cluster, apart: Apart, game_id: str) -> bool:
    """Whether the set with the deadline of a game is on a master that runs."""
    return cluster.owner_of(f"list:{deadline_set(game_id)}") is not apart.killed


def test_streams_survive_the_loss_of_the_subscribed_master(cluster: Cluster, wires: tuple[Wire, Wire]) -> None:
    """The listener reconnects to another one."""
    for master in cluster.masters[:3]:
        path, tokens = next(
            (path, tokens)
            for path, tokens in (created(wires[0], seed=SEED) for _ in range(99))
            if cluster.owner_of(key_of(path)) is not master
        )
        with wires[1].stream(f"{path}/events") as stream:
            wires[0].send("POST", f"{path}/actions", {"version": 1, "action": "9S"}, tokens[0])
            assert next(stream).id == 2
            master.kill()
            wires[0].send("POST", f"{path}/actions", {"version": 2, "action": "-AD"}, tokens[0])
            assert next(stream).id == 3
        master.start()
        cluster.await_ready()


def test_a_cluster_that_is_down_is_503(cluster: Cluster, wires: tuple[Wire, Wire]) -> None:
    """Requests succeed again after the cluster is back."""
    path, _ = created(wires[0])
    for master in cluster.masters:
        master.kill()
    down = [wire.send(*request) for wire in wires for request in (("GET", path), ("POST", "/v1/games", {"players": 2}))]
    ready = [wire.send("GET", "/readyz") for wire in wires]
    for master in cluster.masters:
        master.start()
    await_that(lambda: wires[0].send("GET", path).status == 200)
    assert [(reply.status, reply.json["code"]) for reply in [*down, *ready]] == [(503, "store-unavailable")] * 6


def test_a_replica_takes_over() -> None:
    """The server follows the failover, and replicated games continue."""
    with redis_cluster() as cluster, regicide_server(REDIS_URL=cluster.url, WEB_CONCURRENCY="1") as url:
        wire = Wire(url)
        path, tokens = created(wire, seed=SEED)
        master = cluster.owner_of(key_of(path))
        replica = cluster.add_replica(master)
        wire.send("POST", f"{path}/actions", {"version": 1, "action": "9S"}, tokens[0])
        await_that(lambda: replica.offset() == master.offset())
        master.kill()
        assert wire.send("GET", path).status == 503
        replica.ask("CLUSTER", "FAILOVER", "TAKEOVER")
        [*_, seen] = sent_until_answered(wire, "GET", path)
        [*_, acted] = sent_until_answered(wire, "POST", f"{path}/actions", {"version": 2, "action": "-AD"}, tokens[0])
    assert (seen.json["version"], acted.json["version"]) == (2, 3)
