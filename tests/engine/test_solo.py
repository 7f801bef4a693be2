"""The solo game: two jesters to flip, no yield, and three grades of a win."""

import pytest
from builders import after, legal, position, written

from regicide import Action, EndReason, IllegalReason, Phase
from regicide.cards import size

TOP = "2S,3S,4S,5S,6S,7S,8S,9S"


def test_a_solo_player_may_not_yield():
    """R1: Every other player counts as having yielded."""
    before = position(hands="8D,10C")
    assert legal(before) == ["10C", "8D", "flip"]
    assert before.why_illegal(Action.parse("yield")) == (
        IllegalReason.MAY_NOT_YIELD,
        "R1",
        "a solo player may not yield",
    )


def test_a_solo_player_may_not_yield_to_an_enemy_without_attack():
    """R1: That would be a move without end."""
    assert "yield" not in legal(position(hands="8D,10C", played="9S,AS"))


def test_a_flip_discards_the_hand_and_refills_it_to_eight():
    """Solo: The eight cards are drawn from the top of the tavern, and the jester leaves the game."""
    now = after(position(hands="8D,10C", tavern=TOP), "flip")
    assert (written(now.hands[0]), written(now.discard)) == (TOP, "10C,8D")
    assert now.jesters_left == 1


def test_a_flip_at_the_start_of_a_turn_leaves_the_turn_at_its_start():
    """Solo: At S1 a card is still to be played."""
    now = after(position(hands="8D,10C"), "flip")
    assert (now.phase, now.turn) == (Phase.PLAY, 0)


def test_a_flip_before_damage_leaves_the_damage_to_be_taken():
    """Solo: At S4 the new hand has to cover the same attack."""
    now = after(position(hands="8D,10C", played="AS", phase="suffer", tavern=TOP), "flip")
    assert (now.phase, now.attack) == (Phase.SUFFER, 9)
    assert legal(now)[0] == "-9S"


def test_a_flip_may_be_chosen_though_the_hand_covers_the_damage():
    """Solo: It is the player's choice."""
    assert "flip" in legal(position(hands="8D,10C", played="2S", phase="suffer"))


def test_an_enemy_of_diamonds_does_not_stop_a_flip():
    """Solo: The refill is not the power of diamonds."""
    assert size(after(position(hands="8D,10C", enemy="JD"), "flip").hands[0]) == 8


def test_a_flip_cancels_no_immunity():
    """Solo: A flipped jester is not played against the enemy."""
    now = after(position(hands="8D,10C", enemy="JS", played="AS", tavern=TOP), "flip")
    assert (now.immunity_cancelled, now.shield) == (False, 0)
    assert after(now, "9S").shield == 0


def test_flips_may_follow_one_another():
    """R12: Both jesters may be flipped in one go."""
    now = after(position(hands="8D,10C", tavern=TOP), "flip", "flip")
    assert written(now.discard) == "10C,8D,2S,3S,4S,5S,6S,7S,8S,9S"
    assert (now.jesters_left, size(now.hands[0])) == (0, 8)


@pytest.mark.parametrize("phase", ["play", "suffer"])
def test_each_jester_is_flipped_once(phase):
    """Solo: With no jester left a flip is refused."""
    before = position(hands="8D,10C", flips=0, played="2S", phase=phase)
    assert "flip" not in legal(before)
    assert before.why_illegal(Action.parse("flip"))[:2] == (IllegalReason.NO_FLIP_LEFT, "Solo")


@pytest.mark.parametrize("hands", ["8D / 2C", "8D / 2C / 3C", "8D / 2C / 3C / 4C"])
def test_there_is_nothing_to_flip_in_other_games(hands):
    """Solo: With more players the jesters are shuffled into the tavern, or left out."""
    assert position(hands=hands).why_illegal(Action.parse("flip")).reason is IllegalReason.NO_FLIP_LEFT


def test_a_refill_ends_with_the_tavern():
    """Solo: With three cards left in the tavern the new hand has three."""
    now = after(position(hands="8D,10C", tavern="2S,3S,4S", rest="discard"), "flip")
    assert (written(now.hands[0]), now.tavern) == ("2S,3S,4S", ())


def test_a_refill_draws_known_enemies_too():
    """R8: An enemy drawn from the top of the tavern is no longer known there."""
    now = after(position(hands="8D,10C", enemy="QS", tavern="JD|" + TOP), "flip")
    assert (written(now.hands[0]), now.known_on_top) == ("JD,2S,3S,4S,5S,6S,7S,8S", 0)


def test_a_flip_is_the_rescue_of_a_hand_that_cannot_cover_the_damage():
    """R5: The game is not lost while a jester is left; flipping it is all that may be done."""
    now = after(position(hands="8D,3C", enemy="QD"), "8D")
    assert (now.phase, legal(now)) == (Phase.SUFFER, ["flip"])
    assert after(now, "flip").phase is Phase.SUFFER


def test_a_flip_is_the_rescue_of_an_empty_hand():
    """S1: Without a card the solo player is not lost while a jester is left."""
    assert legal(position(hands="", flips=1)) == ["flip"]


@pytest.mark.parametrize(
    ("phase", "reason"), [("play", EndReason.CANNOT_PLAY_OR_YIELD), ("suffer", EndReason.CANNOT_COVER_DAMAGE)]
)
def test_the_last_flip_may_be_useless(phase, reason):
    """R5: With an empty tavern the flip leaves an empty hand, and the game is lost."""
    now = after(position(hands="8D,10C", flips=1, played="2S", phase=phase, rest="discard"), "flip")
    assert now.reason is reason


def test_a_second_flip_may_follow_a_useless_one():
    """R12: After a flip into an empty hand the other jester may still be flipped."""
    now = after(position(hands="8D,10C", rest="discard"), "flip")
    assert (now.outcome, legal(now)) == (None, ["flip"])


def test_a_hand_that_cannot_cover_the_damage_is_lost_without_flips():
    """R5: In solo the game is lost at once when no flip is left."""
    now = after(position(hands="8D,3C", enemy="QD", flips=0), "8D")
    assert now.reason is EndReason.CANNOT_COVER_DAMAGE


def test_an_empty_hand_is_lost_without_flips():
    """R1, S1: A solo player who has discarded the whole hand can neither play nor yield."""
    now = after(position(hands="8D,10C", flips=0, played="2S", phase="suffer"), "-10C-8D")
    assert now.reason is EndReason.CANNOT_PLAY_OR_YIELD


@pytest.mark.parametrize(("flips", "grade"), [(2, "gold"), (1, "silver"), (0, "bronze")])
def test_a_solo_win_is_graded_by_its_flips(flips, grade):
    """Solo: No flip is gold, one is silver, two are bronze."""
    won = after(position(hands="10S", enemy="KC", discard="KD,KH,KS", played="10H,10D,10C", flips=flips), "10S")
    assert won.outcome.grade == grade


def test_a_lost_solo_game_has_no_grade():
    """Solo: Only a win is graded."""
    assert after(position(hands="8D,3C", enemy="QD", flips=0), "8D").outcome.grade is None
