"""Conditional GET, and the headers of a view."""

from __future__ import annotations

from typing import Any

import pytest
from players import Game, Player


def get(player: Player, game: Game, token: str | None = None, **headers: str) -> Any:
    """Get the view of a game with these headers."""
    return player.get(game.path, token, **headers)


def test_a_view_has_a_weak_validator(player: Player, game: Game) -> None:
    """RFC 9110: two responses with it may differ in bytes, which they do in `now` alone."""
    one, other = get(player, game), get(player, game)
    assert one.headers["ETag"] == other.headers["ETag"]
    assert one.headers["ETag"].startswith('W/"')
    assert {**one.json, "now": ""} == {**other.json, "now": ""}


def test_an_action_changes_the_validator(player: Player, game: Game) -> None:
    """The response to the action has the new one."""
    before = get(player, game, game.tokens[0]).headers["ETag"]
    after = player.act(game, "9S").headers["ETag"]
    assert after != before
    assert get(player, game, game.tokens[0]).headers["ETag"] == after


@pytest.mark.parametrize("form", ["{}", "strong {}", '"other", {}', '{}, "other"', "*"])
def test_a_current_view_is_not_sent_again(player: Player, game: Game, form: str) -> None:
    """304 with the validator and no body; the comparison is weak."""
    etag = get(player, game).headers["ETag"]
    known = form.format(etag).replace("strong W/", "")
    answer = get(player, game, **{"If-None-Match": known})
    assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", etag)


@pytest.mark.parametrize("known", ['"other"', "", "nonsense", '"1-0-en'])
def test_a_changed_view_is_sent(player: Player, game: Game, known: str) -> None:
    """200 with the view."""
    assert get(player, game, **{"If-None-Match": known}).status_code == 200


def test_a_view_is_private_and_always_asked_for(player: Player, game: Game) -> None:
    """Caches may not share it, and have to revalidate it."""
    answer = get(player, game)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Accept", "Accept-Language"} <= {
        name.strip() for name in answer.headers["Vary"].split(",")
    }
