"""The effects of actions: their order, and what each viewer sees of them."""

import pytest
from builders import cards, effects, position

from regicide import EndReason, Outcome, parse_card
from regicide.effects import (
    OMNISCIENT,
    CancelImmunity,
    Damage,
    Defeat,
    Discard,
    Draw,
    Heal,
    Over,
    Reveal,
    Shield,
    Strike,
    Turn,
)


def damage(amount):
    """The enemy took damage."""
    return {"type": "damage", "amount": amount}


def strike(amount):
    """The enemy attacks."""
    return {"type": "strike", "amount": amount}


def shield(amount):
    """Spades began to count."""
    return {"type": "shield", "amount": amount}


def heal(*codes):
    """Cards went under the tavern."""
    return {"type": "heal", "count": len(codes), "cards": list(codes)}


def draw(seat, *codes):
    """A seat drew cards."""
    return {"type": "draw", "seat": seat, "count": len(codes), "cards": list(codes)}


def discard(*codes):
    """Cards went from the hand to the discard pile."""
    return {"type": "discard", "cards": list(codes)}


def fall(enemy, following, *, exact):
    """An enemy was defeated and the next one revealed."""
    return [{"type": "defeat", "enemy": enemy, "exact": exact}, {"type": "reveal", "enemy": following}]


def turn(seat):
    """A seat begins a turn."""
    return {"type": "turn", "seat": seat}


def over(outcome, reason):
    """The game ended."""
    return {"type": "over", "outcome": outcome, "reason": reason}


CANCEL = {"type": "cancel-immunity"}
LOST_TO_DAMAGE = over("lost", "cannot-cover-damage")
LOST_AT_S1 = over("lost", "cannot-play-or-yield")


@pytest.mark.parametrize(
    ("fields", "play", "expected"),
    [
        ({"hands": "8C,10C / 2C", "enemy": "JC"}, "8C", [damage(8), strike(10)]),
        ({"hands": "8C,10C / 2C", "enemy": "JD"}, "8C", [damage(16), strike(10)]),
        ({"hands": "3H,10C / 2C", "discard": "4C,5C"}, "3H", [heal("4C", "5C"), damage(3), strike(10)]),
        ({"hands": "3H,10C / 2C"}, "3H", [heal(), damage(3), strike(10)]),
        ({"hands": "3H,10C / 2C", "enemy": "JH"}, "3H", [damage(3), strike(10)]),
        ({"hands": "3D,10C / 2C", "rest": "discard"}, "3D", [damage(3), strike(10)]),
        ({"hands": "3S,10C / 2C"}, "3S", [shield(3), damage(3), strike(7)]),
        ({"hands": "9S,2C / 3C", "played": "AS"}, "9S", [shield(9), damage(9), strike(0), turn(1)]),
        ({"hands": "8D / 2C", "enemy": "JD"}, "8D", [damage(8), strike(10), LOST_TO_DAMAGE]),
    ],
)
def test_the_effects_of_a_play_are_powers_damage_and_strike(fields, play, expected):
    """S2 to S4: Powers, damage, attack; a blocked power has no effect."""
    assert effects(position(**fields), play) == expected


def test_the_order_of_powers_is_hearts_diamonds_spades():
    """S2: Hearts before diamonds; each seat's draw is one effect, the current player's first."""
    before = position(hands="3D,3H,3S,10C / 2C", discard="4C", tavern="4S,5S,6S,7S,8S,9S,10S,4H,5H")
    drawn = [draw(0, "5H", "4S", "6S", "8S", "10S"), draw(1, "4H", "5S", "7S", "9S")]
    assert effects(before, "3D+3H+3S") == [heal("4C"), *drawn, shield(9), damage(9), strike(1)]


def test_draws_are_listed_clockwise_from_the_current_player():
    """S2: Seat 1 plays diamonds: seat 1, seat 2, seat 0; a seat that draws nothing is omitted."""
    before = position(hands="2C / 4D,10C / 3C", turn=1, tavern="7S,8S,9S,10S")
    assert effects(before, "4D")[:3] == [draw(1, "7S", "10S"), draw(2, "8S"), draw(0, "9S")]
    assert effects(position(hands="10D,10C / 2C", turn=0, tavern="7S", rest="discard"), "10D")[0] == draw(0, "7S")


@pytest.mark.parametrize(
    ("fields", "play", "expected"),
    [
        ({"hands": "7C,2C / 3C", "played": "7S"}, "7C", [damage(14), *fall("JD", "JC", exact=False), turn(0)]),
        ({"hands": "10C,2C / 3C"}, "10C", [damage(20), *fall("JD", "JC", exact=True), turn(0)]),
        ({"hands": "3C / 10C,2C", "turn": 1}, "10C", [damage(20), *fall("JD", "JC", exact=True), turn(1)]),
        (
            {"hands": "10C / 3C", "yielded": "1"},
            "10C",
            [damage(20), *fall("JD", "JC", exact=True), turn(0), LOST_AT_S1],
        ),
    ],
)
def test_the_effects_of_a_kill_are_defeat_reveal_and_turn(fields, play, expected):
    """S3: The enemy falls, the next one is revealed, and the same seat begins a turn."""
    assert effects(position(**fields, enemy="JD"), play) == expected


def test_the_last_king_is_followed_by_the_end():
    """S3: No enemy is revealed and no turn begins."""
    last = position(hands="10C / 2C", enemy="KD", discard="KC,KH,KS", played="10H,10S")
    fallen = {"type": "defeat", "enemy": "KD", "exact": True}
    assert effects(last, "10C") == [damage(20), fallen, over("won", "last-king")]


@pytest.mark.parametrize(
    ("fields", "action", "expected"),
    [
        ({"hands": "10C / 2C"}, "yield", [strike(10)]),
        ({"hands": "10C / 2C", "played": "3S"}, "yield", [strike(7)]),
        ({"hands": "9C / 2C"}, "yield", [strike(10), LOST_TO_DAMAGE]),
        ({"hands": "2C / 3C", "played": "9S,AS"}, "yield", [strike(0), turn(1)]),
        ({"hands": "2C / ", "played": "9S,AS"}, "yield", [strike(0), turn(1), LOST_AT_S1]),
        ({"hands": "2C,10C / 3C", "yielded": "0", "phase": "suffer"}, "-10C-2C", [discard("2C", "10C"), turn(1)]),
        ({"hands": "10C / ", "yielded": "0", "phase": "suffer"}, "-10C", [discard("10C"), turn(1), LOST_AT_S1]),
        ({"hands": "X1 / 2C / 3C"}, "X1", [CANCEL]),
        ({"hands": "X1 / 2C / 3C", "enemy": "JS", "played": "3S,2S+2D"}, "X1", [CANCEL, shield(7)]),
        ({"hands": "X1 / 2C / 3C", "enemy": "JC", "played": "3S"}, "X1", [CANCEL]),
        ({"hands": "X2 / 2C / 3C / 4C", "enemy": "JS", "played": "3S,X1"}, "X2", []),
        ({"hands": "2S / 2C / 3C", "played": "X1", "phase": "appoint"}, ">2", [turn(2)]),
        ({"hands": "2C,8D", "tavern": "3C,4C", "rest": "discard"}, "flip", [discard("2C", "8D"), draw(0, "3C", "4C")]),
        ({"hands": "2C,8D", "rest": "discard"}, "flip", [discard("2C", "8D")]),
        ({"hands": "2C", "flips": 1, "rest": "discard"}, "flip", [discard("2C"), LOST_AT_S1]),
    ],
)
def test_the_effects_of_other_actions(fields, action, expected):
    """A yield is a strike, a discard passes the turn on, a jester cancels immunity, a flip is a discard and a draw."""
    assert effects(position(**fields), action) == expected


OUTCOME = Outcome(won=False, reason=EndReason.CANNOT_COVER_DAMAGE, seat=1, defeated=3, grade=None)
JACK = parse_card("JC")
PUBLIC = [
    *(
        Heal(cards("2C,3C")),
        Shield(4),
        Damage(5),
        Defeat(JACK, exact=True),
        Reveal(JACK),
        Strike(6),
        Discard(cards("2C,3C")),
    ),
    *(CancelImmunity(), Turn(2), Over(OUTCOME)),
]


@pytest.mark.parametrize("viewer", [None, 0, 1, 3])
@pytest.mark.parametrize("effect", PUBLIC, ids=lambda effect: type(effect).__name__)
def test_public_effects_are_the_same_for_all_viewers(effect, viewer):
    """All effects except a draw are the same for every seat and for spectators."""
    assert effect.to_json(viewer) == effect.to_json(OMNISCIENT)


def test_the_seat_that_drew_sees_the_cards():
    """R8: The seat that drew sees the cards."""
    assert Draw(1, cards("8D,2C")).to_json(1) == draw(1, "2C", "8D")


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_other_viewers_do_not_see_the_cards_of_a_draw(viewer):
    """R8: Other seats and spectators see the number of cards."""
    assert Draw(1, cards("8D,2C")).to_json(viewer) == {"type": "draw", "seat": 1, "count": 2}
