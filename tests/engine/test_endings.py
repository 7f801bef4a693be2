"""The end of a game: the win with the last king, and the two losses; no action follows it."""

import pytest
from builders import after, legal, position

from regicide import Action, EndReason, GameOver, Outcome, Phase, apply

LAST_KING = {"enemy": "KC", "discard": "KD,KH,KS", "played": "10H,10D,10C"}
"""A king that has taken thirty, the last enemy of the game."""


@pytest.mark.parametrize("blow", ["10S", "AS+9D", "AS+JS"])
def test_the_game_is_won_when_the_last_king_is_defeated(blow):
    """S3: The players win at once, whether the king is killed exactly or with more."""
    won = after(position(hands=f"{blow.replace('+', ',')} / 2C", **LAST_KING), blow)
    assert won.outcome == Outcome(won=True, reason=EndReason.LAST_KING, seat=0, defeated=12, grade=None)


def test_the_game_is_won_although_the_hand_is_empty():
    """S3: No player suffers, plays or yields any more."""
    won = after(position(hands="2C / 10S", turn=1, yielded="0", **LAST_KING), "10S")
    assert won.outcome.won


def test_no_enemy_is_left_in_a_game_that_is_won():
    """S3: Castle and table are empty; the turn is that of the seat that struck the last blow."""
    won = after(position(hands="2C / 10S", turn=1, **LAST_KING), "10S")
    assert (won.enemy, won.castle, won.played, won.attack, won.damage) == (None, (), (), 0, 0)
    assert (won.phase, won.turn) == (Phase.OVER, 1)


def test_the_game_is_not_won_with_the_eleventh_enemy():
    """S3: The game continues while a king is left."""
    before = position(hands="10S,2D / 2C", **LAST_KING | {"discard": "KD,KH"})
    now = after(before, "10S")
    assert (before.defeated, now.defeated, now.outcome) == (10, 11, None)
    assert legal(now) == ["2D", "yield"]


def test_the_game_is_not_won_while_the_last_king_stands():
    """S3: 39 damage of 40 do not win the game."""
    now = after(position(hands="9S,10H,2H / 2C", **LAST_KING | {"played": "9H,9D,9C,3D"}), "9S")
    assert (now.damage, now.outcome) == (39, None)


@pytest.mark.parametrize(("hand", "action"), [("5D,9D", "5D"), ("9D", "yield"), ("5D", "5D"), ("", "yield")])
def test_the_game_is_lost_when_the_damage_cannot_be_covered(hand, action):
    """S4, R5: Nine cannot cover ten; the game is lost at once, without a further action."""
    lost = after(position(hands=f"2S / {hand}", turn=1, enemy="JD"), action)
    assert lost.outcome == Outcome(won=False, reason=EndReason.CANNOT_COVER_DAMAGE, seat=1, defeated=0, grade=None)


def test_the_game_is_not_lost_when_the_whole_hand_just_covers_the_damage():
    """S4: Nine and a companion cover ten."""
    now = after(position(hands="5D,9D,AD / 2S", enemy="JD"), "5D")
    assert legal(now) == ["-AD-9D"]


def test_the_other_hands_do_not_help_against_damage():
    """S4: The current player alone has to cover it."""
    lost = after(position(hands="9D,5D / 10C,10H,10S", enemy="JD"), "5D")
    assert lost.reason is EndReason.CANNOT_COVER_DAMAGE


@pytest.mark.parametrize(
    ("before", "actions", "seat"),
    [
        pytest.param({"hands": "10C,2C / ", "phase": "suffer", "yielded": "0"}, ["-10C"], 1, id="damage suffered"),
        pytest.param({"hands": "2C / ", "played": "9S,AS"}, ["yield"], 1, id="a yield to an attack of 0"),
        pytest.param({"hands": "10C / 2C", "enemy": "JD", "yielded": "1"}, ["10C"], 0, id="a kill with the last card"),
        pytest.param({"hands": "X1 / 2C / 3C", "yielded": "1,2"}, ["X1", ">0"], 0, id="a jester for oneself"),
    ],
)
def test_the_game_is_lost_when_a_player_can_neither_play_nor_yield(before, actions, seat):
    """S1: The seat that begins a turn has no card, and every other player yielded."""
    lost = after(position(**before), *actions)
    assert (lost.reason, lost.outcome.seat, lost.turn) == (EndReason.CANNOT_PLAY_OR_YIELD, seat, seat)


@pytest.mark.parametrize(
    ("before", "actions"),
    [
        pytest.param({"hands": "10C,2C / ", "played": "2S", "phase": "suffer"}, ["-10C"], id="damage suffered"),
        pytest.param({"hands": "9S,2C / ", "played": "AS"}, ["9S"], id="an attack of 0"),
        pytest.param({"hands": "10C / 2C", "enemy": "JD"}, ["10C"], id="a kill with the last card"),
        pytest.param({"hands": "X1 /  / 3C", "yielded": "0,2"}, ["X1", ">1"], id="a jester for another"),
        pytest.param({"hands": "X1 / 2C / 3C", "yielded": "1"}, ["X1", ">0"], id="a jester for oneself"),
    ],
)
def test_a_player_without_cards_who_may_yield_is_not_lost(before, actions):
    """S1: An empty hand can yield while some other player's last turn was none."""
    now = after(position(**before), *actions)
    assert (now.outcome, now.phase, legal(now)) == (None, Phase.PLAY, ["yield"])


def test_a_game_that_goes_on_has_no_outcome():
    """The outcome is there at the end only."""
    assert position().outcome is None


@pytest.mark.parametrize("action", ["2C", "yield", "-2C", ">0", "flip"])
@pytest.mark.parametrize("phase", ["over:last-king", "over:cannot-cover-damage", "over:cannot-play-or-yield"])
def test_nothing_can_be_done_after_the_end(phase, action):
    """Once the game is over no action is legal, and each is refused."""
    over = {
        "over:last-king": {"hands": "2C / 3C", "enemy": ""},
        "over:cannot-cover-damage": {"hands": "2C / 3C", "yielded": "0"},
        "over:cannot-play-or-yield": {"hands": " / 3C", "yielded": "1"},
    }
    ended = position(**over[phase], phase=phase)
    assert legal(ended) == []
    with pytest.raises(GameOver):
        apply(ended, Action.parse(action))


@pytest.mark.parametrize(
    ("outcome", "json"),
    [
        (
            Outcome(won=True, reason=EndReason.LAST_KING, seat=0, defeated=12, grade="silver"),
            {"outcome": "won", "reason": "last-king", "seat": 0, "defeated": 12, "grade": "silver"},
        ),
        (
            Outcome(won=False, reason=EndReason.CANNOT_COVER_DAMAGE, seat=2, defeated=5, grade=None),
            {"outcome": "lost", "reason": "cannot-cover-damage", "seat": 2, "defeated": 5, "grade": None},
        ),
    ],
)
def test_an_outcome_as_json(outcome, json):
    """Views and records contain the outcome as an object of plain values."""
    assert outcome.to_json() == json
