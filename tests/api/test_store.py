"""The store's contract, held by every server that can be one."""

from __future__ import annotations

import time
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from redis import Redis
from redis.exceptions import RedisError
from servers import free_port

from regicide_api.store import Change, Store, Stored

FIRST = Change(before=b"one", after=b"two", event=b"first", place=0, version=2, ttl=60)


@pytest.fixture(params=["valkey_url", "redis_url"])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of a store: an embedded Valkey, and a real Redis."""
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
    assert store.load_with_event("nowhere", 0) == Stored(None, None)
    assert store.load_with_events("nowhere") == (None, [])


def test_a_commit_changes_the_record_and_appends_the_event(store: Store, game_id: str) -> None:
    """Both, at once."""
    assert store.commit(game_id, FIRST) is None
    assert store.load_with_events(game_id) == (b"two", [b"first"])


def test_an_event_is_found_at_its_place(store: Store, game_id: str) -> None:
    """And none where there is none yet."""
    store.commit(game_id, FIRST)
    assert store.load_with_event(game_id, 0) == Stored(b"two", b"first")
    assert store.load_with_event(game_id, 1) == Stored(b"two", None)


def test_a_commit_on_what_is_gone_changes_nothing(store: Store, game_id: str) -> None:
    """What is there now comes back, and the event that came first."""
    store.commit(game_id, FIRST)
    assert store.commit(game_id, FIRST._replace(after=b"other", event=b"second")) == Stored(b"two", b"first")
    assert store.load_with_events(game_id) == (b"two", [b"first"])


def test_a_commit_to_a_game_that_is_not_there_makes_none(store: Store) -> None:
    """It may have expired in between."""
    assert store.commit("nowhere", FIRST) == Stored(None, None)
    assert store.load_with_events("nowhere") == (None, [])


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
    assert [store.load_with_events(game_id)] == [(b"%d" % winner, [b"%d" % winner]) for winner in done]


def test_a_commit_publishes_the_version(store: Store, game_id: str, url: str) -> None:
    """To whoever listens to the game, and nothing else."""
    with Redis.from_url(url) as client, client.pubsub(ignore_subscribe_messages=True) as listener:
        listener.subscribe(f"game:{{{game_id}}}")
        listener.get_message(timeout=1)
        store.commit(game_id, FIRST)
        assert listener.get_message(timeout=5)["data"] == b"2"


def test_a_game_expires_with_its_events(store: Store, game_id: str, url: str) -> None:
    """Nothing of it is left behind."""
    store.commit(game_id, FIRST._replace(ttl=1))
    time.sleep(1.1)
    with Redis.from_url(url) as client:
        assert store.load(game_id) is None
        assert not client.keys(f"*{game_id}*")


def test_a_commit_gives_a_game_new_time_to_live(store: Store, game_id: str, url: str) -> None:
    """Whoever plays keeps the game."""
    store.commit(game_id, FIRST._replace(ttl=1000))
    with Redis.from_url(url) as client:
        assert 990 < client.ttl(f"game:{{{game_id}}}") <= 1000
        assert 990 < client.ttl(f"game:{{{game_id}}}:events") <= 1000


def test_a_store_that_is_not_there_raises() -> None:
    """At once, and is not asked again."""
    with pytest.raises(RedisError):
        Store(f"redis://127.0.0.1:{free_port()}").load("any")


def test_a_store_whose_scripts_are_gone_still_commits(store: Store, game_id: str, url: str) -> None:
    """A server that was started anew does not know the script; it is sent again."""
    with Redis.from_url(url) as client:
        client.script_flush()
    assert store.commit(game_id, FIRST) is None
