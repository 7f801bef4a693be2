"""The connections to the store: their number, closed ones, errors, and forks."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from arenas import await_true
from redis import Redis
from redis.exceptions import MaxConnectionsError, RedisError, ResponseError

from regicide_api.storage import connections
from regicide_api.storage.connections import Connections

BLOCK: tuple[str | int, ...] = ("BLPOP", "nothing", 0)


@pytest.fixture
def several(valkey_url: str) -> Iterator[Connections]:
    """At most three connections."""
    made = Connections(valkey_url, 3, 0.05)
    yield made
    made.close_idle()


def test_responses_come_in_order_and_errors_in_their_places(several: Connections) -> None:
    """The connection stays in use."""
    one, error, two = several.exchange([("ECHO", "one"), ("REGICIDE", "x"), ("ECHO", "two")])
    assert (one, two) == (b"one", b"two")
    assert isinstance(error, ResponseError)
    assert several.exchange([("CLIENT", "ID")]) == several.exchange([("CLIENT", "ID")])


def test_a_connection_that_was_closed_while_idle_is_replaced(
    several: Connections, store: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No command is lost."""
    monkeypatch.setattr(connections, "MAX_UNPOLLED_S", 0)
    [number] = several.exchange([("CLIENT", "ID")])
    store.client_kill_filter(_id=str(number))
    assert several.exchange([("CLIENT", "ID")]) > [number]


def test_an_error_closes_the_idle_connections(several: Connections, store: Redis) -> None:
    """A restarted server fails one command, not one for each connection."""
    together = Barrier(3)

    def number_of(_: int) -> int:
        together.wait()
        return int(several.exchange([("CLIENT", "ID"), ("EVAL", "for i = 1, 1e5 do end", 0)])[0])

    with ThreadPoolExecutor(3) as threads:
        numbers = set(threads.map(number_of, range(3)))
    for number in numbers:
        store.client_kill_filter(_id=str(number))
    with pytest.raises(RedisError):
        several.exchange([("PING",)])
    assert several.exchange([("PING",)]) == [b"PONG"]


def test_connections_may_be_lost_without_end(several: Connections) -> None:
    """As they are if the server closes idle ones."""
    for _ in range(150):
        assert several.exchange([("PING",)]) == [b"PONG"]
        several.close_idle()


def test_a_thread_waits_for_a_connection(several: Connections, store: Redis) -> None:
    """For a limited time; a returned connection serves it."""
    before = store.info("clients")["blocked_clients"]
    with ThreadPoolExecutor(3) as threads:
        blocked = [threads.submit(several.exchange, [BLOCK]) for _ in range(3)]
        await_true(lambda: store.info("clients")["blocked_clients"] == before + 3)
        with pytest.raises(MaxConnectionsError):
            several.exchange([("PING",)])
        store.lpush("nothing", 1)
        await_true(lambda: any(each.done() for each in blocked))
        assert several.exchange([("PING",)]) == [b"PONG"]
        store.lpush("nothing", 2, 3)
    assert sorted(each.result()[0][1] for each in blocked) == [b"1", b"2", b"3"]


def test_an_unreachable_server_takes_no_place(tmp_path: object) -> None:
    """The next attempts fail in the same way, and none waits for a connection."""
    made = Connections(f"unix://{tmp_path}/none.sock", 1, 0.01)
    for _ in range(3):
        with pytest.raises(RedisError, match="No such file"):
            made.exchange([("PING",)])


def test_a_child_process_has_connections_of_its_own(valkey_url: str) -> None:
    """The parent's responses stay its own."""
    program = f"""
import os
from regicide_api.storage.connections import Connections
made = Connections({valkey_url!r}, 1, 1)
[before] = made.exchange([("CLIENT", "ID")])
child = os.fork()
[after] = made.exchange([("CLIENT", "ID")])
if child == 0:
    os._exit(after == before)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), after == before)
"""
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, check=True, capture_output=True, text=True, env=dict(os.environ))
    assert ended.stdout == "0 True\n"
