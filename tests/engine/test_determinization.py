"""Determinization: positions that are consistent with a view, sampled uniformly."""

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
def test_a_sample_looks_the_same(position, rng, data):
    """For every viewer in every position."""
    viewer = data.draw(viewers(position))
    seen = observe(position, viewer)
    assert observe(sample_position(seen, rng), viewer) == seen


@examples(150)
@given(positions(), rngs, st.data())
def test_a_sample_is_possible(position, rng, data):
    """Each sample is valid."""
    dealt = sample_position(observe(position, data.draw(viewers(position))), rng)
    assert dealt.validated(course=False) == dealt
    assert validate_seed(dealt.seed) == dealt.seed


@examples(50)
@given(positions(), st.integers(), st.data())
def test_a_seeded_generator_determines_the_sample(position, number, data):
    """The same view and the same generator give the same position; `sample_position` the first one."""
    seen = observe(position, data.draw(viewers(position)))
    assert sample_position(seen, Random(number)) == sample_position(json.loads(json.dumps(seen)), Random(number))


def test_members_of_the_server_are_ignored():
    """Views of the server have names, times and further members."""
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
def test_samples_are_uniform_over_the_arrangements_of_a_perfect_memory(name, viewer):
    """Every arrangement occurs, no other does, and the frequencies pass a chi-square test."""
    table, actions = HISTORIES[name]
    memory = Memory(table, viewer)
    for action in map(Action.parse, actions.split()):
        memory.update(table, action)
        table = apply(table, action)
    possible = memory.arrangements()
    draws = 50 * len(possible)
    dealt = Counter((p.hands, p.tavern) for p in islice(sample_positions(observe(table, viewer), Random(7)), draws))
    assert set(dealt) == possible
    assert chi_square(dealt, draws) < bound(len(possible) - 1)


def chi_square(counts, draws):
    """The chi-square statistic of counts against the uniform distribution."""
    expected = draws / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values())


def bound(freedom):
    """A bound of chi-square, four standard deviations above its mean: exceeded about once in 30,000 times."""
    return freedom + 4 * (2 * freedom) ** 0.5 + 12


@pytest.mark.parametrize(("enemy", "discard", "orders"), [("KC", "", 6), ("QC", "QD,QH", 24), ("QC", "QD", 48)])
def test_the_castle_is_in_any_order_within_its_ranks(enemy, discard, orders):
    """Queens on kings under the enemy; each order is equally likely."""
    seen = observe(position(enemy=enemy, discard=discard))
    dealt = Counter(p.castle for p in islice(sample_positions(seen, Random(7)), 50 * orders))
    assert len(dealt) == orders
    assert chi_square(dealt, 50 * orders) < bound(orders - 1)


def test_each_sample_has_a_different_seed():
    """The seed, which determines the shuffles of hearts, is hidden."""
    assert len({p.seed for p in islice(sample_positions(observe(Position.new("seed", 2), 0), Random(7)), 100)}) == 100
