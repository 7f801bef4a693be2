"""Impossible views are refused; sampling always terminates."""

import json
import re
from random import Random

import pytest
from builders import after, position
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, positions

from regicide import ImpossibleView, Position, observe, sample_position, sample_positions

TABLE = position("8D,9C / 2C,3C", tavern="5S,6S", rest="discard")
SUFFERING = after(position("8D,3C,2C / 4C", "JD", tavern="4H,10S", rest="discard"), "2C")
LOST = after(position("8D,3C,2C / 4C", "QD", tavern="4H,10S", rest="discard"), "2C")
WON = after(position("10S / 2C", "KC", discard="KD,KH,KS", played="10H,10D,10C"), "10S")


def refused(words):
    """A refusal with these words in its message."""
    return pytest.raises(ImpossibleView, match=re.escape(words))


@pytest.mark.parametrize("member", observe(TABLE, 0))
def test_a_member_is_missing(member):
    """All members are required, including those that follow from others."""
    seen = observe(TABLE, 0)
    del seen[member]
    with pytest.raises(ImpossibleView):
        sample_position(seen, Random(1))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"players": 5}, "invalid number of players 5: expected 1 to 4"),
        ({"players": 3}, "a pool lists 2 hands: expected 3"),
        ({"you": 2}, "unknown seat 2: the seats are 0 to 1"),
        ({"turn": None}, "turn is null, but the game is not over: has it begun?"),
        ({"hand": ["8D"]}, "nowhere on the table: 9C"),
        ({"hand": ["8D", "9C", "5S"]}, "more than once on the table: 5S"),
        ({"hand": ["8D", "1C"]}, "invalid card '1C'"),
        ({"hand": None}, "not in the form of a view"),
        ({"phase": "night"}, "invalid phase 'night' or result None"),
        ({"phase": "suffer"}, "seat 0 suffers damage, but has neither played nor yielded"),
        ({"phase": "over"}, "a view has a result if and only if its game is over"),
        ({"tavern_size": 3}, "tavern_size is 3, but follows from the rest as 2"),
        ({"tavern_top": ["5S"]}, "only enemies killed exactly can be known on top of the tavern"),
        ({"castle_size": 11}, "castle_size is 11, but follows from the rest as 12"),
        ({"legal_actions": ["8D"]}, "legal_actions is ['8D'], but follows from the rest as ['9C', '8D', 'yield']"),
        ({"flips_left": 1}, "1 jesters to flip: a solo game has two, other games have none"),
        ({"flips_left": "0"}, "invalid number of cards '0': expected 0 or more"),
        ({"discard": []}, "nowhere on the table"),
        ({"enemy": None}, "enemy is None, but follows from the rest as {'card': "),
        ({"enemy": {"card": "2C"}}, "invalid enemy 2C: expected a jack, queen or king"),
        ({"enemy": {"card": "JC"}}, "enemy is {'card': 'JC'}, but follows from the rest as"),
        ({"unseen": []}, "nowhere on the table: 2C, 3C, 5S, 6S"),
        (
            {"unseen": [{"cards": ["2C"], "tavern": 0, "hands": [0, 2]}]},
            "a pool of 1 cards counts 2 in the tavern and the hands",
        ),
        (
            {"unseen": [{"cards": ["2C"], "tavern": -1, "hands": [0, 2]}]},
            "invalid number of cards -1",
        ),
        ({"unseen": [{"cards": ["2C"], "tavern": 1}]}, "the view has no 'hands'"),
        ({"unseen": 7}, "not in the form of a view"),
        ({"result": {"reason": "boredom"}}, "invalid phase 'play' or result {'reason': 'boredom'}"),
        ({"result": {"reason": "timeout"}}, "a view has a result if and only if its game is over"),
    ],
    ids=str,
)
def test_a_view_contradicts_itself(changed, words):
    """The message says what is wrong."""
    with refused(words):
        sample_position(observe(TABLE, 0) | changed, Random(1))


def test_no_hand_could_suffer_the_damage():
    """R5: The game continues, so seat 0 can cover ten; with the unseen cards it cannot."""
    seen = json.loads(json.dumps(observe(SUFFERING, 1)))
    small, large = ["AC", "AD", "AH", "AS"], seen["unseen"][0]["cards"]
    seen["unseen"][0]["cards"] = small
    seen["discard"] = [card for card in seen["discard"] if card not in small] + large
    with refused("seat 0 suffers damage of 10, and cannot cover it with its possible cards"):
        sample_positions(seen, Random(1))


def test_every_hand_could_suffer_the_damage():
    """R5: The game is lost, so seat 0 could not cover fifteen; with what is unseen it can."""
    seen = json.loads(json.dumps(observe(LOST, 1)))
    tens, small = ["10C", "10D", "10H", "10S"], seen["unseen"][0]["cards"]
    seen["unseen"][0]["cards"] = tens
    seen["discard"] = [card for card in seen["discard"] if card not in tens] + small
    with refused("seat 0 suffers damage of 15, and can surely cover it with its possible cards"):
        sample_positions(seen, Random(1))


def test_a_game_that_is_won_has_no_enemy():
    """The castle is empty then."""
    with refused("the game is won if and only if the castle is empty"):
        sample_position(observe(TABLE) | {"phase": "over", "result": observe(WON)["result"]}, Random(1))


@pytest.mark.parametrize(
    "seen", [{}, [], None, 7, "view", {"players": None}, {"players": [2]}, {"players": 2}], ids=str
)
def test_other_values_are_not_views(seen):
    """Any other JSON value is refused."""
    with pytest.raises(ImpossibleView):
        sample_position(seen, Random(1))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.sampled_from(("JC", "2C", "X1", "play", "suffer", "timeout")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("cards", "seat", "card")), inner),
    max_leaves=4,
)


@st.composite
def spoilt(draw, part):
    """A part of a view with one value replaced."""
    if not part or not isinstance(part, dict | list) or draw(st.integers(0, 3)) == 0:
        return draw(json_values)
    places = list(part) if isinstance(part, dict) else range(len(part))
    place = draw(st.sampled_from(places))
    copy = part.copy()
    copy[place] = draw(spoilt(part[place]))
    return copy


@examples(400)
@given(positions(), st.data())
def test_a_tampered_view_is_refused_or_sampled_as_it_is(position, data):
    """No other error is raised, and every sample has the view."""
    viewer = data.draw(st.sampled_from([*range(position.players), None]))
    seen = data.draw(spoilt(json.loads(json.dumps(observe(position, viewer)))))
    try:
        dealt = sample_position(seen, Random(1))
    except ImpossibleView:
        return
    assert observe(dealt, seen["you"]) == seen


def test_a_game_that_waits_for_players_cannot_be_sampled():
    """Its view has no seat to act."""
    with refused("turn is null"):
        sample_position(observe(Position.new("seed", 2)) | {"turn": None}, Random(1))
