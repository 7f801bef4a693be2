"""A token is valid for its seat, an agent's token for its seats, and for no other seat or game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from players import SEED, Game, Player, bearing
from werkzeug.test import TestResponse

Ask = Callable[[Player, Game, str], TestResponse]


def posted(part: str, **body: Any) -> Ask:
    """A request that changes the game."""
    return lambda player, game, token: player.post(game.path + part, body, token)


def fetched(part: str, **headers: str) -> Ask:
    """A request that reads the game."""
    return lambda player, game, token: player.client.get(game.path + part, headers=bearing(token) | headers)


REQUESTS: dict[str, Ask] = {
    "acts": posted("/actions", version=1, action="AD"),
    "gets the view": fetched(""),
    "waits": fetched("?wait=1", **{"If-None-Match": '"x"'}),
    "reads the events": fetched("/events"),
    "follows the events": fetched("/events", Accept="text/event-stream"),
    "signals": posted("/signals", signal="eager"),
    "requests a rematch": posted("/rematch"),
}
SEAT_REQUESTS = {
    "acts": posted("/actions?seat=0", version=1, action="AD"),
    "gets the view": fetched("?seat=0"),
    "reads the events": fetched("/events?seat=0"),
    "follows the events": fetched("/events?seat=0", Accept="text/event-stream"),
    "signals": posted("/signals?seat=0", signal="eager"),
}


@pytest.fixture
def game(player: Player) -> Game:
    """A game of two in which seat 0 has the turn."""
    return player.create(seed=SEED)


@pytest.mark.parametrize("what", REQUESTS)
def test_a_token_is_unknown_in_another_game(player: Player, game: Game, what: str) -> None:
    """Even for the same seat of the same deal."""
    for token in player.create(seed=SEED).tokens:
        answer = REQUESTS[what](player, game, token)
        assert (answer.status_code, answer.json["code"]) == (401, "unknown-token")
    assert player.get_view(game)["version"] == 1


@pytest.mark.parametrize("what", REQUESTS)
def test_an_agent_has_no_access_to_games_without_a_seat(player: Player, game: Game, what: str) -> None:
    """Its token is known, but it holds no seat."""
    answer = REQUESTS[what](player, game, player.register()[1])
    assert (answer.status_code, answer.json["code"]) == (403, "not-your-seat")
    assert player.get_view(game)["version"] == 1


@pytest.mark.parametrize("what", SEAT_REQUESTS)
def test_a_token_cannot_act_for_another_seat(player: Player, game: Game, what: str) -> None:
    """The query parameter `seat` does not help."""
    answer = SEAT_REQUESTS[what](player, game, game.tokens[1])
    assert (answer.status_code, answer.json["code"]) == (403, "not-your-seat")
    assert player.get_view(game)["version"] == 1


@pytest.mark.parametrize("what", SEAT_REQUESTS)
def test_an_agents_token_cannot_act_for_another_seat(player: Player, what: str) -> None:
    """It holds seat 1, and another agent seat 0."""
    (one, _), (other, token) = player.register(), player.register()
    game = player.create(seed=SEED, seats=[{"agent": one}, {"agent": other}])
    answer = SEAT_REQUESTS[what](player, game, token)
    assert (answer.status_code, answer.json["code"]) == (403, "not-your-seat")
    assert player.get_view(game)["version"] == 1


def test_a_seat_acts_in_its_own_turn_only(player: Player, game: Game) -> None:
    """Even with an action that is legal for the other seat."""
    answer = player.act(game, "AD", token=game.tokens[1])
    assert (answer.status_code, answer.json["code"]) == (409, "not-your-turn")


def test_a_held_seat_cannot_be_taken(player: Player, game: Game) -> None:
    """With or without its token."""
    for token in game.tokens:
        answer = player.post(f"{game.path}/seats/1", {"name": "Eve"}, token)
        assert (answer.status_code, answer.json["code"]) == (409, "seat-taken")


def test_a_rematch_returns_only_the_own_token(player: Player, game: Game) -> None:
    """It is not valid for the other seat, or in the old game."""
    player.lose(game)
    followed = player.post(f"{game.path}/rematch", {}, game.tokens[1])
    [mine], location = followed.json["seats"], followed.headers["Location"]
    assert mine["seat"] == 1
    assert player.client.get(f"{location}?seat=0", headers=bearing(mine["token"])).status_code == 403
    assert player.client.get(game.path, headers=bearing(mine["token"])).status_code == 401


@pytest.mark.parametrize("spoil", [str.upper, str.swapcase, lambda text: text[:-1], lambda text: text + "A"])
def test_an_altered_token_is_rejected(player: Player, game: Game, spoil: Callable[[str], str]) -> None:
    """A character more, less, or changed."""
    for token in (game.tokens[0], player.register()[1]):
        answer = player.client.get(game.path, headers=bearing(spoil(token)))
        assert (answer.status_code, answer.json["code"]) == (401, "unknown-token")


def test_an_agents_name_is_not_a_token(player: Player) -> None:
    """With another agent's secret, or without one."""
    (one, _), (_, token) = player.register(), player.register()
    for forged in (f"{one}.{token.partition('.')[2]}", f"{one}.", f"greedy.{token.partition('.')[2]}", "."):
        answer = player.client.get("/v1/agents/me/turns", headers=bearing(forged))
        assert (answer.status_code, answer.json["code"]) == (401, "unknown-token")
