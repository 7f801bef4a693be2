"""One stream of all games of an agent: each event once, also over interruptions."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from arenas import await_true
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from players import LOSING, SEED, Game, Player, bearing
from redis import Redis

from regicide_api.domain.clock import now_ms
from regicide_api.http.services import services_of
from regicide_api.services.agent_events import BATCH_GAMES, LOOK_INTERVAL_MS, RESUMABLE_MS, AgentEvents
from regicide_api.services.agents import principal_of
from regicide_api.services.event_cursor import MAX_GAMES, EventCursor

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
            assert (told["game"], told["event"]["version"]) == (game.view["id"], game.view["version"])


def test_before_the_start_the_events_show_no_draw(follower: Follower) -> None:
    """Of the given actions, as the view shows no hand then."""
    seats = [{"agent": follower.name}, {"open": True}]
    game = follower.player.create(seed="draws-2", actions=["2D"], seats=seats)
    [told] = follower.receive(1)
    assert told["game"] == game.view["id"]
    assert [effect for effect in told["event"]["effects"] if effect["type"] == "draw"] == [
        {"type": "draw", "seat": 0, "count": 1}
    ]


def hand_over(follower: Follower, game: Game) -> None:
    """Let the agent stand in for the holder of seat 0."""
    path = f"{game.path}/seats/0/stand-in"
    answer = follower.player.client.put(path, json={"agent": follower.name}, headers=bearing(game.tokens[0]))
    assert answer.status_code == 200, answer.text


def take_back(follower: Follower, game: Game) -> None:
    """Take seat 0 back from the agent."""
    answer = follower.player.client.delete(f"{game.path}/seats/0/stand-in", headers=bearing(game.tokens[0]))
    assert answer.status_code == 200, answer.text


def test_a_game_is_told_in_which_the_agent_stands_in(follower: Follower) -> None:
    """From its start, as the holder sees it."""
    game = follower.player.create(1, seed="draws-1", actions=["3D"])
    hand_over(follower, game)
    told = [each["event"] for each in follower.receive(2)]
    assert told == follower.player.client.get(f"{game.path}/events", headers=bearing(game.tokens[0])).json["items"]
    assert told[-1]["type"] == "stand-in"


def test_the_loss_of_a_seat_is_told_last(follower: Follower) -> None:
    """Once, to the stream and to the next one; then the game is silent."""
    player = follower.player
    for method, body in (("PUT", {"open": True}), ("DELETE", None)):
        created = player.post("/v1/games", {"players": 3, "seats": [{"agent": follower.name}, *[{"open": True}] * 2]})
        path, owner = created.headers["Location"], created.json["owner"]["token"]
        player.post(f"{path}/seats/1", {"name": "Ana"})
        follower.receive(1)
        headers = bearing(follower.token if method == "DELETE" else owner)
        assert player.client.open(f"{path}/seats/0", method=method, json=body, headers=headers).status_code == 200
        player.post(f"{path}/seats/2", {"name": "Bo"})
        [told] = follower.receive(1)
        assert (told["game"], told["event"]["type"], told["event"]["seat"]) == (
            created.json["game"]["id"],
            "seat-left",
            0,
        )
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
    events.read({game.view["id"]})
    follower.player.act(game, "3D", 2, game.tokens[0])
    take_back(follower, game)
    [action, _] = events.read({game.view["id"]}).events
    assert {"type": "draw", "seat": 0, "count": 1} in action.event["effects"]
    assert (events.told, events.read({game.view["id"]}).events) == ({}, [])


def test_lost_seats_fill_no_cursor(follower: Follower, events: AgentEvents) -> None:
    """Nor does a notification of a game that was lost tell anything."""
    game = follower.player.create(1)
    hand_over(follower, game)
    take_back(follower, game)
    assert events.read({"", game.view["id"]}).events == []
    assert events.told == {}


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
    assert received == player.client.get(f"{game.path}/events", headers=bearing(follower.token)).json["items"]


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
    assert follower.versions == {game.view["id"]: [*range(2, game.view["version"] + 1)] for game in games}


def test_a_game_that_came_and_went_meanwhile_is_told(follower: Follower) -> None:
    """Whole, once."""
    game = with_agent(follower)
    act(follower, game, len(LOSING))
    assert [told["event"]["version"] for told in follower.receive(5)] == [2, 3, 4, 5, 6]
    other = with_agent(follower)
    act(follower, other)
    assert [told["game"] for told in follower.receive(1)] == [other.view["id"]]


def test_the_rematch_is_told(follower: Follower) -> None:
    """In the game that has ended."""
    game = with_agent(follower)
    act(follower, game, len(LOSING))
    follower.receive(5)
    follower.player.post(f"{game.path}/rematch", {}, game.tokens[0])
    [told] = follower.receive(1)
    assert (told["game"], told["event"]["type"]) == (game.view["id"], "rematch")


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
    assert (told["game"], told["event"]["type"]) == (game.view["id"], "timeout")


# Rights


def test_the_stream_ends_with_the_agent(follower: Follower, valkey_url: str) -> None:
    """Before another event; then it is rejected."""
    game = with_agent(follower)
    with follower.connected() as frames, Redis.from_url(valkey_url) as store:
        next(frames)
        store.delete(f"agent:{{{follower.name}}}")
        follower.player.act(game, LOSING[0], token=game.tokens[0])
        assert list(frames) == []
    answer = follower.player.client.get(PATH, headers=bearing(follower.token))
    assert (answer.status_code, answer.json["code"]) == (401, "unknown-token")


@pytest.mark.parametrize(
    ("bearer", "code"), [(None, "token-required"), ("seat", "unknown-token"), ("x.y", "unknown-token")]
)
def test_an_agents_token_is_required(follower: Follower, bearer: str | None, code: str) -> None:
    """Also for the format of an agent's."""
    token = follower.player.create().token if bearer == "seat" else bearer
    answer = follower.player.client.get(PATH, headers=bearing(token))
    assert (answer.status_code, answer.json["code"]) == (401, code)


# Cursors


@pytest.mark.parametrize(
    "text",
    [
        *("", "7", "x", "é", "A" * 9000, "AAAA", urlsafe_b64encode(bytes(7)).decode()),
        str(EventCursor.of(0, [])),
        str(EventCursor.of(now_ms() - RESUMABLE_MS - 1000, [("a", 2)])),
        str(EventCursor.of(now_ms() + 10**7, [])),
    ],
    ids=["empty", "digit", "letter", "accent", "long", "short", "version", "epoch", "old", "future"],
)
def test_an_invalid_or_old_id_is_rejected(follower: Follower, text: str) -> None:
    """So that no client takes a gap for a silence."""
    client, bearer = follower.player.client, bearing(follower.token)
    for headers in ({}, STREAM):
        answer = client.get(PATH, headers=bearer | headers | {"Last-Event-ID": text})
        assert (answer.status_code, answer.json["errors"][0]["parameter"]) == (422, "Last-Event-ID")
        answer = client.get(PATH, query_string={"after": text}, headers=bearer | headers)
        assert (answer.status_code, answer.json["errors"][0]["parameter"]) == (422, "after")


@given(st.integers(0, 2**48 - 1), st.dictionaries(st.text(max_size=5), st.integers(1, 2**16 - 1), max_size=8))
def test_a_cursor_is_read_back(since_ms: int, versions: dict[str, int]) -> None:
    """With the version of each game."""
    cursor = EventCursor.parse(str(EventCursor.of(since_ms, versions.items())))
    assert cursor.since_ms == since_ms
    assert {game_id: cursor.version(game_id) for game_id in versions} == versions
    assert cursor.version("another game") is None


def test_a_cursor_of_the_most_games_fits_into_a_header() -> None:
    """Of gunicorn's maximum of 8,190 bytes."""
    text = str(EventCursor.of(now_ms(), ((str(number), 2**16 - 1) for number in range(MAX_GAMES))))
    assert len(f"Last-Event-ID: {text}\r\n") < 8190
    assert EventCursor.parse(text).version("7") == 2**16 - 1


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
        (game.view["id"], game.view["version"]) for game in games
    }
    assert polled(follower, page["resume"], wait=1)["items"] == []


def test_a_page_and_a_stream_continue_each_other(follower: Follower) -> None:
    """The place of the one is that of the other."""
    game = with_agent(follower)
    act(follower, game, 2)
    follower.receive(1)
    page = polled(follower, follower.last)
    assert [item["event"]["version"] for item in page["items"]] == [3]
    act(follower, game)
    follower.last = page["resume"]
    assert [told["event"]["version"] for told in follower.receive(1)] == [4]


@pytest.mark.parametrize("is_stream", [True, False])
def test_a_page_has_one_cursor(app: Flask, follower: Follower, is_stream: bool) -> None:
    """Each event of a stream has one: its client may resume after any."""
    game = with_agent(follower)
    reader = AgentEvents(services_of(app).repository, principal_of(follower.token), is_stream=is_stream)
    reader.read({""})
    act(follower, game, 2)
    news = reader.read({game.view["id"]})
    cursors = [each.cursor for each in news.events]
    assert (cursors[-1], len({*cursors})) == ((news.cursor, 2) if is_stream else (None, 1))


def test_an_event_ends_the_wait(app: Flask, follower: Follower) -> None:
    """Of any game."""
    hub, place, game = services_of(app).hub, polled(follower)["resume"], with_agent(follower)
    before = hub.subscribers
    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(polled, replace(follower, player=Player(app.test_client())), place, 60)
        await_true(lambda: hub.subscribers > before)
        act(follower, game)
        assert [item["event"]["version"] for item in waiting.result()["items"]] == [2]


# Bounds


@pytest.fixture
def events(app: Flask, follower: Follower) -> AgentEvents:
    """The reader of a stream."""
    reader = AgentEvents(services_of(app).repository, principal_of(follower.token))
    reader.read({""})
    return reader


def test_the_events_of_a_few_games_are_in_memory_at_a_time(follower: Follower, events: AgentEvents) -> None:
    """The others follow, though no notification came."""
    games = [with_agent(follower) for _ in range(BATCH_GAMES + 3)]
    for game in games:
        act(follower, game, 2)
    first = events.read({""})
    assert (len({each.game_id for each in first.events}), first.is_complete) == (BATCH_GAMES, False)
    rest = events.read(())
    assert (len({each.game_id for each in rest.events}), rest.is_complete) == (3, True)
    assert events.read({""}).events == []


def test_a_missed_notification_is_made_up_for(follower: Follower, events: AgentEvents) -> None:
    """By the next look at all games."""
    game = with_agent(follower)
    act(follower, game)
    news = events.read(())
    assert (news.events, news.look_at > now_ms()) == ([], True)
    assert news.look_at <= now_ms() + LOOK_INTERVAL_MS
    assert [each.game_id for each in events.read({""}).events] == [game.view["id"]]


def test_a_reader_tells_of_a_limited_number_of_games(
    follower: Follower, events: AgentEvents, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others wait, because the cursor has a version for each."""
    monkeypatch.setattr("regicide_api.services.agent_events.MAX_GAMES", 2)
    games = [with_agent(follower) for _ in range(3)]
    for game in games:
        act(follower, game)
    told = [[each.game_id for each in events.read({game.view["id"]}).events] for game in games]
    assert told == [[games[0].view["id"]], [games[1].view["id"]], []]


def test_a_game_is_forgotten_after_its_end(
    follower: Follower, events: AgentEvents, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not told again: neither by a look at all games nor by a late notification."""
    game = with_agent(follower)
    act(follower, game, len(LOSING))
    assert len(events.read({""}).events) == 5
    assert game.view["id"] in events.told
    real = now_ms
    for minutes in (2, 4):
        monkeypatch.setattr("regicide_api.services.agent_events.now_ms", lambda later=minutes: real() + 60_000 * later)
        assert events.read({""}).events == []
    assert game.view["id"] not in events.told
    assert events.read({game.view["id"]}).events == []
