"""Positions whose pools no memory of a game can have."""

import re

import pytest
from builders import position

from regicide import ImpossiblePosition
from regicide.cards import card_names

TABLE = {"hands": "8D,9C / 2C", "enemy": "QC", "tavern": "JD|5S,6S,7S", "rest": "discard"}


def pools_of(text):
    """The pools of a position with these, as they are read."""
    return [card_names(pool) for pool in position(**TABLE, pools=text).hidden_pools]


@pytest.mark.parametrize(
    "text",
    [
        "JD/2C,9C,8D,5S,6S,7S",
        "JD/8D/2C,9C/5S/6S,7S",
        "9C,8D/JD/2C,5S,6S/7S",
        "2C/8D/9C/JD/5S/6S/7S",
    ],
)
def test_pools_are_possible(text):
    """Each card of the tavern and the hands is in one pool, and the pools are in the order of the tavern."""
    assert pools_of(text) == [pool.split(",") for pool in text.split("/")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("JD/8D,9C,2C,5S,6S", "in the tavern or in a hand, but in no pool: 7S"),
        ("JD/9C,2C,5S,6S,7S", "in the tavern or in a hand, but in no pool: 8D"),
        ("JD/8D,9C,2C,5S,6S,7S,3H,4H", "in a pool, but neither in the tavern nor in a hand: 3H, 4H"),
        ("JD/8D,9C,2C,5S,6S/6S,7S", "in two pools: 6S"),
        ("JD//8D,9C,2C,5S,6S,7S", "a pool is empty"),
        ("JD/8D,9C,2C,5S,6S,7S/", "a pool is empty"),
        ("JD/8D,9C,2C,5S,7S/6S", "7S is under 6S in the tavern, but its pool comes first"),
        ("JD/8D,9C,2C,6S,7S/5S", "6S is under 5S in the tavern, but its pool comes first"),
        ("8D,9C,2C,5S,6S,7S/JD", "5S is under JD in the tavern, but its pool comes first"),
        ("JD,8D,9C,2C,5S,6S,7S", "JD is known on top of the tavern: it has to be a pool of its own"),
        ("JD/9C,5S,6S/8D,2C,7S", "in a hand, while cards of an earlier pool are in the tavern: 2C, 8D"),
    ],
)
def test_pools_are_impossible(text, words):
    """The message says which card is where it cannot be."""
    with pytest.raises(ImpossiblePosition, match=f"^{re.escape(words)}$"):
        pools_of(text)
