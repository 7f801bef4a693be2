"""Playing a game with a session against a real server."""

from __future__ import annotations

from typing import Any

from players import SEED

from regicide_client import CreatedGame, CreateGameRequest, GameView, SeatRequest

KINDS = ("sync", "async")

WISH = CreateGameRequest(players=2, seats=[SeatRequest(name="north"), SeatRequest(name="south")], seed=SEED)


def played_out(session: Any, created: CreatedGame) -> GameView:
    """Play a game to its end; return the last view."""
    seats = [session.with_token(seat.token) for seat in created.seats]
    view = created.game
    while view.turn is not None:
        seat = seats[view.turn]
        seen = seat.games.get(view.id)
        view = seat.games.act(seen, seen.legal_actions[0])
    return view


def test_a_whole_game_is_played(session: Any) -> None:
    """From creation to result."""
    over = played_out(session, session.games.create(WISH))
    assert over.status in {"won", "lost"}
    assert over.result is not None


def test_a_seat_sees_its_hand_and_a_spectator_none(session: Any) -> None:
    """By the token of the session."""
    created = session.games.create(WISH)
    assert session.with_token(created.seats[1].token).games.get(created.game.id).hand[:2] == ["2C", "4C"]
    assert session.games.get(created.game.id).hand is None


def test_a_view_has_previews_on_request(session: Any) -> None:
    """Of each play of the seat to act, in the order of the legal actions."""
    created = session.games.create(CreateGameRequest(players=1, seed=SEED))
    solo = session.with_token(created.seats[0].token)
    view = solo.games.get(created.game.id, previews=True)
    assert [preview.action for preview in view.previews] == view.legal_actions
    assert solo.games.get(created.game.id).previews is None
