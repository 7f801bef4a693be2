"""Positions that no course of a game can reach are refused with the fault."""

import pytest
from builders import position

from regicide import ImpossiblePosition

THREE = {"hands": "8D,9C / 2C / 3C"}


def refused(words):
    """The refusal of an impossible position, in these words."""
    return pytest.raises(ImpossiblePosition, match=f"^{words}")


@pytest.mark.parametrize("play", ["6S+6D", "5S+5D+5H", "AS+2S+2D", "2S+3S", "AS+X1", "10S+KS"])
def test_a_play_is_none(play):
    """S1: The cards on the table were played by the rules."""
    with refused(r".* has been played: S1 does not allow this play$"):
        position("8D,9C / 2C / 3C", enemy="KC", played=f"4S,{play}")


@pytest.mark.parametrize(
    ("enemy", "played", "words"),
    [
        ("JC", "9S,AD+10S", "JC has taken 20: it is defeated"),
        ("JD", "10C", "JD has taken 20: it is defeated"),
        ("QC", "10C,10D,10S,AS", "QC has taken 31: it is defeated"),
        ("KH", "10C,9C,3S", "KH has taken 41: it is defeated"),
    ],
)
def test_a_defeated_enemy_still_stands(enemy, played, words):
    """S3: An enemy whose damage reaches its health is defeated."""
    with refused(words):
        position("8D / 2C", enemy=enemy, played=played)


@pytest.mark.parametrize("phase", ["play", "suffer", "appoint"])
def test_a_game_goes_on_without_an_enemy(phase):
    """S3: With the last king defeated the game is won."""
    with refused("the castle is empty: the game is over$"):
        position("8D / 2C", enemy="", phase=phase)


def test_cards_are_played_against_no_enemy():
    """S3: The table is cleared when an enemy is defeated, the last one too."""
    with refused("cards are played, but the castle is empty$"):
        position("8D / 2C", enemy="", played="3S", phase="over:last-king")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        pytest.param({"hands": " / 2C", "yielded": "1"}, "cannot-play-or-yield", id="no card and no yield"),
        pytest.param({"hands": "", "flips": 0}, "cannot-play-or-yield", id="solo, no card and no flip"),
        pytest.param({"hands": "9C / 10S", "played": "8D", "phase": "suffer"}, "cannot-cover-damage", id="nine"),
        pytest.param(
            {"hands": "9C", "played": "8D", "phase": "suffer", "flips": 0}, "cannot-cover-damage", id="solo, no flip"
        ),
    ],
)
def test_a_game_goes_on_that_is_lost(fields, reason):
    """R5, S1: A player without a legal action has lost."""
    with refused(f"the game is over: {reason}$"):
        position(**fields)


def test_there_is_no_damage_to_suffer():
    """R4: An attack shielded to 0 is over at once."""
    with refused("there is no damage to suffer: the enemy's attack is shielded to 0"):
        position(played="9S,AS", phase="suffer")


@pytest.mark.parametrize("phase", ["suffer", "over:cannot-cover-damage"])
@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({}, id="nothing played"),
        pytest.param({"yielded": "1"}, id="another seat yielded"),
        pytest.param({"played": "X1", "yielded": "1"}, id="a jester played last"),
    ],
)
def test_damage_is_suffered_without_an_action(phase, fields):
    """S4 comes after a yield of the player to act, or after a play that deals damage."""
    hands = "8D,9C / 2C / 3C" if phase == "suffer" else "9C / 2C / 3C"
    with refused("seat 0 suffers damage, but has neither played nor yielded$"):
        position(hands, **fields, phase=phase)


@pytest.mark.parametrize("played", ["", "3S", "X1,3S"])
def test_the_last_play_is_not_a_jester(played):
    """Jester: The next player is chosen right after a jester is played."""
    with refused("a player is to be appointed, but the last play is not a jester$"):
        position(**THREE, played=played, phase="appoint")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"enemy": "KC", "discard": "KD,KH,KS"}, "last-king"),
        ({"enemy": ""}, "cannot-cover-damage"),
        ({"enemy": "", "hands": " / 2C", "yielded": "1"}, "cannot-play-or-yield"),
    ],
)
def test_a_game_is_won_with_an_enemy_or_lost_without_one(fields, reason):
    """S3: The game is won when the castle is empty, and only then."""
    with refused("the game is won if and only if the castle is empty$"):
        position(**{"hands": "8D / 2C"} | fields, phase=f"over:{reason}")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        pytest.param({"hands": "2S / 10C", "turn": 1, "yielded": "1"}, "cannot-cover-damage", id="ten covers ten"),
        pytest.param({"hands": "2S / 3C", "turn": 1, "played": "9S,AS"}, "cannot-cover-damage", id="no attack"),
        pytest.param({"hands": "3C", "flips": 1, "played": "2S"}, "cannot-cover-damage", id="a flip is left"),
        pytest.param({"hands": "2S / 3C", "turn": 1, "yielded": "0"}, "cannot-play-or-yield", id="a card is left"),
        pytest.param({"hands": "2S / ", "turn": 1}, "cannot-play-or-yield", id="may yield"),
        pytest.param({"hands": "", "flips": 1}, "cannot-play-or-yield", id="may flip"),
    ],
)
def test_a_game_is_over_that_is_not_lost(fields, reason):
    """R5, S1: Only a player without a legal action has lost."""
    with refused(rf"seat \d has not lost: {reason} does not hold$"):
        position(**fields, phase=f"over:{reason}")
