"""Presence: which players follow a game, by streams and long polls."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from applications import player_on
from arenas import await_true
from flask import Flask
from players import OPEN, SEED, Game, Player, bearing, streamed
from redis import Redis

from regicide_api.core.tokens import hash_token
from regicide_api.domain.clock import format_timestamp, now_ms
from regicide_api.domain.seat import Principal
from regicide_api.endpoints.services import services_of
from regicide_api.services import presence
from regicide_api.storage.game_store import Store
from regicide_api.storage.values import HeldSeat

ABSENT = {"present": False, "seen_at": None}


def seats(player: Player, game: Game) -> list[dict[str, Any]]:
    """The presence of each seat."""
    answer = player.get(f"{game.path}/presence")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json["seats"]
    return found


def noted(valkey_url: str, game: Game) -> list[int]:
    """When each seat with a note was noted last, in milliseconds since 1970."""
    return [*Store(valkey_url).sightings.read(game.id, 2).values()]


def present(player: Player, game: Game) -> list[int]:
    """The seats whose holders are present."""
    return [each["seat"] for each in seats(player, game) if each["present"]]


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A function that lets a number of milliseconds pass for presence."""
    real, passed = presence.now_ms, [0]
    monkeypatch.setattr(presence, "now_ms", lambda: real() + passed[0])

    def passing(duration_ms: int) -> None:
        passed[0] += duration_ms

    return passing


def test_the_holder_of_a_stream_is_present(player: Player, passing: Callable[[int], None], game: Game) -> None:
    """Until a while after the end of the stream, which a killed process does not note either; the last time stays."""
    assert seats(player, game) == [{"seat": seat, **ABSENT} for seat in range(2)]
    with streamed(player, game, game.tokens[1]), streamed(player, game, None):
        assert present(player, game) == [1]
    passing(presence.ABSENT_AFTER_MS - 5_000)
    assert present(player, game) == [1]
    passing(5_000)
    assert present(player, game) == []
    assert seats(player, game)[1]["seen_at"] is not None


def test_the_holder_who_waits_in_a_long_poll_is_present(app: Flask, player: Player) -> None:
    """For a change of the view, and for events. A poll that does not wait notes nothing."""
    game = player.create(seed=SEED)
    known = player.get(game.path, game.tokens[0]).headers["ETag"]
    player.get(f"{game.path}?wait=20", game.tokens[0])
    assert present(player, game) == []
    requests = [
        (0, game.path, {"If-None-Match": known, "Prefer": "wait=20"}),
        (1, f"{game.path}/events?after=1", {"Prefer": "wait=20"}),
    ]
    with ThreadPoolExecutor() as threads:
        polls = [
            threads.submit(app.test_client().get, path, headers=headers | bearing(game.tokens[seat]))
            for seat, path, headers in requests
        ]
        await_true(lambda: present(player, game) == [0, 1])
        player.act(game, "9S")
        assert [poll.result().status_code for poll in polls] == [200, 200]


def test_presence_is_noted_again(valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By one thread of the process, which ends when no client follows a game."""
    monkeypatch.setattr(presence, "HEARTBEAT_S", 0.02)
    player, others = player_on(valkey_url), {*threading.enumerate()}

    def beating() -> int:
        return sum(each.name == "presence" for each in {*threading.enumerate()} - others)

    game = player.create(seed=SEED)
    with streamed(player, game, game.tokens[0]), streamed(player, game, game.tokens[1]):
        first = noted(valkey_url, game)
        await_true(lambda: all(now > then for now, then in zip(noted(valkey_url, game), first, strict=True)))
        assert beating() == 1
    await_true(lambda: beating() == 0)


def test_an_agent_is_present_while_it_asks_for_its_turns(player: Player, passing: Callable[[int], None]) -> None:
    """A request may wait for a minute."""
    name, token = player.register()
    game = player.create(seats=[{"name": "Ana"}, {"agent": name}])
    assert seats(player, game)[1] == {"seat": 1, **ABSENT}
    player.turns(token)
    assert present(player, game) == [1]
    passing(presence.AGENT_ABSENT_AFTER_MS)
    assert present(player, game) == []


def test_another_holder_of_a_seat_was_not_seen(player: Player) -> None:
    """Nor is an open seat present."""
    game = player.seated(None, OPEN)
    bo = player.post(f"{game.path}/seats/1", {"name": "Bo"}).json["seats"][0]["token"]
    ana = game.tokens[0]
    with streamed(player, game, bo), streamed(player, game, ana):
        assert present(player, game) == [0, 1]
    assert player.post(f"{game.path}/seats/0/token", None, ana, **{"Idempotency-Key": "k" * 30}).json
    assert seats(player, game)[0] == {"seat": 0, **ABSENT}
    assert present(player, game) == [1]


def test_a_stream_opens_though_its_presence_cannot_be_noted(player: Player, valkey_url: str, store: Redis) -> None:
    """The store refuses the command that notes it."""
    game = player.create(seed=SEED)
    store.execute_command("ACL", "SETUSER", "reader", "on", ">reads", "~*", "&*", "+@all", "-set")
    limited = valkey_url.replace("://", "://reader:reads@")
    unlucky = player_on(limited)
    with streamed(unlucky, game, game.tokens[0]) as stream:
        assert present(player, game) == []
        player.act(game, "9S")
        assert next(stream)["version"] == 2


def test_nothing_is_told_of_a_game_that_is_over(player: Player) -> None:
    """Also while the stream waits for a rematch."""
    game = player.create(2, seed=SEED)
    with streamed(player, game, game.tokens[0]):
        assert present(player, game) == [0]
        player.lose(game)
        assert seats(player, game) == [{"seat": seat, **ABSENT} for seat in range(2)]


def test_the_last_of_both_times_of_an_agent_counts(player: Player) -> None:
    """It follows the game, and asks for its turns later; or the other way round."""
    name, token = player.register()
    game = player.create(seats=[{"name": "Ana"}, {"agent": name}])
    sightings = services_of(player.client.application).store.sightings
    player.turns(token)
    asked_at = seats(player, game)[1]["seen_at"]
    for step_ms, last in ((-120_000, asked_at), (120_000, None)):
        at_ms = now_ms() + step_ms
        sightings.write([HeldSeat(game.id, 1, name[:16])], at_ms, 60)
        assert seats(player, game)[1]["seen_at"] == (last or format_timestamp(at_ms // 60_000 * 60_000))


def test_holders_are_told_apart(player: Player, game: Game) -> None:
    """By more than a few characters of their hashes: an earlier holder is not the present one."""
    holder = hash_token(game.tokens[0])
    other = holder[:8] + "".join(reversed(holder[8:16]))
    services_of(player.client.application).store.sightings.write([HeldSeat(game.id, 0, other)], now_ms(), 60)
    assert present(player, game) == []


def test_a_seat_is_noted_once_between_two_heartbeats(player: Player, valkey_url: str, store: Redis, game: Game) -> None:
    """However many clients follow it: a batch for each stream would load the store, which keeps the note for a day."""
    with streamed(player, game, game.tokens[0]):
        first = noted(valkey_url, game)
    with streamed(player, game, game.tokens[0]):
        assert noted(valkey_url, game) == first
        [key] = store.scan_iter(f"game:{{{game.id}}}:seen:*")
        assert 24 * 60 * 60 - 60 < store.ttl(key) <= 24 * 60 * 60


def test_holders_alone_are_noted(player: Player, valkey_url: str) -> None:
    """Neither the owner, nor an agent that stands in; nor does that agent's inbox show that the holder is there."""
    name, agent = player.register()
    game = player.create()
    handed = player.put(f"{game.path}/seats/1/stand-in", {"agent": name}, game.tokens[1])
    assert handed.status_code == 200
    player.turns(agent)
    for token in (game.owner, agent):
        with streamed(player, game, token):
            assert noted(valkey_url, game) == []
    assert seats(player, game) == [{"seat": seat, **ABSENT} for seat in range(2)]


def test_nothing_but_the_minute_is_told(player: Player, passing: Callable[[int], None], game: Game) -> None:
    """Two times in one minute make one answer, but for the time of the response."""
    sightings, minute_ms = services_of(player.client.application).store.sightings, now_ms() // 60_000 * 60_000
    passing(minute_ms + 59_999 - now_ms())
    told = []
    for past_ms in (30_000, 59_000):
        holder = hash_token(game.tokens[0])[:16]
        sightings.write([HeldSeat(game.id, 0, holder)], minute_ms + past_ms, 60)
        answer = player.get(f"{game.path}/presence")
        told.append({**answer.json, "now": None})
        assert not {"ETag", "Last-Modified"} & {*answer.headers.keys()}
    assert told[0] == told[1]


def test_a_follower_counts_once(valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it reads the game: at its end the seat has none."""
    monkeypatch.setattr(presence, "HEARTBEAT_S", 0.02)
    player = player_on(valkey_url)
    created, services = player.create(seed=SEED), services_of(player.client.application)
    game = services.repository.get(created.view["id"])
    with services.presence.follower(Principal(created.tokens[0], hash_token(created.tokens[0]))) as follow:
        follow(game)
        follow(game)
    await_true(lambda: services.presence.remembered == 0)
