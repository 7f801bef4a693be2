"""Immunity: a suit's power does not work against an enemy of that suit."""

import pytest
from builders import after, effects, position

from regicide.cards import size


@pytest.mark.parametrize(
    ("enemy", "damage", "healed", "drawn", "shield"),
    [("QC", 8, 8, 8, 8), ("QD", 16, 8, 0, 8), ("QH", 16, 0, 8, 8), ("QS", 16, 8, 8, 0)],
)
def test_an_enemy_is_immune_to_the_power_of_its_own_suit_only(enemy, damage, healed, drawn, shield):
    """Immunity: Of four twos one suit's power is blocked; its value counts for the damage and the other powers."""
    before = position(hands="2C,2D,2H,2S,7C,8S / 3C", enemy=enemy, discard="4C,5C,6C,9C,10C")
    now = after(before, "2C+2D+2H+2S")
    assert (now.damage, size(before.discard) - size(now.discard), now.shield) == (damage, healed, shield)
    assert sum(map(size, now.hands)) == 3 + drawn


@pytest.mark.parametrize(
    ("enemy", "play", "power"),
    [("JH", "9H", "heal"), ("JD", "9D", "draw"), ("JS", "9S", "shield"), ("KS", "QS", "shield")],
)
def test_a_power_that_is_blocked_does_nothing_at_all(enemy, play, power):
    """Immunity: No card is healed, drawn or shielded, and no such effect is listed."""
    before = position(hands=f"{play},10C / 2C", enemy=enemy, discard="4C,5C,6C")
    assert power not in [effect["type"] for effect in effects(before, play)]
