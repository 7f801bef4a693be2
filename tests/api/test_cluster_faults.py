"""A Redis Cluster whose slots move under load, and whose masters are killed."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from threading import Event
from typing import NamedTuple
from uuid import uuid4

import pytest
from clusters import Cluster, Master, await_that, redis_cluster
from players import SEED
from redis.exceptions import RedisError
from servers import regicide_server
from wire import Wire, created, sent_until_answered

import regicide
from regicide_api.services.agents import AgentService
from regicide_api.services.games import GameService
from regicide_api.services.indexes import deadline_set
from regicide_api.services.quotas import Quotas
from regicide_api.services.repository import GameRepository, Lifetimes
from regicide_api.storage.game_store import Commit, Snapshot, Store
from regicide_api.storage.sorted_sets import Entry

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("cluster")]

LISTS = ("list:agents", "list:games:active")
CLIENTS = 4
MOVES = 40


class Played(NamedTuple):
    """A game played by a client: its path, the acknowledged actions, the statuses of all responses."""

    path: str
    acknowledged: list[str]
    statuses: set[int]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """The cluster."""
    with redis_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def wires(cluster: Cluster) -> Iterator[list[Wire]]:
    """Clients of two servers."""
    with ExitStack() as running:
        yield [
            Wire(running.enter_context(regicide_server(REDIS_URL=cluster.url, WEB_CONCURRENCY="1"))) for _ in range(2)
        ]


def key_of(path: str) -> str:
    """The Redis key of a game."""
    return f"game:{{{path.rpartition('/')[2]}}}"


def played(wires: list[Wire], path: str, tokens: list[str], rng: random.Random) -> Played:
    """Play a game to its end, through any of the servers."""
    acknowledged, statuses = list[str](), set[int]()
    view = {"turn": 0, "status": "active"}
    while view["status"] == "active":
        token = tokens[view["turn"]]
        [*_, seen] = sent_until_answered(rng.choice(wires), "GET", path, None, token)
        body = {"version": seen.json["version"], "action": rng.choice(seen.json["legal_actions"])}
        replies = sent_until_answered(rng.choice(wires), "POST", f"{path}/actions", body, token)
        statuses |= {seen.status, *(reply.status for reply in replies)}
        assert replies[-1].status == 200, replies[-1].json
        acknowledged.append(body["action"])
        view = replies[-1].json
    return Played(path, acknowledged, statuses)


class Load:
    """Clients that play games until they are stopped; `going` are their current games."""

    def __init__(self, wires: list[Wire]) -> None:
        self.wires = wires
        self.going: dict[int, str] = {}
        self.enough = Event()

    def play(self, client: int) -> list[Played]:
        """All games played by a client."""
        rng, games = random.Random(client), list[Played]()
        while not self.enough.is_set():
            path, tokens = created(rng.choice(self.wires))
            self.going[client] = path
            games.append(played(self.wires, path, tokens, rng))
        return games


@contextmanager
def load(wires: list[Wire]) -> Iterator[Load]:
    """Play games in the background. In the end each game has exactly its acknowledged events and a valid record."""
    load = Load(wires)
    with ThreadPoolExecutor() as threads:
        clients = [threads.submit(load.play, client) for client in range(CLIENTS)]
        try:
            await_that(lambda: len(load.going) == CLIENTS)
            yield load
        finally:
            load.enough.set()
        games = [game for client in clients for game in client.result()]
    for game in games:
        record = wires[0].send("GET", f"{game.path}/record").json
        assert [event["action"] for event in record["events"]] == game.acknowledged
        assert regicide.verify_record(record)
    assert set.union(*(game.statuses for game in games)) <= {200, 503}


def test_no_action_is_lost_or_doubled_while_slots_move(cluster: Cluster, wires: list[Wire]) -> None:
    """Slots of active games move to other masters, key by key."""
    rng = random.Random(3)
    with load(wires) as playing:
        for _ in range(MOVES):
            key = key_of(playing.going[rng.randrange(CLIENTS)])
            target = rng.choice([master for master in cluster.masters if master is not cluster.owner_of(key)])
            cluster.move(key, target, at_once=1, pause=0.02)
    assert set.union(*(master.redirections() for master in cluster.masters)) >= {"MOVED", "ASK", "TRYAGAIN"}


def test_no_action_is_lost_or_doubled_while_masters_are_killed(cluster: Cluster, wires: list[Wire]) -> None:
    """Each master is killed once and restarted."""
    with load(wires):
        for master in cluster.masters[:3]:
            master.kill()
            time.sleep(0.5)
            master.start()
            cluster.await_ready()


def test_a_slot_moves_to_a_new_master(cluster: Cluster, wires: list[Wire]) -> None:
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


def test_an_unassigned_slot_is_503(cluster: Cluster, wires: list[Wire]) -> None:
    """Until a master owns the slot again."""
    path, _ = created(wires[0])
    with cluster.unowned(key_of(path)):
        refused = [wire.send("GET", path) for wire in wires * 2]
    [*_, seen] = sent_until_answered(wires[0], "GET", path)
    assert {(reply.status, reply.json["code"]) for reply in refused} == {(503, "store-unavailable")}
    assert (refused[0].headers["retry-after"], seen.status) == ("1", 200)


def test_circular_redirections_are_503(cluster: Cluster, wires: list[Wire]) -> None:
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
    await_that(lambda: store.load(game_id) == b"two")
    assert master.calls("evalsha") - before == 1
    assert not store.commit(change)
    assert store.load_with_events(game_id, 0) == Snapshot(b"two", [b"first"])


class Apart(NamedTuple):
    """Two games in which an agent has the turn: one on the killed master, and one on another."""

    killed: Master
    agent: str
    gone: str
    there: str
    tokens: dict[str, list[str]]


@pytest.fixture
def apart(cluster: Cluster, wires: list[Wire]) -> Iterator[Apart]:
    """The killed master stores only games, and no index that the tests need."""
    name = next(name for name in (uuid4().hex[:12] for _ in range(999)) if _has_a_master_of_its_own(cluster, name))
    killed = next(master for master in cluster.masters[:3] if master not in _masters_of(cluster, name))
    token = sent_until_answered(wires[0], "POST", "/v1/agents", {"name": name})[-1].json["token"]
    tokens: dict[str, list[str]] = {}
    owners: dict[bool, str] = {}
    while len(owners) < 2:
        path, given = created(wires[0], seats=[{"name": "Ana"}, {"agent": name}], first_player=1, listed=True)
        owners[cluster.owner_of(key_of(path)) is killed] = path
        tokens[path] = given
    killed.kill()
    yield Apart(killed, token, owners[True], owners[False], tokens)
    if killed.process.poll() is not None:
        killed.start()
    cluster.await_ready()


def _masters_of(cluster: Cluster, name: str) -> list[Master]:
    return [cluster.owner_of(key) for key in (f"agent:{{{name}}}", f"list:turns:{{{name}}}", *LISTS)]


def _has_a_master_of_its_own(cluster: Cluster, name: str) -> bool:
    return any(master not in _masters_of(cluster, name) for master in cluster.masters[:3])


def test_a_killed_master_affects_only_its_games(wires: list[Wire], apart: Apart) -> None:
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


def test_a_restarted_master_has_its_games(cluster: Cluster, wires: list[Wire], apart: Apart) -> None:
    """Its append-only file restores them, and the inbox lists their turns again."""
    assert wires[0].send("GET", apart.gone).status == 503
    apart.killed.start()
    cluster.await_ready()
    [*_, seen] = sent_until_answered(wires[0], "GET", apart.gone)
    inbox = wires[1].send("GET", "/v1/agents/me/turns?limit=100", None, apart.agent).json["items"]
    assert (seen.json["version"], seen.json["status"]) == (1, "active")
    assert any(apart.gone.endswith(turn["id"]) for turn in inbox)


def test_agents_play_while_the_list_of_agents_is_unreachable(cluster: Cluster, wires: list[Wire]) -> None:
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
    GameService(repository, Quotas(store, repository.get_many, None)).end_overdue_turns()
    assert there not in dict(store.sorted_sets.lowest([deadline_set(there)], 1000)[0])
    assert dict(store.sorted_sets.lowest([deadline_set(gone)], 1000)[0])[gone] > now


def _has_its_deadline(cluster: Cluster, apart: Apart, game_id: str) -> bool:
    """Whether the set with the deadline of a game is on a master that runs."""
    return cluster.owner_of(f"list:{deadline_set(game_id)}") is not apart.killed


def test_streams_survive_the_loss_of_the_subscribed_master(cluster: Cluster, wires: list[Wire]) -> None:
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


def test_a_cluster_that_is_down_is_503(cluster: Cluster, wires: list[Wire]) -> None:
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


def test_a_master_that_requires_replicas_rejects_writes(cluster: Cluster, wires: list[Wire]) -> None:
    """Actions are 503 and change nothing; reads succeed."""
    path, tokens = created(wires[0], seed=SEED)
    action = ("POST", f"{path}/actions", {"version": 1, "action": "9S"}, tokens[0])
    cluster.owner_of(key_of(path)).client.config_set("min-replicas-to-write", 1)
    refused, seen = wires[0].send(*action), wires[1].send("GET", path)
    cluster.owner_of(key_of(path)).client.config_set("min-replicas-to-write", 0)
    assert (refused.status, refused.json["code"]) == (503, "store-unavailable")
    assert (seen.json["version"], wires[0].send(*action).json["version"]) == (1, 2)


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
