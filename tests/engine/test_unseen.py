"""The pools of unseen cards in a view contain exactly the knowledge of a perfect memory."""

from math import factorial, perm

import pytest
from builders import after, cards, position
from hypothesis import given
from hypothesis import strategies as st
from memory import Memory, arrangements, healed
from strategies import examples, positions

from regicide import Phase, Position, apply, observe, parse_card
from regicide.cards import card_set, members
from regicide.state import initial_pools

SMALL_CARDS = list(members(cards("AC,3C,AD,2D,3D,4D,AH,2H,3H,4H,AS,3S")))
JACK_ON_TOP = (parse_card("JS"),)
CASTLE = tuple(map(parse_card, ("JC", "QD", "KH")))


@st.composite
def small_tables(draw):
    """A turn begins with few cards, far fewer than a game has; the enemy is nearly defeated, and weak."""
    players = draw(st.integers(1, 3))
    loose = draw(st.permutations(SMALL_CARDS))
    hands = tuple(card_set(loose.pop() for _ in range(draw(st.sampled_from((2, 1))))) for _ in range(players))
    known = draw(st.sampled_from((JACK_ON_TOP, ())))
    tavern = (*known, *[loose.pop() for _ in range(draw(st.integers(0, 2)))])
    return Position(
        seed="small",
        phase=Phase.PLAY,
        turn=0,
        castle=CASTLE,
        damage=draw(st.integers(12, 19)),
        shield=draw(st.sampled_from((10, 9, 8))),
        played=(),
        tavern=tavern,
        known_on_top=len(known),
        hidden_pools=initial_pools(tavern, len(known), hands),
        discard=card_set(loose[: draw(st.integers(1, 4))]),
        hands=hands,
        yielded_seats=0,
        jesters_left=1 if players == 1 else 0,
        heart_shuffles=0,
    )


def may_be_tried_out(before, action, memory):
    """Whether an action heals few enough cards for brute force."""
    number, pile = healed(before, action), before.discard.bit_count()
    return perm(pile, number) <= 400 and len(memory.possible) * factorial(number) <= 2000


@examples(150)
@given(small_tables(), st.data())
def test_unseen_is_what_a_perfect_memory_knows(table, data):
    """In any game, the arrangements by the view are those consistent with all that the viewer has seen."""
    viewer = data.draw(st.sampled_from([*range(table.players), None]))
    memory = Memory(table, viewer)
    for _ in range(data.draw(st.sampled_from((12, 6, 3)))):
        actions = [action for action in table.legal_actions if may_be_tried_out(table, action, memory)]
        if not actions:
            break
        action = data.draw(st.sampled_from(actions))
        memory.update(table, action)
        table = apply(table, action)
        assert arrangements(table, viewer) == memory.arrangements()


@examples(150)
@given(positions(), st.data())
def test_unseen_counts_every_hidden_card(position, data):
    """The pools contain all cards of the tavern and of other hands, with the numbers in each."""
    viewer = data.draw(st.sampled_from([*range(position.players), None]))
    seen = observe(position, viewer)
    pools = seen["unseen"]
    hidden = [seat["hand_size"] if seat["seat"] != viewer else 0 for seat in seen["seats"]]
    assert [sum(pool["hands"][seat] for pool in pools) for seat in range(position.players)] == hidden
    assert sum(pool["tavern"] for pool in pools) == seen["tavern_size"]
    assert [len(pool["cards"]) for pool in pools] == [pool["tavern"] + sum(pool["hands"]) for pool in pools]


def unseen(before, viewer):
    """The pools as texts: `2C,9H 1+0/1` has one card in the tavern and one in the hand of seat 1."""
    return [
        f"{','.join(pool['cards'])} {pool['tavern']}+{'/'.join(map(str, pool['hands']))}"
        for pool in observe(before, viewer)["unseen"]
    ]


def test_each_heal_is_a_pool_under_the_tavern():
    """R7: The healed cards are known, their order is not."""
    before = position("2H,7C,10S / 2C", enemy="JS", tavern="5S,6S", discard="3D,4D", played="AH")
    [dealt, healed] = unseen(after(before, "2H", "-7C-10S"), 0)
    assert (dealt.split()[1], healed) == ("33+0/1", "3D,4D 2+0/0")


JACKS_DRAWN = after(position("2D,10S / 2C", enemy="JS", tavern="JD|JH|5S", rest="discard"), "2D")


@pytest.mark.parametrize(("viewer", "first"), [(0, "JH 0+0/1"), (1, "JD 0+1/0")])
def test_an_enemy_that_is_drawn_is_known_in_the_hand(viewer, first):
    """All players saw the kill and the draw of the top card."""
    assert unseen(JACKS_DRAWN, viewer)[0] == first


def test_a_card_that_is_discarded_is_in_no_pool():
    """It is public."""
    assert unseen(after(JACKS_DRAWN, "-JD"), 1) == ["5S,10S 1+1/0"]
