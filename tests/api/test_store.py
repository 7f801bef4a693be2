"""The store's contract, held by every server that can be one."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from redis import Redis, RedisCluster
from redis.client import PubSub
from redis.exceptions import RedisError
from servers import free_port

from regicide_api.storage import (
    CHANNEL,
    MAX_CONNECTIONS,
    Commit,
    Entry,
    Snapshot,
    Store,
)
from regicide_api.storage.cluster import node_url, parse_nodes

FIRST = Commit(before=b"one", after=b"two", event=b"first", since=0, ttl=60)


@pytest.fixture(
    params=["valkey_url", "redis_url", pytest.param("cluster_url", marks=pytest.mark.xdist_group("cluster"))]
)
def url(request: pytest.FixtureRequest) -> str:
    """The URL of a store: an embedded Valkey, a real Redis, and a cluster of three of these."""
    found: str = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def store(url: str) -> Store:
    """A store."""
    return Store(url)


@pytest.fixture
def game_id(store: Store) -> str:
    """A game whose record is `one`."""
    new = uuid4().hex
    assert store.create(new, b"one", ttl=60)
    return new


def client_of(url: str) -> Redis | RedisCluster:
    """A client that is not ours."""
    plain = url.replace("redis+cluster:", "redis:")
    return Redis.from_url(url) if plain == url else RedisCluster.from_url(plain)


def test_a_game_that_was_created_is_there(store: Store, game_id: str) -> None:
    """With the record that it was given."""
    assert store.load(game_id) == b"one"


def test_a_game_is_created_once(store: Store, game_id: str) -> None:
    """The second of one id is refused, and the first stays as it is."""
    assert not store.create(game_id, b"other", ttl=60)
    assert store.load(game_id) == b"one"


def test_there_is_no_game_that_was_not_created(store: Store) -> None:
    """Nor does it have events."""
    assert store.load("nowhere") is None
    assert store.load_with_events("nowhere", 0) == Snapshot(None, [])


def test_games_are_loaded_together(store: Store, game_id: str) -> None:
    """In the order in which they are asked for; those that are not there too."""
    assert store.load_all(["nowhere", game_id, game_id]) == [None, b"one", b"one"]


def test_a_commit_changes_the_record_and_appends_the_event(store: Store, game_id: str) -> None:
    """Both, at once."""
    assert store.commit(game_id, FIRST) is None
    assert store.load_with_events(game_id, 0) == Snapshot(b"two", [b"first"])


def test_a_commit_may_be_no_event(store: Store, game_id: str) -> None:
    """Then the record is changed alone."""
    assert store.commit(game_id, FIRST._replace(event=None)) is None
    assert store.load_with_events(game_id, 0) == Snapshot(b"two", [])


def test_events_are_given_from_a_place_on(store: Store, game_id: str) -> None:
    """None where there are none yet."""
    store.commit(game_id, FIRST)
    store.commit(game_id, FIRST._replace(before=b"two", after=b"three", event=b"second"))
    assert [store.load_with_events(game_id, place).events for place in range(3)] == [[b"first", b"second"], [b"second"], []]


def test_the_last_event_is_there_along_with_those_before_it(store: Store, game_id: str) -> None:
    """From any place on, though they are packed then."""
    store.commit(game_id, FIRST)
    last = FIRST._replace(before=b"two", after=b"three", event=b"second", is_last=True)
    assert store.commit(game_id, last) is None
    assert [store.load_with_events(game_id, place).events for place in range(3)] == [[b"first", b"second"], [b"second"], []]


def test_events_are_the_same_when_the_last_one_has_come(store: Store, game_id: str) -> None:
    """However many, and whatever they hold but line feeds."""
    events = [b'["action",%d,"%dC",1790000%06d]' % (turn % 4, turn % 9 + 2, 7919 * turn) for turn in range(40)]
    records = [b"one", *events]
    for before, event in zip(records, events, strict=False):
        assert store.commit(game_id, FIRST._replace(before=before, after=event, event=event)) is None
    last = FIRST._replace(before=events[-1], event="§ 4 \0".encode(), is_last=True)
    assert store.commit(game_id, last) is None
    assert store.load_with_events(game_id, 0).events == [*events, "§ 4 \0".encode()]


def test_a_last_commit_on_what_is_gone_changes_nothing(store: Store, game_id: str) -> None:
    """As any other."""
    store.commit(game_id, FIRST)
    last = FIRST._replace(after=b"other", event=b"second", is_last=True)
    assert [store.commit(game_id, last._replace(since=since)) for since in (0, 1)] == [
        Snapshot(b"two", [b"first"]),
        Snapshot(b"two", []),
    ]
    assert store.load_with_events(game_id, 0) == Snapshot(b"two", [b"first"])


def test_a_commit_on_what_is_gone_changes_nothing(store: Store, game_id: str) -> None:
    """What is there now comes back, and the events that came first."""
    store.commit(game_id, FIRST)
    assert store.commit(game_id, FIRST._replace(after=b"other", event=b"second")) == Snapshot(b"two", [b"first"])
    assert store.load_with_events(game_id, 0) == Snapshot(b"two", [b"first"])


def test_a_commit_to_a_game_that_is_not_there_makes_none(store: Store) -> None:
    """It may have expired in between."""
    assert store.commit("nowhere", FIRST) == Snapshot(None, [])
    assert store.load_with_events("nowhere", 0) == Snapshot(None, [])


def test_of_many_commits_on_one_record_one_is_done(store: Store, game_id: str) -> None:
    """However they meet."""
    start, done = Barrier(8), []

    def commit(number: int) -> None:
        start.wait()
        if store.commit(game_id, FIRST._replace(after=b"%d" % number, event=b"%d" % number)) is None:
            done.append(number)

    threads = [Thread(target=commit, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [store.load_with_events(game_id, 0)] == [Snapshot(b"%d" % winner, [b"%d" % winner]) for winner in done]


def heard(listener: PubSub, last: str) -> list[str]:
    """All that is published, by whomever, until this is."""
    told = list[str]()
    while last not in told:
        message = listener.get_message(timeout=5)
        assert message
        told.append(message["data"].decode())
    return told


def test_an_event_is_made_known(store: Store, game_id: str) -> None:
    """By the game's id, to whoever listens; a commit that is no event is not."""
    last = uuid4().hex
    with store.pubsub_client() as client, client.pubsub(ignore_subscribe_messages=True) as listener:
        listener.subscribe(CHANNEL)
        listener.get_message(timeout=1)
        store.commit(game_id, FIRST._replace(event=None))
        store.commit(game_id, FIRST._replace(before=b"two", news=[last]))
        assert heard(listener, last).count(game_id) == 1


def test_lists_give_the_last_names_first(store: Store) -> None:
    """Of all groups that are asked for, page by page."""
    group, other = uuid4().hex, uuid4().hex
    store.sorted_sets.write([Entry(group, "1:a", 0, 60), Entry(group, "3:c", 0, 60), Entry(other, "2:b", 0, 60)])
    assert store.sorted_sets.newest([group, other], None, 2) == [("3:c", group), ("2:b", other)]
    assert store.sorted_sets.newest([group, other], "2:b", 2) == [("1:a", group)]


def test_lists_give_the_first_names_first(store: Store) -> None:
    """After a name, or from the start."""
    group = uuid4().hex
    store.sorted_sets.write([Entry(group, name, 0, 60) for name in ("3:c", "1:a", "2:b")])
    assert (store.sorted_sets.range(group, None, 2), store.sorted_sets.range(group, "2:b", 2)) == (["1:a", "2:b"], ["3:c"])


def test_lists_give_the_lowest_scores_first(store: Store) -> None:
    """A name that is written again has its last score."""
    group = uuid4().hex
    store.sorted_sets.write(
        [Entry(group, "a", 3, 60), Entry(group, "b", 2, 60), Entry(group, "c", 1, 60), Entry(group, "c", 9, 60)]
    )
    assert store.sorted_sets.lowest(group, 2) == [("b", 2), ("a", 3)]


def test_old_names_are_forgotten(store: Store) -> None:
    """When a line is written that says how old is too old."""
    group = uuid4().hex
    store.sorted_sets.write([Entry(group, "1:a", 0, 60), Entry(group, "2:b", 0, 60), Entry(group, "3:c", 0, 60, min_member="2:")])
    assert store.sorted_sets.range(group, None, 9) == ["2:b", "3:c"]


def test_a_list_is_forgotten_when_nobody_has_written_for_a_while(store: Store) -> None:
    """As long as the last line said."""
    group = uuid4().hex
    store.sorted_sets.write([Entry(group, "1:a", 0, 1)])
    time.sleep(1.1)
    assert store.sorted_sets.range(group, None, 9) == []


def test_some_names_of_a_list_are_drawn(store: Store) -> None:
    """All of them where there are no more."""
    group = uuid4().hex
    store.sorted_sets.write([Entry(group, name, 0, 60) for name in ("a", "b", "c")])
    assert sorted(store.sorted_sets.sample(group, 9)) == ["a", "b", "c"]
    assert len(store.sorted_sets.sample(group, 2)) == 2
    assert store.sorted_sets.sample(uuid4().hex, 2) == []


@pytest.mark.parametrize("create", [True, False])
def test_the_lines_of_a_change_are_written_with_it(store: Store, game_id: str, create: bool) -> None:
    """And its news is told, to whoever listens to that."""
    group, topic, last = uuid4().hex, uuid4().hex, uuid4().hex
    with store.pubsub_client() as client, client.pubsub(ignore_subscribe_messages=True) as listener:
        listener.subscribe(CHANNEL)
        listener.get_message(timeout=1)
        if create:
            store.create(uuid4().hex, b"one", 60, [Entry(group, "a", 5, 60)], [topic, last])
        else:
            store.commit(game_id, FIRST._replace(lines=[Entry(group, "a", 5, 60)], news=[topic, last]))
        assert heard(listener, last).count(topic) == 1
    assert store.sorted_sets.lowest(group, 9) == [("a", 5)]


def test_a_store_that_has_forgotten_the_script_gets_it_again(store: Store, game_id: str, url: str) -> None:
    """Redis does so when it starts."""
    with client_of(url) as client:
        client.script_flush()
    assert store.commit(game_id, FIRST) is None
    assert store.load(game_id) == b"two"


def test_an_agent_is_enrolled_once(store: Store) -> None:
    """The second of one name is refused, and the first stays as it is."""
    name, group = uuid4().hex, uuid4().hex
    assert store.agents.register(name, {"token": "one"}, Entry(group, name, 0, 60))
    assert not store.agents.register(name, {"token": "two"}, Entry(group, name, 0, 60))
    assert (store.agents.get_many([name, "nobody"]), store.sorted_sets.range(group, None, 9)) == ([{"token": "one"}, {}], [name])


def test_something_is_noted_of_an_agent(store: Store) -> None:
    """Beside what is there already."""
    name = uuid4().hex
    store.agents.register(name, {"token": "one"}, Entry(uuid4().hex, name, 0, 60))
    store.agents.update(name, "seen", 7, None, 60)
    assert store.agents.get_many([name]) == [{"token": "one", "seen": "7"}]


def test_a_name_is_in_one_list(store: Store) -> None:
    """It is struck off the others, or off all."""
    group, other = uuid4().hex, uuid4().hex
    store.sorted_sets.write([Entry(group, "1:a", 0, 60)], {other: "1:a"})
    store.sorted_sets.write([Entry(other, "1:a", 0, 60)], {group: "1:a"})
    assert store.sorted_sets.newest([group, other], None, 9) == [("1:a", other)]
    store.sorted_sets.remove(["1:a"], other)
    assert store.sorted_sets.newest([group, other], None, 9) == []


def test_a_name_is_reserved_once(store: Store) -> None:
    """The second is told what is kept there."""
    name = uuid4().hex
    assert store.expiring_keys.reserve(name, b"", 60) is None
    assert store.expiring_keys.reserve(name, b"other", 60) == b""
    store.expiring_keys.set(name, b"content", 60)
    assert store.expiring_keys.reserve(name, b"other", 60) == store.expiring_keys.get(name) == b"content"
    store.expiring_keys.delete(name)
    assert store.expiring_keys.get(name) is None


def test_what_is_counted_is_forgotten_after_a_while(store: Store) -> None:
    """After the time that the first said."""
    name = uuid4().hex
    assert [store.expiring_keys.increment(name, ttl) for ttl in (1, 60)] == [1, 2]
    time.sleep(1.1)
    assert store.expiring_keys.increment(name, 60) == 1


def test_a_game_expires_with_its_events(store: Store, game_id: str, url: str) -> None:
    """Nothing of it is left behind."""
    store.commit(game_id, FIRST._replace(ttl=1))
    time.sleep(1.1)
    with client_of(url) as client:
        assert store.load(game_id) is None
        assert not client.keys(f"*{game_id}*")


def test_a_commit_gives_a_game_new_time_to_live(store: Store, game_id: str, url: str) -> None:
    """Whoever plays keeps the game."""
    store.commit(game_id, FIRST._replace(ttl=1000))
    with client_of(url) as client:
        assert 990 < client.ttl(f"game:{{{game_id}}}") <= 1000
        assert 990 < client.ttl(f"game:{{{game_id}}}:events") <= 1000


def test_more_threads_than_connections_wait_their_turn(store: Store, game_id: str) -> None:
    """However many ask at once, all are answered."""
    count = 5 * MAX_CONNECTIONS
    start = Barrier(count)

    def load(_: int) -> bytes | None:
        start.wait()
        return store.load(game_id)

    with ThreadPoolExecutor(count) as threads:
        assert list(threads.map(load, range(count))) == [b"one"] * count


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
def test_a_store_that_is_not_there_raises(scheme: str) -> None:
    """At once, and is not asked again."""
    with pytest.raises(RedisError):
        Store(f"{scheme}://127.0.0.1:{free_port()}").load("any")


def test_a_server_that_is_in_no_cluster_raises(redis_url: str) -> None:
    """And says so."""
    with pytest.raises(RedisError, match="Cluster mode is not enabled"):
        Store(redis_url.replace("redis:", "redis+cluster:")).load("any")


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("redis+cluster://", "name one server or more"),
        ("redis+cluster://one:6379,,two:6379", "name one server or more"),
        ("redis+cluster://one:6379/1", "no databases but 0"),
        ("redis+cluster://one:many", "Port could not be cast"),
    ],
)
def test_an_address_that_is_no_clusters_is_refused(address: str, wanted: str) -> None:
    """With what would be right."""
    with pytest.raises(ValueError, match=wanted):
        Store(address)


@pytest.mark.parametrize(
    ("cluster", "server"),
    [
        ("redis+cluster://:secret@one:6379,two:6380/0?socket_timeout=1", "redis://:secret@one:6379?socket_timeout=1"),
        ("rediss+cluster://[::1]:7000,[::2]", "rediss://[::1]:7000"),
    ],
)
def test_a_server_of_a_cluster_is_reached_like_all_of_them(cluster: str, server: str) -> None:
    """By the same password and options."""
    assert node_url(cluster, parse_nodes(cluster)[0]) == server


def test_a_store_whose_scripts_are_gone_still_commits(store: Store, game_id: str, url: str) -> None:
    """A server that was started anew does not know the script; it is sent again."""
    with client_of(url) as client:
        client.script_flush()
    assert store.commit(game_id, FIRST) is None
