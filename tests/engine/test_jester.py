"""The jester: it cancels immunity and skips S3 and S4; its player appoints the next one."""

import pytest
from builders import after, effects, legal, position, written

from regicide import Phase

THREE = "X1,10C,10D / 9C,10H / 2C,10S"


@pytest.mark.parametrize("enemy", ["JC", "QD", "KH", "KS"])
def test_a_jester_cancels_the_immunity_of_the_enemy(enemy):
    """Jester: From now on every suit works against it."""
    before = position(hands=THREE, enemy=enemy)
    assert (before.immunity_cancelled, after(before, "X1").immunity_cancelled) == (False, True)


@pytest.mark.parametrize(
    ("enemy", "play", "power"),
    [
        ("QC", "7C", {"type": "damage", "amount": 14}),
        ("QD", "7D", {"type": "draw", "seat": 0, "count": 3, "cards": ["2S", "5S", "8S"]}),
        ("QH", "7H", {"type": "heal", "count": 7, "cards": ["3C", "4C", "5C", "JC", "JD", "JH", "JS"]}),
        ("QS", "7S", {"type": "shield", "amount": 7}),
    ],
)
def test_the_suit_of_the_enemy_works_after_a_jester(enemy, play, power):
    """Jester: What the enemy was immune to works in full."""
    before = position(
        hands=f"{play},9C,9D / 2C / 2D", enemy=enemy, played="X1", tavern="2S,3S,4S,5S,6S,10S,8S", discard="3C,4C,5C"
    )
    assert power in effects(before, play)


def test_spades_played_before_the_jester_begin_to_count():
    """Jester: Against a spades enemy each earlier play with a spade shields at its full attack value."""
    now = after(position(hands=THREE, enemy="QS", played="3S,AS+4D,5H"), "X1")
    assert (now.shield, now.attack) == (3 + 5, 15 - 8)


def test_spades_that_count_already_do_not_count_twice():
    """Jester: Against an enemy of another suit the shield stays as it is."""
    assert after(position(hands=THREE, enemy="QC", played="3S"), "X1").shield == 3


def test_clubs_played_before_the_jester_are_not_doubled():
    """Jester: Against a clubs enemy the damage stays what it was, and only later clubs double."""
    now = after(position(hands=THREE, enemy="QC", played="6C"), "X1")
    assert now.damage == 6
    assert after(now, ">1", "9C").damage == 6 + 18


@pytest.mark.parametrize(("enemy", "played"), [("QH", "6H"), ("QD", "6D")])
def test_hearts_and_diamonds_played_before_the_jester_stay_without_effect(enemy, played):
    """Jester: Nothing is healed or drawn after the event."""
    before = position(hands=THREE, enemy=enemy, played=played)
    now = after(before, "X1")
    assert (now.tavern, now.heart_shuffles, now.hands[1:]) == (before.tavern, 0, before.hands[1:])


def test_a_jester_deals_no_damage_and_no_player_suffers():
    """Jester: S3 and S4 are skipped; the player appoints the next one."""
    now = after(position(hands=THREE, played="3D"), "X1")
    assert (now.damage, now.turn, now.phase) == (3, 0, Phase.APPOINT)


@pytest.mark.parametrize(("hands", "turn"), [(THREE, 0), ("2C / 3C / X1", 2), ("2C / X1 / X2 / 5C", 1)])
def test_any_player_may_be_appointed(hands, turn):
    """Jester, R3: The player chooses among all seats, the own one too."""
    now = after(position(hands=hands, turn=turn), "X1")
    assert legal(now) == [f">{seat}" for seat in range(now.players)]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_appointed_player_begins_a_turn(seat):
    """Jester: The chosen player plays or yields."""
    now = after(position(hands=THREE), "X1", f">{seat}")
    assert (now.turn, now.phase) == (seat, Phase.PLAY)


def test_play_continues_clockwise_from_the_appointed_player():
    """Jester: After the turn of the chosen player the next seat follows."""
    assert after(position(hands=THREE), "X1", ">2", "2C", "-10S").turn == 0


def test_a_jester_lies_before_the_players_until_the_enemy_is_defeated():
    """R9: It is one of the played cards, and is discarded with them."""
    lying = after(position(hands=THREE, enemy="JH"), "X1", ">0")
    defeated = after(lying, "10C")
    assert [written(play) for play in lying.played] == ["X1"]
    assert written(defeated.discard) == "10C,X1"


def test_a_second_jester_may_be_played_against_the_same_enemy():
    """R11: The immunity stays cancelled, no shield counts twice, and its player appoints the next one."""
    before = position(hands="X1,10C / X2,10H / 2C / 3C", enemy="QS", played="4S")
    now = after(before, "X1", ">1", "X2")
    assert (now.shield, now.immunity_cancelled) == (4, True)
    assert legal(now) == [">0", ">1", ">2", ">3"]


def test_spades_between_two_jesters_count_once():
    """R11: Plays after the first jester count before the second one."""
    before = position(hands="X2,10C / 10H / 2C / 3C", enemy="QS", played="4S,X1,5S")
    assert after(before, "X2").shield == 9
