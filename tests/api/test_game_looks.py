"""One look at many games: each as its own token sees it."""

from __future__ import annotations

from typing import Any

from flask import Flask
from game_clocks import exceed_deadline
from players import SEED, Game, Player, problem, without_now
from werkzeug.test import TestResponse

PATH = "/v1/games/views"


def look(player: Player, *wishes: dict[str, Any], token: str | None = None) -> TestResponse:
    """Look at games."""
    return player.post(PATH, {"games": list(wishes)}, token)


def items(player: Player, *wishes: dict[str, Any], token: str | None = None) -> list[dict[str, Any]]:
    """The items of a look at games."""
    answer = look(player, *wishes, token=token)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json["items"]
    return found


def wish(game: Game, token: str | None = None, **members: Any) -> dict[str, Any]:
    """A wish to see a game."""
    return {"id": game.id, **({"token": token} if token else {}), **members}


def test_each_game_is_seen_with_its_own_token(player: Player) -> None:
    """In the order of the request; without a token as a spectator; a game may occur several times."""
    one, other = player.create(seed=SEED), player.create(3)
    wishes = [(other, other.tokens[2]), (one, one.tokens[0]), (one, None), (one, other.tokens[1])]
    found = items(player, *(wish(game, token) for game, token in wishes))
    assert [item["id"] for item in found] == [game.id for game, _ in wishes]
    assert [item["view"]["you"] for item in found] == [2, 0, None, None]
    assert [without_now(item["view"]) for item in found] == [
        without_now(player.get_view(game, token)) for game, token in wishes
    ]
    assert all(item["problem"] is None for item in found)


def test_the_token_of_the_request_holds_for_games_without_one(player: Player) -> None:
    """An agent sees all of its games by one request."""
    name, token = player.register()
    games = [player.seated(None, name) for _ in range(3)]
    found = items(player, *map(wish, games), wish(games[0], games[0].tokens[0]), token=token)
    assert [item["view"]["you"] for item in found] == [1, 1, 1, 0]


def test_an_agent_with_several_seats_names_one(player: Player) -> None:
    """As by the query of a view."""
    name, token = player.register()
    game = player.create(seats=[{"agent": name}] * 2, first_player=1)
    found = items(player, wish(game), wish(game, seat=0), wish(game, token, seat=1), token=token)
    assert [item["view"]["you"] for item in found] == [1, 0, 1]


def test_a_fault_of_one_game_is_its_own_problem(player: Player) -> None:
    """As a request for it alone would get it, in the language of the request."""
    game, (_, token) = player.create(), player.register()
    wrong = [{"id": "nowhere"}, wish(game, f"{token}x"), wish(game, "A.b"), wish(game, game.tokens[0], seat=1)]
    found = items(player, *wrong, wish(game))
    codes = ["unknown-game", "unknown-token", "unknown-token", "not-your-seat", None]
    assert [item["problem"] and item["problem"]["code"] for item in found] == codes
    assert [item["view"] is None for item in found] == [True] * 4 + [False]
    alone = player.get("/v1/games/nowhere")
    assert found[0]["problem"] == alone.json


def test_an_invalid_token_of_the_request_is_rejected(player: Player) -> None:
    """Though each game has a token of its own."""
    game, (_, token) = player.create(), player.register()
    answer = look(player, wish(game, game.tokens[0]), token=f"{token}x")
    assert problem(answer) == (401, "unknown-token")


def test_the_end_of_a_turn_is_applied(app: Flask, player: Player) -> None:
    """A look at an overdue game ends its turn, as a request for it does."""
    game = player.create(turn_seconds=60)
    exceed_deadline(app, game.id)
    found = items(player, wish(game))
    assert found[0]["view"]["result"]["reason"] == "timeout"


def test_a_hundred_games_fit(player: Player) -> None:
    """With an agent's token for each."""
    game, (_, token) = player.create(), player.register()
    player.act(game, game.view["legal_actions"][0])
    assert len(items(player, *[wish(game, token)] * 100)) == 100
