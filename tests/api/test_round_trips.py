"""Round trips to the store, as counted by Redis. Requests of one command, or one script, are in `test_memory.py`."""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Final

import pytest
from arenas import await_true
from manual_advisers import ask, register_adviser
from players import BOTS_KEY, LOSING, SEED, Player, bearing, streamed
from redis import Redis
from servers import valkey_server

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.core.work import in_flight
from regicide_api.domain.clock import now_ms
from regicide_api.services import presence
from regicide_api.storage import memory
from regicide_api.storage.fair_queues import FairQueue, Waiting
from regicide_api.storage.game_store import Store

WITHOUT_LIMITS: Final = Settings(limits={}, waiting_share_percent=100)


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A store for this test only: what is read at intervals is read once, however slow the machine is."""
    monkeypatch.setattr(memory, "CACHE_S", math.inf)
    monkeypatch.setattr(presence, "HEARTBEAT_S", 3600)
    with valkey_server() as url:
        yield url


@pytest.fixture
def player(url: str) -> Player:
    """A player on that store, without limits."""
    return Player(create_app(Store(url), WITHOUT_LIMITS).test_client())


class Counter:
    """Counts the reads of a Redis server from its clients: a command or a pipeline is one read.

    A PING, which a listener sends at intervals, is none.
    """

    def __init__(self, url: str) -> None:
        self._client = Redis.from_url(url)
        self._last = self._reads()

    def since_last(self) -> int:
        """The reads since the last call, without the call's own."""
        before, self._last = self._last, self._reads()
        return self._last - before - 1

    def looks(self) -> int:
        """The looks at games so far: each look at a game, with or without its events, and each commit reads one key."""
        return int(self._client.info("commandstats")["cmdstat_get"]["calls"])

    def _reads(self) -> int:
        found = self._client.info("stats", "commandstats")
        return int(found["total_reads_processed"]) - found.get("cmdstat_ping", {"calls": 0})["calls"]


def test_a_change_by_another_process_is_kept(url: str) -> None:
    """The cached state has the client's version, but a signal came after it: the commit fails, and the load sees it."""
    one, other = (Player(create_app(Store(url), WITHOUT_LIMITS).test_client()) for _ in range(2))
    game = one.create(3, seed="jester-9")  # deals X1 to seat 0
    one.act(game, "X1")
    other.post(f"{game.path}/signals", {"signal": "eager"}, game.tokens[1])
    other.client.get(f"{game.path}/events")  # sends the script that loads
    counter = Counter(url)
    assert one.act(game, game.view["legal_actions"][1]).status_code == 200
    assert counter.since_last() == 3
    events = one.client.get(f"{game.path}/events").json["items"]
    assert [event["type"] for event in events] == ["action", "signal", "action"]


def test_a_repeated_and_a_rejected_action_take_one(url: str) -> None:
    """The load is sufficient."""
    player = Player(create_app(Store(url)).test_client())
    game = player.create(seed=SEED)
    player.act(game, "9S")
    player.act(game, "9S", version=1, token=game.tokens[0])  # sends the script
    counter = Counter(url)
    player.act(game, "9S", version=1, token=game.tokens[0])
    assert counter.since_last() == 1
    player.act(game, "yield")
    assert counter.since_last() == 1


def test_the_presence_of_a_seat_costs_its_streams_alone(url: str, player: Player) -> None:
    """One round trip when it comes, unless it was noted just before; views and actions pay nothing.

    The first stream of a game subscribes to it.
    """
    counter, reads = Counter(url), []
    for _ in range(2):  # the first game connects
        game = player.create(seed=SEED)
        for token in (None, game.tokens[0], game.tokens[0], game.tokens[1]):
            counter.since_last()
            with streamed(player, game, token):
                reads.append(counter.since_last())
        player.act(game, "9S")
        reads.append(counter.since_last())
        player.get_view(game, game.tokens[0])
        reads.append(counter.since_last())
        player.client.get(f"{game.path}/presence")
        reads.append(counter.since_last())
    assert reads[7:] == [2, 2, 1, 2, 1, 1, 2]


def test_a_signal_reads_no_events(url: str, player: Player) -> None:
    """Its cost does not grow with the game."""
    game = player.create(3, seed="jester-9")  # deals X1 to seat 0
    player.act(game, "X1")
    counter = Counter(url)
    player.post(f"{game.path}/signals", {"signal": "eager"}, game.tokens[1])
    assert counter.since_last() == 2
    with Redis.from_url(url) as client:
        assert "cmdstat_lrange" not in client.info("commandstats")


@pytest.mark.parametrize("followers", [5, 50])
def test_an_event_takes_one_for_all_streams_of_a_game(url: str, player: Player, followers: int) -> None:
    """Of spectators and of seats: the process reads and replays it once."""
    game = player.create(seed=SEED)
    with ExitStack() as closing:
        tokens = [*game.tokens, *[None] * (followers - 2)]
        streams = [closing.enter_context(streamed(player, game, token)) for token in tokens]
        player.act(game, "9S")
        assert {next(stream)["version"] for stream in streams} == {2}
        counter = Counter(url)
        player.act(game, "-AD")
        received = [next(stream) for stream in streams]
        assert counter.since_last() == 1 + 1
    assert [each["version"] for each in received] == [3] * followers


@pytest.mark.parametrize("path", ["", "/events?after=2"], ids=["the view", "the events"])
def test_an_event_takes_one_for_all_that_wait_for_it(url: str, path: str) -> None:
    """Of spectators and of seats: after two looks of each, before it waits, they share one."""
    app = create_app(Store(url), WITHOUT_LIMITS)
    player = Player(app.test_client())
    game = player.create(seed=SEED)
    player.act(game, "9S")
    tokens = [*game.tokens, *[None] * 10]
    known = [player.client.get(game.path, headers=bearing(token)).headers["ETag"] for token in tokens]
    with ThreadPoolExecutor(len(tokens)) as threads, streamed(player, game, None):  # the topic is confirmed
        counter = Counter(url)
        before = counter.looks()
        polls = [
            threads.submit(
                app.test_client().get,
                game.path + path,
                headers=bearing(token) | {"If-None-Match": etag, "Prefer": "wait=60"},
            )
            for token, etag in zip(tokens, known, strict=True)
        ]
        await_true(lambda: -in_flight.count == len(polls))
        player.act(game, "-AD")
        assert {poll.result().status_code for poll in polls} == {200}
    assert counter.looks() - before <= 2 * len(polls) + 1 + 1


def test_an_event_takes_two_for_the_stream_of_an_agent(url: str, player: Player) -> None:
    """The place of the event, and the game with its events and the token; of however many games."""
    name, token = player.register()
    games = [player.create(seed=SEED, seats=[{"name": "Ana"}, {"agent": name}]) for _ in range(20)]
    with player.client.get("/v1/agents/me/events", headers=bearing(token) | {"Accept": "text/event-stream"}) as answer:
        frames = iter(answer.response)
        assert [next(frames)[:3] for _ in range(2)] == [b"ret", b"id:"]
        player.act(games[0], "9S")
        assert b'"version":2' in next(frames)
        counter = Counter(url)
        player.act(games[0], "-AD")
        counter.since_last()
        assert b'"version":3' in next(frames)
        assert counter.since_last() == 2


def test_a_look_at_many_games_takes_one(url: str, player: Player) -> None:
    """Two with the tokens of agents, of any number."""
    agents = [player.register() for _ in range(3)]
    games = [player.create(seats=[{"agent": name}, {"name": "Ana"}]) for name, _ in agents for _ in range(5)]
    counter = Counter(url)
    player.post("/v1/games/views", {"games": [{"id": game.id, "token": game.tokens[0]} for game in games]})
    assert counter.since_last() == 1
    wishes = [{"id": game.id, "token": token} for game in games for _, token in agents]
    player.post("/v1/games/views", {"games": wishes}, agents[0][1])
    assert counter.since_last() == 2


def test_a_new_game_takes_two(url: str) -> None:
    """The rate limits, and the record."""
    player = Player(create_app(Store(url)).test_client())
    player.create()
    counter = Counter(url)
    player.create()
    assert counter.since_last() == 2


def test_several_games_with_agents_take_as_many_as_one(url: str) -> None:
    """The agents' existence, their limits, the places of all, and the games."""
    settings = Settings(limits={}, house_seats=100, bots_key=BOTS_KEY)
    player = Player(create_app(Store(url), settings).test_client())
    names = ["greedy", player.register()[0], player.register()[0]]
    wish = {"players": 3, "seats": [{"agent": name} for name in names]}
    counter = Counter(url)
    reads = []
    for count in (1, 1, 3):  # the first one connects, and sends the scripts; Redis reads 16 KB at a time
        assert player.client.post("/v1/games/batch", json={"games": [wish] * count}).status_code == 201
        reads.append(counter.since_last())
    assert reads[1:] == [4, 4]


def test_an_agents_action_takes_three(url: str, player: Player) -> None:
    """Its token is read with the game, index entries are part of the commit, and its next turn waits after it."""
    name, token = player.register()
    request_body = {"players": 2, "seed": SEED, "seats": [{"agent": name}] * 2, "turn_seconds": 60, "listed": True}
    path = player.post("/v1/games", request_body).headers["Location"]
    player.post(f"{path}/actions", {"version": 1, "action": "9S"}, token)
    counter = Counter(url)
    player.post(f"{path}/actions", {"version": 2, "action": "-AD"}, token)
    assert counter.since_last() == 3


def test_a_turn_that_passes_on_takes_three(url: str, player: Player) -> None:
    """It leaves the inbox after the commit."""
    name, token = player.register()
    game = player.create(2, seed=SEED, seats=[{"agent": name}, {"name": "Ana"}])
    player.act(game, LOSING[0], token=token)
    counter = Counter(url)
    player.act(game, LOSING[1], token=token)
    assert counter.since_last() == 3


def test_turns_that_have_ended_cost_no_more_round_trips_than_some(url: str, player: Player) -> None:
    """A page reads a bounded number of them."""
    counter, reads = Counter(url), list[int]()
    for ended in (400, 2000):
        name, token = player.register()
        turns = [Waiting(FairQueue("turns", name), f"{number}", "-", now_ms(), 60) for number in range(ended)]
        Store(url).sorted_sets.write(turns)
        counter.since_last()
        assert player.turns(token) == []
        reads.append(counter.since_last())
    assert max(reads) <= 12


def test_an_inbox_takes_two_and_one_more_with_ended_games(url: str, player: Player) -> None:
    """The entries, the games that ended, and the mark that the agent was seen."""
    name, token = player.register()
    game = player.create(2, seed=SEED, seats=[{"name": "Ana"}, {"agent": name}])
    player.turns(token)  # sends the script
    counter = Counter(url)
    assert player.turns(token) == []
    assert counter.since_last() == 2
    for version, action in enumerate(LOSING, 1):
        player.act(game, action, version, token if version in {3, 4} else game.tokens[0])
    counter.since_last()
    assert len(player.client.get("/v1/agents/me/turns", headers=bearing(token)).json["ended"]) == 1
    assert counter.since_last() == 3
    player.client.get("/v1/agents/me/turns?ended=0", headers=bearing(token))
    assert counter.since_last() == 2


def test_an_inbox_takes_no_more_for_questions_that_there_are_not(url: str, player: Player) -> None:
    """It takes two more if some wait: their records, and all their games."""
    adviser = register_adviser(player)
    adviser.questions()  # sends the script
    counter = Counter(url)
    assert adviser.questions() == []
    assert counter.since_last() == 2
    for _ in range(5):
        ask(player, player.create(seed=SEED), adviser)
    counter.since_last()
    assert len(adviser.questions()) == 5
    assert counter.since_last() == 4
    player.turns(adviser.token)
    assert counter.since_last() == 2


def test_advice_costs_no_more_after_it_was_asked(url: str, player: Player) -> None:
    """A new question takes six, with its event; the action after it one, as always; a fetch two."""
    adviser, game = register_adviser(player), player.create(seed=SEED)
    asked = ask(player, game, adviser).json["id"]  # sends the scripts
    adviser.answer(asked)
    player.act(game, "9S")
    counter = Counter(url)
    asked = ask(player, game, adviser).json["id"]
    assert counter.since_last() == 6
    player.client.get(f"{game.path}/advice/{asked}", headers=bearing(game.token))
    assert counter.since_last() == 2
    game.view = player.get_view(game, game.token)
    counter.since_last()
    assert player.act(game, "-AD").status_code == 200
    assert counter.since_last() == 1
