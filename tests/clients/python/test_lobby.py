"""The lobby: open seats, the list of games, signals, rematches."""

from __future__ import annotations

from typing import Any

from players import LOSING, SEED
from proxies import Proxy, dropped

from regicide_client import CreateGameRequest, SeatRequest, ViewRequest

OPEN = CreateGameRequest(players=2, seats=[SeatRequest(name="north"), SeatRequest(open_=True)], seed=SEED, listed=True)


def test_an_open_seat_is_taken(session: Any) -> None:
    """And the game begins."""
    created = session.create_game(OPEN)
    assert created.game.status == "waiting"
    taken = session.take_seat(created.game.id, 1, "south")
    assert (taken.game.status, taken.game.you) == ("active", 1)
    assert session.with_token(taken.seats[0].token).get_game(taken.game.id).hand[:2] == ["2C", "4C"]


def test_a_lost_response_to_taking_a_seat_is_repeated(proxied: Any, between: Proxy) -> None:
    """With the same Idempotency-Key, so the token arrives."""
    created = proxied.create_game(OPEN)
    between.faults = [dropped]
    taken = proxied.take_seat(created.game.id, 1, "south")
    assert proxied.with_token(taken.seats[0].token).get_game(created.game.id).you == 1


def test_a_game_whose_response_was_lost_is_created_once(proxied: Any, between: Proxy) -> None:
    """The list has it once."""
    between.faults = [dropped]
    created = proxied.create_game(OPEN)
    newest = proxied.list_games(status=["waiting"], limit=2).items
    assert [game.id for game in newest].count(created.game.id) == 1
    assert newest[0].id == created.game.id


def test_several_games_are_created_once(proxied: Any, between: Proxy) -> None:
    """In the order of the request, though the first response is lost."""
    between.faults = [dropped]
    created = proxied.create_games([CreateGameRequest(players=players, listed=True) for players in (1, 2, 3)])
    assert [[seat.seat for seat in each.seats] for each in created] == [[0], [0, 1], [0, 1, 2]]
    newest = proxied.list_games(limit=4).items
    assert {game.id for game in newest[:3]} == {each.game.id for each in created}


def test_games_are_listed_in_pages(session: Any) -> None:
    """The newest first, of the wanted statuses."""
    made = [session.create_game(OPEN).game.id for _ in range(3)]
    session.create_game(CreateGameRequest(players=1, listed=True))
    first = session.list_games(status=["waiting"], limit=2)
    second = session.list_games(status=["waiting"], limit=1, cursor=first.next_)
    assert [game.id for game in [*first.items, *second.items]] == made[::-1]


def test_several_games_are_seen_at_once(session: Any) -> None:
    """Each with its token, or with its problem."""
    games = [session.create_game(CreateGameRequest(players=2)) for _ in range(2)]
    wishes = [ViewRequest(id=each.game.id, token=each.seats[1].token) for each in games]
    one, other, nothing = session.get_views([*wishes, ViewRequest(id="nothing")])
    assert [one.view.id, other.view.id, one.view.you] == [games[0].game.id, games[1].game.id, 1]
    assert (nothing.view, nothing.problem.code) == (None, "unknown-game")


def test_a_signal_is_in_the_view(session: Any) -> None:
    """After a jester is played."""
    created = session.create_game(CreateGameRequest(players=3, seed="jester-9"))  # deals X1 to seat 0
    view = session.with_token(created.seats[0].token).act(created.game, "X1")
    after = session.with_token(created.seats[1].token).send_signal(view.id, "eager")
    assert [seat.signal for seat in after.seats] == [None, "eager", None]


def test_a_rematch_has_the_same_seats(session: Any) -> None:
    """Each seat gets its new token for its old one."""
    created = session.create_game(CreateGameRequest(players=2, seed=SEED))
    seats, view = [session.with_token(seat.token) for seat in created.seats], created.game
    for action in LOSING:
        view = seats[view.turn].act(view, action)
    first, second = [seat.rematch(view.id) for seat in seats]
    assert first.game.id == second.game.id
    assert [second.seats[0].seat, session.with_token(second.seats[0].token).get_game(second.game.id).you] == [1, 1]
