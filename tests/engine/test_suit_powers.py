"""S2: the powers of the suits, each once at the full attack value."""

import pytest
from builders import after, cards, effects, position, written

from regicide import shuffle
from regicide.cards import card_set, members, size

PILE = "2D,3D,4D,6D,7D,8D,9D"


def test_hearts_put_as_many_cards_as_the_attack_value_under_the_tavern():
    """S2: A five of hearts heals five of seven cards, and the cards that were in the tavern stay above them."""
    before = position(hands="5H,10D / 2C", discard=PILE)
    now = after(before, "5H")
    assert (size(now.discard), len(now.tavern)) == (2, len(before.tavern) + 5)
    assert now.tavern[: len(before.tavern)] == before.tavern


def test_hearts_heal_all_cards_of_a_pile_that_has_fewer():
    """S2: A nine of hearts heals a pile of seven whole."""
    now = after(position(hands="9H,10D / 2C", discard=PILE), "9H")
    assert now.discard == 0
    assert card_set(now.tavern[-7:]) == cards(PILE)


@pytest.mark.parametrize("heals", [0, 1, 7])
def test_healed_cards_lie_in_the_order_of_the_shuffle_of_that_number(heals):
    """S2: The first cards of the pile's shuffle `hearts-n` go under the tavern, the first of them uppermost."""
    before = position(hands="5H,10D / 2C", discard=PILE, heals=heals, seed="friday")
    shuffled = shuffle("friday", f"hearts-{heals}", members(before.discard))
    assert after(before, "5H").tavern[-5:] == tuple(shuffled[:5])


def test_hearts_heal_no_cards_from_the_table():
    """R9: What has been played against the enemy is not healed, the healing cards neither."""
    before = position(hands="5H,10D / 2C", played="9S,4D")
    now = after(before, "5H")
    assert now.tavern == before.tavern
    assert now.discard == 0


@pytest.mark.parametrize(
    ("enemy", "discard", "heals"),
    [("JC", PILE, 4), ("JC", "", 4), ("JH", PILE, 3), ("JH", "", 3)],
    ids=["healing", "empty pile", "immune", "immune and empty pile"],
)
def test_hearts_are_counted_unless_the_enemy_is_immune(enemy, discard, heals):
    """A hearts power that finds the pile empty counts too; one that immunity blocks does not."""
    before = position(hands="5H,10D / 2C", enemy=enemy, discard=discard, heals=3)
    assert after(before, "5H").heart_shuffles == heals


def test_two_hearts_in_one_play_heal_once():
    """S2: A companion and an eight of hearts heal nine cards by one power."""
    now = after(position(hands="AH,8H,10D / 2C", enemy="QC", rest="discard"), "AH+8H")
    assert (len(now.tavern), now.heart_shuffles) == (9, 1)


def test_diamonds_are_drawn_one_each_round_and_round():
    """S2: The current player draws first, then the others clockwise, until the attack value is drawn."""
    before = position(hands="5D,10C / 2C / 3C", tavern="6C,7C,8C,9C,10S,4S")
    now = after(before, "5D")
    assert [written(hand) for hand in now.hands] == ["6C,9C,10C", "2C,7C,10S", "3C,8C"]
    assert written(now.tavern[:1]) == "4S"


def test_the_current_player_draws_first():
    """S2: Where seat 2 plays diamonds, seat 2 draws, then seat 0, then seat 1."""
    before = position(hands="2C / 3C / 2D,10C", tavern="6C,7C,8C", turn=2)
    now = after(before, "2D")
    assert [written(hand) for hand in now.hands] == ["2C,7C", "3C", "6C,10C"]


def test_full_hands_are_skipped():
    """S2: A player with a full hand draws nothing, and the others draw on."""
    before = position(hands="4D,10C / 2C,2D,2H,2S,3C,3H / 4C", tavern="6C,7C,8C,9C")
    now = after(before, "4D")
    assert [written(hand) for hand in now.hands] == ["6C,8C,10C", "2C,3C,2D,2H,3H,2S", "4C,7C,9C"]


def test_a_hand_that_becomes_full_is_skipped_from_then_on():
    """S2: Seat 1 draws the one card that fills its hand, seat 0 the rest."""
    before = position(hands="4D,10C / 2C,2D,2H,2S,3C,3H", tavern="6C,7C,8C,9C")
    now = after(before, "4D")
    assert [written(hand) for hand in now.hands] == ["6C,8C,9C,10C", "2C,3C,7C,2D,2H,3H,2S"]


def test_nothing_is_drawn_once_all_hands_are_full():
    """S2: A ten of diamonds from full hands fills the one place that it left."""
    before = position(hands="10D,2C,3C,4C,5C,6C,10C / 2D,3D,4D,5D,6D,7D,8D", tavern="7C,8C")
    now = after(before, "10D")
    assert [size(hand) for hand in now.hands] == [7, 7]
    assert written(now.tavern[:1]) == "8C"


def test_several_places_in_full_hands_are_filled_and_no_more():
    """S2: A solo player who plays a companion and a nine from a full hand draws two cards, not ten."""
    now = after(position(hands="AD,9C,2C,3C,4C,5C,6C,10C", enemy="QH"), "AD+9C")
    assert size(now.hands[0]) == 8


def test_nothing_is_drawn_from_an_empty_tavern():
    """S2: Diamonds without cards left do not lose the game."""
    now = after(position(hands="5D,10C / 2C", rest="discard"), "5D")
    assert [written(hand) for hand in now.hands] == ["10C", "2C"]


def test_the_draw_ends_with_the_tavern():
    """S2: Where the tavern has fewer cards than the attack value, they are drawn and no more."""
    now = after(position(hands="5D,10C / 2C", tavern="6C,7C,8C", rest="discard"), "5D")
    assert [written(hand) for hand in now.hands] == ["6C,8C,10C", "2C,7C"]
    assert now.tavern == ()


def test_hearts_are_healed_before_diamonds_are_drawn():
    """S2: With an empty tavern a play of hearts and diamonds draws the very cards that it has just healed."""
    before = position(hands="AD,5H,10C / 2C", enemy="QC", rest="discard")
    healed = card_set(shuffle("table", "hearts-0", members(before.discard))[:6])
    now = after(before, "AD+5H")
    assert now.hands[0] | now.hands[1] == cards("10C,2C") | healed
    assert now.tavern == ()


def test_healed_cards_are_drawn_after_those_above_them():
    """S2: The tavern's old cards are drawn first, then the healed ones in the order of their shuffle."""
    before = position(hands="AD,5H,10C / 2C", enemy="QC", tavern="2S", rest="discard")
    healed = shuffle("table", "hearts-0", members(before.discard))[:6]
    now = after(before, "AD+5H")
    assert now.hands[0] == cards("10C,2S") | card_set([healed[1], healed[3]])
    assert now.hands[1] == cards("2C") | card_set([healed[0], healed[2], healed[4]])
    assert now.tavern == (healed[5],)


def test_spades_reduce_the_attack():
    """S2: A six of spades takes six off an attack of ten."""
    now = after(position(hands="6S,10C / 2C"), "6S")
    assert (now.shield, now.attack) == (6, 4)


def test_shields_add_up_over_all_players():
    """S2: The spades of every player count for as long as the enemy stands."""
    now = after(position(hands="3S,10C,10D / 4S,10H / 2C", enemy="QC"), "3S", "-10C-10D", "4S")
    assert (now.shield, now.attack) == (7, 8)


def test_an_attack_is_never_below_0():
    """S2: Sixteen spades leave a jack no attack, and no debt either."""
    assert position(hands="2C / 3C", played="9S,7S").attack == 0


def test_spades_shield_at_the_full_attack_value():
    """S2: A companion of spades with an eight of diamonds shields for nine."""
    assert after(position(hands="AS,8D,10C / 2C"), "AS+8D").shield == 9


def test_two_spades_in_one_play_shield_once():
    """S2: A companion and an eight of spades shield for nine, not for eighteen."""
    assert after(position(hands="AS,8S,10C / 2C"), "AS+8S").shield == 9


def test_each_suit_of_a_play_works_at_the_full_attack_value():
    """S2: Three threes of three suits heal nine cards, draw nine and shield for nine."""
    before = position(hands="3D,3H,3S,8C / 2C", enemy="QC", discard="4C,5C,6C,7C,9C,10C")
    now = after(before, "3D+3H+3S")
    assert (size(before.discard) - size(now.discard), now.shield) == (9, 9)
    assert [size(hand) for hand in now.hands] == [1 + 5, 1 + 4]


@pytest.mark.parametrize(
    ("play", "power"),
    [
        ("QC", {"type": "damage", "amount": 30}),
        ("KH", {"type": "heal", "count": 20}),
        ("QS", {"type": "shield", "amount": 15}),
        ("JS", {"type": "shield", "amount": 10}),
    ],
)
def test_an_enemy_in_hand_has_the_power_of_its_suit(play, power):
    """S2: A defeated enemy that was drawn is played for 10, 15 or 20, with its suit's power."""
    happened = effects(position(hands=f"{play} / 2C", enemy="KD", rest="discard"), play)
    assert any(power.items() <= effect.items() for effect in happened)


def test_a_jack_of_diamonds_in_hand_draws_ten_cards():
    """S2: Two hands with room for twelve have ten cards more."""
    now = after(position(hands="JD,2D / 2C", enemy="KC"), "JD")
    assert [size(hand) for hand in now.hands] == [1 + 5, 1 + 5]
