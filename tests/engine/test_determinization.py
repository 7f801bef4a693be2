"""Redealing: positions that may be behind a view, drawn uniformly."""

import json
from collections import Counter
from itertools import islice
from random import Random

import pytest
from builders import position
from hypothesis import given
from hypothesis import strategies as st
from memory import Memory
from strategies import examples, positions

from regicide import Action, Position, apply, observe, sample_position, sample_positions, validate_seed

rngs = st.integers().map(Random)


def viewers(position):
    """Every seat, and a spectator."""
    return st.sampled_from([*range(position.players), None])


@examples(250)
@given(positions(), rngs, st.data())
def test_a_redealt_position_looks_the_same(position, rng, data):
    """Whoever the viewer is, and however the game stands."""
    viewer = data.draw(viewers(position))
    seen = observe(position, viewer)
    assert observe(sample_position(seen, rng), viewer) == seen


@examples(150)
@given(positions(), rngs, st.data())
def test_a_redealt_position_is_possible(position, rng, data):
    """All cards lie somewhere, the pools in their order, and the rules find nothing wrong."""
    dealt = sample_position(observe(position, data.draw(viewers(position))), rng)
    assert dealt.validated() == dealt
    assert validate_seed(dealt.seed) == dealt.seed


@examples(50)
@given(positions(), st.integers(), st.data())
def test_a_generator_decides_what_is_dealt(position, number, data):
    """The same view and the same numbers give the same position, and `redeal` the first one of `redeals`."""
    seen = observe(position, data.draw(viewers(position)))
    assert sample_position(seen, Random(number)) == sample_position(json.loads(json.dumps(seen)), Random(number))


@examples(50)
@given(positions(), rngs, st.data())
def test_redealing_goes_on(position, rng, data):
    """Of one view any number of positions may be drawn."""
    viewer = data.draw(viewers(position))
    seen = observe(position, viewer)
    assert all(observe(dealt, viewer) == seen for dealt in islice(sample_positions(seen, rng), 20))


def test_what_only_the_server_says_is_passed_over():
    """Names, times and the like stand beside the members that the engine knows."""
    seen = observe(Position.new("seed", 2), 0)
    seats = [seat | {"name": "Ana", "agent": None} for seat in seen["seats"]]
    assert observe(sample_position(seen | {"id": "x", "version": 3, "seats": seats}, Random(1)), 0) == seen


HISTORIES = {
    "nothing seen": (position("8D,9C / 2C,3C", tavern="5S,6S", rest="discard"), ""),
    "three players": (position("8D / 2C / 4C", tavern="5S", rest="discard"), ""),
    "a heal": (position("2H,8D,10D / 2C,3C", "KC", tavern="5S", played="10S,9S", rest="discard"), "2H -10D"),
    "a heal and a draw": (position("AH,AD,9D / 2C", "KC", tavern="5S", played="10S,8S", rest="discard"), "AH+AD"),
    "a king drawn": (position("4S,2D / 3C,4C", "KD", tavern="5S,6S,7S", played="10S,8S,9C", rest="discard"), "4S 2D"),
    "damage to suffer": (position("8D,3C,2C / 4C", "JD", tavern="4H,10S", rest="discard"), "2C"),
    "too much damage": (position("8D,3C,2C / 4C", "QD", tavern="4H,10S", rest="discard"), "2C"),
}
"""Tables at which few cards are unseen, and what is played there."""


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("name", HISTORIES)
def test_a_redeal_is_any_arrangement_that_a_perfect_memory_holds_possible(name, viewer):
    """Every one comes, no other does, and each about as often: the sum of squares is as chance would have it."""
    table, actions = HISTORIES[name]
    memory = Memory(table, viewer)
    for action in map(Action.parse, actions.split()):
        memory.live_through(table, action)
        table = apply(table, action)
    possible = memory.arrangements()
    draws = 50 * len(possible)
    dealt = Counter((p.hands, p.tavern) for p in islice(sample_positions(observe(table, viewer), Random(7)), draws))
    assert set(dealt) == possible
    assert chi_square(dealt, draws) < bound(len(possible) - 1)


def chi_square(counts, draws):
    """How far the counts are from being all the same."""
    expected = draws / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values())


def bound(freedom):
    """What chi-square exceeds about once in thirty thousand times: four deviations above its mean, and some for few."""
    return freedom + 4 * (2 * freedom) ** 0.5 + 12


@pytest.mark.parametrize(("enemy", "discard", "orders"), [("KC", "", 6), ("QC", "QD,QH", 24), ("QC", "QD", 48)])
def test_the_castle_lies_in_any_order_inside_its_ranks(enemy, discard, orders):
    """Queens on kings, under the enemy on top; each order comes about as often as any other."""
    seen = observe(position(enemy=enemy, discard=discard))
    dealt = Counter(p.castle for p in islice(sample_positions(seen, Random(7)), 50 * orders))
    assert len(dealt) == orders
    assert chi_square(dealt, 50 * orders) < bound(orders - 1)


def test_each_redeal_has_a_seed_of_its_own():
    """What hearts will heal is hidden, too."""
    assert len({p.seed for p in islice(sample_positions(observe(Position.new("seed", 2), 0), Random(7)), 100)}) == 100
