"""The lobby: open seats, the list of games, signals, rematches."""

from __future__ import annotations

from itertools import islice
from typing import Any

from players import LOSING, SEED
from proxies import Proxy, dropped

from regicide_client import CreateGameRequest, SeatRequest, ViewRequest

OPEN = CreateGameRequest(players=2, seats=[SeatRequest(name="north"), SeatRequest(open_=True)], seed=SEED, listed=True)


def test_an_open_seat_is_taken(session: Any) -> None:
    """And the game begins."""
    created = session.games.create(OPEN)
    assert created.game.status == "waiting"
    taken = session.seats.take(created.game.id, 1, "south")
    assert (taken.game.status, taken.game.you) == ("active", 1)
    assert session.with_token(taken.seats[0].token).games.get(taken.game.id).hand[:2] == ["2C", "4C"]


def test_a_lost_response_to_taking_a_seat_is_repeated(proxied: Any, between: Proxy) -> None:
    """With the same Idempotency-Key, so the token arrives."""
    created = proxied.games.create(OPEN)
    between.faults = [dropped]
    taken = proxied.seats.take(created.game.id, 1, "south")
    assert proxied.with_token(taken.seats[0].token).games.get(created.game.id).you == 1


def test_a_game_whose_response_was_lost_is_created_once(proxied: Any, between: Proxy) -> None:
    """The list has it once."""
    between.faults = [dropped]
    created = proxied.games.create(OPEN)
    newest = [*islice(proxied.games.list("waiting"), 2)]
    assert [game.id for game in newest].count(created.game.id) == 1
    assert newest[0].id == created.game.id


def test_several_games_are_created_once(proxied: Any, between: Proxy) -> None:
    """In the order of the request, though the first response is lost."""
    between.faults = [dropped]
    created = proxied.games.create_many([CreateGameRequest(players=players, listed=True) for players in (1, 2, 3)])
    assert [[seat.seat for seat in each.seats] for each in created] == [[0], [0, 1], [0, 1, 2]]
    newest = islice(proxied.games.list(), 3)
    assert {game.id for game in newest} == {each.game.id for each in created}


def test_games_are_listed(session: Any) -> None:
    """On all pages, of the wanted status."""
    made = [session.games.create(OPEN).game.id for _ in range(21)]
    session.games.create(CreateGameRequest(players=1, listed=True))
    assert {game.id for game in islice(session.games.list("waiting"), 21)} == {*made}


def test_several_games_are_seen_at_once(session: Any) -> None:
    """Each with its token, or with its problem."""
    games = [session.games.create(CreateGameRequest(players=2)) for _ in range(2)]
    wishes = [ViewRequest(id=each.game.id, token=each.seats[1].token) for each in games]
    one, other, nothing = session.games.views([*wishes, ViewRequest(id="nothing")])
    assert [one.view.id, other.view.id, one.view.you] == [games[0].game.id, games[1].game.id, 1]
    assert (nothing.view, nothing.problem.code) == (None, "unknown-game")


def test_a_signal_is_in_the_view(session: Any) -> None:
    """After a jester is played."""
    created = session.games.create(CreateGameRequest(players=3, seed="jester-9"))  # deals X1 to seat 0
    view = session.with_token(created.seats[0].token).games.act(created.game, "X1")
    after = session.with_token(created.seats[1].token).games.signal(view.id, "eager")
    assert [seat.signal for seat in after.seats] == [None, "eager", None]


def test_a_rematch_has_the_same_seats(session: Any) -> None:
    """Each seat gets its new token for its old one."""
    created = session.games.create(CreateGameRequest(players=2, seed=SEED))
    seats, view = [session.with_token(seat.token) for seat in created.seats], created.game
    for action in LOSING:
        view = seats[view.turn].games.act(view, action)
    first, second = [seat.games.rematch(view.id) for seat in seats]
    assert first.game.id == second.game.id
    assert [second.seats[0].seat, session.with_token(second.seats[0].token).games.get(second.game.id).you] == [1, 1]
