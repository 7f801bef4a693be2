"""The contract of the store, on every kind of server."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from redis import Redis, RedisCluster
from redis.exceptions import NoScriptError, RedisError, ResponseError
from servers import fixed_answers, reserved_port, valkey_server

from regicide_api.storage.agent_store import Announcement, LostPlace
from regicide_api.storage.client import MAX_CONNECTIONS, RedisClient, UnsupportedVersion, require_supported
from regicide_api.storage.cluster import node_url, parse_nodes
from regicide_api.storage.game_store import Commit, Creation, Snapshot, Store
from regicide_api.storage.quotas import QuotaLimits, QuotaResult, QuotaUse
from regicide_api.storage.sorted_sets import Entry

FIRST = Commit(before=b"one", after=b"two", event=b"first", ttl_s=60)


@pytest.fixture(
    params=[
        "valkey_url",
        "redis_url",
        "oldest_redis_url",
        pytest.param("cluster_url", marks=[pytest.mark.costly, pytest.mark.xdist_group("cluster")]),
    ]
)
def url(request: pytest.FixtureRequest) -> str:
    """The URL of a store: embedded Valkey, two versions of Redis, and a Redis Cluster of three masters."""
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
    assert store.create(new, b"one", ttl_s=60)
    return new


def client_of(url: str) -> Redis | RedisCluster:
    """A redis-py client of the store."""
    plain = url.replace("redis+cluster:", "redis:")
    return Redis.from_url(url) if plain == url else RedisCluster.from_url(plain)


def lives(url: str, name: str) -> list[int]:
    """The seconds to live of all keys whose names contain a name."""
    with client_of(url) as client:
        return [client.ttl(key) for key in client.scan_iter(f"*{name}*")]


def test_a_created_game_is_loaded(store: Store, game_id: str) -> None:
    """With its record."""
    assert store.load(game_id) == b"one"


def test_a_game_is_created_once(store: Store, game_id: str) -> None:
    """A second creation returns False and changes nothing."""
    assert not store.create(game_id, b"other", ttl_s=60)
    assert store.load(game_id) == b"one"


def test_a_game_is_created_with_events(store: Store, url: str) -> None:
    """They live as long as the record, and a second creation adds none."""
    new, events = uuid4().hex, [b"first", b"second"]
    assert [store.create(new, b"one", 60, (), (), events) for _ in range(2)] == [True, False]
    assert store.load_with_events(new, 0) == Snapshot(b"one", events)
    assert [50 < ttl <= 60 for ttl in lives(url, new)] == [True, True]


def test_of_games_with_events_that_cannot_all_be_created_nothing_stays(store: Store) -> None:
    """Neither records nor events."""
    new = [uuid4().hex for _ in range(3)]
    with pytest.raises(ResponseError):
        store.create_all(
            [Creation(each, b"two", ttl_s, (), (), [b"e"]) for each, ttl_s in zip(new, (60, -1, 60), strict=True)]
        )
    assert [store.load_with_events(each, 0) for each in new] == [Snapshot(None, [])] * 3


def test_games_are_created_together(store: Store, game_id: str) -> None:
    """Those whose ids exist stay as they are."""
    new = [uuid4().hex for _ in range(20)]
    assert store.create_all([Creation(each, b"two", 60) for each in (*new, game_id)]) == [True] * 20 + [False]
    assert store.load_all([*new, game_id]) == [b"two"] * 20 + [b"one"]


def test_of_games_that_cannot_all_be_created_none_is(store: Store) -> None:
    """Redis rejects one of them: its record has an impossible lifetime."""
    new = [uuid4().hex for _ in range(3)]
    with pytest.raises(ResponseError):
        store.create_all([Creation(each, b"two", ttl_s) for each, ttl_s in zip(new, (60, -1, 60), strict=True)])
    assert store.load_all(new) == [None] * 3


def test_an_unknown_game_has_no_record(store: Store) -> None:
    """And no events."""
    assert store.load("nowhere") is None
    assert store.load_with_events("nowhere", 0) == Snapshot(None, [])


def test_games_are_loaded_together(store: Store, game_id: str) -> None:
    """In the requested order; None for unknown ones."""
    assert store.load_all(["nowhere", game_id, game_id]) == [None, b"one", b"one"]


def test_a_commit_changes_the_record_and_appends_the_event(store: Store, game_id: str) -> None:
    """Atomically."""
    assert store.commit(game_id, FIRST)
    assert store.load_with_events(game_id, 0) == Snapshot(b"two", [b"first"])


def test_a_commit_may_have_no_event(store: Store, game_id: str) -> None:
    """It changes the record only."""
    assert store.commit(game_id, FIRST._replace(event=None))
    assert store.load_with_events(game_id, 0) == Snapshot(b"two", [])


def test_events_are_loaded_from_an_index(store: Store, game_id: str) -> None:
    """An index after the last event gives none."""
    store.commit(game_id, FIRST)
    store.commit(game_id, FIRST._replace(before=b"two", after=b"three", event=b"second"))
    assert [store.load_with_events(game_id, place).events for place in range(3)] == [
        [b"first", b"second"],
        [b"second"],
        [],
    ]


def test_packed_events_are_loaded_from_an_index(store: Store, game_id: str) -> None:
    """The last commit packs them."""
    store.commit(game_id, FIRST)
    last = FIRST._replace(before=b"two", after=b"three", event=b"second", is_last=True)
    assert store.commit(game_id, last)
    assert [store.load_with_events(game_id, place).events for place in range(3)] == [
        [b"first", b"second"],
        [b"second"],
        [],
    ]


def test_packing_preserves_events(store: Store, game_id: str) -> None:
    """Any bytes except line feeds."""
    events = [b'["action",%d,"%dC",1790000%06d]' % (turn % 4, turn % 9 + 2, 7919 * turn) for turn in range(40)]
    records = [b"one", *events]
    for before, event in zip(records, events, strict=False):
        assert store.commit(game_id, FIRST._replace(before=before, after=event, event=event))
    last = FIRST._replace(before=events[-1], event="§ 4 \0".encode(), is_last=True)
    assert store.commit(game_id, last)
    assert store.load_with_events(game_id, 0).events == [*events, "§ 4 \0".encode()]


def test_a_stale_last_commit_changes_nothing(store: Store, game_id: str) -> None:
    """Like any other."""
    store.commit(game_id, FIRST)
    last = FIRST._replace(after=b"other", event=b"second", is_last=True)
    assert not store.commit(game_id, last)
    assert store.load_with_events(game_id, 0) == Snapshot(b"two", [b"first"])


def test_a_stale_commit_changes_nothing(store: Store, game_id: str) -> None:
    """The record is another one by then."""
    store.commit(game_id, FIRST)
    assert not store.commit(game_id, FIRST._replace(after=b"other", event=b"second"))
    assert store.load_with_events(game_id, 0) == Snapshot(b"two", [b"first"])


def test_a_commit_does_not_create_a_game(store: Store) -> None:
    """It may have expired."""
    assert not store.commit("nowhere", FIRST)
    assert store.load_with_events("nowhere", 0) == Snapshot(None, [])


def test_one_of_many_concurrent_commits_succeeds(store: Store, game_id: str) -> None:
    """The others change nothing."""
    start, done = Barrier(8), []

    def commit(number: int) -> None:
        start.wait()
        if store.commit(game_id, FIRST._replace(after=b"%d" % number, event=b"%d" % number)):
            done.append(number)

    threads = [Thread(target=commit, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [store.load_with_events(game_id, 0)] == [Snapshot(b"%d" % winner, [b"%d" % winner]) for winner in done]


@contextmanager
def hearing(store: Store, topic: str) -> Iterator[Callable[[], list[str]]]:
    """A subscription to a topic: a function that returns the topics of all messages until now."""
    connection = store.channels.connect(store.channels.server_of(topic))
    connection.subscribe([topic])
    assert connection.read() == ("subscribe", topic)

    def heard() -> list[str]:
        connection.ping()
        messages = iter(connection.read, ("pong", ""))
        return [name for kind, name in filter(None, messages) if kind == "message"]

    yield heard
    connection.close()


def test_an_event_is_published(store: Store, game_id: str) -> None:
    """On the topics of the game alone; a commit without an event is not."""
    topic = f"@{uuid4().hex}"
    with hearing(store, game_id) as of_game, hearing(store, topic) as of_agent:
        store.commit(game_id, FIRST._replace(event=None, topics=[topic]))
        store.commit(game_id, FIRST._replace(before=b"two", after=b"three", topics=["@another"]))
        store.commit(game_id, FIRST._replace(before=b"three", topics=[topic]))
        assert (of_game(), of_agent()) == ([game_id] * 2, [topic])


def test_an_event_is_announced_to_its_agents(store: Store, game_id: str) -> None:
    """That have a stream, with their topics, if the change is made."""
    agent, other = uuid4().hex, uuid4().hex
    place, _ = store.agent_events.follow(agent, {game_id: 1}, 60)
    news = [Announcement(each, game_id, 2) for each in (agent, other)]
    with hearing(store, f"+{agent}") as heard:
        store.commit(game_id, FIRST._replace(announcements=news))
        store.commit(game_id, FIRST._replace(announcements=[Announcement(agent, game_id, 3)]))
        assert heard() == [f"+{agent}"]
    assert [each[1:] for each in store.agent_events.read(agent, place, 9)] == [(game_id, 2)]
    with pytest.raises(LostPlace):
        store.agent_events.read(other, place, 9)


def test_each_version_is_announced_once(store: Store) -> None:
    """In order, whatever the order of the announcements."""
    agent = uuid4().hex
    place, _ = store.agent_events.follow(agent, {"old": 4}, 60)
    for game, version, from_start, is_late in (
        ("old", 6, False, False),
        ("old", 5, False, False),
        ("new", 2, False, False),
        ("new", 1, True, False),
        ("forgotten", 9, False, True),
        ("old", 7, True, False),
    ):
        store.agent_events.announce([Announcement(agent, game, version, from_start, is_late)])
    announced = [each[1:] for each in store.agent_events.read(agent, place, 99)]
    assert announced == [("old", 5), ("old", 6), ("new", 1), ("new", 2), *(("old", made) for made in range(1, 8))]


def test_old_entries_are_removed(store: Store, url: str) -> None:
    """By the next look: their places are lost."""
    agent = uuid4().hex
    with client_of(url) as client:
        for number in range(1, 201):
            client.xadd(f"events:{{{agent}}}", {"game": number}, id=f"{number}-0")
    assert len(store.agent_events.read(agent, "1-0", 99)) == 99
    store.agent_events.follow(agent, {}, 60)
    with pytest.raises(LostPlace):
        store.agent_events.read(agent, "1-0", 9)


def test_newest_members_of_several_sets(store: Store) -> None:
    """Page by page, in descending order."""
    group, other = uuid4().hex, uuid4().hex
    store.sorted_sets.write([Entry(group, "1:a", 0, 60), Entry(group, "3:c", 0, 60), Entry(other, "2:b", 0, 60)])
    assert store.sorted_sets.newest([group, other], None, 2) == [("3:c", group), ("2:b", other)]
    assert store.sorted_sets.newest([group, other], "2:b", 2) == [("1:a", group)]


def test_range_of_members(store: Store) -> None:
    """From the start, or after a member."""
    group = uuid4().hex
    store.sorted_sets.write([Entry(group, name, 0, 60) for name in ("3:c", "1:a", "2:b")])
    assert (store.sorted_sets.range(group, None, 2), store.sorted_sets.range(group, "2:b", 2)) == (
        ["1:a", "2:b"],
        ["3:c"],
    )


def test_members_with_the_lowest_scores(store: Store) -> None:
    """A member that is written again has its last score."""
    group = uuid4().hex
    store.sorted_sets.write(
        [Entry(group, "a", 3, 60), Entry(group, "b", 2, 60), Entry(group, "c", 1, 60), Entry(group, "c", 9, 60)]
    )
    assert store.sorted_sets.lowest([group], 2)[0] == [("b", 2), ("a", 3)]


def test_a_sorted_set_expires(store: Store, url: str) -> None:
    """After the time to live of its last entry."""
    group = uuid4().hex
    store.sorted_sets.write([Entry(group, "1:a", 0, 600)])
    store.sorted_sets.write([Entry(group, "2:b", 0, 60)])
    [life] = lives(url, group)
    assert 0 < life <= 60


def test_sample_of_members(store: Store) -> None:
    """All members if there are not more."""
    group = uuid4().hex
    store.sorted_sets.write([Entry(group, name, 0, 60) for name in ("a", "b", "c")])
    assert sorted(store.sorted_sets.sample(group, 9)) == ["a", "b", "c"]
    assert len(store.sorted_sets.sample(group, 2)) == 2
    assert store.sorted_sets.sample(uuid4().hex, 2) == []


@pytest.mark.parametrize("create", [True, False])
def test_a_commit_writes_entries_and_publishes_topics(store: Store, game_id: str, create: bool) -> None:
    """So does a creation."""
    group, agent = uuid4().hex, uuid4().hex
    with hearing(store, f"+{agent}") as heard:
        entries, topics = [Entry(group, "a", 5, 60)], [f"+{agent}"]
        if create:
            store.create(uuid4().hex, b"one", 60, entries, topics)
        else:
            store.commit(game_id, FIRST._replace(entries=entries, topics=topics))
        assert heard() == [f"+{agent}"]
    assert store.sorted_sets.lowest([group], 9)[0] == [("a", 5)]


def test_forgotten_scripts_fail_one_request() -> None:
    """The next one loads them again, on a new connection."""
    with valkey_server() as url, client_of(url) as client:
        store = Store(url)
        assert store.create("one", b"one", 60)
        client.script_flush()
        with pytest.raises(NoScriptError):
            store.commit("one", FIRST)
        assert store.commit("one", FIRST)


def test_an_agent_is_registered_once(store: Store) -> None:
    """A second registration returns False and changes nothing."""
    name, group = uuid4().hex, uuid4().hex
    assert store.agents.register(name, {"token": "one"}, Entry(group, name, 0, 60))
    assert not store.agents.register(name, {"token": "two"}, Entry(group, name, 0, 60))
    assert (store.agents.get_many([name, "nobody"]), store.sorted_sets.range(group, None, 9)) == (
        [{"token": "one"}, {}],
        [name],
    )


def test_a_registration_may_be_repeated(store: Store) -> None:
    """The first field identifies it; the record stays as it is."""
    name = uuid4().hex
    entry = Entry(uuid4().hex, name, 0, 60)
    assert store.agents.register(name, {"token": "one", "since": 1}, entry)
    assert store.agents.register(name, {"token": "one", "since": 2}, entry)
    assert store.agents.get_many([name]) == [{"token": "one", "since": "1"}]


def test_places_are_reserved_up_to_both_capacities(store: Store, url: str) -> None:
    """All uses count: the oldest and the newest, those of the holder and those of others."""
    name = uuid4().hex
    attempts = [
        (QuotaUse("ana", "one", 2), QuotaResult.NEW),
        (QuotaUse("ana", "one", 2), QuotaResult.EXISTING),
        (QuotaUse("ana", "two", 2), QuotaResult.HOLDER_FULL),
        (QuotaUse("ana", "two", 1), QuotaResult.NEW),
        (QuotaUse("bo", "three", 2), QuotaResult.NEW),
        (QuotaUse("bo", "four", 1), QuotaResult.ALL_FULL),
    ]
    for now, (use, result) in enumerate(attempts):
        assert store.quotas.reserve_all([(name, use, QuotaLimits(3, 5))], now, 60) == [result]
    assert [found for found, _ in store.quotas.unchecked(name, 9, 9)] == [
        use for use, result in attempts if result is QuotaResult.NEW
    ]
    [life] = lives(url, name)
    assert 0 < life <= 60


def test_an_agent_is_touched_with_its_token_only(store: Store) -> None:
    """Another token changes nothing, and creates no record."""
    name, group = uuid4().hex, uuid4().hex
    entry = Entry(group, name, 0, 60)
    assert not store.agents.touch(name, "one", 7, entry)
    assert store.agents.get_many([name]) == [{}]
    store.agents.register(name, {"token": "one"}, entry)
    assert not store.agents.touch(name, "two", 7, entry)
    assert store.agents.touch(name, "one", 100_000, entry)
    assert store.agents.get_many([name]) == [{"token": "one", "seen": "100000", "listed": "100000"}]


def test_the_index_entry_of_an_agent_is_written_again_after_half_of_its_life(store: Store) -> None:
    """The first request writes it, too."""
    name, group = uuid4().hex, uuid4().hex
    entry = Entry(group, name, 0, 60)
    store.agents.register(name, {"token": "one"}, entry)
    listed = []
    for now in (100_000, 129_999, 130_000):
        store.sorted_sets.remove([name], group)
        store.agents.touch(name, "one", now, entry)
        listed.append(store.sorted_sets.range(group, None, 1))
    assert listed == [[name], [], [name]]


def test_an_agent_is_changed_with_its_token_only(store: Store, url: str) -> None:
    """Another token changes nothing, and creates no record; the change extends its life."""
    name = uuid4().hex
    assert not store.agents.update(name, "one", {"max_games": 3}, 600)
    assert store.agents.get_many([name]) == [{}]
    store.agents.register(name, {"token": "one", "description": "x"}, Entry(uuid4().hex, name, 0, 60))
    assert not store.agents.update(name, "two", {"max_games": 3}, 600)
    assert store.agents.update(name, "one", {"max_games": 3, "description": ""}, 600)
    assert store.agents.update(name, "one", {}, 600)
    assert store.agents.get_many([name]) == [{"token": "one", "description": "", "max_games": "3"}]
    [life] = lives(url, name)
    assert 60 < life <= 600


def test_a_token_is_replaced_once(store: Store) -> None:
    """A repeat succeeds, until another token replaces the new one."""
    name = uuid4().hex
    store.agents.register(name, {"token": "one"}, Entry(uuid4().hex, name, 0, 60))
    attempts = [("one", "two"), ("one", "two"), ("one", "three"), ("two", "three"), ("one", "two")]
    assert [store.agents.replace_token(name, each, 60, name) for each in attempts] == [True, True, False, True, False]
    assert store.agents.token_hash(name) == "three"


def test_an_agent_ends_once(store: Store) -> None:
    """A repeat succeeds and changes nothing; another token fails. Its name is not free."""
    name, entry = uuid4().hex, Entry(uuid4().hex, "x", 0, 60)
    store.agents.register(name, {"token": "one", "description": "x"}, entry)
    assert not store.agents.end(name, "two", 5, 60, name)
    assert [store.agents.end(name, "one", at_ms, 60, name) for at_ms in (5, 6)] == [True, True]
    assert not store.agents.end(name, "two", 7, 60, name)
    assert store.agents.get_many([name]) == [{"ended_by": "one", "ended": "5"}]
    assert store.agents.renew([name], 60) == {}
    assert not store.agents.touch(name, "one", 8, entry)
    assert not store.agents.register(name, {"token": "one"}, entry)


def test_agents_are_renewed(store: Store, url: str) -> None:
    """Those that have a token."""
    name = uuid4().hex
    store.agents.register(name, {"token": "one"}, Entry(uuid4().hex, name, 0, 60))
    [first] = lives(url, name)
    assert store.agents.renew([name, "nobody"], 6000) == {name: ("", "")}
    [renewed] = lives(url, name)
    assert 0 < first <= 60 < renewed <= 6000
    assert store.agents.get_many([name]) == [{"token": "one"}]


def test_a_game_is_read_with_the_token_of_an_agent(store: Store, game_id: str) -> None:
    """Empty for an unknown agent."""
    name = uuid4().hex
    store.agents.register(name, {"token": "one"}, Entry(uuid4().hex, name, 0, 60))
    assert store.load_for_agent(game_id, name) == Snapshot(b"one", [], "one")
    assert store.load_with_events(game_id, 0, name) == Snapshot(b"one", [], "one")
    assert store.load_for_agent("nowhere", "nobody") == Snapshot(None, [], "")


def test_members_are_read_by_a_prefix(store: Store) -> None:
    """After a member, with or without the prefix."""
    group = uuid4().hex
    store.sorted_sets.write([Entry(group, member, 0, 60) for member in ("a", "ab", "ab-1", "abz", "ac", "b")])
    read = [
        store.sorted_sets.range(group, after, 9, prefix)
        for after, prefix in ((None, "ab"), ("a", "ab"), ("ab", "ab"), ("ac", "ab"), ("ab-1", ""))
    ]
    assert read == [["ab", "ab-1", "abz"]] * 2 + [["ab-1", "abz"], [], ["abz", "ac", "b"]]


def test_a_set_keeps_its_last_members(store: Store) -> None:
    """Up to the maximum of the entry."""
    group = uuid4().hex
    for member in ("c", "a", "d", "b"):
        store.sorted_sets.write([Entry(group, member, 0, 60, max_members=2)])
    assert store.sorted_sets.range(group, None, 9) == ["c", "d"]


def test_a_member_moves_between_sets(store: Store) -> None:
    """Or is removed from all."""
    group, other = uuid4().hex, uuid4().hex
    store.sorted_sets.write([Entry(group, "1:a", 0, 60)], {other: "1:a"})
    store.sorted_sets.write([Entry(other, "1:a", 0, 60)], {group: "1:a"})
    assert store.sorted_sets.newest([group, other], None, 9) == [("1:a", other)]
    store.sorted_sets.remove(["1:a"], other)
    assert store.sorted_sets.newest([group, other], None, 9) == []


def test_a_name_is_reserved_once(store: Store) -> None:
    """A second reservation returns the existing value."""
    name = uuid4().hex
    assert store.expiring_keys.reserve(name, b"", 60) is None
    assert store.expiring_keys.reserve(name, b"other", 60) == b""
    store.expiring_keys.set(name, b"content", 60)
    assert store.expiring_keys.reserve(name, b"other", 60) == store.expiring_keys.get(name) == b"content"
    store.expiring_keys.delete(name, b"other")
    assert store.expiring_keys.get(name) == b"content"
    store.expiring_keys.delete(name, b"content")
    assert store.expiring_keys.get(name) is None


def test_a_reservation_lives_for_its_seconds(store: Store, url: str) -> None:
    """Like the value that replaces it."""
    name = uuid4().hex
    store.expiring_keys.reserve(name, b"", 60)
    [life] = lives(url, name)
    assert 0 < life <= 60


def test_counters_are_incremented_together(store: Store, url: str) -> None:
    """Each lives for its own time after its last increment."""
    one, two = uuid4().hex, uuid4().hex
    assert store.counters.increment({one: 60, two: 60}) == [1, 1]
    assert store.counters.increment({one: 6000}) == [2]
    assert store.counters.increment({one: 6000, two: 60}) == [3, 2]
    [longer], [shorter] = lives(url, one), lives(url, two)
    assert 0 < shorter <= 60 < longer <= 6000


def test_an_increment_can_be_undone(store: Store) -> None:
    """Of some counters."""
    one, two = uuid4().hex, uuid4().hex
    store.counters.increment({one: 60, two: 60})
    store.counters.decrement({two: 1})
    assert store.counters.increment({one: 60, two: 60}) == [2, 1]


def test_a_game_expires_with_its_events(store: Store, game_id: str, url: str) -> None:
    """Nothing is left."""
    store.commit(game_id, FIRST._replace(ttl_s=60))
    assert len(lives(url, game_id)) == 2
    assert all(0 < life <= 60 for life in lives(url, game_id))


def test_a_commit_extends_the_life_of_a_game(store: Store, game_id: str, url: str) -> None:
    """For record and events."""
    store.commit(game_id, FIRST._replace(ttl_s=1000))
    with client_of(url) as client:
        assert 990 < client.ttl(f"game:{{{game_id}}}") <= 1000
        assert 990 < client.ttl(f"game:{{{game_id}}}:events") <= 1000


def test_more_threads_than_connections_are_served(store: Store, game_id: str) -> None:
    """They wait for a free connection."""
    count = 5 * MAX_CONNECTIONS
    start = Barrier(count)

    def load(_: int) -> bytes | None:
        start.wait()
        return store.load(game_id)

    with ThreadPoolExecutor(count) as threads:
        assert list(threads.map(load, range(count))) == [b"one"] * count


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster", "redis+sentinel"])
def test_an_unreachable_store_raises(scheme: str) -> None:
    """At once, without a retry."""
    with pytest.raises(RedisError):
        Store(f"{scheme}://127.0.0.1:{reserved_port()}/0").load("any")


def test_a_single_server_is_not_a_cluster(redis_url: str) -> None:
    """The error says so."""
    with pytest.raises(RedisError, match="cluster support disabled"):
        Store(redis_url.replace("redis:", "redis+cluster:")).load("any")


@pytest.mark.parametrize(
    ("address", "wanted"),
    [
        ("redis+cluster://", "missing host: expected one or more"),
        ("redis+cluster://one:6379,,two:6379", "missing host: expected one or more"),
        ("redis+cluster://one:6379/1", "only database 0"),
        ("redis+cluster://one:many", "Port could not be cast"),
        ("redis+sentinel://one,two", "missing name of the primary"),
        ("redis+sentinel://one,two/games/1", "missing name of the primary"),
        ("redis+sentinel://one/%00", "missing name of the primary"),
        ("redis+sentinel:///games", "missing host: expected one or more"),
        ("redis+sentinel://one/games?bogus=1", "unknown option 'bogus'"),
        ("redis+cluster://one?protocol=3", "unknown option 'protocol'"),
        ("redis://one?ssl_ca_certs=ca.pem", "unknown option 'ssl_ca_certs'"),
        ("unix:///one?retry=1", "unknown option 'retry'"),
    ],
)
def test_an_invalid_url_is_rejected(address: str, wanted: str) -> None:
    """With the expected form."""
    with pytest.raises(ValueError, match=wanted):
        Store(address)


@pytest.mark.parametrize(
    ("cluster", "server"),
    [
        ("redis+cluster://:secret@one:6379,two:6380/0?socket_timeout=1", "redis://:secret@one:6379?socket_timeout=1"),
        ("rediss+cluster://[::1]:7000,[::2]", "rediss://[::1]:7000"),
    ],
)
def test_a_nodes_url_has_the_clusters_options(cluster: str, server: str) -> None:
    """And its password."""
    assert node_url(cluster, parse_nodes(cluster)[0]) == server


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.LogCaptureFixture]:
    """The log, without a memory of earlier errors."""
    monkeypatch.setattr("regicide_api.storage.client._logged_at", {})
    with caplog.at_level(logging.WARNING):
        yield caplog


def test_an_error_of_the_store_is_logged(store: Store, game_id: str, url: str, log: pytest.LogCaptureFixture) -> None:
    """With the command and the answer, once for many requests."""
    with client_of(url) as client:
        client.delete(f"game:{{{game_id}}}")
        client.lpush(f"game:{{{game_id}}}", "no record")
    for _ in range(2):
        for read in (store.load, lambda game: store.load_with_events(game, 0)):
            with pytest.raises(RedisError):
                read(game_id)
    single, script = log.messages
    assert single.startswith("store error in GET: ResponseError: ")
    assert script.startswith("store error in script load_game: ResponseError: ")
    assert all("Operation against a key holding the wrong kind of value" in line for line in (single, script))


def test_an_error_in_a_batch_is_logged(store: Store, game_id: str, url: str, log: pytest.LogCaptureFixture) -> None:
    """Without the key that it concerns."""
    with client_of(url) as client:
        client.delete(f"game:{{{game_id}}}")
        client.lpush(f"game:{{{game_id}}}", "no record")
    with suppress(RedisError):  # of a cluster, each game has its own error
        store.load_all([game_id])
    [line] = log.messages
    assert line.startswith("store error in GET: ")
    assert game_id not in line


def test_an_unreachable_store_is_logged(log: pytest.LogCaptureFixture) -> None:
    """With the cause."""
    with pytest.raises(RedisError):
        Store(f"redis://127.0.0.1:{reserved_port()}").load("any")
    [line] = log.messages
    assert line.startswith("store error in GET: ConnectionError: ")
    assert "refused" in line


def test_the_arguments_of_a_command_are_not_logged(valkey_url: str, log: pytest.LogCaptureFixture) -> None:
    """Redis repeats those of an unknown command."""
    with pytest.raises(RedisError, match="secret"):
        RedisClient(valkey_url).command("REGICIDE", "secret")
    [line] = log.messages
    assert "secret" not in line


@pytest.mark.parametrize("version", ["6.2.0", "7.0.15", "7.2.4", "10.0.0", "255.255.255", "unstable", ""])
def test_a_version_from_6_2_on_is_supported(version: str) -> None:
    """Also one that the server hides, or that is no number."""
    require_supported({"redis_version": version})


@pytest.mark.parametrize("version", ["6.0.16", "5.0.14", "2.8.24"])
def test_an_older_version_is_reported(version: str) -> None:
    """The message has the version and the oldest supported one."""
    answer = f"# Server\r\nredis_version:{version}\r\n"
    with fixed_answers({"INFO": f"${len(answer)}\r\n{answer}\r\n"}) as url, pytest.raises(UnsupportedVersion) as raised:
        Store(url).ping()
    assert str(raised.value) == f"found Redis {version}: expected Redis 6.2 or newer, or Valkey"


def test_a_store_that_hides_its_version_is_supported() -> None:
    """A user of Redis may be without the permission for INFO."""
    with fixed_answers({"INFO": "-NOPERM no permissions\r\n", "PING": "+PONG\r\n"}) as url:
        Store(url).ping()


def test_a_supported_store_is_ready(store: Store) -> None:
    """On every kind of server."""
    store.ping()
