"""Previews: what follows from an action, from the view of the seat that takes it."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest
from builders import after, position
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, positions, positions_to_act_in

from regicide import (
    FLIP,
    Action,
    EndReason,
    ImpossibleView,
    NoPreview,
    Phase,
    Position,
    apply,
    observe,
    parse_cards,
    preview,
    previews,
    sample_positions,
    step,
)
from regicide.cards import card_names, card_set, members, size, value
from regicide.effects import Damage, Defeat, Draw, Heal, Strike
from regicide.rulebook import health_of


def previewed(before: Position, action: str) -> dict:
    """The preview of an action by the seat to act."""
    return preview(observe(before, before.turn), Action.parse(action))


def test_a_preview_has_all_members():
    """A play of diamonds: the damage, the draws and the strike that follow."""
    before = position("5D,10C,2S / 2C / 3C", "QH", played="3S", tavern="JD|6C,7C,8C,9C", turn=0)
    assert previewed(before, "5D") == {
        "action": "5D",
        "damage": 5,
        "health_left": 22,
        "defeats": False,
        "exact": False,
        "healed": 0,
        "drawn": [2, 2, 1],
        "drawn_cards": ["JD"],
        "shield": 3,
        "strike": 12,
        "kept": 12,
        "covers": "yes",
        "stopped": [],
        "outcome": None,
    }


@pytest.mark.parametrize(("kept", "covers"), [("7C", "depends"), ("8C", "yes")])
def test_the_cards_that_are_healed_may_be_drawn(kept, covers):
    """S2, S4: Two of the cards of the discard pile are drawn, in which two companions are the worst."""
    before = position(f"AH,2D,{kept} / 2C", "JC", rest="discard")
    assert previewed(before, "AH+2D")["covers"] == covers


@pytest.mark.parametrize(("yielded", "outcome"), [("", None), ("1", "lost")])
def test_a_player_who_can_neither_play_nor_yield_loses(yielded, outcome):
    """S1, R6: After a defeat with the last card, where all others have yielded."""
    before = position("10S / 2C", "JC", played="10H", yielded=yielded)
    assert previewed(before, "10S")["outcome"] == outcome


def test_an_empty_hand_after_a_yield_loses():
    """R4, R6: The yield passes the turn to a player who has neither cards nor the right to yield."""
    before = position("3C / ", "JD", played="10S")
    assert previewed(before, "yield")["outcome"] == "lost"


def test_previews_are_in_the_order_of_the_legal_actions():
    """One for each."""
    seen = observe(position("AC,7H,10C / 2C,9D"), 0)
    found = previews(seen)
    assert [each["action"] for each in found] == seen["legal_actions"]
    assert found == [preview(seen, Action.parse(text)) for text in seen["legal_actions"]]


@examples(60)
@given(positions(), st.data())
def test_views_without_a_play_have_no_previews(before, data):
    """Those of other seats and spectators, of other phases and of finished games."""
    viewer = data.draw(st.sampled_from([*range(before.players), None]))
    seen = observe(before, viewer)
    if seen["turn"] is None or viewer != before.turn or before.phase is not Phase.PLAY:
        assert previews(seen) == []
        with pytest.raises(NoPreview):
            preview(seen, Action.parse("8D"))
    else:
        assert len(previews(seen)) == len(seen["legal_actions"])


TABLE = position("8D,9C / 2C,3C")


@pytest.mark.parametrize(
    ("before", "viewer", "action", "message"),
    [
        (TABLE, 0, "2C", "no preview of 2C: not in the hand of the player to act: 2C"),
        (TABLE, 0, "9C+8D", "no preview of 9C+8D: 9C+8D cannot be played together"),
        (TABLE, 0, "-8D", "no preview of -8D: seat 0 has to play cards or yield now"),
        (TABLE, 0, "flip", "no preview of flip: no jester is left to flip"),
        (TABLE, 1, "2C", "no preview: expected the view of seat 0, which has the turn, not of seat 1"),
        (TABLE, None, "8D", "no preview: expected the view of seat 0, which has the turn, not of a spectator"),
        (after(position("8D,10C / 2C"), "8D"), 0, "-10C", "no preview: expected the phase play, not suffer"),
        (after(position("8D / 2C", "JD"), "8D"), 0, "8D", "no preview: the game is over or has not begun"),
    ],
)
def test_an_action_without_a_preview(before, viewer, action, message):
    """The error names what is expected."""
    with pytest.raises(NoPreview) as raised:
        preview(observe(before, viewer), Action.parse(action))
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize("spoiled", [{}, [], None, {"phase": "play", "turn": 0, "you": 0}])
def test_what_is_no_view(spoiled):
    """The error is that of other functions of views."""
    with pytest.raises(ImpossibleView):
        previews(spoiled)
    with pytest.raises(ImpossibleView):
        preview(spoiled, FLIP)


def test_a_view_that_does_not_add_up():
    """Members that contradict each other are refused."""
    with pytest.raises(ImpossibleView, match="tavern_size is 3"):
        previews(observe(TABLE, 0) | {"tavern_size": 3})


@examples(60)
@given(positions_to_act_in())
def test_previews_are_plain_json(before):
    """They survive the way through JSON unchanged."""
    found = previews(observe(before, before.turn))
    assert json.loads(json.dumps(found)) == found


def consequences(before, action):
    """What a preview tells of an action, as it really happens here; `covers` is that of this position."""
    now, happened = step(before, action)
    defeat = next((effect for effect in happened if isinstance(effect, Defeat)), None)
    drawn = {effect.seat: effect.cards for effect in happened if isinstance(effect, Draw)}
    strike = sum(effect.amount for effect in happened if isinstance(effect, Strike))
    kept = 0 if action == FLIP else value(before.hands[before.turn] & ~action.cards)
    own = drawn.get(before.turn, 0)
    return {
        "action": str(action),
        "damage": sum(effect.amount for effect in happened if isinstance(effect, Damage)),
        "health_left": 0 if defeat else health_of(before.enemy) - now.damage,
        "defeats": defeat is not None,
        "exact": bool(defeat and defeat.exact),
        "healed": sum(effect.number for effect in happened if isinstance(effect, Heal)),
        "drawn": [size(drawn.get(seat, 0)) for seat in range(before.players)],
        "drawn_cards": own,
        "shield": now.shield,
        "strike": strike,
        "kept": kept,
        "covers": (kept + value(own) >= strike) if strike else None,
        "stopped": [] if before.immunity_cancelled else stopped_suits(action.cards, before.enemy),
        "outcome": now.reason,
    }


def stopped_suits(played, enemy):
    """The suits of a play that are the enemy's."""
    letters = {name[-1] for name in card_names(played) if name[0] != "X"}
    return sorted(letters & {card_names(1 << enemy)[0][-1]})


ENDS = {
    "won": {EndReason.LAST_KING},
    "lost": {EndReason.CANNOT_COVER_DAMAGE, EndReason.CANNOT_PLAY_OR_YIELD},
    None: {None, EndReason.CANNOT_COVER_DAMAGE},
}
COVERED = {"yes": {True}, "no": {False}, "depends": {True, False}, None: {None}}


def check(foreseen, real):
    """A preview holds in a position; what depends on draws is one of the possibilities."""
    drawn, covers, reason = (real.pop(name) for name in ("drawn_cards", "covers", "outcome"))
    assert {name: foreseen[name] for name in real} == real
    assert {*foreseen["drawn_cards"]} <= {*card_names(drawn)}
    assert covers in COVERED[foreseen["covers"]]
    assert reason in ENDS[foreseen["outcome"]]
    assert foreseen["outcome"] or foreseen["covers"] == "depends" or reason is None


def own_draws(before, action):
    """The cards that the player of an action draws."""
    draws = (effect for effect in step(before, action)[1] if isinstance(effect, Draw))
    return next((draw.cards for draw in draws if draw.seat == before.turn), 0)


def rearranged(before, action, sign, avoided=0):
    """The position with the same view in which the player of an action draws other hidden cards.

    From each pool the cards of the least value (`sign` 1) or the highest (-1), those to be avoided last.
    """
    own, drawn, places = before.hands[before.turn], own_draws(before, action), {}
    for pool in before.hidden_pools:
        wanted = sorted(
            members(pool & ~own), key=lambda card: (avoided >> card & 1, sign * value(1 << card), ~drawn >> card & 1)
        )
        for old, new in zip(members(drawn & pool), wanted[: size(drawn & pool)], strict=True):
            places |= swapped(places, old, new)
    now = relaid(before, places)
    assert observe(now, before.turn) == observe(before, before.turn)
    return now


def swapped(places, old, new):
    """The moves after which the card `new` lies where `old` does at first."""
    there = next((card for card, other in places.items() if other == new), new)
    return {there: places.get(old, old), old: new}


def relaid(before, places):
    """The position with other cards in the places of these."""
    hands = [card_set(places.get(card, card) for card in members(hand)) for hand in before.hands]
    tavern = tuple(places.get(card, card) for card in before.tavern)
    return before._replace(hands=tuple(hands), tavern=tavern)


def playthrough(rng, players):
    """The positions at S1 of a random game that begins at its deal or with many enemies defeated.

    The players avoid losing at once, and discard cheaply.
    """
    before = rng.choice([Position.new, late])(str(rng.random()), players)
    while not before.is_over:
        if before.phase is Phase.PLAY:
            yield before
        actions = before.legal_actions
        if before.phase is Phase.SUFFER:
            actions = sorted(actions, key=lambda action: value(action.cards))[:3]
        tried = [apply(before, action) for action in rng.sample(actions, min(4, len(actions)))]
        before = next((now for now in tried if not now.is_over), tried[0])


def late(seed, players):
    """A position with enemies defeated, some of them known on top of the tavern, and a short tavern."""
    rng, new = Random(seed), Position.new(seed, players)
    fallen, castle = new.castle[: (count := rng.randint(1, 11))], new.castle[count:]
    known = fallen[: rng.choice((0, 0, 1, 2))]
    rest = (*new.tavern, *fallen[len(known) :])
    cut = rng.randint(0, len(rest))
    tavern = (*known, *rest[:cut])
    hidden = card_set(rest[:cut])
    for hand in new.hands:
        hidden |= hand
    return new._replace(
        castle=castle,
        tavern=tavern,
        known_on_top=len(known),
        discard=card_set(rest[cut:]),
        hidden_pools=(*[1 << card for card in known], hidden),
    ).validated(course=False)


def tried_positions(players, count):
    """Positions at S1 of random games."""
    rng = Random(players)
    endless = (before for _ in iter(int, 1) for before in playthrough(rng, players))
    return islice(endless, count)


def foreseen_draws(players, count):
    """Actions by which the player draws cards of the tavern, with their positions and previews.

    Actions that heal are left out: the order of the healed cards follows from the seed.
    """
    for before in tried_positions(players, count):
        for foreseen, action in zip(previews(observe(before, before.turn)), before.legal_actions, strict=True):
            if foreseen["drawn"][before.turn] and not foreseen["healed"]:
                yield before, action, foreseen


THOROUGH = pytest.param(20_000, marks=[pytest.mark.long, pytest.mark.timeout(1800)])


@pytest.mark.parametrize("count", [300, THOROUGH])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_previews_hold_wherever_the_hidden_cards_are(players, count):
    """In the position itself, and in one sampled from the view."""
    for before in tried_positions(players, count):
        seen = observe(before, before.turn)
        [sampled] = islice(sample_positions(seen, Random(1)), 1)
        for foreseen, action in zip(previews(seen), before.legal_actions, strict=True):
            check(foreseen, consequences(before, action))
            check(foreseen, consequences(sampled, action))


@pytest.mark.parametrize("count", [250, THOROUGH])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_depends_on_draws_may_go_both_ways(players, count):
    """S4: A hand covers the strike with the best and the worst draws, with the best alone, or with neither."""
    found = set()
    for before, action, foreseen in foreseen_draws(players, count):
        ways = [rearranged(before, action, sign) for sign in (1, -1)]
        assert {consequences(way, action)["covers"] for way in ways} == COVERED[foreseen["covers"]]
        found.add(foreseen["covers"])
    assert found >= {"yes", "depends", None}


@pytest.mark.parametrize("count", [150, THOROUGH])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_card_is_certain_if_no_other_can_replace_it(players, count):
    """R8: A drawn card that is not listed changes places with another hidden card, and the view stays the same."""
    for before, action, foreseen in foreseen_draws(players, count):
        drawn, certain = own_draws(before, action), parse_cards(foreseen["drawn_cards"])
        assert not certain & ~drawn
        if uncertain := drawn & ~certain:
            way = rearranged(before, action, 0, uncertain & -uncertain)
            assert not own_draws(way, action) & uncertain & -uncertain
