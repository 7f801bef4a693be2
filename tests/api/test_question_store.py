"""Questions in the store: their order, how many wait, and that they are replaced as a whole."""

from __future__ import annotations

import pytest
from redis import Redis

from regicide_api.storage.channels import inbox_topic
from regicide_api.storage.fair_queues import FairQueue, NewQuestion, QuestionKey
from regicide_api.storage.game_store import Store

KEY, TTL_S = QuestionKey("adviser", "advice", "a"), 60


@pytest.fixture
def store(valkey_url: str) -> Store:
    """A store without questions."""
    with Redis.from_url(valkey_url) as redis:
        for key in redis.keys("*{adviser}*"):
            redis.delete(key)
    return Store(valkey_url)


def put(store: Store, name: str, at_ms: int, *, asker: str = "x", most: int = 9) -> bool:
    """Whether a store takes a question with this name, which lives for a minute."""
    new = NewQuestion(KEY._replace(name=name), asker, name.encode(), at_ms, TTL_S)
    return store.questions.ask(new, most, "@adviser") is not None


def waiting(store: Store) -> list[str]:
    """The questions that wait, in order."""
    return [name for name, _ in store.sorted_sets.lowest(["advice:{adviser}"], 99)[0]]


def test_askers_take_turns(store: Store) -> None:
    """One that has asked many questions waits for the others after each of them, also once some are answered."""
    for name, asker in (("a", "x"), ("b", "x"), ("c", "x"), ("d", "y")):
        put(store, name, 1000, asker=asker)
    assert waiting(store) == ["a", "d", "b", "c"]
    store.questions.answer(KEY, b"a", b"answer", 60)
    put(store, "e", 1000, asker="z")
    put(store, "f", 1000, asker="x")
    assert waiting(store) == ["d", "e", "b", "c", "f"]


def test_as_many_questions_wait_as_may(store: Store) -> None:
    """Those that have expired leave room, at the millisecond in which they do."""
    assert [put(store, name, 1000, most=2) for name in "abc"] == [True, True, False]
    assert [store.questions.has_room(KEY._replace(name="c"), 1000, most) for most in (2, 3)] == [False, True]
    assert store.questions.has_room(KEY, 1000, 2)
    ends = 61_000
    assert not store.questions.has_room(KEY._replace(name="c"), ends - 1, 2)
    assert store.questions.has_room(KEY._replace(name="c"), ends, 2)
    assert [put(store, "c", at_ms, most=2) for at_ms in (ends - 1, ends)] == [False, True]
    assert waiting(store) == ["c"]


def test_questions_leave_room_when_they_wait_no_more(store: Store) -> None:
    """By an answer, or removed."""
    for name in "ab":
        put(store, name, 1000)
    assert store.questions.answer(KEY, b"a", b"answer", 60)
    queue = FairQueue("advice", "adviser")
    store.queues.remove(queue, dict(store.sorted_sets.lowest([queue.set_name], 9)[0]))
    assert (waiting(store), store.questions.has_room(KEY._replace(name="c"), 1000, 1)) == ([], True)


def test_an_answer_replaces_the_record_that_it_answers(store: Store) -> None:
    """No other one: the question may have been answered, or asked again."""
    put(store, "a", 1000)
    assert not store.questions.answer(KEY, b"another", b"answer", 60)
    assert (store.questions.load("adviser", "a"), waiting(store)) == (b"a", ["a"])


def test_a_new_question_and_its_answer_are_published(store: Store) -> None:
    """On the topics of the inbox and of the question; a repeat is not."""
    topics = [inbox_topic("adviser"), "?a"]
    connection = store.channels.connect(store.channels.server_of("?a"))
    connection.subscribe(topics)
    assert [connection.read() for _ in topics] == [("subscribe", topic) for topic in topics]
    put(store, "a", 1000)
    put(store, "a", 1000)
    store.questions.answer(KEY, b"a", b"answer", 60)
    assert [connection.read() for _ in topics] == [("message", topic) for topic in topics]
    connection.close()


def test_the_sets_of_a_queue_expire(store: Store, valkey_url: str) -> None:
    """With the last question that enters it."""
    put(store, "a", 1000)
    with Redis.from_url(valkey_url) as redis:
        for name in ("advice", "advice-expiry", "advice-sources"):
            assert TTL_S - 10 < redis.ttl(f"list:{name}:{{adviser}}") <= TTL_S
