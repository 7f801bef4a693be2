"""One stream of all games of an agent: each event once, also over interruptions."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

import pytest
from flask import Flask
from long_polls import long_poll
from players import LOSING, OPEN, SEED, Game, Player, bearing, problem
from redis import Redis

from regicide_api.domain.clock import now_ms
from regicide_api.domain.seat import Principal
from regicide_api.endpoints.services import services_of
from regicide_api.services.agent_events import BATCH_EVENTS, LOOK_INTERVAL_MS, STREAM_TTL_S, AgentEvents
from regicide_api.services.indexes import cursor_of, running_set
from regicide_api.storage.sorted_sets import Entry

PATH = "/v1/agents/me/events"
STREAM = {"Accept": "text/event-stream"}


@dataclass
class Follower:
    """A client of the stream of an agent, over any number of connections."""

    player: Player
    name: str
    token: str
    last: str = ""
    versions: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The versions of the received events by game."""

    @contextmanager
    def connected(self) -> Iterator[Iterator[dict[str, Any] | None]]:
        """The events of a connection, and None for each frame without an event."""
        resume = {"Last-Event-ID": self.last} if self.last else {}
        with self.player.client.get(PATH, headers=STREAM | bearing(self.token) | resume) as answer:
            assert (answer.status_code, answer.mimetype) == (200, "text/event-stream"), answer.text
            yield self._frames(answer.response)

    def _frames(self, pieces: Any) -> Iterator[dict[str, Any] | None]:
        for frame in (frame for piece in pieces for frame in piece.split(b"\n\n") if frame.startswith(b"id: ")):
            lines = dict(line.split(b": ", 1) for line in frame.split(b"\n"))
            self.last = lines[b"id"].decode()
            data = json.loads(lines[b"data"]) if b"data" in lines else None
            if data:
                assert lines[b"event"].decode() == data["event"]["type"]
                self.versions[data["game"]].append(data["event"]["version"])
            yield data

    def receive(self, count: int) -> list[dict[str, Any]]:
        """The first events of a new connection."""
        with self.connected() as frames:
            return list(islice(filter(None, frames), count))


@pytest.fixture
def follower(player: Player) -> Follower:
    """A new agent, which follows its games."""
    follower = Follower(player, *player.register())
    with follower.connected() as frames:
        assert next(frames) is None
    return follower


def with_agent(follower: Follower, **request: Any) -> Game:
    """A new game of a client in seat 0 and the agent in seat 1."""
    return follower.player.create(seed=SEED, seats=[{"name": "Ana"}, {"agent": follower.name}], **request)


def act(follower: Follower, game: Game, count: int = 1) -> None:
    """Take the next actions of the losing game."""
    for _ in range(count):
        token = game.tokens[0] if game.view["turn"] == 0 else follower.token
        answer = follower.player.act(game, LOSING[game.view["version"] - 1], token=token)
        assert answer.status_code == 200, answer.text


def test_all_games_are_told_by_one_stream(follower: Follower) -> None:
    """Also those that begin later, and whatever seat acts."""
    before = with_agent(follower)
    with follower.connected() as frames:
        assert next(frames) is None
        later = with_agent(follower)
        for game in (before, later, before):
            act(follower, game)
            told = next(frame for frame in frames if frame)
            assert (told["game"], told["event"]["version"]) == (game.id, game.view["version"])


def hand_over(follower: Follower, game: Game) -> None:
    """Let the agent stand in for the holder of seat 0."""
    path = f"{game.path}/seats/0/stand-in"
    answer = follower.player.put(path, {"agent": follower.name}, game.tokens[0])
    assert answer.status_code == 200, answer.text


def take_back(follower: Follower, game: Game) -> None:
    """Take seat 0 back from the agent."""
    answer = follower.player.delete(f"{game.path}/seats/0/stand-in", game.tokens[0])
    assert answer.status_code == 200, answer.text


def test_a_game_is_told_in_which_the_agent_stands_in(follower: Follower) -> None:
    """From its start, as the holder sees it."""
    game = follower.player.create(1, seed="draws-1", actions=["3D"])
    hand_over(follower, game)
    told = [each["event"] for each in follower.receive(2)]
    assert told == follower.player.events(game, game.tokens[0])
    assert told[-1]["type"] == "stand-in"


def test_the_loss_of_a_seat_is_told_last(follower: Follower) -> None:
    """Once, to the stream and to the next one; then the game is silent."""
    player = follower.player
    for method, body in (("PUT", {"open": True}), ("DELETE", None)):
        game = player.seated(follower.name, OPEN, OPEN)
        player.post(f"{game.path}/seats/1", {"name": "Ana"})
        follower.receive(1)
        headers = bearing(follower.token if method == "DELETE" else game.owner)
        assert player.client.open(f"{game.path}/seats/0", method=method, json=body, headers=headers).status_code == 200
        player.post(f"{game.path}/seats/2", {"name": "Bo"})
        [told] = follower.receive(1)
        assert (told["game"], told["event"]["type"], told["event"]["seat"]) == (game.id, "seat-left", 0)
        assert polled(follower, follower.last)["items"] == []


def test_a_seat_that_is_taken_back_is_told_last(follower: Follower) -> None:
    """To the stream that is open; the agent sees no draw from then on. A seat handed over again is told again."""
    game = follower.player.create(1, seed="draws-1", actions=["3D"])
    with follower.connected() as frames:
        next(frames)
        hand_over(follower, game)
        told = list(islice(filter(None, frames), 2))
        take_back(follower, game)
        told.append(next(filter(None, frames)))
        follower.player.act(game, "flip", 4, game.tokens[0])
        hand_over(follower, game)
        told += islice(filter(None, frames), 5)
    assert [each["event"]["version"] for each in told] == [2, 3, 4, 2, 3, 4, 5, 6]
    assert (told[2]["event"]["type"], told[2]["event"]["agent"]) == ("stand-in", None)


def test_the_events_before_a_loss_show_what_a_spectator_sees(follower: Follower, events: AgentEvents) -> None:
    """If the agent reads them after it."""
    game = follower.player.create(1, seed="draws-1")
    hand_over(follower, game)
    events.read()
    follower.player.act(game, "3D", 2, game.tokens[0])
    take_back(follower, game)
    [action, _] = events.read().events
    assert {"type": "draw", "seat": 0, "count": 1} in action.event["effects"]
    assert events.read().events == []


def test_the_first_stream_begins_now(player: Player) -> None:
    """The client has the views of earlier events."""
    follower = Follower(player, *player.register())
    game = with_agent(follower)
    act(follower, game, 2)
    with follower.connected() as frames:
        assert next(frames) is None
        act(follower, game)
        assert next(filter(None, frames))["event"]["version"] == 4


def test_the_agent_sees_its_own_cards_alone(player: Player) -> None:
    """An event is what the list of events has for its seat."""
    follower = Follower(player, *player.register())
    game = player.create(4, seed="four", seats=[{"agent": follower.name}, *[{"name": "N"}] * 3])
    tokens = [follower.token, *game.tokens]
    with follower.connected() as frames:
        next(frames)
        while game.view["status"] == "active":
            view = player.get_view(game, tokens[game.view["turn"]])
            player.act(game, player.rng.choice(view["legal_actions"]), view["version"], tokens[view["turn"]])
        received = [told["event"] for told in islice(filter(None, frames), game.view["version"] - 1)]
    assert received == player.events(game, follower.token)


def test_an_interrupted_stream_resumes_without_gap_or_repeat(follower: Follower) -> None:
    """After any frame, while games begin, go on and end."""
    rng, games = Random(7), list[Game]()
    for _ in range(60):
        active = [game for game in games if game.view["status"] == "active"]
        if len(active) < 3:
            active.append(with_agent(follower))
            games.append(active[-1])
        act(follower, rng.choice(active))
        if rng.random() < 0.3:
            with follower.connected() as frames:
                list(islice(frames, rng.randint(1, 4)))
    missing = sum(game.view["version"] - 1 for game in games) - sum(map(len, follower.versions.values()))
    follower.receive(missing)
    assert follower.versions == {game.id: [*range(2, game.view["version"] + 1)] for game in games}


def test_the_rematch_is_told(follower: Follower) -> None:
    """In the game that has ended."""
    game = with_agent(follower)
    act(follower, game, len(LOSING))
    follower.receive(5)
    follower.player.post(f"{game.path}/rematch", {}, game.tokens[0])
    [told] = follower.receive(1)
    assert (told["game"], told["event"]["type"]) == (game.id, "rematch")


def test_games_of_others_are_not_told(follower: Follower) -> None:
    """Nor does the end of another agent's seat wake the stream."""
    other = Follower(follower.player, *follower.player.register())
    with follower.connected() as frames:
        next(frames)
        act(other, with_agent(other))
        act(follower, with_agent(follower))
        assert [told["event"]["version"] for told in islice(filter(None, frames), 1)] == [2]
    assert len(follower.versions) == 1


def test_the_turn_of_a_clock_is_told(follower: Follower) -> None:
    """The stream itself ends it."""
    game = with_agent(follower, turn_seconds=1)
    [told] = follower.receive(1)
    assert (told["game"], told["event"]["type"]) == (game.id, "timeout")


# Rights


def test_the_stream_ends_with_the_agent(follower: Follower, valkey_url: str) -> None:
    """Before another event; then it is rejected."""
    game = with_agent(follower)
    with follower.connected() as frames, Redis.from_url(valkey_url) as store:
        next(frames)
        store.delete(f"agent:{{{follower.name}}}")
        follower.player.act(game, LOSING[0], token=game.tokens[0])
        assert list(frames) == []
    answer = follower.player.get(PATH, follower.token)
    assert problem(answer) == (401, "unknown-token")


# Cursors


@pytest.mark.parametrize(
    "text",
    ["", "7", "x", "é", "1-" + "1" * 9000, "0-0", f"{now_ms()}-999999999", f"{now_ms() + 10**7}-0"],
    ids=["empty", "digit", "letter", "accent", "long", "epoch", "unknown", "future"],
)
def test_an_invalid_or_old_id_is_rejected(follower: Follower, text: str) -> None:
    """So that no client takes a gap for a silence."""
    client, bearer = follower.player.client, bearing(follower.token)
    for headers in ({}, STREAM):
        answer = client.get(PATH, headers=bearer | headers | {"Last-Event-ID": text})
        assert (answer.status_code, answer.json["errors"][0]["parameter"]) == (422, "Last-Event-ID")
        answer = client.get(PATH, query_string={"after": text}, headers=bearer | headers)
        assert (answer.status_code, answer.json["errors"][0]["parameter"]) == (422, "after")


# Long polling


def polled(follower: Follower, after: str | None = None, wait: int = 0) -> dict[str, Any]:
    """The page of events after a place."""
    query = ({"after": after} if after else {}) | ({"wait": str(wait)} if wait else {})
    answer = follower.player.client.get(PATH, query_string=query, headers=bearing(follower.token))
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json
    return page


def test_a_page_continues_the_one_before(follower: Follower) -> None:
    """Each event once; the first page is empty, and says where to go on."""
    old = with_agent(follower)
    act(follower, old)
    first = polled(follower, wait=60)
    assert first["items"] == []
    games = [old, with_agent(follower)]
    for game in games:
        act(follower, game)
    page = polled(follower, first["resume"])
    assert {(item["game"], item["event"]["version"]) for item in page["items"]} == {
        (game.id, game.view["version"]) for game in games
    }
    assert polled(follower, page["resume"], wait=1)["items"] == []


def test_an_event_ends_the_wait(app: Flask, follower: Follower) -> None:
    """Of any game."""
    place, game = polled(follower)["resume"], with_agent(follower)
    with long_poll(app, f"{PATH}?after={place}", follower.token) as waiting:
        act(follower, game)
    assert [item["event"]["version"] for item in waiting.result().json["items"]] == [2]


# Bounds


@pytest.fixture
def events(app: Flask, follower: Follower) -> AgentEvents:
    """The reader of a stream."""
    reader = AgentEvents(services_of(app).repository, Principal.of(follower.token))
    reader.read()
    return reader


def test_a_limited_number_of_events_is_in_memory_at_a_time(follower: Follower, events: AgentEvents) -> None:
    """The others follow."""
    with_games = BATCH_EVENTS // 3 + 3
    for _ in range(with_games):
        act(follower, with_agent(follower), 2)
    first, rest = events.read(), events.read()
    assert (first.is_complete, rest.is_complete) == (False, True)
    assert len(first.events) + len(rest.events) == 2 * with_games
    assert events.read().events == []


@pytest.fixture
def store(valkey_url: str) -> Iterator[Redis]:
    """The store of the application."""
    with Redis.from_url(valkey_url, decode_responses=True) as client:
        yield client


def test_an_announcement_that_is_lost_is_made_up_for(app: Flask, follower: Follower, store: Redis) -> None:
    """By the next look at all games, with all events since the last one that was announced."""
    place, game = polled(follower)["resume"], with_agent(follower)
    act(follower, game, 2)
    entries = store.xrange(f"events:{{{follower.name}}}")
    store.xdel(f"events:{{{follower.name}}}", *(name for name, entry in entries if game.id in entry))
    store.hset(f"events:{{{follower.name}}}:versions", game.id, 1)
    assert [item["event"]["version"] for item in polled(follower, place)["items"]] == [2, 3]
    news = AgentEvents(services_of(app).repository, Principal.of(follower.token)).read()
    assert now_ms() < news.look_at <= now_ms() + LOOK_INTERVAL_MS


def test_the_loss_of_a_seat_is_made_up_for(follower: Follower, store: Redis) -> None:
    """Without what follows it."""
    game = follower.player.create(1, seed="draws-1", actions=["3D"])
    hand_over(follower, game)
    place = polled(follower)["resume"]
    take_back(follower, game)
    [(name, _)] = store.xrevrange(f"events:{{{follower.name}}}", count=1)
    store.xdel(f"events:{{{follower.name}}}", name)
    store.hset(f"events:{{{follower.name}}}:versions", game.id, 3)
    follower.player.act(game, "flip", 4, game.tokens[0])
    page = polled(follower, place)
    assert [item["event"]["type"] for item in page["items"]] == ["stand-in"]
    assert polled(follower, page["resume"])["items"] == []


def test_a_seat_that_is_given_during_a_look_is_told_once(
    app: Flask, follower: Follower, events: AgentEvents, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its game is in the list of running games before."""
    game = follower.player.create(seed=SEED, seats=[{"name": "Ana"}, {"open": True}])
    store = services_of(app).store
    cursor = cursor_of(services_of(app).repository.get(game.id))
    store.sorted_sets.write([Entry(running_set(follower.name), cursor, 0, STREAM_TTL_S)])
    follow = store.agent_events.follow

    def give_and_follow(*look: Any) -> Any:
        """Give the seat between the reads of the games and of the stream."""
        given = follower.player.put(f"{game.path}/seats/1", {"agent": follower.name}, game.owner)
        assert given.status_code == 200, given.text
        return follow(*look)

    monkeypatch.setattr(store.agent_events, "follow", give_and_follow)
    AgentEvents(services_of(app).repository, events.agent).read()
    monkeypatch.undo()
    game.view = follower.player.get(game.path, game.tokens[0]).json
    acted = follower.player.act(game, LOSING[0], token=game.tokens[0])
    assert acted.status_code == 200, acted.text
    follower.receive(2)
    assert follower.versions[game.id] == [2, 3]


def test_an_agent_without_a_reader_has_no_stream(player: Player, store: Redis) -> None:
    """So that its games cost nothing more; that of a reader expires some time after the last look."""
    follower = Follower(player, *player.register())
    act(follower, with_agent(follower))
    assert not store.exists(f"events:{{{follower.name}}}")
    polled(follower)
    act(follower, with_agent(follower))
    for key in ("", ":versions"):
        assert 0 < store.ttl(f"events:{{{follower.name}}}{key}") <= STREAM_TTL_S


def test_a_game_is_forgotten_after_its_end(
    follower: Follower, events: AgentEvents, store: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not told again by an event that follows."""
    game = with_agent(follower)
    act(follower, game, len(LOSING))
    assert len(events.read().events) == 5
    assert store.hexists(f"events:{{{follower.name}}}:versions", game.id)
    real = now_ms
    monkeypatch.setattr("regicide_api.services.agent_events.now_ms", lambda: real() + 120_000)
    assert events.read().events == []
    assert not store.hexists(f"events:{{{follower.name}}}:versions", game.id)
    follower.player.post(f"{game.path}/rematch", {}, game.tokens[0])
    assert events.read().events == []
