"""Ways out of a game: leave, cancel, hand over, give up, replace a token."""

from __future__ import annotations

from secrets import token_hex
from typing import Any

import pytest
from players import SEED
from proxies import Proxy, dropped

from regicide_client import ApiError, CreateGameRequest, SeatRequest, UnknownToken

OPEN = CreateGameRequest(players=2, seats=[SeatRequest(name="north"), SeatRequest(open_=True)], seed=SEED)


def test_a_waiting_game_is_left_filled_and_cancelled(session: Any) -> None:
    """By its holder and its owner."""
    created = session.games.create(OPEN)
    game, owner = created.game.id, session.with_token(created.owner.token)
    taken = session.seats.take(game, 1, "south")
    with pytest.raises(ApiError):
        owner.games.cancel(game)
    other = session.games.create(OPEN)
    held = session.with_token(other.seats[0].token)
    assert held.seats.leave(other.game.id, 0).seats[0].held is False
    assert session.with_token(other.owner.token).games.cancel(other.game.id).status == "cancelled"
    assert taken.game.status == "active"


def test_an_open_seat_is_filled_and_opened(session: Any) -> None:
    """The game starts with the last seat."""
    name = f"bot-{token_hex(6)}"
    session.agents.register(name)
    seats = [SeatRequest(open_=True), SeatRequest(open_=True)]
    created = session.games.create(CreateGameRequest(players=2, seats=seats))
    owner = session.with_token(created.owner.token)
    assert owner.seats.fill(created.game.id, 0, name).seats[0].agent == name
    assert owner.seats.fill(created.game.id, 0).seats[0].agent is None
    assert [owner.seats.fill(created.game.id, seat, name).status for seat in (0, 1)] == ["waiting", "active"]


def test_a_seat_is_handed_over_and_given_up(proxied: Any, between: Proxy) -> None:
    """Each request is repeated after a lost response."""
    name = f"bot-{token_hex(6)}"
    proxied.agents.register(name)
    created = proxied.games.create(CreateGameRequest(players=1))
    game, seat = created.game.id, proxied.with_token(created.seats[0].token)
    between.faults = [dropped]
    assert (seat.seats.hand_over(game, 0, name).version, seat.games.get(game).seats[0].stand_in) == (2, name)
    between.faults = [dropped]
    assert seat.seats.take_back(game, 0).version == 3
    between.faults = [dropped]
    view = seat.games.give_up(game)
    assert (view.version, view.status, view.result.reason) == (4, "lost", "given-up")
    assert [event.type_ for event in seat.games.events(game)] == ["stand-in", "stand-in", "give-up"]


def test_an_agreement_is_withdrawn(session: Any) -> None:
    """And the game goes on."""
    created = session.games.create(CreateGameRequest(players=2))
    seats = [session.with_token(seat.token) for seat in created.seats]
    assert seats[0].games.give_up(created.game.id).seats[0].gives_up
    assert not seats[0].games.give_up(created.game.id, agree=False).seats[0].gives_up
    assert seats[1].games.give_up(created.game.id).status == "active"


def test_a_token_is_replaced_though_the_response_is_lost(proxied: Any, between: Proxy) -> None:
    """The repeat gets the same token, and the old one ends."""
    created = proxied.games.create(CreateGameRequest(players=1))
    old = proxied.with_token(created.seats[0].token)
    between.faults = [dropped]
    new = proxied.with_token(old.seats.replace_token(created.game.id, 0).token)
    assert new.games.get(created.game.id).you == 0
    with pytest.raises(UnknownToken):
        old.games.give_up(created.game.id)
