"""Views that nobody can have are refused, not dealt for ever."""

import json
import re
from random import Random

import pytest
from builders import after, position
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, positions

from regicide import ImpossibleView, redeal, redeals, start, view

TABLE = position("8D,9C / 2C,3C", tavern="5S,6S", rest="discard")
SUFFERING = after(position("8D,3C,2C / 4C", "JD", tavern="4H,10S", rest="discard"), "2C")
LOST = after(position("8D,3C,2C / 4C", "QD", tavern="4H,10S", rest="discard"), "2C")
WON = after(position("10S / 2C", "KC", discard="KD,KH,KS", played="10H,10D,10C"), "10S")


def refused(words):
    """A refusal with these words in its message."""
    return pytest.raises(ImpossibleView, match=re.escape(words))


@pytest.mark.parametrize("member", view(TABLE, 0))
def test_a_member_is_missing(member):
    """A view has all members, also those that follow from others."""
    seen = view(TABLE, 0)
    del seen[member]
    with pytest.raises(ImpossibleView):
        redeal(seen, Random(1))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"players": 5}, "Regicide is for 1 to 4 players, not 5"),
        ({"players": 3}, "unseen cards lie in 2 hands, and 3 play"),
        ({"you": 2}, "there is no seat 2: the seats are 0 to 1"),
        ({"turn": None}, "it is nobody's turn, though the game is not over: has it begun?"),
        ({"hand": ["8D"]}, "nowhere on the table: 9C"),
        ({"hand": ["8D", "9C", "5S"]}, "more than once on the table: 5S"),
        ({"hand": ["8D", "1C"]}, "'1C' is no card"),
        ({"hand": None}, "not in the form of a view"),
        ({"phase": "night"}, "no game is in phase 'night' with the result None"),
        ({"phase": "suffer"}, "seat 0 suffers damage, and has neither played nor yielded"),
        ({"phase": "over"}, "a game that is over has a result, and no other has"),
        ({"tavern_size": 3}, "tavern_size is 3, and the rest of the view says 2"),
        ({"tavern_top": ["5S"]}, "only enemies killed exactly are known to lie on top of the tavern"),
        ({"castle_size": 11}, "castle_size is 11, and the rest of the view says 12"),
        ({"legal_actions": ["8D"]}, "legal_actions is ['8D'], and the rest of the view says ['9C', '8D', 'yield']"),
        ({"flips_left": 1}, "1 jesters to flip: there are two in a solo game and none in others"),
        ({"flips_left": "0"}, "'0' is no number of cards"),
        ({"discard": []}, "nowhere on the table"),
        ({"enemy": None}, "enemy is None, and the rest of the view says {'card': "),
        ({"enemy": {"card": "2C"}}, "2C is no enemy: enemies are jacks, queens and kings"),
        ({"enemy": {"card": "JC"}}, "enemy is {'card': 'JC'}, and the rest of the view says"),
        ({"unseen": []}, "nowhere on the table: 2C, 3C, 5S, 6S"),
        (
            {"unseen": [{"cards": ["2C"], "tavern": 0, "hands": [0, 2]}]},
            "1 unseen cards are one pool, and 2 of them lie",
        ),
        ({"unseen": [{"cards": ["2C"], "tavern": -1, "hands": [0, 2]}]}, "-1 is no number of cards"),
        ({"unseen": [{"cards": ["2C"], "tavern": 1}]}, "the view has no 'hands'"),
        ({"unseen": 7}, "not in the form of a view"),
        ({"result": {"reason": "boredom"}}, "no game is in phase 'play' with the result {'reason': 'boredom'}"),
        ({"result": {"reason": "timeout"}}, "a game that is over has a result, and no other has"),
    ],
    ids=str,
)
def test_a_view_contradicts_itself(changed, words):
    """The message says what is wrong."""
    with refused(words):
        redeal(view(TABLE, 0) | changed, Random(1))


def test_no_hand_could_suffer_the_damage():
    """R5: The game goes on, so seat 0 covers ten; with what is unseen it could not."""
    seen = json.loads(json.dumps(view(SUFFERING, 1)))
    small, large = ["AC", "AD", "AH", "AS"], seen["unseen"][0]["cards"]
    seen["unseen"][0]["cards"] = small
    seen["discard"] = [card for card in seen["discard"] if card not in small] + large
    with refused("seat 0 had to suffer damage of 10, and cannot cover that with what it may hold"):
        redeals(seen, Random(1))


def test_every_hand_could_suffer_the_damage():
    """R5: The game is lost, so seat 0 could not cover fifteen; with what is unseen it can."""
    seen = json.loads(json.dumps(view(LOST, 1)))
    tens, small = ["10C", "10D", "10H", "10S"], seen["unseen"][0]["cards"]
    seen["unseen"][0]["cards"] = tens
    seen["discard"] = [card for card in seen["discard"] if card not in tens] + small
    with refused("seat 0 had to suffer damage of 15, and can surely cover that with what it may hold"):
        redeals(seen, Random(1))


def test_a_game_that_is_won_has_no_enemy():
    """The castle is empty then."""
    with refused("the game is won when the castle is empty, and only then"):
        redeal(view(TABLE) | {"phase": "over", "result": view(WON)["result"]}, Random(1))


@pytest.mark.parametrize(
    "seen", [{}, [], None, 7, "view", {"players": None}, {"players": [2]}, {"players": 2}], ids=str
)
def test_what_is_no_view_is_refused(seen):
    """Whatever JSON may hold."""
    with pytest.raises(ImpossibleView):
        redeal(seen, Random(1))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.sampled_from(("JC", "2C", "X1", "play", "suffer", "timeout")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("cards", "seat", "card")), inner),
    max_leaves=4,
)


@st.composite
def spoilt(draw, part):
    """A part of a view with something in it that is something else."""
    if not part or not isinstance(part, dict | list) or draw(st.integers(0, 3)) == 0:
        return draw(json_values)
    places = list(part) if isinstance(part, dict) else range(len(part))
    place = draw(st.sampled_from(places))
    copy = part.copy()
    copy[place] = draw(spoilt(part[place]))
    return copy


@examples(400)
@given(positions(), st.data())
def test_a_view_that_is_spoilt_is_refused_or_dealt_as_it_is(position, data):
    """Nothing else is raised, and nothing is dealt that does not look like the view."""
    viewer = data.draw(st.sampled_from([*range(position.players), None]))
    seen = data.draw(spoilt(json.loads(json.dumps(view(position, viewer)))))
    try:
        dealt = redeal(seen, Random(1))
    except ImpossibleView:
        return
    assert view(dealt, seen["you"]) == seen


def test_a_game_that_waits_for_players_cannot_be_redealt():
    """Nobody has seen the hand that is dealt then, and who begins is not told."""
    with refused("it is nobody's turn"):
        redeal(view(start("seed", 2)) | {"turn": None}, Random(1))
