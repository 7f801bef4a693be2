"""Views with previews: what follows from each play of the seat to act."""

from __future__ import annotations

from typing import Any

from flask import Flask
from long_polls import long_poll
from players import LOSING, SEED, Game, Player, without_now

import regicide
from regicide_api.endpoints.services import services_of
from regicide_api.services.followed_games import render_previews

PREVIEWS = "?include=previews"


def get(player: Player, game: Game, token: str | None, query: str = PREVIEWS, **headers: str) -> Any:
    """Get the view of a game with previews."""
    return player.get(game.path + query, token, **headers)


def test_the_seat_to_act_gets_previews_of_its_actions(player: Player, game: Game) -> None:
    """As the rules library computes them from the view; the view is otherwise the same."""
    seen = get(player, game, game.tokens[0]).json
    assert [each["action"] for each in seen["previews"]] == seen["legal_actions"]
    assert seen["previews"] == regicide.previews(seen)
    assert without_now(seen | {"previews": None}) == without_now(player.get_view(game, game.tokens[0]))


def test_a_preview_comes_true(player: Player, game: Game) -> None:
    """The view after the action has the shield, the strike and the damage."""
    seen = get(player, game, game.tokens[0]).json
    [foreseen] = [each for each in seen["previews"] if each["action"] == "9S"]
    player.act(game, "9S")
    enemy = game.view["enemy"]
    assert (enemy["damage"], enemy["shield"], enemy["strikes_for"]) == (9, foreseen["shield"], foreseen["strike"])


def test_views_without_the_parameter_have_none(player: Player, game: Game) -> None:
    """`previews` is null, also in the response to an action."""
    assert [player.get_view(game, token)["previews"] for token in (*game.tokens, None)] == [None] * 3
    assert player.act(game, "9S").json["previews"] is None


def test_who_has_not_to_play_or_yield_gets_an_empty_list(player: Player, game: Game) -> None:
    """The other seat, a spectator, a seat that suffers damage, and all when the game is over."""
    assert [get(player, game, token).json["previews"] for token in (game.tokens[1], None)] == [[], []]
    player.act(game, "AD")
    assert get(player, game, game.tokens[0]).json["previews"] == []
    for action in LOSING[1:]:
        player.act(game, action)
    assert get(player, game, game.tokens[0]).json["previews"] == []


def test_the_two_forms_of_a_view_have_different_validators(player: Player, game: Game) -> None:
    """A copy of one form is not current as the other: 304 never mixes them."""
    token = game.tokens[0]
    plain, full = (get(player, game, token, query).headers["ETag"] for query in ("", PREVIEWS))
    assert plain != full
    assert get(player, game, token, PREVIEWS, **{"If-None-Match": full}).status_code == 304
    assert get(player, game, token, "", **{"If-None-Match": plain}).status_code == 304
    assert get(player, game, token, PREVIEWS, **{"If-None-Match": plain}).json["previews"]
    assert get(player, game, token, "", **{"If-None-Match": full}).json["previews"] is None


def test_a_long_poll_brings_previews(app: Flask, player: Player, game: Game) -> None:
    """As soon as the turn comes to the seat."""
    with long_poll(app, game.path + PREVIEWS, game.tokens[1]) as waiting:
        player.act(game, "AD+9S")
    assert waiting.result().json["previews"][0]["action"] == "2C"


def test_previews_are_rendered_once_for_a_state(app: Flask, player: Player, game: Game) -> None:
    """All requests of a seat share them until the game changes."""
    get(player, game, game.tokens[0])
    stored = services_of(app).repository.get(game.id)
    assert render_previews(stored, 0) is render_previews(stored, 0)
    assert render_previews(stored, 1) == b"[]"


def test_an_inbox_has_previews_on_request(player: Player) -> None:
    """With an ETag of its own."""
    name, token = player.register()
    game = player.create(seed=SEED, seats=[{"agent": name}, {"name": "Bo"}])
    path = "/v1/agents/me/turns"
    plain, full = (player.get(path + query, token) for query in ("", PREVIEWS))
    assert plain.headers["ETag"] != full.headers["ETag"]
    assert plain.json["items"][0]["previews"] is None
    assert full.json["items"][0]["previews"] == get(player, game, token).json["previews"] != []
