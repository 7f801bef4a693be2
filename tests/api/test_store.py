"""The contract of the store, on every kind of server."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from redis import Redis, RedisCluster
from redis.exceptions import RedisError, ResponseError
from servers import fixed_answers, reserved_port, valkey_server

from regicide_api.storage.agent_store import Announcement, LostPlace
from regicide_api.storage.boards import Period
from regicide_api.storage.channels import agent_topic, game_topic, inbox_topic, question_topic
from regicide_api.storage.client import MAX_CONNECTIONS, RedisClient, UnsupportedVersion, require_supported
from regicide_api.storage.cluster import node_url, parse_nodes
from regicide_api.storage.fair_queues import FairQueue, Leaving, Waiting
from regicide_api.storage.game_store import Commit, Snapshot, Store
from regicide_api.storage.quotas import QuotaLimits, QuotaResult, QuotaUse
from regicide_api.storage.sorted_sets import Entry
from regicide_api.storage.values import HeldSeat

FIRST = Commit("a game", before=b"one", after=b"two", ttl_s=60, events=[b"first"])
SECOND = Commit("a game", before=b"two", after=b"three", ttl_s=60, events=[b"second"])


@pytest.fixture(
    params=[
        "valkey_url",
        "redis_url",
        "oldest_redis_url",
        pytest.param("cluster_url", marks=pytest.mark.costly),
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
    assert create(store, new)
    return new


def create(store: Store, game_id: str, **values: Any) -> bool:
    """Create a game whose record is `one`. Returns whether it is new."""
    return store.create_all([Commit(game_id, b"", b"one", 60)._replace(**values)])[0]


@pytest.fixture
def name() -> str:
    """A name that nothing has."""
    return uuid4().hex


def client_of(url: str) -> Redis | RedisCluster:
    """A redis-py client of the store."""
    plain = url.replace("redis+cluster:", "redis:")
    return Redis.from_url(url) if plain == url else RedisCluster.from_url(plain)


def entries(set_name: str, *members: str) -> list[Entry]:
    """Entries with the scores 0, 1, and so on."""
    return [Entry(set_name, member, score, 60) for score, member in enumerate(members)]


def register(store: Store, name: str, **fields: str | int) -> bool:
    """Register an agent with the token `one`, or another one."""
    return store.agents.register(name, {"token": "one", **fields}, Entry("agents of tests", name, 0, 60))


def end(store: Store, name: str, token_hash: str = "one", at_ms: int = 5, ttl_s: int = 60) -> bool:
    """End an agent. Returns whether it has, or had at its end, the token with this hash."""
    ended: dict[str, str | int] = {"ended_by": token_hash, "ended": at_ms}
    return store.agents.change(name, token_hash, ended, ttl_s, replaces=True)


def record_of(store: Store, name: str) -> dict[str, str]:
    """The record of an agent."""
    [record] = store.agents.get_many([name])
    return record


def test_a_game_is_created_once(store: Store, name: str) -> None:
    """With its events; a second creation returns False and changes nothing."""
    events = [b"first", b"second"]
    assert create(store, name, events=events)
    assert not create(store, name, after=b"other", events=events)
    assert store.load(name).record == b"one"
    assert store.load(name, 0) == Snapshot(b"one", events)


def test_games_are_created_together(store: Store, game_id: str) -> None:
    """Games whose ids exist stay as they are. They are loaded in the requested order."""
    new = [uuid4().hex for _ in range(20)]
    assert store.create_all([Commit(each, b"", b"two", 60) for each in (*new, game_id)]) == [True] * 20 + [False]
    assert store.load_all([*new, "nowhere", game_id]) == [b"two"] * 20 + [None, b"one"]


def test_of_games_that_cannot_all_be_created_nothing_stays(store: Store) -> None:
    """Redis rejects one of them: its record has an impossible lifetime."""
    new = {uuid4().hex: ttl_s for ttl_s in (60, -1, 60)}
    with pytest.raises(ResponseError):
        store.create_all([Commit(each, b"", b"two", ttl_s, [b"e"]) for each, ttl_s in new.items()])
    assert [store.load(each, 0) for each in new] == [Snapshot(None, [])] * 3


def test_an_unknown_game_has_no_record(store: Store) -> None:
    """And no events; a commit does not create it."""
    assert not store.commit(FIRST._replace(game_id="nowhere"))
    assert store.load("nowhere").record is None
    assert store.load("nowhere", 0) == Snapshot(None, [])


@pytest.mark.parametrize("is_last", [False, True])
def test_a_commit_changes_the_record_and_appends_the_event(store: Store, game_id: str, is_last: bool) -> None:
    """Events are loaded from an index, as a list and packed."""
    assert store.commit(FIRST._replace(game_id=game_id))
    assert store.commit(SECOND._replace(game_id=game_id, is_last=is_last))
    read = [store.load(game_id, place) for place in range(3)]
    assert read == [Snapshot(b"three", [b"first", b"second"][place:]) for place in range(3)]


def test_a_commit_may_have_no_event(store: Store, game_id: str) -> None:
    """It changes the record only."""
    assert store.commit(FIRST._replace(game_id=game_id, events=()))
    assert store.load(game_id, 0) == Snapshot(b"two", [])


def test_packing_preserves_events(store: Store, game_id: str) -> None:
    """Any bytes except line feeds."""
    events = [b'["action",%d,"%dC",1790000%06d]' % (turn % 4, turn % 9 + 2, 7919 * turn) for turn in range(40)]
    for before, event in zip([b"one", *events], events, strict=False):
        assert store.commit(FIRST._replace(game_id=game_id, before=before, after=event, events=[event]))
    last = FIRST._replace(game_id=game_id, before=events[-1], events=["§ 4 \0".encode()], is_last=True)
    assert store.commit(last)
    assert store.load(game_id, 0).events == [*events, "§ 4 \0".encode()]


@pytest.mark.parametrize("is_last", [False, True])
def test_a_stale_commit_changes_nothing(store: Store, game_id: str, is_last: bool) -> None:
    """The record is another one by then."""
    store.commit(FIRST._replace(game_id=game_id))
    assert not store.commit(FIRST._replace(game_id=game_id, after=b"other", events=[b"second"], is_last=is_last))
    assert store.load(game_id, 0) == Snapshot(b"two", [b"first"])


def test_one_of_many_concurrent_commits_succeeds(store: Store, game_id: str) -> None:
    """The others change nothing."""
    start = Barrier(8)

    def commit(number: int) -> bool:
        start.wait()
        return store.commit(FIRST._replace(game_id=game_id, after=b"%d" % number, events=[b"%d" % number]))

    with ThreadPoolExecutor(8) as threads:
        [winner] = [number for number, is_done in enumerate(threads.map(commit, range(8))) if is_done]
    assert store.load(game_id, 0) == Snapshot(b"%d" % winner, [b"%d" % winner])


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


def test_a_change_is_published(store: Store, game_id: str, name: str) -> None:
    """On the topic of the game; on others if it has an event."""
    with hearing(store, game_topic(game_id)) as of_game, hearing(store, inbox_topic(name)) as of_agent:
        store.commit(FIRST._replace(game_id=game_id, events=(), topics=[inbox_topic(name)]))
        store.commit(SECOND._replace(game_id=game_id, topics=[inbox_topic("another")]))
        store.commit(FIRST._replace(game_id=game_id, before=b"three", topics=[inbox_topic(name)]))
        assert (of_game(), of_agent()) == ([game_topic(game_id)] * 3, [inbox_topic(name)])


@pytest.mark.parametrize("is_new", [True, False])
def test_a_change_writes_entries_and_publishes_topics(store: Store, game_id: str, name: str, is_new: bool) -> None:
    """A creation and a commit."""
    with hearing(store, agent_topic(name)) as heard:
        written = entries(name, "a"), [agent_topic(name)]
        if is_new:
            create(store, uuid4().hex, entries=written[0], topics=written[1])
        else:
            store.commit(FIRST._replace(game_id=game_id, entries=written[0], topics=written[1]))
        assert heard() == [agent_topic(name)]
    assert store.sorted_sets.lowest([name], 9) == [[("a", 0)]]


def test_an_event_is_announced_to_its_agents(store: Store, game_id: str, name: str) -> None:
    """That have a stream, with their topics, if the change is made."""
    place, _ = store.agent_events.follow(name, {game_id: 1}, 60)
    news = [Announcement(each, game_id, 2) for each in (name, "without a stream")]
    with hearing(store, agent_topic(name)) as heard:
        store.commit(FIRST._replace(game_id=game_id, announcements=news))
        store.commit(FIRST._replace(game_id=game_id, announcements=[Announcement(name, game_id, 3)]))
        assert heard() == [agent_topic(name)]
    assert [each[1:] for each in store.agent_events.read(name, place, 9)] == [(game_id, 2)]
    with pytest.raises(LostPlace):
        store.agent_events.read("without a stream", place, 9)


def test_each_version_is_announced_once(store: Store, name: str) -> None:
    """In order, whatever the order of the announcements."""
    place, _ = store.agent_events.follow(name, {"old": 4}, 60)
    for game, version, from_start, is_late in (
        ("old", 6, False, False),
        ("old", 5, False, False),
        ("new", 2, False, False),
        ("new", 1, True, False),
        ("forgotten", 9, False, True),
        ("old", 7, True, False),
    ):
        store.agent_events.announce([Announcement(name, game, version, from_start, is_late)])
    announced = [each[1:] for each in store.agent_events.read(name, place, 99)]
    assert announced == [("old", 5), ("old", 6), ("new", 1), ("new", 2), *(("old", made) for made in range(1, 8))]


def test_old_entries_are_removed(store: Store, url: str, name: str) -> None:
    """By the next look: their places are lost."""
    with client_of(url) as client:
        for number in range(1, 201):
            client.xadd(f"events:{{{name}}}", {"game": number}, id=f"{number}-0")
    assert len(store.agent_events.read(name, "1-0", 99)) == 99
    store.agent_events.follow(name, {}, 60)
    with pytest.raises(LostPlace):
        store.agent_events.read(name, "1-0", 9)


WRITERS: dict[str, Callable[[Store, str, int], object]] = {
    "a game": lambda store, name, ttl_s: create(store, name, after=b"", ttl_s=ttl_s, events=[b"event"]),
    "a changed game": lambda store, name, ttl_s: (
        create(store, name, ttl_s=6000),
        store.commit(FIRST._replace(game_id=name, ttl_s=ttl_s)),
    ),
    "a game with packed events": lambda store, name, ttl_s: (
        create(store, name, ttl_s=6000),
        store.commit(FIRST._replace(game_id=name, ttl_s=ttl_s, is_last=True)),
    ),
    "a sorted set": lambda store, name, ttl_s: [
        store.sorted_sets.write([Entry(name, "a", 0, each)]) for each in (6000, ttl_s)
    ],
    "an agent": lambda store, name, ttl_s: store.agents.register(name, {"token": ""}, Entry("sets", "a", 0, ttl_s)),
    "an agent that was seen": lambda store, name, ttl_s: (
        register(store, name),
        store.agents.touch(name, "one", 1, Entry("sets", "a", 0, ttl_s)),
    ),
    "a changed agent": lambda store, name, ttl_s: (
        register(store, name),
        store.agents.change(name, "one", {"token": "one"}, ttl_s),
    ),
    "a renewed agent": lambda store, name, ttl_s: (register(store, name), store.agents.renew([name], ttl_s)),
    "an ended agent": lambda store, name, ttl_s: (register(store, name), end(store, name, ttl_s=ttl_s)),
    "an agent without a token": lambda store, name, ttl_s: store.agents.set_field(name, "seen", 1, ttl_s),
    "a stream of events": lambda store, name, ttl_s: [
        store.agent_events.follow(name, {"game": 1}, each) for each in (6000, ttl_s)
    ],
    "a quota": lambda store, name, ttl_s: store.quotas.reserve_all(
        {QuotaUse(name, "ana", "one", 1): QuotaLimits(9, 9)}, 0, ttl_s
    ),
    "a reservation": lambda store, name, ttl_s: store.expiring_keys.reserve(name, b"mark", ttl_s),
    "a value": lambda store, name, ttl_s: store.expiring_keys.set(name, b"content", ttl_s),
    "a counter": lambda store, name, ttl_s: [store.counters.increment({name: each}) for each in (6000, ttl_s)],
    "a sighting": lambda store, name, ttl_s: store.sightings.write([HeldSeat(name, 0, "x")], 1, ttl_s),
    "a fair queue": lambda store, name, ttl_s: store.sorted_sets.write(
        [Waiting(FairQueue("turns", name), "a", "x", 0, each) for each in (6000, ttl_s)]
    ),
    "a question": lambda store, name, ttl_s: store.questions.ask(
        Waiting(FairQueue("advice", name), "a", "x", 0, ttl_s), b"question", 9
    ),
}
"""What is written to live for some seconds, under a name."""


@pytest.mark.parametrize("written", WRITERS)
def test_what_is_written_lives_for_its_seconds(store: Store, url: str, name: str, written: str) -> None:
    """After the last write: all its keys."""
    WRITERS[written](store, name, 600)
    with client_of(url) as client:
        lives = [client.ttl(key) for key in client.scan_iter(f"*{name}*")]
    assert lives
    assert all(500 < life <= 600 for life in lives)


def test_newest_members_of_several_sets(store: Store, name: str) -> None:
    """Page by page, in descending order."""
    store.sorted_sets.write([Entry(name, "1:a", 0, 60), Entry(name, "3:c", 0, 60), Entry(f"{name}2", "2:b", 0, 60)])
    assert store.sorted_sets.newest([name, f"{name}2"], None, 2) == [("3:c", name), ("2:b", f"{name}2")]
    assert store.sorted_sets.newest([name, f"{name}2"], "2:b", 2) == [("1:a", name)]


def test_members_are_read_by_a_prefix(store: Store, name: str) -> None:
    """After a member, with or without the prefix, up to a number."""
    members = ("abz", "b", "a", "ab-1", "ac", "ab")
    store.sorted_sets.write([Entry(name, member, 0, 60) for member in members])
    read = {
        (after, limit, prefix): store.sorted_sets.range(name, after, limit, prefix)
        for after, limit, prefix in (
            (None, 2, ""),
            ("ab-1", 9, ""),
            (None, 9, "ab"),
            ("a", 9, "ab"),
            ("ab", 9, "ab"),
            ("ac", 9, "ab"),
        )
    }
    assert [*read.values()] == [
        ["a", "ab"],
        ["abz", "ac", "b"],
        ["ab", "ab-1", "abz"],
        ["ab", "ab-1", "abz"],
        ["ab-1", "abz"],
        [],
    ]


def test_members_with_the_lowest_scores(store: Store, name: str) -> None:
    """A member that is written again has its last score."""
    store.sorted_sets.write(entries(name, "c", "b", "a", "c"))
    assert store.sorted_sets.lowest([name], 2) == [[("b", 1), ("a", 2)]]


def test_sample_of_members(store: Store, name: str) -> None:
    """All members if there are not more."""
    store.sorted_sets.write(entries(name, "a", "b", "c"))
    assert sorted(store.sorted_sets.sample(name, 9)) == ["a", "b", "c"]
    assert (len(store.sorted_sets.sample(name, 2)), store.sorted_sets.sample("nothing", 2)) == (2, [])


def test_a_set_keeps_its_last_members(store: Store, name: str) -> None:
    """Up to the maximum of the entry."""
    for member in ("c", "a", "d", "b"):
        store.sorted_sets.write([Entry(name, member, 0, 60, max_members=2)])
    assert store.sorted_sets.range(name, None, 9) == ["c", "d"]


def test_a_member_moves_between_sets(store: Store, name: str) -> None:
    """Or is removed from all."""
    both = [name, f"{name}2"]
    store.sorted_sets.write([Entry(name, "1:a", 0, 60)], {both[1]: "1:a"})
    store.sorted_sets.write([Entry(both[1], "1:a", 0, 60)], {name: "1:a"})
    assert store.sorted_sets.newest(both, None, 9) == [("1:a", both[1])]
    store.sorted_sets.remove(["1:a"], both[1])
    assert store.sorted_sets.newest(both, None, 9) == []


def test_places_are_reserved_up_to_both_capacities(store: Store, name: str) -> None:
    """All uses count: the oldest and the newest, of the holder and of others."""
    attempts = [
        (QuotaUse(name, "ana", "one", 2), QuotaResult.NEW),
        (QuotaUse(name, "ana", "one", 2), QuotaResult.EXISTING),
        (QuotaUse(name, "ana", "two", 2), QuotaResult.HOLDER_FULL),
        (QuotaUse(name, "ana", "two", 1), QuotaResult.NEW),
        (QuotaUse(name, "bo", "three", 2), QuotaResult.NEW),
        (QuotaUse(name, "bo", "four", 1), QuotaResult.ALL_FULL),
    ]
    for now, (use, result) in enumerate(attempts):
        assert store.quotas.reserve_all({use: QuotaLimits(3, 5)}, now, 60) == {use: result}
    reserved = [use for use, result in attempts if result is QuotaResult.NEW]
    assert [found for found, _ in store.quotas.unchecked(name, 9, 9)] == reserved


def test_an_agent_is_registered_once(store: Store, name: str) -> None:
    """The first field identifies the registration, which may be repeated; the record stays as it is."""
    registered = [register(store, name, token=token, since=since) for since, token in enumerate(("one", "one", "two"))]
    assert registered == [True, True, False]
    assert store.agents.get_many([name, "nobody"]) == [{"token": "one", "since": "0"}, {}]
    assert store.sorted_sets.range("agents of tests", None, 1, name) == [name]


@pytest.mark.parametrize(
    "change",
    [
        lambda agents, name: agents.touch(name, "two", 7, Entry("agents of tests", name, 0, 60)),
        lambda agents, name: agents.change(name, "two", {"token": "two", "max_games": 3}, 60),
        lambda agents, name: agents.change(name, "two", {"token": "three"}, 60),
        lambda agents, name: agents.change(name, "two", {"ended_by": "two"}, 60, replaces=True),
    ],
)
def test_another_token_changes_no_agent(store: Store, name: str, change: Callable[..., bool]) -> None:
    """And creates no record."""
    assert not change(store.agents, name)
    assert record_of(store, name) == {}
    register(store, name)
    assert not change(store.agents, name)
    assert record_of(store, name) == {"token": "one"}


def test_an_agent_is_listed_again_after_half_of_its_life(store: Store, name: str) -> None:
    """The first request lists it, too."""
    register(store, name)
    listed = []
    for now in (100_000, 129_999, 130_000):
        store.sorted_sets.remove([name], "agents of tests")
        assert store.agents.touch(name, "one", now, Entry("agents of tests", name, 0, 60))
        listed.append(store.sorted_sets.range("agents of tests", None, 1, name))
    assert listed == [[name], [], [name]]
    assert record_of(store, name) == {"token": "one", "seen": "130000", "listed": "130000"}


def test_an_agent_is_changed(store: Store, name: str) -> None:
    """In the given fields."""
    register(store, name, description="x")
    assert store.agents.change(name, "one", {"token": "one", "max_games": 3, "description": ""}, 600)
    assert store.agents.change(name, "one", {"token": "one"}, 600)
    assert record_of(store, name) == {"token": "one", "description": "", "max_games": "3"}


def test_a_token_is_replaced_once(store: Store, name: str) -> None:
    """A repeat succeeds, until another token replaces the new one. Each change is published."""
    register(store, name)
    attempts = [("one", "two"), ("one", "two"), ("one", "three"), ("two", "three"), ("one", "two")]
    with hearing(store, inbox_topic(name)) as heard:
        replaced = [store.agents.change(name, before, {"token": after}, 60) for before, after in attempts]
        assert (replaced, heard()) == ([True, True, False, True, False], [inbox_topic(name)] * 2)
    assert store.agents.token_hashes([name]) == {name: "three"}


def test_an_agent_ends_once(store: Store, name: str) -> None:
    """A repeat succeeds and changes nothing; another token fails. Its name is not free."""
    register(store, name, description="x")
    assert [end(store, name, at_ms=at_ms) for at_ms in (5, 6)] == [True, True]
    assert not end(store, name, "two")
    assert not store.agents.touch(name, "one", 8, Entry("agents of tests", name, 0, 60))
    assert not register(store, name)
    assert record_of(store, name) == {"ended_by": "one", "ended": "5"}


def test_agents_are_renewed(store: Store, name: str) -> None:
    """Those that have a token, with what their records say about seats."""
    register(store, name, seating="nobody")
    register(store, f"{name}2")
    end(store, f"{name}2")
    assert store.agents.renew([name, f"{name}2", "nobody"], 60) == {name: ("nobody", "")}


def test_a_game_is_read_with_the_token_of_an_agent(store: Store, game_id: str, name: str) -> None:
    """Empty for an unknown agent."""
    register(store, name)
    assert store.load(game_id, agent=name) == Snapshot(b"one", [], "one")
    assert store.load(game_id, 0, name) == Snapshot(b"one", [], "one")
    assert store.load("nowhere", agent="nobody") == Snapshot(None, [], "")


def ask(store: Store, agent: str, name: str, at_ms: int = 1000, most: int = 9) -> bool:
    """Ask an agent a question, which waits for a minute, if a place in its queue is free."""
    new = Waiting(FairQueue("advice", agent), name, "x", at_ms, 60)
    return store.questions.ask(new, name.encode(), most) is not None


def waiting(store: Store, agent: str) -> list[str]:
    """The questions that wait for an agent, in order."""
    return [name for name, _ in store.sorted_sets.lowest([FairQueue("advice", agent).set_name], 99)[0]]


def test_as_many_questions_wait_as_may(store: Store, name: str) -> None:
    """Expired ones leave room, at the millisecond in which they expire."""
    queue, ends_ms = FairQueue("advice", name), 61_000
    assert [ask(store, name, each, most=2) for each in "abc"] == [True, True, False]
    assert [store.questions.has_room(queue, "c", 1000, most) for most in (2, 3)] == [False, True]
    assert store.questions.has_room(queue, "a", 1000, 2)
    for at_ms, has_room in ((ends_ms - 1, False), (ends_ms, True)):
        assert store.questions.has_room(queue, "c", at_ms, 2) is ask(store, name, "c", at_ms, 2) is has_room
    assert waiting(store, name) == ["c"]


def test_an_answer_replaces_the_record_that_it_answers(store: Store, name: str) -> None:
    """The question waits no more. No other record: the question may have been answered, or asked again."""
    question = f"digest-{name}"
    waits, record = Leaving(FairQueue("advice", name), question), question.encode()
    ask(store, name, question)
    assert not store.questions.answer(waits, b"another", b"answer", 60)
    assert (store.questions.load(name, question), waiting(store, name)) == (record, [question])
    assert store.questions.answer(waits, record, b"answer", 60)
    assert (store.questions.load_all(name, [question, "b"]), waiting(store, name)) == ([b"answer", None], [])


def test_a_new_question_and_its_answer_are_published(store: Store, name: str) -> None:
    """On the topics of the inbox and of the question; a repeat is not."""
    question = f"digest-{name}"
    with hearing(store, inbox_topic(name)) as of_inbox, hearing(store, question_topic(question)) as of_question:
        assert [ask(store, name, question) for _ in range(2)] == [True, True]
        store.questions.answer(Leaving(FairQueue("advice", name), question), question.encode(), b"answer", 60)
        assert (of_inbox(), of_question()) == ([inbox_topic(name)], [question_topic(question)])


def test_a_question_leaves_its_place(store: Store, name: str) -> None:
    """It makes room for others."""
    queue = FairQueue("advice", name)
    ask(store, name, "a")
    store.queues.remove(queue, dict(store.sorted_sets.lowest([queue.set_name], 9)[0]))
    assert (waiting(store, name), ask(store, name, "b", most=1)) == ([], True)


def test_a_name_is_reserved_once(store: Store, name: str) -> None:
    """A second reservation returns the existing value."""
    keys = store.expiring_keys
    assert keys.reserve(name, b"mark", 60) is None
    assert keys.reserve(name, b"other", 60) == b"mark"
    keys.set(name, b"content", 60)
    assert keys.reserve(name, b"other", 60) == keys.get(name) == b"content"
    keys.delete(name, b"other")
    assert keys.get(name) == b"content"
    keys.delete(name, b"content")
    assert keys.get(name) is None


def test_counters_are_incremented_together(store: Store, name: str) -> None:
    """An increment can be undone."""
    assert store.counters.increment({name: 60, f"{name}2": 60}) == [1, 1]
    assert store.counters.increment({name: 60}, 2) == [3]
    store.counters.increment({name: 60}, -1)
    assert store.counters.increment({name: 60, f"{name}2": 60}) == [3, 2]


def test_more_threads_than_connections_are_served(store: Store, game_id: str) -> None:
    """They wait for a free connection."""
    count = 5 * MAX_CONNECTIONS
    start = Barrier(count)

    def load(_: int) -> bytes | None:
        start.wait()
        return store.load(game_id).record

    with ThreadPoolExecutor(count) as threads:
        assert list(threads.map(load, range(count))) == [b"one"] * count


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


@pytest.mark.parametrize("scripted", [lambda store: create(store, "new"), lambda store: store.commit(FIRST)])
def test_forgotten_scripts_are_loaded_again(scripted: Callable[[Store], bool]) -> None:
    """By the request that needs them."""
    with valkey_server() as url, client_of(url) as client:
        store = Store(url)
        assert create(store, FIRST.game_id)
        client.script_flush()
        assert scripted(store)


def test_a_board_keeps_the_best_members_and_the_sums_of_the_week(store: Store, name: str) -> None:
    """Equal scores share a rank, in pages; one that is taken off is subtracted."""
    week = Period(name, ("mo", "tu"), is_week=True)
    monday = Period(name, ("mo",))

    def enter(day: str, member: str, score: int) -> bool:
        return store.boards.enter(week, day, member, f"{member} {day}".encode(), score, most=3, ttl_s=60)

    assert [enter("mo", member, score) for member, score in (("a", -5), ("b", 7), ("c", 7))] == [True] * 3
    assert [enter("mo", "d", score) for score in (-5, -4)] == [False, True]
    assert store.boards.page(monday, 0, 2) == ([("c", 7), ("b", 7)], 3)
    assert store.boards.page(monday, 2, 2) == ([("d", -4)], 3)
    assert store.boards.ranks(monday, [7, -4, 2**52, -(2**52)]) == [1, 3, 1, 4]
    enter("tu", "b", 2**51)
    assert store.boards.page(week, 0, 9) == ([("b", 2**51 + 7), ("c", 7), ("d", -4)], 3)
    assert store.boards.entries(week, ["b", "a", "d"]) == [{"mo": b"b mo", "tu": b"b tu"}, {}, {"mo": b"d mo"}]
    for _ in range(2):
        store.boards.withdraw(week, "mo", "b", ttl_s=60)
    assert store.boards.scores(week, ["b", "c", "x"]) == [2**51, 7, None]
    assert store.boards.scores(monday, ["b"]) == [None]


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.LogCaptureFixture]:
    """The log, without a memory of earlier errors."""
    monkeypatch.setattr("regicide_api.storage.client._logged_at", {})
    with caplog.at_level(logging.WARNING):
        yield caplog


def test_an_error_of_the_store_is_logged(store: Store, game_id: str, url: str, log: pytest.LogCaptureFixture) -> None:
    """With the command and the answer, once for many requests, and without the key that it concerns."""
    with client_of(url) as client:
        client.delete(f"game:{{{game_id}}}")
        client.lpush(f"game:{{{game_id}}}", "no record")
    for _ in range(2):
        for read in (store.load, lambda game: store.load(game, 0)):
            with pytest.raises(RedisError):
                read(game_id)
    single, script = log.messages
    assert single.startswith("store error in GET: ResponseError: ")
    assert script.startswith("store error in script load_game: ResponseError: ")
    assert all("Operation against a key holding the wrong kind of value" in line for line in log.messages)
    assert game_id not in log.text


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster", "redis+sentinel"])
def test_an_unreachable_store_raises(scheme: str, log: pytest.LogCaptureFixture) -> None:
    """At once, without a retry; the log has the cause."""
    with pytest.raises(RedisError):
        Store(f"{scheme}://127.0.0.1:{reserved_port()}/0").load("any")
    [line] = log.messages
    assert line.startswith("store error in ")
    assert "refused" in line or scheme == "redis+sentinel"


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
