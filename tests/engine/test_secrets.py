"""Secrets: what a seat may not know has no influence on what it sees."""

from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, lookalikes, positions, positions_to_act_in

from regicide import FLIP, Action, observe, step
from regicide.effects import Heal


def viewers(position):
    """Every seat, and a spectator."""
    return [*range(position.players), None]


def told_openly(position, action, viewer):
    """The effects of an action as the viewer sees them, without what the action itself reveals.

    That is the next enemy, the cards that the viewer draws, those that hearts move under the tavern, and whether
    another hand covers the damage.
    """
    effects = [effect.to_json(viewer) for effect in step(position, action)[1]]
    open_effects = [effect for effect in effects if effect.get("reason") != "cannot-cover-damage"]
    return [
        {name: value for name, value in effect.items() if (effect["type"], name) not in UNCOVERED}
        for effect in open_effects
    ]


UNCOVERED = {("reveal", "enemy"), ("draw", "cards"), ("heal", "cards")}


@examples(150)
@given(positions(), st.data())
def test_a_view_does_not_depend_on_hidden_facts(position, data):
    """R7, R8: A view does not depend on the seed and the arrangement of hidden cards."""
    for viewer in viewers(position):
        other = data.draw(lookalikes(position, viewer))
        assert observe(other, viewer) == observe(position, viewer)


@examples(150)
@given(positions_to_act_in(), st.data())
def test_effects_do_not_reveal_hidden_facts(position, data):
    """R8: The visible effects of an action do not depend on the arrangement of hidden cards."""
    action = data.draw(st.sampled_from(position.legal_actions))
    shown = position.hands[position.turn] if action == FLIP else action.cards
    for viewer in viewers(position):
        other = data.draw(lookalikes(position, viewer, shown))
        assert told_openly(other, action, viewer) == told_openly(position, action, viewer)


@examples(100)
@given(positions_to_act_in(), st.data())
def test_the_healed_cards_are_those_that_left_the_discard_pile(position, data):
    """R7: All viewers see the discard pile before and after the action, and the effect says no more."""
    action = data.draw(st.sampled_from(position.legal_actions))
    after, effects = step(position, action)
    healed = [effect.cards for effect in effects if isinstance(effect, Heal)]
    assert all(cards == position.discard & ~after.discard for cards in healed)


@examples(100)
@given(positions_to_act_in(), st.data())
def test_a_refusal_does_not_reveal_hidden_facts(position, data):
    """An action is refused for what its player can see."""
    other = data.draw(lookalikes(position, position.turn))
    cards = st.integers(0, (1 << 54) - 1)
    action = data.draw(cards.map(Action.play) | cards.map(Action.discard) | st.integers(0, 9).map(Action.appoint))
    assert other.why_illegal(action) == position.why_illegal(action)
