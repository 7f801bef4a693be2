"""The places of agents in unfinished games: house bots for each address, and the games that another agent takes."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from applications import application
from flask import Flask
from players import BOTS_KEY, SEED, Player
from redis import Redis
from werkzeug.test import TestResponse

from regicide_api.config import ConfigError, Settings
from regicide_api.core.refusals import GameCancelled
from regicide_api.domain import seat_rules
from regicide_api.domain.clock import now_ms
from regicide_api.domain.game import Change, HostedGame
from regicide_api.domain.seat import Principal
from regicide_api.endpoints.services import services_of
from regicide_api.services import quotas
from regicide_api.services.quotas import takes_places

HOUSE = {"agent": "greedy"}
ANA = {"name": "Ana"}


@pytest.fixture(autouse=True)
def every_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """QuotaStore are compared with their games at each refusal."""
    monkeypatch.setattr(quotas, "CHECK_INTERVAL_MS", -1000)


@pytest.fixture(scope="module")
def app(valkey_url: str) -> Flask:
    """The application with four house seats for each address."""
    return application(valkey_url, house_seats=4, bots_key=BOTS_KEY)


@pytest.fixture
def address() -> str:
    """An address of this test only."""
    return f"2001:db8:{uuid4().hex[:4]}:{uuid4().hex[:4]}::1"


def create(app: Flask, address: str, *seats: dict[str, Any], **request_body: Any) -> TestResponse:
    """Create a game from an address."""
    body = {"players": len(seats), "seats": seats, **request_body}
    return app.test_client().post("/v1/games", json=body, environ_overrides={"REMOTE_ADDR": address})


def lose(app: Flask, created: TestResponse) -> None:
    """Lose a created game at once: its only person gives it up."""
    path, [seat] = created.headers["Location"], created.json["seats"]
    answer = Player(app.test_client()).post(f"{path}/give-up", {"agree": True}, seat["token"])
    assert answer.json["status"] == "lost"


def refusal(answer: TestResponse) -> tuple[int, str, int]:
    """The status, the code and the limit of a refused creation."""
    return answer.status_code, answer.json["code"], answer.json["limit"]


def test_an_address_has_a_limited_number_of_house_seats(app: Flask, address: str) -> None:
    """All its unfinished games together. Other addresses, and games without house bots, are not affected."""
    assert create(app, address, ANA, HOUSE, HOUSE, HOUSE).status_code == 201
    answer = create(app, address, HOUSE, HOUSE)
    assert refusal(answer) == (409, "house-seats-taken", 4)
    assert "the most at the same time: finish a game first" in answer.json["detail"]
    assert create(app, address, ANA, HOUSE).status_code == 201
    assert create(app, address, ANA, ANA).status_code == 201
    assert create(app, f"{address[:-1]}2", ANA, HOUSE).status_code == 409
    site = ":".join(address.split(":")[:3])
    assert create(app, f"{site}:ffff::1", ANA, HOUSE).status_code == 409
    assert create(app, "2001:db8:ffff::1", ANA, HOUSE).status_code == 201


def test_a_house_bot_that_stands_in_takes_a_place(app: Flask, address: str) -> None:
    """After each timeout it acts."""
    assert create(app, address, HOUSE, HOUSE, HOUSE, HOUSE).status_code == 201
    stood_in = create(app, address, ANA, turn_seconds=60, on_timeout="bot:random")
    assert refusal(stood_in) == (409, "house-seats-taken", 4)


def test_a_finished_game_takes_no_places(app: Flask, address: str) -> None:
    """Its end makes room for the next one."""
    seats = [HOUSE, ANA]
    created = [create(app, address, *seats, seed=SEED, first_player=1) for _ in range(4)][-1]
    assert create(app, address, *seats).status_code == 409
    lose(app, created)
    assert create(app, address, *seats).status_code == 201


def reserving(valkey_url: str, created: TestResponse) -> list[bytes]:
    """The sets with a reservation of a game."""
    game_id = created.json["game"]["id"].encode()
    with Redis.from_url(valkey_url) as redis:
        return [name for name in redis.scan_iter("places:*") if game_id in b"".join(redis.zrange(name, 0, -1))]


def test_the_end_of_a_game_removes_the_hash_of_its_creator(app: Flask, address: str, valkey_url: str) -> None:
    """From the places of house bots, whose name it is, and from those of other agents."""
    name, _ = Player(app.test_client()).register()
    created = create(app, address, ANA, HOUSE, {"agent": name}, turn_seconds=60, on_timeout="bot:random")
    assert len(reserving(valkey_url, created)) == 2
    lose(app, created)
    assert reserving(valkey_url, created) == []


def test_an_old_reservation_is_removed(app: Flask, address: str, valkey_url: str, store: Redis) -> None:
    """Its game has expired if it was not compared for the lifetime of a game."""
    created = create(app, address, HOUSE, HOUSE, HOUSE, HOUSE)
    [name] = reserving(valkey_url, created)
    [member] = store.zrange(name, 0, -1)
    store.zadd(name, {member: now_ms() - 31 * 86_400_000})
    assert create(app, address, ANA, HOUSE).status_code == 201
    assert reserving(valkey_url, created) == []


def test_an_expired_game_takes_no_places(app: Flask, address: str, store: Redis, monkeypatch: Any) -> None:
    """Neither does one that was never created, because the server ended in between."""
    monkeypatch.setattr(quotas, "CREATION_TIMEOUT_MS", -1000)
    created = create(app, address, HOUSE, HOUSE, HOUSE, HOUSE)
    assert create(app, address, ANA, HOUSE).status_code == 409
    store.delete(f"game:{{{created.json['game']['id']}}}")
    assert create(app, address, ANA, HOUSE).status_code == 201


def test_the_place_of_a_game_that_is_being_created_is_kept(app: Flask, address: str, store: Redis) -> None:
    """Although the game is not there yet."""
    created = create(app, address, HOUSE, HOUSE, HOUSE, HOUSE)
    store.delete(f"game:{{{created.json['game']['id']}}}")
    assert create(app, address, ANA, HOUSE).status_code == 409


def test_an_abandoned_game_takes_no_places_after_an_hour(app: Flask, address: str) -> None:
    """While it waits for a player. One that waits for an agent takes its places."""
    repository = services_of(app).repository
    waits_for_ana = repository.get(create(app, address, ANA, HOUSE).json["game"]["id"])
    waits_for_bot = repository.get(create(app, address, HOUSE, ANA).json["game"]["id"])
    later = now_ms() + quotas.IDLE_AFTER_MS
    assert (takes_places(waits_for_ana, later - 10_000), takes_places(waits_for_ana, later)) == (True, False)
    assert takes_places(waits_for_bot, later)


def test_an_agent_that_has_ended_keeps_no_places_of_house_bots(
    app: Flask, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that waits for it takes none after an hour, as if it waited for a player."""
    player = Player(app.test_client())
    name, token = player.register()
    create(app, address, {"agent": name}, HOUSE, HOUSE, HOUSE)
    create(app, address, {"agent": name}, HOUSE)
    real = quotas.now_ms
    monkeypatch.setattr(quotas, "now_ms", lambda: real() + quotas.IDLE_AFTER_MS)
    assert refusal(create(app, address, ANA, HOUSE)) == (409, "house-seats-taken", 4)
    assert player.delete("/v1/agents/me", token).status_code in {200, 204}
    assert create(app, address, ANA, HOUSE).status_code == 201


def test_an_agent_takes_the_games_that_it_wants(app: Flask) -> None:
    """One address has at most half of them; the refusal says which limit applies."""
    name, _ = Player(app.test_client()).register(max_games=4)
    from_one = [create(app, "192.0.2.1", {"agent": name}) for _ in range(3)]
    assert [answer.status_code for answer in from_one] == [201, 201, 409]
    assert "plays in 2 of your games, the most that it takes from one address" in from_one[-1].json["detail"]
    from_others = [create(app, f"192.0.2.{number}", {"agent": name}) for number in (2, 3, 4)]
    assert [answer.status_code for answer in from_others] == [201, 201, 409]
    assert refusal(from_others[-1]) == (409, "agent-busy", 4)
    assert from_others[-1].json["agent"] == name


def test_a_refusal_leaves_no_places_taken(app: Flask, address: str) -> None:
    """A game with house bots and a busy agent."""
    name, _ = Player(app.test_client()).register(max_games=1)
    assert create(app, address, {"agent": name}).status_code == 201
    assert refusal(create(app, address, HOUSE, HOUSE, HOUSE, {"agent": name})) == (409, "agent-busy", 1)
    assert create(app, address, HOUSE, HOUSE, HOUSE, HOUSE).status_code == 201


def test_a_busy_agent_has_its_place_in_the_body(app: Flask) -> None:
    """In a batch, that of the first game that does not fit."""
    player = Player(app.test_client())
    name, _ = player.register(max_games=1)
    wish = {"players": 2, "seats": [ANA, {"agent": name}]}
    refused = player.post("/v1/games/batch", {"games": [wish, wish, wish]})
    assert refusal(refused) == (409, "agent-busy", 1)
    assert [fault["pointer"] for fault in refused.json["errors"]] == ["/games/1/seats/1/agent"]
    create(app, "192.0.2.1", ANA, {"agent": name})
    answer = create(app, "192.0.2.1", ANA, {"agent": name})
    detail = f"the agent '{name}' plays in 1 of your games, the most that it takes from one address"
    assert answer.json["errors"] == [{"pointer": "/seats/1/agent", "detail": detail}]


@pytest.mark.parametrize("is_house_bot", [True, False])
def test_a_game_that_ends_meanwhile_takes_no_places(
    app: Flask, address: str, valkey_url: str, is_house_bot: bool
) -> None:
    """Places are reserved before a seat is given to an agent."""
    agent = "greedy" if is_house_bot else Player(app.test_client()).register()[0]
    created = create(app, address, ANA, {"open": True})
    games, game_id = services_of(app).games, created.json["game"]["id"]
    owner = Principal.of(created.json["owner"]["token"])

    def give_late(game: HostedGame, owner: Principal, now: int) -> Change:
        """Give the open seat to the agent, after the game that it had is cancelled."""
        given = seat_rules.fill_seat(game, owner, now, 1, agent)
        games.apply(game_id, owner, seat_rules.cancel)
        return given

    with pytest.raises(GameCancelled):
        games.apply(game_id, owner, give_late)
    assert reserving(valkey_url, created) == []


def test_a_rematch_takes_places(app: Flask, address: str) -> None:
    """Unless it exists: then it is returned."""
    created = create(app, address, ANA, HOUSE, seed=SEED)
    path, token = created.headers["Location"], created.json["seats"][0]["token"]
    lose(app, created)
    assert create(app, address, HOUSE, HOUSE, HOUSE, HOUSE).status_code == 201

    def rematch() -> TestResponse:
        headers = {"Authorization": f"Bearer {token}"}
        return app.test_client().post(f"{path}/rematch", headers=headers, environ_overrides={"REMOTE_ADDR": address})

    assert refusal(rematch()) == (409, "house-seats-taken", 4)


@pytest.mark.parametrize("text", ["-1", "many", "100001"])
def test_an_invalid_limit_is_rejected(text: str) -> None:
    """0 stands for any number."""
    with pytest.raises(ConfigError, match=f"^LIMIT_HOUSE_SEATS={text}: expected an integer from 0 to 100000"):
        Settings.from_env({"LIMIT_HOUSE_SEATS": text})
