"""Rendered views: each is kept with one state for one viewer."""

from __future__ import annotations

import json
from dataclasses import replace

import regicide
from regicide_api.domain.clock import format_timestamp, now_ms
from regicide_api.domain.game import HostedGame
from regicide_api.domain.new_game import NewGame, SeatSpec, create_game
from regicide_api.domain.views import view, view_of_state
from regicide_api.services.followed_games import render, render_state


def hosted_game(game_id: str = "one") -> HostedGame:
    """A new game of two."""
    return create_game(game_id, NewGame([SeatSpec("Ana"), SeatSpec("Bo")], seed="viewed"), {0: "a", 1: "b"}, now_ms())


def test_a_view_is_rendered_once() -> None:
    """For each viewer, as the view that it is."""
    game = hosted_game()
    for viewer in (0, 1, None):
        rendered = render_state(game, viewer)
        assert json.loads(rendered) == json.loads(json.dumps(view_of_state(game, viewer)))
        assert render_state(game, viewer) is rendered


def test_a_view_has_the_time_of_the_response() -> None:
    """A cached one, too."""
    game = hosted_game()
    for _ in range(2):
        before = now_ms()
        seen = json.loads(render(game, None))
        assert format_timestamp(before) <= seen["now"] <= format_timestamp(now_ms())
        assert seen.keys() == view(game, None).keys()


def test_another_state_is_rendered_anew() -> None:
    """Also one with the same version, as after a loss of the store."""
    game = hosted_game()
    before = render_state(game, 0)
    acted = replace(game, position=regicide.apply(game.position, game.position.legal_actions[0]))
    assert render_state(acted, 0) != before
    assert render_state(game, 0) == before
