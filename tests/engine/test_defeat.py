"""S3: the damage, and what happens when an enemy is defeated."""

import pytest
from builders import after, cards, legal, position, written

from regicide import Phase
from regicide.cards import size


@pytest.mark.parametrize(
    ("play", "damage"),
    [
        *(("7S", 7), ("AD+7S", 8), ("3D+3H+3S", 9), ("10S", 10), ("AS+JS", 11), ("QD", 15), ("QS", 15)),
        *(("7C", 14), ("AC+7S", 16), ("AS+7C", 16), ("3C+3D+3S", 18), ("AC+4C", 10), ("JC", 20), ("AC+JS", 22)),
    ],
)
def test_the_damage_is_the_sum_of_the_values_and_clubs_double_it(play, damage):
    """S3: The enemy takes the attack value, and double that, once, with any club in the play."""
    before = position(hands=f"{play.replace('+', ',')},8H,9H,10H / 5D", enemy="KH")
    assert after(before, play).damage == damage


def test_damage_adds_up_over_the_plays():
    """S3: An enemy keeps the damage it has taken."""
    now = after(position(hands="3C,8H,9H / 2C", enemy="QH", played="4S,5D+5S"), "3C")
    assert now.damage == 4 + 10 + 6


@pytest.mark.parametrize(
    ("enemy", "played", "last", "falls"),
    [
        *(("JD", "9S", "10S", False), ("JD", "10S", "10H", True), ("JD", "9S", "AH+10S", True)),
        *(("QD", "10C", "9S", False), ("QD", "10C", "10S", True), ("QD", "10C,9S", "2H", True)),
        *(("KD", "10C,9C", "AS", False), ("KD", "10C,9C", "2S", True), ("KD", "10C,9C", "5H", True)),
    ],
)
def test_an_enemy_falls_when_the_damage_reaches_its_health(enemy, played, last, falls):
    """S3: A jack takes 20, a queen 30, a king 40; one short of it, it stands."""
    before = position(hands=f"{last.replace('+', ',')},6H,7H,8H / 2C", enemy=enemy, played=played)
    assert (after(before, last).enemy != before.enemy) is falls


def test_an_enemy_killed_with_too_much_damage_goes_on_the_discard_pile():
    """S3: A jack that has taken 21 is on the discard pile."""
    now = after(position(hands="7C,AH / 2C", enemy="JD", played="7S"), "7C")
    assert written(now.discard) == "7C,JD,7S"
    assert now.known_on_top == 0


def test_an_enemy_killed_exactly_goes_on_top_of_the_tavern():
    """S3, R8: A jack that has taken 20 is on top of the tavern, known to all players."""
    before = position(hands="10C,AH / 2C", enemy="JD", tavern="5S,6S")
    now = after(before, "10C")
    assert written(now.tavern[:3]) == "JD,5S,6S"
    assert (now.known_on_top, written(now.discard)) == (1, "10C")


def test_an_enemy_may_be_killed_exactly_by_several_plays():
    """S3: It is the damage taken in all that has to equal the health."""
    now = after(position(hands="8S,AH / 2C", enemy="JD", played="9S,3H"), "8S")
    assert written(now.tavern[:1]) == "JD"


@pytest.mark.parametrize("last", ["10C", "9C"])
def test_all_cards_played_against_a_defeated_enemy_go_on_the_discard_pile(last):
    """S3, R9: All players' cards leave the table when the enemy is defeated, exactly or not."""
    now = after(position(hands=f"{last},10H / 2C / 3C", enemy="JD", played="2S,X1", discard="5S"), last)
    assert now.played == ()
    assert now.discard & ~cards("JD") == cards(f"2S,5S,X1,{last}")


def test_the_next_card_of_the_castle_is_the_enemy():
    """S3: It has taken no damage, no shield counts against it, and its immunity is in force."""
    before = position(hands="10C,AH / 2C / 3C", enemy="JD", played="2S,X1,AS")
    now = after(before, "10C")
    assert now.castle == before.castle[1:]
    assert (now.damage, now.shield, now.attack, now.immunity_cancelled) == (0, 0, 10, False)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_player_who_defeats_an_enemy_begins_a_new_turn(seat):
    """S3, R10: After a kill the same player plays or yields; no player suffers damage."""
    hands = ["2C", "3C", "4C"]
    hands[seat] = "10C,AH"
    now = after(position(hands=" / ".join(hands), enemy="JD", turn=seat), "10C")
    assert (now.turn, now.phase) == (seat, Phase.PLAY)
    assert legal(now) == ["AH", "yield"]


def test_the_enemy_killed_exactly_by_diamonds_lies_on_what_they_left():
    """S2 comes before S3: the cards are drawn, then the enemy is put on top of the tavern."""
    now = after(position(hands="10D,AH / 2C", enemy="JC", played="10S", tavern="2S,3S,4S", rest="discard"), "10D")
    assert (written(now.hands[0]), written(now.hands[1])) == ("AH,2S,4S", "2C,3S")
    assert written(now.tavern) == "JC"


def test_hearts_do_not_heal_the_enemy_they_defeat():
    """S2 comes before S3: the enemy and the cards on the table are put on the pile after the healing."""
    now = after(position(hands="9H,AH / 2C", enemy="JC", played="10S,3S", discard="5S"), "9H")
    assert written(now.discard) == "JC,9H,3S,10S"


def test_an_enemy_on_the_tavern_is_known_until_it_is_drawn():
    """R8: Drawn by diamonds, it is in a hand, and the top of the tavern is unknown."""
    now = after(position(hands="10C,2D,10H / 2C", enemy="JS", tavern="5S,6S"), "10C", "2D")
    assert (written(now.hands[0]), written(now.hands[1]), now.known_on_top) == ("10H,JS", "2C,5S", 0)


def test_several_enemies_may_lie_on_the_tavern():
    """R8: The one killed last is on top, and those not drawn are known."""
    before = position(hands="10C,AD,10D,10H / 2C", enemy="JS", tavern="JH|5S,6S")
    killed = after(before, "10C")
    drawn = after(killed, "AD")
    assert (written(killed.tavern[:3]), killed.known_on_top) == ("JS,JH,5S", 2)
    assert (written(drawn.tavern[:2]), drawn.known_on_top) == ("JH,5S", 1)


def test_healed_cards_go_under_the_known_enemies():
    """S2, R8: Hearts put cards at the bottom of the tavern, and leave its top as it is."""
    now = after(position(hands="5H,10H / 2C", enemy="JS", tavern="JH|", rest="discard"), "5H")
    assert (written(now.tavern[:1]), now.known_on_top, len(now.tavern)) == ("JH", 1, 6)


def test_a_kill_leaves_hands_alone():
    """S3: No player discards or draws when an enemy is defeated."""
    now = after(position(hands="10C,AH / 2C,5H", enemy="JD"), "10C")
    assert [size(hand) for hand in now.hands] == [1, 2]
