"""A run: a store, web processes behind proxies, clients, and faults, all derived from one seed. It writes a log."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event, Thread

from redis import Redis
from wire import Wire

from history import actors, observers, ways_out
from history.client import Client
from history.faults import FaultInjector, plan
from history.faulty_proxy import Link, links
from history.final_state import final_state
from history.log import Log, Run
from history.shared_games import AgentTokens, SharedGames
from history.store_process import StoreProcess, store_process
from history.web_process import Web, web_processes

AGENTS = 3
POLL_INTERVAL_S = 0.1
COMPLETION_TIMEOUT_S = 200
"""Time for the needed kinds of entries, after the time of a run."""
HEALED = "healed"
"""A kind of entry of the log, which is there when all faults are injected and healed; then all others begin anew."""
STORE_TIMEOUT_S = 1
"""Read timeout of the web processes for the store: short, so that many responses are lost."""


@dataclass(frozen=True)
class Size:
    """The size of a run: concurrent games, and clients of each kind.

    `pace_s` is the scale of the pauses between faults. The run ends after its time, but not before the log has the
    `needed` kinds of entries: a loaded machine is slower.
    """

    games: int = 30
    creators: int = 2
    directors: int = 2
    players: int = 5
    servants: int = 4
    readers: int = 3
    followers: int = 3
    pace_s: float = 0.7
    needed: frozenset[str] = frozenset()


@dataclass(frozen=True)
class System:
    """A server that a run plays against: its URL, that of the clients, and what injects and heals faults."""

    url: str
    clients_url: str
    inject: Callable[[Log, Event], object]


def run(whole: Run, directory: Path, size: Size, last: Callable[[Redis], object] = Redis.ping) -> Path:
    """Run clients against a server with all kinds of faults, and log their observations. Returns the file.

    The last changes of the store are not logged.
    """
    with (
        store_process(whole.program, directory, whole.fsync) as store,
        _linked(whole, store, directory) as (web, client_link, store_link),
    ):

        def inject(log: Log, over: Event) -> None:
            planned = plan(whole.seed, whole.fsync, size.pace_s)
            FaultInjector(web, store, client_link, store_link, log, over).run(planned)

        def change() -> None:
            with store.client as client:
                last(client)

        return play(whole, directory, size, System(web.url, client_link.url, inject), change)


def play(whole: Run, directory: Path, size: Size, system: System, last: Callable[[], object] = lambda: None) -> Path:
    """Run clients against a system, and log their observations and the final state. Returns the file."""
    path = directory / "history.log"
    over = Event()
    with Log(path) as log:
        log.write(whole)
        agents = AgentTokens(_registered(system.url))
        board = SharedGames(agents.agents)
        clients = _clients(
            size, board, agents, lambda name: Client(name, system.clients_url, log, _rng(whole, name), over)
        )

        def inject() -> None:
            system.inject(log, over)
            log.kinds.clear()
            log.kinds.add(HEALED)

        tasks = [*clients, inject]
        _run_concurrently(tasks, over, whole.seconds, partial(log.missing, size.needed))
        last()
        with Client("last", system.url, log, _rng(whole, "last"), Event()) as client:
            for repeat in list(board.unsettled.values()):
                repeat(client)
            ways_out.fetch_rematches(client, board)
        for line in final_state(system.url, board, agents):
            log.write(line)
    return path


def _rng(whole: Run, name: str) -> random.Random:
    return random.Random(f"{whole.seed}/{name}")


@contextmanager
def _linked(whole: Run, store: StoreProcess, directory: Path) -> Iterator[tuple[Web, Link, Link]]:
    """Web processes behind a proxy, with another proxy to the store."""
    store_link = Link(f"{whole.seed}/store-link", store.port)
    with links(store_link):
        redis_url = f"redis://127.0.0.1:{store_link.port}?socket_timeout={STORE_TIMEOUT_S}"
        with web_processes(redis_url, directory) as web:
            client_link = Link(f"{whole.seed}/client-link", web.port)
            with links(client_link):
                yield web, client_link, store_link


def _registered(url: str) -> dict[str, str]:
    """Agents and their tokens."""
    names = [f"agent-{number}" for number in range(AGENTS)]
    wishes = [{"name": name, "advises": True, "reviews": True} for name in names]
    return {
        name: Wire(url).send("POST", "/v1/agents", wish).json["token"] for name, wish in zip(names, wishes, strict=True)
    }


def _clients(
    size: Size, board: SharedGames, agents: AgentTokens, make: Callable[[str], Client]
) -> Iterator[Callable[[], None]]:
    """The loop of each client. The last servant of an agent shares the agent of the first one."""
    names = agents.agents
    for number in range(size.creators):
        yield _again(make(f"creator-{number}"), partial(actors.create, board=board, agents=names, most=size.games))
    for number in range(size.directors):
        yield _again(make(f"director-{number}"), partial(ways_out.direct, board=board, agents=names))
    for number in range(size.players):
        yield _again(make(f"player-{number}"), partial(actors.play, board=board))
    for number in range(size.servants):
        serve = partial(actors.serve, tokens=agents, agent=names[number % len(names)])
        yield _again(make(f"servant-{number}"), serve)
    yield _again(make("replacer"), partial(actors.replace_token, board=board, tokens=agents, agent=names[0]))
    for number in range(size.readers):
        yield _again(make(f"reader-{number}"), partial(observers.read, board=board))
    for number in range(size.followers):
        yield _again(make(f"follower-{number}"), partial(observers.follow, board=board))
    for name in names:
        yield _again(make(f"follower-of-{name}"), partial(observers.follow_agent, tokens=agents, agent=name))


def _again(client: Client, step: Callable[[Client], None]) -> Callable[[], None]:
    """Repeat a step until the run ends."""

    def steps() -> None:
        with client:
            while not client.over.is_set():
                step(client)

    return steps


def _run_concurrently(
    tasks: list[Callable[[], object]], over: Event, seconds: float, missing: Callable[[], str]
) -> None:
    """Run all tasks until the time is over and nothing is missing. Raises their errors, and ends all tasks then."""
    failures: list[BaseException] = []

    def guarded(task: Callable[[], object]) -> None:
        try:
            task()
        except BaseException as failure:  # noqa: BLE001 - raised again below
            failures.append(failure)
            over.set()

    threads = [Thread(target=guarded, args=[task]) for task in tasks]
    for thread in threads:
        thread.start()
    over.wait(seconds)
    end = time.monotonic() + COMPLETION_TIMEOUT_S
    while missing() and time.monotonic() < end and not over.wait(POLL_INTERVAL_S):
        pass
    lacking = missing()
    over.set()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    assert not lacking, lacking
