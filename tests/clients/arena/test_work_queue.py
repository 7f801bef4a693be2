"""The work that waits for the threads of an agent, and the processes in which its bots choose."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import cast

import pytest

from regicide_arena.agent import work_queue
from regicide_arena.agent.bot_pool import BotPool
from regicide_arena.agent.work_queue import WorkQueue
from regicide_arena.protocol.programs import program_of
from regicide_client import GameView


def turn(game: str, version: int = 1) -> GameView:
    """A turn, as far as a queue looks at it."""
    return cast("GameView", SimpleNamespace(id=game, version=version))


@pytest.fixture
def queue() -> WorkQueue[GameView]:
    """A queue for threads that can take turns of all games."""
    return WorkQueue()


def taken(queue: WorkQueue[GameView]) -> tuple[str, int]:
    """The game and the version of the turn that is taken next."""
    found = queue.take()
    assert found
    return found.id, found.version


def test_the_inbox_decides_the_order_at_every_turn(queue: WorkQueue[GameView]) -> None:
    """The next turn of a game follows the turns that wait, and a new order of the inbox replaces the old one."""
    queue.replace([turn("a"), turn("b")], time.monotonic())
    assert taken(queue) == ("a", 1)
    queue.finish(turn("a"), turn("a", 2))
    assert taken(queue) == ("b", 1)
    queue.replace([turn("c"), turn("a", 2), turn("b")], time.monotonic())
    assert [taken(queue), taken(queue)] == [("c", 1), ("a", 2)]


def test_a_turn_that_was_taken_is_not_taken_again(queue: WorkQueue[GameView]) -> None:
    """A response of the inbox that was on its way meanwhile has it: then the inbox is to be read again."""
    requested_at = time.monotonic()
    queue.replace([turn("a")], requested_at)
    queue.finish(turn(taken(queue)[0]))
    assert not queue.replace([turn("a"), turn("b")], requested_at)
    assert taken(queue) == ("b", 1)
    assert queue.replace([turn("a"), turn("b")], time.monotonic())  # the store has lost the action
    assert taken(queue) == ("a", 1)


def test_a_turn_that_failed_delays_no_other(queue: WorkQueue[GameView], monkeypatch: pytest.MonkeyPatch) -> None:
    """It is retried after a pause; the first failure is reported."""
    monkeypatch.setattr(work_queue, "RETRY_INTERVAL_S", 0.05)
    queue.replace([turn("a"), turn("b")], time.monotonic())
    assert taken(queue) == ("a", 1)
    assert queue.retry(turn("a"))
    assert [taken(queue), taken(queue)] == [("b", 1), ("a", 1)]
    assert not queue.retry(turn("a"))


def test_a_turn_that_was_left_is_not_taken(queue: WorkQueue[GameView]) -> None:
    """Until the game has another version."""
    queue.replace([turn("a"), turn("b")], time.monotonic())
    queue.leave(turn(taken(queue)[0]))
    assert taken(queue) == ("b", 1)
    queue.replace([turn("a", 2), turn("b")], time.monotonic())
    assert taken(queue) == ("a", 2)


def test_what_has_priority_comes_first() -> None:
    """As advice before reviews, also after an action of a review, which is then put back."""
    queue = WorkQueue[GameView](priority=lambda each: each.id != "advice")
    queue.replace([turn("a"), turn("b"), turn("advice")])
    assert [taken(queue), taken(queue)] == [("advice", 1), ("a", 1)]
    queue.retry(turn("advice"), pause_s=0)
    queue.retry(turn("a"), pause_s=0)
    assert [taken(queue), taken(queue)] == [("advice", 1), ("a", 1)]


def test_work_that_is_gone_is_not_put_back(queue: WorkQueue[GameView]) -> None:
    """As a question that has expired meanwhile."""
    queue.replace([turn("a")])
    taken(queue)
    queue.replace([turn("b")])
    queue.retry(turn("a"), pause_s=0)
    assert taken(queue) == ("b", 1)


def test_a_closed_queue_gives_no_turns(queue: WorkQueue[GameView]) -> None:
    """Threads that wait for one end."""
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(queue.take)
        queue.close()
        assert waiting.result() is None


def test_each_game_has_its_process() -> None:
    """As long as there are as many processes; further games share them, and wait."""
    pool = BotPool(program_of("random"), "north", size=2)
    assert [pool.claim(game) for game in "aba"] == [True, True, False]
    pool.release("a")
    assert [pool.claim(game) for game in "ca"] == [True, False]  # the third game shares the process of the first
    pool.release("c")
    assert pool.claim("a")
    pool.close()


def test_a_turn_that_ends_after_its_game_leaves_its_process_free() -> None:
    """As of a game that is lost by the clock during a choice."""
    pool = BotPool(program_of("random"), "north")
    assert pool.claim("a")
    pool.over("a")
    assert not pool.claim("b")
    pool.release("a")
    assert pool.claim("b")
    pool.close()
