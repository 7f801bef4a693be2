"""The meanings of the agents of a game: those that are seated, that may act, and that are to act."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from regicide_api.domain import seat_rules
from regicide_api.domain.clock import Clock
from regicide_api.domain.game import HostedGame
from regicide_api.domain.new_game import NewGame, SeatSpec, create_game
from regicide_api.domain.seat import Principal

ANA = Principal("token", "hash-of-the-token")

NEW = NewGame([SeatSpec("Ana"), SeatSpec(agent="held"), SeatSpec(agent="held")], "seed", clock=Clock(60, "late"))


def game(now: int = 0) -> HostedGame:
    """A game in which the first seat, Ana's, has the turn, and is handed to an agent."""
    handed, _ = seat_rules.hand_over(create_game("id", NEW, {0: ANA.token_hash}, now), ANA, now, 0, "handed")
    return handed


def test_seated_agents_hold_seats_or_stand_in() -> None:
    """Not the one that may stand in after a timeout."""
    assert game().seated_agents == {"held", "handed"}


def test_possible_agents_are_counted_by_seat() -> None:
    """With the one that may stand in after a timeout; those of a request, too."""
    assert game().possible_agents == Counter(held=2, handed=1, late=1)
    assert NEW.possible_agents == Counter(held=2, late=1)


def test_agents_to_act_are_those_of_the_seat_with_the_turn() -> None:
    """After a timeout the stand-in, too; none in a game that waits."""
    timed_out = game().apply_timeout(60_000)
    assert timed_out
    assert (game().agents_to_act, timed_out[0].agents_to_act) == ({"handed"}, {"handed", "late"})
    waiting = NEW._replace(seats=[SeatSpec(agent="held"), SeatSpec(open=True)], owner=ANA.token_hash)
    opened, _ = seat_rules.open_seat(create_game("id", waiting, {}, 0), ANA, 0, 0)
    assert opened.agents_to_act == replace(opened, cancelled=True).agents_to_act == set()
