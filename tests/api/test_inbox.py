"""The inbox of an agent: its turns in all games."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

import pytest
from flask import Flask
from game_clocks import exceed_deadline
from long_polls import long_poll
from players import LOSING, OPEN, SEED, Game, Player, bearing, without_now
from redis import Redis

import regicide
from regicide_api.domain.clock import now_ms
from regicide_api.domain.new_game import NewGame, SeatSpec, create_game
from regicide_api.endpoints.services import services_of
from regicide_api.services.serializer import encode
from regicide_api.storage.fair_queues import FairQueue, Waiting
from regicide_api.storage.game_store import Commit

ME = "/v1/agents/me"
PATH = f"{ME}/turns"
KEY = {"Idempotency-Key": "a-key-of-22-characters"}


def versions(player: Player, token: str) -> list[tuple[str, int]]:
    """The inbox: games and their versions."""
    return [(turn["id"], turn["version"]) for turn in player.turns(token)]


def test_a_new_game_is_in_the_inbox(player: Player, agent: tuple[str, str]) -> None:
    """With the view of the acting seat."""
    game = player.seated(agent[0], None)
    [turn] = player.turns(agent[1])
    assert without_now(turn) == without_now(player.get_view(game, agent[1]))
    assert (turn["you"], turn["turn"], len(turn["hand"])) == (0, 0, 7)


def test_the_turn_of_another_seat_is_not_in_the_inbox(player: Player, agent: tuple[str, str]) -> None:
    """Until it has ended."""
    game = player.seated(None, agent[0], seed=SEED)
    assert versions(player, agent[1]) == []
    for action in LOSING[:2]:
        player.act(game, action, token=game.tokens[0])
    assert versions(player, agent[1]) == [(game.id, 3)]


def test_a_turn_stays_until_it_ends(player: Player, agent: tuple[str, str]) -> None:
    """Reads do not remove it."""
    game = player.seated(agent[0], None)
    assert len({str(versions(player, agent[1])) for _ in range(3)}) == 1
    player.act(game, "flip", token=agent[1])
    assert len(versions(player, agent[1])) == 1
    view = player.turns(agent[1])[0]
    while view["turn"] == 0:
        answer = player.act(game, view["legal_actions"][0], view["version"], agent[1])
        view = answer.json
    assert versions(player, agent[1]) == []


def test_a_game_with_open_seats_has_no_turn(player: Player, agent: tuple[str, str]) -> None:
    """Until every seat is taken."""
    game = player.seated(agent[0], OPEN)
    assert versions(player, agent[1]) == []
    player.post(f"{game.path}/seats/1", {"name": "Bo"})
    assert len(versions(player, agent[1])) == 1


def test_the_inbox_is_paginated(player: Player, agent: tuple[str, str]) -> None:
    """Each turn is on exactly one page, the oldest first."""
    games = [player.seated(agent[0]).id for _ in range(5)]
    assert [view["id"] for view in player.items(f"{PATH}?limit=2", agent[1])] == games


def test_a_signal_does_not_duplicate_a_turn(player: Player, agent: tuple[str, str]) -> None:
    """The inbox has the current version once."""
    game = player.seated(agent[0], None, None, seed="jester-9")  # deals X1 to seat 0
    player.post(f"{game.path}/actions", {"version": 1, "action": "X1"}, agent[1])
    player.post(f"{game.path}/signals", {"signal": "eager"}, game.tokens[0])
    assert versions(player, agent[1]) == [(game.id, 3)]


def test_an_unchanged_inbox_is_304(player: Player, agent: tuple[str, str]) -> None:
    """Until there is a new turn."""
    first = player.get(PATH, agent[1])
    known = bearing(agent[1]) | {"If-None-Match": first.headers["ETag"]}
    again = player.get(PATH, **known)
    assert (first.json["items"], again.status_code, again.headers["ETag"]) == ([], 304, first.headers["ETag"])
    player.seated(agent[0])
    assert player.get(PATH, **known).status_code == 200


NEWS: dict[str, tuple[Callable[[Player, Game, str, str], object], dict[str, int]]] = {
    "a new game": (lambda player, _game, name, _token: player.seated(name), {"items": 1, "ended": 0}),
    "an end": (lambda player, game, _name, _token: player.act(game, "yield", token=game.tokens[0]), {"ended": 1}),
    "a new token": (lambda player, _game, _name, token: player.post(f"{ME}/token", None, token, **KEY), {}),
    "the end of the agent": (lambda player, _game, _name, token: player.delete(ME, token), {}),
}
"""What ends a long poll of an agent with a game that the other seat is to lose: the lengths of its lists, or none."""


@pytest.mark.parametrize("news", NEWS)
def test_news_end_a_long_poll_at_once(app: Flask, player: Player, agent: tuple[str, str], news: str) -> None:
    """A turn, an end by the action of another player, or the end of the token."""
    game = player.seated(None, agent[0], seed=SEED)
    player.lose(game, agent[1], len(LOSING) - 1)
    cause, lengths = NEWS[news]
    with long_poll(app, PATH, agent[1]) as waiting:
        cause(player, game, *agent)
    answer = waiting.result().json
    assert {name: len(answer[name]) for name in lengths} == lengths
    assert answer.get("code") == (None if lengths else "unknown-token")


def test_the_entry_of_a_game_that_is_being_created_stays(app: Flask, player: Player, agent: tuple[str, str]) -> None:
    """The inbox is read between the write of the entry and the creation."""
    services = services_of(app)
    new = NewGame([SeatSpec(agent=agent[0])], seed=SEED)
    hosted = create_game(secrets.token_hex(10), new, {}, now_ms())
    services.store.sorted_sets.write(services.repository.entries(None, hosted))
    assert versions(player, agent[1]) == []
    assert services.store.create_all([Commit(hosted.id, b"", encode(hosted), 60)]) == [True]
    assert versions(player, agent[1]) == [(hosted.id, 1)]


def test_the_entry_of_an_uncommitted_turn_is_ignored_and_stays(
    app: Flask, player: Player, agent: tuple[str, str]
) -> None:
    """A process that dies before its commit leaves such an entry; the next commit makes it valid."""
    game = player.seated(None, agent[0], seed=SEED)
    services = services_of(app)
    ahead = services.repository.get(game.id)
    for action in ("AD", "-2H-3D-3H-4D-6H-9S"):
        ahead, _ = ahead.apply(0, ahead.version, regicide.Action.parse(action), 0)
    services.store.sorted_sets.write(services.repository.entries(None, ahead))
    assert versions(player, agent[1]) == []
    assert entries(player, agent[0]) == [game.id]
    for action in ("AD", "-2H-3D-3H-4D-6H-9S"):
        player.act(game, action, token=game.tokens[0])
    assert versions(player, agent[1]) == [(game.id, 3)]
    assert entries(player, agent[0]) == [game.id]


def entries(player: Player, name: str) -> list[str]:
    """The games in the queue of an agent's turns."""
    store = services_of(player.client.application).store
    return [game_id for game_id, _ in store.sorted_sets.lowest([FairQueue("turns", name).set_name], 1000)[0]]


def enter(player: Player, name: str, game_ids: Iterable[str], age_ms: int) -> None:
    """Enter turns of games that do not exist, as processes do that die before they create them."""
    services = services_of(player.client.application)
    at_ms, ttl_s = now_ms() - age_ms, services.repository.lifetimes.game_s
    queue = FairQueue("turns", name)
    services.store.sorted_sets.write([Waiting(queue, each, each, at_ms, ttl_s) for each in game_ids])


def test_a_turn_whose_change_was_never_committed_is_removed(player: Player, agent: tuple[str, str]) -> None:
    """A minute after it was entered: until then the change may follow."""
    name, token = agent
    enter(player, name, ["old"], 61_000)
    enter(player, name, ["new"], 0)
    assert versions(player, token) == []
    assert entries(player, name) == ["new"]


def test_turns_that_have_ended_hide_no_other(player: Player, agent: tuple[str, str]) -> None:
    """A page reads a bounded number of turns: it may be empty, and the pages that follow have the rest."""
    name, token = agent
    enter(player, name, (f"ended-{number}" for number in range(400)), 0)
    games = [player.seated(name).id for _ in range(2)]
    found = [[view["id"] for view in page.json["items"]] for page in player.pages(f"{PATH}?limit=1", token)]
    assert found == [[], *([game] for game in games)]


def test_the_commit_that_takes_a_turn_removes_it(player: Player, agent: tuple[str, str]) -> None:
    """Though the agent never reads its inbox; a turn that goes on stays."""
    name, token = agent
    game = player.seated(name, None, seed=SEED)
    player.act(game, LOSING[0], token=token)
    assert entries(player, name) == [game.id]
    player.act(game, LOSING[1], token=token)
    assert entries(player, name) == []


@pytest.mark.parametrize("is_given_up", [True, False])
def test_a_turn_that_ends_otherwise_leaves_the_queue(
    app: Flask, player: Player, agent: tuple[str, str], *, is_given_up: bool
) -> None:
    """With its game: it is given up, or its time is over."""
    game = player.seated(agent[0], None, turn_seconds=600)
    assert entries(player, agent[0]) == [game.id]
    if is_given_up:
        player.post(f"{game.path}/give-up", {"agree": True}, game.tokens[0])
    else:
        exceed_deadline(app, game.id)
    assert player.get_view(game)["status"] == "lost"
    assert entries(player, agent[0]) == []


def test_a_rejected_action_in_an_expired_game_leaves_no_entry(
    player: Player, agent: tuple[str, str], store: Redis
) -> None:
    """Though the process has the game in its cache."""
    name, _ = agent
    game = player.seated(None, name, seed=SEED)
    store.delete(f"game:{{{game.id}}}")
    for _ in range(2):
        assert player.act(game, LOSING[0], token=game.tokens[0]).status_code == 404
    assert entries(player, name) == []


def test_a_game_whose_timeout_fails_hides_no_other(
    app: Flask, player: Player, agent: tuple[str, str], store: Redis
) -> None:
    """Its events are damaged, so that the store rejects the commit."""
    name, token = agent
    late, other = player.seated(None, name, turn_seconds=600), player.seated(name, None)
    for game in (late, player.seated(name, None, turn_seconds=600)):
        exceed_deadline(app, game.id)
        store.delete(f"game:{{{game.id}}}:events")
        store.hset(f"game:{{{game.id}}}:events", "not", "a list")
    assert versions(player, token) == [(other.id, 1)]
