"""The loop of an agent, with a server that fails."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from uuid import uuid4

import pytest
from arenas import await_true
from proxies import Proxy, proxy, says

from regicide_arena.agent.bot_pool import BotPool
from regicide_arena.agent.host import stop_all
from regicide_arena.agent.play_log import LogStyle, PlayLog
from regicide_arena.agent.runner import RETRY_INTERVAL_S, AgentRunner
from regicide_arena.bots.safe_chooser import SafeChooser
from regicide_arena.protocol.programs import program_of
from regicide_client import CreateGameRequest, GameView, SeatRequest, Session

FAILURE = says("500 Internal Server Error", "application/problem+json", '{"code": "internal-error"}')


@pytest.fixture
def between(server_url: str) -> Iterator[Proxy]:
    """A proxy in front of the server."""
    with proxy(server_url) as running:
        yield running


def running_agent(name: str, session: Session, log: PlayLog | None = None) -> AgentRunner:
    """An agent with the bot greedy, which `stop_all` ends."""
    pool = BotPool(program_of("greedy"), "north")
    return AgentRunner(name, session, pool, SafeChooser(pool), log)


def untagged(answered: Callable[[], bytes], client: socket.socket) -> None:
    """Removes the ETag from the response."""
    client.sendall(re.sub(rb"(?i)etag: .*\r\n", b"", answered(), count=1))


@contextmanager
def playing(session: Session, name: str, token: str, log: PlayLog | None = None) -> Iterator[None]:
    """Run an agent in a thread."""
    running = running_agent(name, session.with_token(token), log)
    thread = Thread(target=running.run)
    thread.start()
    try:
        yield
    finally:
        stop_all([running])
        session.games.create(CreateGameRequest(players=1, seats=[SeatRequest(agent=name)]))  # wakes it
        thread.join()


def agent_with_games(session: Session, games: int) -> tuple[str, str]:
    """Register an agent, and create games of two players in which it begins."""
    agent = session.agents.register(f"bot-{uuid4().hex[:12]}")
    for _ in range(games):
        session.games.create(
            CreateGameRequest(players=2, seats=[SeatRequest(agent=agent.name), SeatRequest(name="south")])
        )
    return agent.name, agent.token


def posts(between: Proxy) -> list[str]:
    """The paths of the action requests at the proxy."""
    return [request.path for request in between.seen if request.path.endswith("/actions")]


def test_a_failing_game_does_not_delay_other_games(between: Proxy) -> None:
    """Other games continue first; then the turn is retried."""
    with Session(between.url) as session:
        name, token = agent_with_games(session, 2)
        between.post_faults = [FAILURE]
        between.seen.clear()
        with playing(session, name, token):
            await_true(lambda: len(set(posts(between)[1:])) == 2)
    first, second, *_ = posts(between)
    assert first != second


def test_the_result_of_a_game_that_the_clock_ends_is_logged(between: Proxy, capsys: pytest.CaptureFixture[str]) -> None:
    """The inbox tells of it: no request asks for the game."""
    with Session(between.url) as session:
        agent = session.agents.register(f"bot-{uuid4().hex[:12]}")
        seats = [SeatRequest(agent=agent.name), SeatRequest(name="south")]
        log = PlayLog(agent.name, between.url, LogStyle.TEXT)
        with playing(session, agent.name, agent.token, log):
            game = session.games.create(CreateGameRequest(players=2, seats=seats, turn_seconds=1)).game
            await_true(lambda: session.games.get(game.id).result)
            between.seen.clear()
            await_true(lambda: not log.games)
            assert not any(request.path.endswith(game.id) for request in between.seen)
            defeated = session.games.get(game.id).defeated
    logged = capsys.readouterr().err
    assert f"{agent.name}: game {game.id}: playing seat 0 with 1 other seat\n" in logged
    assert f"{agent.name}: game {game.id}: lost by the clock, {defeated} of 12 enemies defeated\n" in logged


def test_a_game_that_ends_before_the_first_turn_of_the_agent_is_logged(
    between: Proxy, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once; games that had ended before the start are not."""
    with Session(between.url) as session:
        agent = session.agents.register(f"bot-{uuid4().hex[:12]}")
        held = session.with_token(agent.token)
        wish = CreateGameRequest(
            players=2, seats=[SeatRequest(name="north"), SeatRequest(agent=agent.name)], turn_seconds=1
        )
        before = session.games.create(wish).game
        await_true(lambda: session.games.get(before.id).result)
        log = PlayLog(agent.name, between.url, LogStyle.TEXT)
        running = running_agent(agent.name, held, log)
        running.report_ended(held.me.inbox())
        game = session.games.create(wish).game
        await_true(lambda: session.games.get(game.id).result)
        for _ in range(2):
            running.report_ended(held.me.inbox())
    lost = f"{agent.name}: game {game.id}: lost by the clock, 0 of 12 enemies defeated\n"
    assert capsys.readouterr().err == lost


def test_an_agent_that_stops_looks_for_results(between: Proxy, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the games that have ended meanwhile."""
    with Session(between.url) as session:
        agent = session.agents.register(f"bot-{uuid4().hex[:12]}")
        held = session.with_token(agent.token)
        wish = CreateGameRequest(players=1, seats=[SeatRequest(agent=agent.name)], turn_seconds=1)
        game = session.games.create(wish).game
        log = PlayLog(agent.name, between.url, LogStyle.TEXT)
        log.playing(held.games.get(game.id))
        await_true(lambda: session.games.get(game.id).result)
        stop_all([running_agent(agent.name, held, log)])
    assert capsys.readouterr().err.endswith(f"game {game.id}: lost by the clock, 0 of 12 enemies defeated\n")


def test_an_inbox_without_etags_is_polled_with_pauses(between: Proxy) -> None:
    """Without ETags, requests are separated by pauses, so that the server is not flooded."""
    with Session(between.url) as session:
        name, token = agent_with_games(session, 0)
        between.faults = [untagged] * 2
        between.seen.clear()
        began = time.monotonic()
        with playing(session, name, token):
            await_true(lambda: len(between.seen) >= 3)
            assert time.monotonic() - began >= 2 * RETRY_INTERVAL_S


def test_a_session_may_be_closed_after_the_stop(between: Proxy) -> None:
    """The attempt that waits for a response ends without an error, and so does the runner."""
    session = Session(between.url)
    name, token = agent_with_games(session, 0)
    running = running_agent(name, session.with_token(token))

    def closing(answered: Callable[[], bytes], client: socket.socket) -> None:
        running.stop()
        session.close()
        FAILURE(answered, client)

    between.faults = [closing]
    running.run()


class BrokenLog(PlayLog):
    """A log whose reader has ended, as in `play --json | head -1`."""

    def playing(self, turn: GameView) -> None:
        """Fail."""
        raise BrokenPipeError(32, f"Broken pipe at {turn.id}")


def test_an_error_of_the_process_ends_the_agent(between: Proxy) -> None:
    """It would go on polling without taking a turn otherwise."""
    with Session(between.url) as session:
        name, token = agent_with_games(session, 1)
        running = running_agent(name, session.with_token(token), BrokenLog(name))
        running.run()
    assert isinstance(running.fault, BrokenPipeError)
