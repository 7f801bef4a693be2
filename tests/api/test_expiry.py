"""Games without requests expire completely."""

from __future__ import annotations

from collections.abc import Iterator

import applications
import pytest
from arenas import await_true
from players import LOSING, SEED, Game, Player
from redis import Redis
from servers import valkey_server

from regicide_api.domain.clock import Clock
from regicide_api.domain.game import Status
from regicide_api.domain.new_game import NewGame, SeatSpec, create_game
from regicide_api.services import indexes
from regicide_api.services.indexes import SAMPLE_SIZE
from regicide_api.services.repository import Lifetimes, Transition

GAME_TTL, RECORD_TTL = 1000, 2000


@pytest.fixture
def store() -> Iterator[Redis]:
    """A store for this test only."""
    with valkey_server() as url, Redis.from_url(url) as client:
        yield client


def player_on(store: Redis, **settings: int) -> Player:
    """A player on a server with these settings."""
    path = store.connection_pool.connection_kwargs["path"]
    return applications.player_on(f"unix://{path}", **settings)


@pytest.fixture
def player(store: Redis) -> Player:
    """A player on a server whose agents live as long as records."""
    return player_on(store, game_ttl_s=GAME_TTL, record_ttl_s=RECORD_TTL, agent_ttl_s=RECORD_TTL)


def request_body(agent: str) -> dict[str, object]:
    """A requested game that uses every option."""
    seats = [{"agent": agent}, {"name": "Ana"}]
    return {"players": 2, "seats": seats, "seed": SEED, "listed": True, "turn_seconds": 3600}


def keys_of(store: Redis, game_id: str) -> list[bytes]:
    """The keys of a game: its record and its events."""
    return list(store.scan_iter(f"*{game_id}*"))


def listed(player: Player, query: str = "") -> list[str]:
    """The ids of the listed games."""
    return [game["id"] for game in player.get(f"/v1/games{query}").json["items"]]


def test_every_key_expires(store: Redis, player: Player) -> None:
    """Record, events and index entries; so do the agent and one without requests. The constants stay."""
    name, token = player.register()
    player.register()
    for _ in range(3):
        path = player.post("/v1/games", request_body(name)).headers["Location"]
        player.post(f"{path}/actions", {"version": 1, "action": LOSING[0]}, token)
    assert len(listed(player)) == 3
    lives = {key: store.ttl(key) for key in store.scan_iter() if not key.startswith(b"constant:")}
    assert len(lives) > 6
    assert {key: seconds for key, seconds in lives.items() if not 0 < seconds <= RECORD_TTL} == {}


@pytest.fixture
def patient(store: Redis) -> Player:
    """A player on a server with different times to live."""
    return player_on(store, unstarted_game_ttl_s=1000, game_ttl_s=2000, record_ttl_s=3000)


def lifetime(store: Redis, game: Game) -> int:
    """The seconds that a game lives, rounded up to a thousand."""
    ttl = store.ttl(f"game:{{{game.id}}}")
    return -(-int(ttl) // 1000) * 1000


def test_a_game_without_an_action_lives_a_short_time(store: Redis, patient: Player) -> None:
    """Until the first action; seats that are taken do not count. Its record lives longest, from the last action on."""
    game = patient.create(2, seed=SEED, seats=[{"name": "Ana"}, {"open": True}])
    created = lifetime(store, game)
    granted = patient.post(f"{game.path}/seats/1", {"name": "Bo"}).json
    game.tokens.append(granted["seats"][0]["token"])
    lives = [created, lifetime(store, game)]
    assert patient.act(game, LOSING[0], granted["game"]["version"], game.tokens[0]).status_code == 200
    lives.append(lifetime(store, game))
    for action in LOSING[1:]:
        assert patient.act(game, action).status_code == 200
    assert [*lives, lifetime(store, game)] == [1000, 1000, 2000, 3000]


@pytest.mark.parametrize(("stand_in", "timeouts"), [(None, 1), ("greedy", 2)])
def test_a_game_that_is_lost_without_an_action_lives_a_short_time(stand_in: str | None, timeouts: int) -> None:
    """Its record has nothing to keep; a stand-in that does not act makes no difference."""
    game, hour = create_game("id", NewGame([SeatSpec()], clock=Clock(60, stand_in)), {0: "hash"}, now=0), 3_600_000
    for timeout in range(1, timeouts + 1):
        before, ended = game, game.apply_timeout(timeout * hour)
        assert ended
        game = ended[0]
        assert Lifetimes(1, 2, 3).of(before, Transition(*ended)) == 1
    assert game.status is Status.LOST


def test_a_finished_game_lives_longer(store: Redis, player: Player) -> None:
    """Than an active one, and it stays listed."""
    game, other = player.create(2, seed=SEED, listed=True), player.create(2, seed=SEED, listed=True)
    player.lose(game)
    assert all(store.ttl(key) > GAME_TTL for key in keys_of(store, game.id))
    assert all(store.ttl(key) <= GAME_TTL for key in keys_of(store, other.id))
    store.delete(*keys_of(store, other.id))  # as the store does in the end
    assert player.get(other.path).json["code"] == "unknown-game"
    assert listed(player) == [game.id]


def test_an_action_extends_the_life_of_a_game(store: Redis, player: Player) -> None:
    """And of its index entries."""
    game = player.create(2, seed=SEED, listed=True)
    for action in LOSING[:3]:
        for key in store.scan_iter():
            store.expire(key, GAME_TTL // 2)
        assert player.act(game, action).status_code == 200
        assert all(store.ttl(key) > GAME_TTL // 2 for key in keys_of(store, game.id))
    assert listed(player, "?status=active") == [game.id]


def test_an_unread_inbox_does_not_grow(store: Redis) -> None:
    """A new turn removes turns older than the maximum age of a game."""
    player = player_on(store, game_ttl_s=1)
    name, _ = player.register()
    for _ in range(5):
        player.post("/v1/games", request_body(name))
    await_true(lambda: not store.keys("game:*"))
    player.post("/v1/games", request_body(name))
    assert store.zcard(f"list:turns:{{{name}}}") == 1


def test_unread_lists_do_not_grow(store: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each new game removes some expired ones, a minute after their creation."""
    monkeypatch.setattr(indexes, "COMMIT_TIMEOUT_MS", 0)
    player = player_on(store, game_ttl_s=1)
    for _ in range(SAMPLE_SIZE):
        player.create(2, listed=True)
    await_true(lambda: not store.keys("game:*"))
    for _ in range(2 * SAMPLE_SIZE):
        player.create(2, listed=True)
    assert store.zcard("list:games:active") < 3 * SAMPLE_SIZE
