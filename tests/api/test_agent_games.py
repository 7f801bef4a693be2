"""The games of an agent: the list of those that run and are over, and those that the inbox tells of when they end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from game_clocks import exceed_deadline
from players import OPEN, SEED, Player
from redis import Redis

from regicide_api.domain.clock import now_ms
from regicide_api.domain.seat import Seat
from regicide_api.endpoints.services import services_of
from regicide_api.services import inbox
from regicide_api.services.indexes import cursor_of, running_set
from regicide_api.storage.sorted_sets import Entry

GAMES = "/v1/agents/me/games"
TURNS = "/v1/agents/me/turns"


def listed(player: Player, token: str, query: str = "") -> list[dict[str, Any]]:
    """The games of an agent."""
    answer = player.get(GAMES + query, token)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json["items"]
    return items


def ended(player: Player, token: str, query: str = "") -> list[dict[str, Any]]:
    """The games that the inbox of an agent tells of."""
    items: list[dict[str, Any]] = player.get(TURNS + query, token).json["ended"]
    return items


def ids(items: list[dict[str, Any]]) -> list[str]:
    """The ids of games."""
    return [item["id"] for item in items]


# The list


def test_games_are_listed_newest_first(player: Player, agent: tuple[str, str]) -> None:
    """Running and over, each with the seats of the agent and the result."""
    first, second = player.seated(None, agent[0], seed=SEED), player.seated(agent[0], None, agent[0])
    player.lose(first, agent[1])
    [newer, older] = listed(player, agent[1])
    assert (newer["id"], newer["status"], newer["your_seats"], newer["result"]) == (second.id, "active", [0, 2], None)
    assert (older["id"], older["status"], older["your_seats"]) == (first.id, "lost", [1])
    assert older["result"] == first.view["result"]


def test_games_are_selected_by_status(player: Player, agent: tuple[str, str]) -> None:
    """As in the list of all games."""
    over = player.seated(None, agent[0], seed=SEED)
    player.lose(over, agent[1])
    active = player.seated(agent[0])
    waiting = player.seated(agent[0], OPEN).id
    for query, expected in {
        "?status=waiting": [waiting],
        "?status=active": [active.view["id"]],
        "?status=over": [over.view["id"]],
        "?status=waiting,active": [waiting, active.view["id"]],
        "": [waiting, active.view["id"], over.view["id"]],
    }.items():
        assert ids(listed(player, agent[1], query)) == expected


def test_the_list_is_paginated(player: Player, agent: tuple[str, str]) -> None:
    """Each game is on exactly one page, also one that ends between two pages."""
    games = [player.seated(None, agent[0], seed=SEED) for _ in range(5)]
    player.lose(games[1], agent[1])
    found: list[str] = []
    for page in player.pages(f"{GAMES}?limit=2", agent[1]):
        found += ids(page.json["items"])
        if len(found) == 2:
            player.lose(games[2], agent[1])
    assert found == [game.id for game in reversed(games)]


def test_a_seat_in_which_the_agent_stands_in_is_its_seat(player: Player, agent: tuple[str, str]) -> None:
    """Beside those that it holds, until it is taken back."""
    game = player.seated(None, None, agent[0])
    path = f"{game.path}/seats/1/stand-in"
    player.put(path, {"agent": agent[0]}, game.tokens[1])
    assert listed(player, agent[1])[0]["your_seats"] == [1, 2]
    player.delete(path, game.tokens[1])
    assert listed(player, agent[1])[0]["your_seats"] == [2]


def test_a_game_that_is_not_moved_to_the_other_list_is_listed_once(
    app: Flask, player: Player, agent: tuple[str, str]
) -> None:
    """A process that dies after the commit leaves it in both."""
    game = player.seated(None, agent[0], seed=SEED)
    [member] = services_of(app).store.sorted_sets.range(f"running:{{{agent[0]}}}", None, 9)
    player.lose(game, agent[1])
    services_of(app).store.sorted_sets.write([Entry(f"running:{{{agent[0]}}}", member, 0, 60)])
    assert ids(listed(player, agent[1])) == [game.id]
    assert listed(player, agent[1], "?status=active") == []
    assert ids(listed(player, agent[1], "?status=over&limit=1")) == [game.id]


def test_an_expired_game_leaves_the_list(player: Player, agent: tuple[str, str], store: Redis) -> None:
    """Its entry is removed when a minute has passed since its creation: until then it may be being created."""
    old, new = (f"{now_ms() - age_ms:014d}-{'g' * 20}" for age_ms in (61_000, 0))
    name = f"list:running:{{{agent[0]}}}"
    store.zadd(name, {old: 0, new: 0})
    assert listed(player, agent[1]) == []
    assert store.zrange(name, 0, -1) == [new.encode()]


def running(app: Flask, agent: str) -> list[str]:
    """The members of an agent's index of running games."""
    return services_of(app).store.sorted_sets.range(f"running:{{{agent}}}", None, 99)


def test_a_lost_seat_leaves_the_index(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """Opened by the owner or left by the agent; a seat that the agent gets again is in it again."""
    game = player.seated(agent[0], OPEN)
    seat = f"{game.path}/seats/0"
    for lose in (lambda: player.put(seat, {"open": True}, game.owner), lambda: player.delete(seat, agent[1])):
        assert len(running(app, agent[0])) == 1
        assert (lose().status_code, running(app, agent[0])) == (200, [])
        player.put(seat, {"agent": agent[0]}, game.owner)


def stale_entries(app: Flask, player: Player, agent: str, count: int) -> None:
    """Entries of new games in which the agent has no seat: a process that dies after a commit leaves them."""
    for _ in range(count):
        game = services_of(app).repository.get(player.seated(None).view["id"])
        services_of(app).store.sorted_sets.write([Entry(f"running:{{{agent}}}", cursor_of(game), 0, 60)])


def test_stale_entries_hide_no_game(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """More than are read at a time; reading removes them."""
    game = player.seated(agent[0])
    games, name = services_of(app).repository.agent_games, running_set(agent[0])
    stale_entries(app, player, agent[0], 5)
    assert games.newest(name, 2) == [game.id]
    stale_entries(app, player, agent[0], 5)
    assert ids(listed(player, agent[1], "?limit=1")) == [game.id]
    assert len(running(app, agent[0])) == 1


def test_a_reader_keeps_the_entry_of_a_seat_that_is_given_meanwhile(
    app: Flask, player: Player, agent: tuple[str, str]
) -> None:
    """The commit follows between its two looks at the game."""
    repository = services_of(app).repository
    game = repository.get(player.seated(agent[0]).view["id"])
    states = iter([replace(game, seats=(Seat(),)), game, game])
    reader = replace(repository.agent_games, get_many=lambda _: [next(states)])
    assert reader.newest(running_set(agent[0]), 1) == [game.id]
    assert running(app, agent[0]) == [cursor_of(game)]


def test_a_commit_keeps_the_entry_of_a_seat_that_is_given_meanwhile(
    app: Flask, player: Player, agent: tuple[str, str]
) -> None:
    """Another commit gives it back to the agent before the entry is removed."""
    repository = services_of(app).repository
    game = repository.get(player.seated(agent[0]).view["id"])
    repository.agent_games.settle(game, replace(game, seats=(Seat("Ana", "hash"),)))
    assert running(app, agent[0]) == [cursor_of(game)]


def test_a_list_keeps_the_newest_games(
    app: Flask, player: Player, agent: tuple[str, str], store: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to a maximum, however many there were."""
    repository = services_of(app).repository
    monkeypatch.setattr(repository, "agent_games", replace(repository.agent_games, max_members=3))
    games = [player.seated(agent[0]).view["id"] for _ in range(5)]
    assert ids(listed(player, agent[1])) == games[:1:-1]
    assert store.zcard(f"list:running:{{{agent[0]}}}") == 3


# Ended games in the inbox


def test_an_inbox_tells_of_a_game_that_ended(player: Player, agent: tuple[str, str]) -> None:
    """By the action of another player; the item is that of the list."""
    game = player.seated(None, agent[0], seed=SEED)
    assert ended(player, agent[1]) == []
    player.lose(game, agent[1])
    assert ended(player, agent[1]) == listed(player, agent[1], "?status=over")
    assert player.turns(agent[1]) == []


def test_an_inbox_tells_of_a_game_that_was_lost_by_the_clock(
    app: Flask, player: Player, agent: tuple[str, str]
) -> None:
    """In its own turn: the turn is gone, and the game is there."""
    game = player.seated(agent[0], turn_seconds=3600)
    assert ids(player.turns(agent[1])) == [game.id]
    exceed_deadline(app, game.id)
    assert player.turns(agent[1]) == []
    [item] = ended(player, agent[1])
    assert (item["id"], item["result"]["reason"], item["your_seats"]) == (game.id, "timeout", [0])


def test_the_last_game_that_ended_comes_first(player: Player, agent: tuple[str, str]) -> None:
    """Up to the maximum of the request; 0: none."""
    games = [player.seated(None, agent[0], seed=SEED) for _ in range(3)]
    for game in games:
        player.lose(game, agent[1])
    order = [game.id for game in reversed(games)]
    assert [ids(ended(player, agent[1], query)) for query in ("", "?ended=2", "?ended=0")] == [order, order[:2], []]


def test_an_end_is_told_for_ten_minutes(player: Player, agent: tuple[str, str], store: Redis) -> None:
    """The list has it afterwards."""
    game = player.seated(None, agent[0], seed=SEED)
    player.lose(game, agent[1])
    store.zadd(f"list:ended:{{{agent[0]}}}", {game.id: now_ms() - 1000 * inbox.ENDED_MEMORY_S})
    assert 0 < store.ttl(f"list:ended:{{{agent[0]}}}") <= inbox.ENDED_MEMORY_S
    assert ended(player, agent[1]) == []
    assert ids(listed(player, agent[1])) == [game.id]


def test_an_end_that_was_not_committed_is_not_told(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """A process that dies before its commit leaves such entries; the game is active."""
    game = player.seated(agent[0], turn_seconds=3600)
    hosted = services_of(app).repository.get(game.id)
    over, _ = replace(hosted, deadline=1).apply_timeout(now_ms()) or (hosted, None)
    entries = services_of(app).repository.entries(hosted, over)
    assert len(entries) == 2
    services_of(app).store.sorted_sets.write(entries)
    assert ended(player, agent[1]) == listed(player, agent[1], "?status=over") == []
    assert ids(listed(player, agent[1])) == [game.id]


def test_an_end_changes_the_validator_of_the_inbox(player: Player, agent: tuple[str, str]) -> None:
    """A client with an older copy gets the new one."""
    game = player.seated(None, agent[0], seed=SEED)
    known = player.get(TURNS, agent[1]).headers["ETag"]
    player.lose(game, agent[1])
    answer = player.get(TURNS, agent[1], **{"If-None-Match": known})
    assert (answer.status_code, answer.json["items"]) == (200, [])
    known = answer.headers["ETag"]
    assert player.get(TURNS, agent[1], **{"If-None-Match": known}).status_code == 304


def test_a_game_that_is_cancelled_ends_for_its_agents(player: Player, agent: tuple[str, str]) -> None:
    """Without a result."""
    game = player.seated(agent[0], OPEN)
    assert player.delete(game.path, game.owner).status_code == 200
    [item] = ended(player, agent[1])
    assert (item["id"], item["status"], item["result"]) == (game.id, "cancelled", None)
    assert listed(player, agent[1], "?status=over") == [item]
    assert listed(player, agent[1], "?status=waiting,active") == []
