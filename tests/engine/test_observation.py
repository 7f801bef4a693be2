"""The view: what a seat, or a spectator, may know of a position."""

import pytest
from builders import after, position

from regicide import Position, observe

MIDGAME = {
    "hands": "AC,7H,10C / 2C,9D / 3C",
    "enemy": "QS",
    "played": "8D,5C+5S",
    "tavern": "JC|2H,3D",
    "discard": "JS,2S,9H",
    "yielded": "2",
    "turn": 0,
}

REST_OF_MIDGAME = (
    "2C,3C,6C,7C,8C,9C,AD,2D,3D,4D,5D,6D,7D,9D,10D,AH,2H,3H,4H,5H,6H,7H,8H,10H,AS,3S,4S,6S,7S,8S,9S,10S,X1"
)


def test_the_view_of_a_seat():
    """A seat sees the public cards, its own hand and its legal actions; of hidden cards, their number."""
    seen = observe(position(**MIDGAME | {"phase": "suffer", "hands": "AC,4C,10C / 2C,9D / 3C"}), 0)
    assert seen == {
        "phase": "suffer",
        "players": 3,
        "you": 0,
        "turn": 0,
        "enemy": {
            "card": "QS",
            "attack": 15,
            "health": 30,
            "damage": 28,
            "shield": 0,
            "strikes_for": 15,
            "immunity_cancelled": False,
        },
        "castle_size": 8,
        "tavern_size": 31,
        "tavern_top": ["JC"],
        "discard": ["JD", "9H", "JH", "2S", "JS"],
        "played": [["8D"], ["5C", "5S"]],
        "seats": [
            {"seat": 0, "hand_size": 3, "yielded": False},
            {"seat": 1, "hand_size": 2, "yielded": False},
            {"seat": 2, "hand_size": 1, "yielded": True},
        ],
        "hand": ["AC", "4C", "10C"],
        "unseen": [
            {"cards": ["JC"], "tavern": 1, "hands": [0, 0, 0]},
            {"cards": REST_OF_MIDGAME.split(","), "tavern": 30, "hands": [0, 2, 1]},
        ],
        "flips_left": 0,
        "defeated": 4,
        "legal_actions": ["-AC-4C-10C"],
        "result": None,
    }


def test_a_spectator_sees_what_lies_open():
    """A spectator has no seat, no hand and no action, and sees all else as a seat does."""
    before = position(**MIDGAME)
    assert observe(before) == observe(before, 1) | {"you": None, "hand": None, "unseen": observe(before)["unseen"]}


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_legal_actions_are_listed_for_the_seat_to_act_alone(viewer):
    """A seat without the turn sees no legal actions."""
    assert observe(position(**MIDGAME), viewer)["legal_actions"] == []


def test_the_castle_is_counted_with_its_enemy():
    """The current enemy is the top card of the castle: at the start there are twelve."""
    assert observe(Position.new("seed", 2))["castle_size"] == 12
    assert observe(position("10S / 2C", enemy="KC", discard="KD,KH,KS"))["castle_size"] == 1


@pytest.mark.parametrize(("tavern", "top"), [("5S,6S", []), ("JD|5S", ["JD"]), ("JH|JD|5S", ["JH", "JD"])])
def test_the_enemies_killed_exactly_are_seen_on_top_of_the_tavern(tavern, top):
    """R8: The first one is uppermost, and no other card of the tavern is seen."""
    assert observe(position(tavern=tavern))["tavern_top"] == top


@pytest.mark.parametrize(
    ("enemy", "played", "shield", "strikes_for", "cancelled"),
    [
        ("JC", "", 0, 10, False),
        ("JC", "3S", 3, 7, False),
        ("JC", "9S,4S", 13, 0, False),
        ("JS", "3S", 0, 10, False),
        ("JS", "3S,X1", 3, 7, True),
    ],
)
def test_the_enemy_is_seen_as_it_stands(enemy, played, shield, strikes_for, cancelled):
    """`shield` is the spades that count, `strikes_for` the attack that they leave."""
    seen = observe(position("2C / 3C / 4C", enemy=enemy, played=played))["enemy"]
    assert (seen["shield"], seen["strikes_for"]) == (shield, strikes_for)
    assert seen["immunity_cancelled"] is cancelled


@pytest.mark.parametrize(("flips", "left"), [(2, 2), (1, 1), (0, 0)])
def test_the_flips_left_are_seen(flips, left):
    """Solo: The number of jesters left is public."""
    assert observe(position("8D,9C", flips=flips))["flips_left"] == left


def test_a_game_that_is_won():
    """`turn` and `enemy` are None, and `result` is the outcome."""
    seen = observe(after(position("10C", enemy="KD", discard="KC,KH,KS", played="10H,10S"), "10C"), 0)
    assert (seen["phase"], seen["turn"], seen["enemy"], seen["castle_size"]) == ("over", None, None, 0)
    assert seen["result"] == {"outcome": "won", "reason": "last-king", "seat": 0, "defeated": 12, "grade": "gold"}


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_game_that_is_lost(viewer):
    """The enemy is still there, no action is legal, and the hands stay hidden from the others."""
    lost = after(position("8D,9C / 2C", enemy="JD"), "8D")
    seen = observe(lost, viewer)
    assert (seen["turn"], seen["enemy"]["damage"], seen["legal_actions"]) == (None, 8, [])
    assert seen["result"]["reason"] == "cannot-cover-damage"
    assert seen["hand"] == {None: None, 0: ["9C"], 1: ["2C"]}[viewer]
