"""The end of a game, and the solo game: one example for each ruling; no action follows the end."""

import pytest
from builders import after, facts, legal, position

from regicide import Action, EndReason, GameOver, Outcome, apply

LAST_KING = {"enemy": "KC", "discard": "KD,KH,KS", "played": "10H,10D,10C"}
"""A king that has taken thirty, the last enemy of the game."""
WON, LOST_TO_DAMAGE, LOST_AT_S1 = "last-king", "cannot-cover-damage", "cannot-play-or-yield"
TOP = "2S,3S,4S,5S,6S,7S,8S,9S"

ENDINGS = {
    "S3: the players win at once with an exact kill": (
        {"hands": "2C / 10S", "turn": 1, "yielded": "0"} | LAST_KING,
        "10S",
        {"reason": WON, "enemy": None, "castle": [], "played": [], "attack": 0, "damage": 0, "turn": 1},
    ),
    "S3: or with more": ({"hands": "AS,JS / 2C"} | LAST_KING, "AS+JS", {"reason": WON}),
    "S3: not with the eleventh enemy": (
        {"hands": "10S,2D / 2C"} | LAST_KING | {"discard": "KD,KH"},
        "10S",
        {"reason": None, "defeated": 11, "legal": ["2D", "yield"]},
    ),
    "S3: not while the last king stands": (
        {"hands": "9S,10H,2H / 2C"} | LAST_KING | {"played": "9H,9D,9C,3D"},
        "9S",
        {"reason": None, "damage": 39},
    ),
    "S4, R5: nine cannot cover ten, whatever others hold": (
        {"hands": "10C,10H,10S / 5D,9D", "turn": 1, "enemy": "JD"},
        "5D",
        {"reason": LOST_TO_DAMAGE, "seat": 1},
    ),
    "S4, R5: nor after a yield": ({"hands": "2S / 9D", "turn": 1}, "yield", {"reason": LOST_TO_DAMAGE, "seat": 1}),
    "S4: the whole hand may just cover it": (
        {"hands": "5D,9D,AD / 2S", "enemy": "JD"},
        "5D",
        {"reason": None, "legal": ["-AD-9D"]},
    ),
    **{
        f"S1: no card and no yield after {what}": (before, actions, {"reason": LOST_AT_S1, "seat": seat, "turn": seat})
        for what, before, actions, seat in (
            ("damage suffered", {"hands": "10C,2C / ", "phase": "suffer", "yielded": "0"}, "-10C", 1),
            ("a yield to an attack of 0", {"hands": "2C / ", "played": "9S,AS"}, "yield", 1),
            ("a kill with the last card", {"hands": "10C / 2C", "enemy": "JD", "yielded": "1"}, "10C", 0),
            ("a jester for oneself", {"hands": "X1 / 2C / 3C", "yielded": "1,2"}, "X1 >0", 0),
        )
    },
    **{
        f"S1: an empty hand yields after {what}": (before, actions, {"reason": None, "legal": ["yield"]})
        for what, before, actions in (
            ("damage suffered", {"hands": "10C,2C / ", "played": "2S", "phase": "suffer"}, "-10C"),
            ("an attack of 0", {"hands": "9S,2C / ", "played": "AS"}, "9S"),
            ("a kill with the last card", {"hands": "10C / 2C", "enemy": "JD"}, "10C"),
            ("a jester for another", {"hands": "X1 /  / 3C", "yielded": "0,2"}, "X1 >1"),
        )
    },
}
"""The win with the last king, and the two losses."""

SOLO = {
    "R1: a solo player may not yield, even to no attack": (
        {"hands": "8D,10C", "played": "9S,AS"},
        "",
        {"legal": ["10C", "8D", "flip"]},
    ),
    "Solo: a flip discards the hand and refills it to eight, at the start of the turn": (
        {"hands": "8D,10C", "tavern": TOP},
        "flip",
        {"hands": TOP, "discard": "10C,8D", "flips_left": 1, "phase": "play", "turn": 0},
    ),
    "Solo: a flip before damage leaves the damage": (
        {"hands": "8D,10C", "played": "AS", "phase": "suffer", "tavern": TOP},
        "flip",
        {"phase": "suffer", "attack": 9},
    ),
    "Solo: an enemy of diamonds does not stop it": ({"hands": "8D,10C", "enemy": "JD"}, "flip", {"sizes": [8]}),
    "Solo: it cancels no immunity": (
        {"hands": "8D,10C", "enemy": "JS", "played": "AS", "tavern": TOP},
        "flip 9S",
        {"immunity_cancelled": False, "shield": 0},
    ),
    "R12: both jesters may be flipped in one go": (
        {"hands": "8D,10C", "tavern": TOP},
        "flip flip",
        {"discard": f"10C,8D,{TOP}", "flips_left": 0, "sizes": [8]},
    ),
    "Solo: each jester is flipped once": ({"hands": "8D,10C", "flips": 0}, "", {"legal": ["10C", "8D"]}),
    "Solo: a refill ends with the tavern": (
        {"hands": "8D,10C", "tavern": "2S,3S,4S", "rest": "discard"},
        "flip",
        {"hands": "2S,3S,4S", "deck": 0},
    ),
    "R8: a refill draws known enemies": (
        {"hands": "8D,10C", "enemy": "QS", "tavern": "JD|" + TOP},
        "flip",
        {"hands": "JD,2S,3S,4S,5S,6S,7S,8S", "known": 0},
    ),
    "R5: a flip is all that saves a hand that cannot cover": (
        {"hands": "8D,3C", "enemy": "QD"},
        "8D",
        {"phase": "suffer", "legal": ["flip"]},
    ),
    "S1: a flip saves an empty hand": ({"hands": "", "flips": 1}, "", {"legal": ["flip"]}),
    "R12: a second flip may follow a useless one": (
        {"hands": "8D,10C", "rest": "discard"},
        "flip",
        {"reason": None, "legal": ["flip"]},
    ),
    **{
        f"R5: the last flip may be useless: {reason}": (
            {"hands": "8D,10C", "flips": 1, "played": "2S", "phase": phase, "rest": "discard"},
            "flip",
            {"reason": reason},
        )
        for phase, reason in (("play", LOST_AT_S1), ("suffer", LOST_TO_DAMAGE))
    },
    "R5: without flips a hand that cannot cover is lost, without a grade": (
        {"hands": "8D,3C", "enemy": "QD", "flips": 0},
        "8D",
        {"reason": LOST_TO_DAMAGE, "victory": None},
    ),
    "R1, S1: without flips an empty hand is lost": (
        {"hands": "8D,10C", "flips": 0, "played": "2S", "phase": "suffer"},
        "-10C-8D",
        {"reason": LOST_AT_S1},
    ),
    **{
        f"Solo: a win with {flips} flips left is {grade}": (
            {"hands": "10S", "flips": flips} | LAST_KING,
            "10S",
            {"victory": grade},
        )
        for flips, grade in ((2, "gold"), (1, "silver"), (0, "bronze"))
    },
}
"""The solo game."""


@pytest.mark.parametrize(("before", "actions", "expected"), (ENDINGS | SOLO).values(), ids=ENDINGS | SOLO)
def test_a_ruling(before, actions, expected):
    """The facts after the actions are those of the ruling."""
    found = facts(after(position(**before), *actions.split()))
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    "ended",
    [
        position("2C / 3C", "", phase="over:last-king"),
        position("2C / 3C", yielded="0", phase="over:cannot-cover-damage"),
        position(" / 3C", yielded="1", phase="over:cannot-play-or-yield"),
    ],
)
def test_nothing_can_be_done_after_the_end(ended):
    """Once the game is over no action is legal, and each is refused."""
    assert legal(ended) == []
    for action in ("2C", "yield", "-2C", ">0", "flip"):
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
