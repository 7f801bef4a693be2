"""S4: the enemy attacks the current player."""

import pytest
from builders import after, legal, position, written

from regicide import Action, IllegalReason, Phase


@pytest.mark.parametrize(
    ("enemy", "played", "attack"),
    [
        *(("JC", "", 10), ("QC", "", 15), ("KC", "", 20), ("JC", "3S", 7), ("QC", "3S,9S", 3), ("KC", "AS+9D", 10)),
        *(("JS", "3S", 10), ("JS", "3S,X1", 7), ("JS", "3S,X1,4S", 3)),
    ],
)
def test_the_enemy_strikes_for_its_attack_less_the_shields(enemy, played, attack):
    """S4: A jack strikes for 10, a queen for 15, a king for 20, less the spades that count."""
    assert position(hands="2C / 3C / 4C", enemy=enemy, played=played).attack == attack


def test_every_set_of_cards_worth_the_attack_may_be_discarded():
    """S4, R2: The total has to be at least ten, more may be discarded; the smallest sets are listed first."""
    before = position(hands="2C,10C,8D,9H / 2D", phase="suffer", yielded="0")
    assert legal(before) == [
        *("-10C", "-2C-10C", "-2C-8D", "-10C-8D", "-2C-9H", "-10C-9H", "-8D-9H"),
        *("-2C-10C-8D", "-2C-10C-9H", "-2C-8D-9H", "-10C-8D-9H", "-2C-10C-8D-9H"),
    ]


@pytest.mark.parametrize(("discard", "worth"), [("-2C", 2), ("-8D", 8), ("-9H", 9)])
def test_cards_worth_less_than_the_attack_do_not_cover_it(discard, worth):
    """S4: Nine against an attack of ten is refused, and the message names both numbers."""
    before = position(hands="2C,10C,8D,9H / 2D", phase="suffer", yielded="0")
    detail = f"the cards are worth {worth}, and the enemy strikes for 10"
    assert before.why_illegal(Action.parse(discard)) == (IllegalReason.DOES_NOT_COVER_DAMAGE, "S4", detail)


def test_shields_lower_what_has_to_be_discarded():
    """S4: With seven spades against a jack three is enough."""
    before = position(hands="2C,3C,AD / 2D", played="7S", phase="suffer", yielded="0")
    assert legal(before)[:2] == ["-3C", "-2C-3C"]


@pytest.mark.parametrize(
    ("hand", "enemy"),
    [("AC,9D", "JS"), ("AC,AD,AH,7S", "JS"), ("JC", "JS"), ("QC", "QS"), ("KC", "KS"), ("10D,JH", "KS")],
)
def test_a_card_covers_what_it_is_worth(hand, enemy):
    """S4: Companions cover 1, drawn enemies 10, 15 and 20: here the whole hand is just enough."""
    before = position(hands=f"{hand} / 2D / 3D", enemy=enemy, phase="suffer", yielded="0")
    assert legal(before) == ["-" + hand.replace(",", "-")]


def test_a_jester_covers_nothing():
    """S4: A jester may be discarded along with other cards, and does not help."""
    before = position(hands="10D,X1 / 2D / 3D", phase="suffer", yielded="0")
    assert legal(before) == ["-10D", "-10D-X1"]


def test_discarded_cards_go_on_the_discard_pile():
    """S4: They leave the hand, whether they were needed or not."""
    now = after(position(hands="2C,10C,8D / 2D", discard="5S", phase="suffer", yielded="0"), "-2C-10C")
    assert (written(now.hands[0]), written(now.discard)) == ("8D", "2C,10C,5S")


def test_discarded_cards_have_no_power():
    """S4: Suits work for cards that are played, not for those that are discarded."""
    before = position(hands="10C,10D,10H,10S / 2D", enemy="QC", phase="suffer", yielded="0")
    now = after(before, "-10C-10D-10H-10S")
    assert (now.tavern, now.heart_shuffles, now.shield, now.damage) == (before.tavern, 0, 0, 0)


@pytest.mark.parametrize(
    ("hands", "turn", "following"),
    [
        *(("10C,2C", 0, 0), ("10C,2C / 3C", 0, 1), ("2C / 10C,3C", 1, 0)),
        *(("10C / 2C / 3C", 0, 1), ("2C / 10C / 3C", 1, 2), ("2C / 3C / 10C", 2, 0)),
        *(("2C / 10C / 3C / 4C", 1, 2), ("2C / 3C / 4C / 10C", 3, 0)),
    ],
)
def test_the_next_player_clockwise_begins(hands, turn, following):
    """S4: When the damage is suffered, the next seat plays or yields; after the last seat comes seat 0."""
    now = after(position(hands=hands, turn=turn, played="2S", phase="suffer"), "-10C")
    assert (now.turn, now.phase) == (following, Phase.PLAY)


def test_the_enemy_stands_as_it_stood():
    """S4: Suffering changes nothing about the enemy and what was played against it."""
    before = position(hands="10C / 2C", played="7D,3S", phase="suffer")
    now = after(before, "-10C")
    assert (now.castle, now.damage, now.shield, now.played) == (before.castle, 10, 3, before.played)


@pytest.mark.parametrize("play", ["AS", "9S", "AS+9D"])
def test_an_attack_shielded_to_0_is_over_at_once(play):
    """S4, R4: Nothing is discarded, and the next player begins."""
    now = after(position(hands="AS,9S,9D / 2C", played="2S+2D+2H,3S", enemy="JH"), play)
    assert (now.turn, now.phase, now.discard) == (1, Phase.PLAY, 0)
