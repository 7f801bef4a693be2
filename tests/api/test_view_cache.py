"""The cache of rendered views: each belongs to one state and one viewer."""

from __future__ import annotations

import json
from dataclasses import replace

import regicide
from regicide_api.domain.clock import format_timestamp, now_ms
from regicide_api.domain.game import HostedGame
from regicide_api.domain.new_game import NewGame, SeatSpec, create_game
from regicide_api.domain.views import view, view_of_state
from regicide_api.services.followed_games import VIEWED_GAMES, ViewCache


def hosted_game(game_id: str = "one") -> HostedGame:
    """A new game of two."""
    return create_game(game_id, NewGame([SeatSpec("Ana"), SeatSpec("Bo")], seed="viewed"), {0: "a", 1: "b"}, now_ms())


def test_a_view_is_rendered_once() -> None:
    """For each viewer, as the view that it is."""
    cache, game = ViewCache(), hosted_game()
    for viewer in (0, 1, None):
        rendered = cache.render_state(game, viewer)
        assert json.loads(rendered + b"}") == json.loads(json.dumps(view_of_state(game, viewer)))
        assert cache.render_state(game, viewer) is rendered


def test_a_view_has_the_time_of_the_response() -> None:
    """A cached one, too."""
    cache, game = ViewCache(), hosted_game()
    for _ in range(2):
        before = now_ms()
        seen = json.loads(cache.render(game, None))
        assert format_timestamp(before) <= seen["now"] <= format_timestamp(now_ms())
        assert seen.keys() == view(game, None).keys()


def test_another_state_is_rendered_anew() -> None:
    """Also one with the same version, as after a loss of the store."""
    cache, game = ViewCache(), hosted_game()
    before = cache.render_state(game, 0)
    acted = replace(game, position=regicide.apply(game.position, game.position.legal_actions[0]))
    assert cache.render_state(acted, 0) != before
    assert cache.render_state(game, 0) == before


def test_the_cache_is_bounded() -> None:
    """It evicts the game that was rendered first."""
    cache, first = ViewCache(), hosted_game()
    rendered = cache.render_state(first, None)
    for number in range(VIEWED_GAMES):
        cache.render(hosted_game(f"other-{number}"), None)
    assert cache.render_state(first, None) is not rendered
