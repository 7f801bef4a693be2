"""The rulings of the rules, one example for each: a position, actions, and facts about the position after them.

Whole games are in `test_conformance.py`, and properties of all games in `test_properties.py`.
"""

import pytest
from builders import after, facts, position

PILE = "2D,3D,4D,6D,7D,8D,9D"
FOUR_TWOS = {"hands": "2C,2D,2H,2S,7C,8S / 3C", "discard": "4C,5C,6C,9C,10C"}
THREE = "X1,10C,10D / 9C,10H / 2C,10S"
SEATED = {2: "10C,2C / 10D,2D", 3: "10C,2C / 10D,2D / 10H,2H"}

SUITS = {
    "S2: hearts heal as many cards as the attack value": ({"hands": "5H,10D / 2C", "discard": PILE}, "5H", {"pile": 2}),
    "S2: hearts heal a smaller pile whole": ({"hands": "9H,10D / 2C", "discard": PILE}, "9H", {"pile": 0, "heals": 1}),
    "S2: hearts that find no pile are counted": ({"hands": "5H,10D / 2C", "heals": 3}, "5H", {"heals": 4}),
    "S2: blocked hearts are not counted": (
        {"hands": "5H,10D / 2C", "enemy": "JH", "discard": PILE, "heals": 3},
        "5H",
        {"pile": 7, "heals": 3},
    ),
    "S2: two hearts of one play heal once": (
        {"hands": "AH,8H,10D / 2C", "enemy": "QC", "rest": "discard"},
        "AH+8H",
        {"heals": 1, "deck": 9},
    ),
    "R9: hearts heal no cards from the table": (
        {"hands": "5H,10D / 2C", "played": "9S,4D"},
        "5H",
        {"played": ["9S", "4D", "5H"], "discard": ""},
    ),
    "S2, R8: healed cards go under the known enemies": (
        {"hands": "5H,10H / 2C", "enemy": "JS", "tavern": "JH|", "rest": "discard"},
        "5H",
        {"top": "JH", "known": 1, "deck": 6},
    ),
    "S2: diamonds are drawn one each, round and round": (
        {"hands": "5D,10C / 2C / 3C", "tavern": "6C,7C,8C,9C,10S,4S"},
        "5D",
        {"hands": "6C,9C,10C / 2C,7C,10S / 3C,8C", "top": "4S"},
    ),
    "S2: the current player draws first": (
        {"hands": "2C / 3C / 2D,10C", "tavern": "6C,7C,8C", "turn": 2},
        "2D",
        {"hands": "2C,7C / 3C / 6C,10C"},
    ),
    "S2: full hands are skipped": (
        {"hands": "4D,10C / 2C,2D,2H,2S,3C,3H / 4C", "tavern": "6C,7C,8C,9C"},
        "4D",
        {"hands": "6C,8C,10C / 2C,3C,2D,2H,3H,2S / 4C,7C,9C"},
    ),
    "S2: a hand that becomes full is skipped from then on": (
        {"hands": "4D,10C / 2C,2D,2H,2S,3C,3H", "tavern": "6C,7C,8C,9C"},
        "4D",
        {"hands": "6C,8C,9C,10C / 2C,3C,7C,2D,2H,3H,2S"},
    ),
    "S2: nothing is drawn once all hands are full": (
        {"hands": "10D,2C,3C,4C,5C,6C,10C / 2D,3D,4D,5D,6D,7D,8D", "tavern": "7C,8C"},
        "10D",
        {"hands": "2C,3C,4C,5C,6C,7C,10C / 2D,3D,4D,5D,6D,7D,8D", "top": "8C"},
    ),
    "S2: an empty tavern ends no game": ({"hands": "5D,10C / 2C", "rest": "discard"}, "5D", {"hands": "10C / 2C"}),
    "S2: the draw ends with the tavern": (
        {"hands": "5D,10C / 2C", "tavern": "6C,7C,8C", "rest": "discard"},
        "5D",
        {"hands": "6C,8C,10C / 2C,7C", "deck": 0},
    ),
    "S2: hearts are healed before diamonds are drawn": (
        {"hands": "AD,5H,10C / 2C", "enemy": "QC", "rest": "discard"},
        "AD+5H",
        {"sizes": [1 + 3, 1 + 3], "deck": 0},
    ),
    "S2: spades reduce the attack": ({"hands": "6S,10C / 2C"}, "6S", {"shield": 6, "attack": 4}),
    "S2: shields add up over all players": (
        {"hands": "3S,10C,10D / 4S,10H / 2C", "enemy": "QC"},
        "3S -10C-10D 4S",
        {"shield": 7, "attack": 8},
    ),
    "S2: an attack is never below 0": ({"hands": "2C / 3C", "played": "9S,7S"}, "", {"attack": 0}),
    "S2: each suit of a play works at the full attack value": (
        {"hands": "3D,3H,3S,8C / 2C", "enemy": "QC", "discard": "4C,5C,6C,7C,9C,10C"},
        "3D+3H+3S",
        {"pile": 6 + 4 - 9, "shield": 9, "sizes": [1 + 5, 1 + 4]},
    ),
    "S2: two cards of a suit in one play work once": ({"hands": "AS,8S,10C / 2C"}, "AS+8S", {"shield": 9}),
    "S2: a drawn enemy has the power of its suit": (
        {"hands": "JD,2D / 2C", "enemy": "KC"},
        "JD",
        {"sizes": [1 + 5, 1 + 5], "damage": 10},
    ),
    **{
        f"Immunity: {enemy} stops the power of its own suit only": (
            FOUR_TWOS | {"enemy": enemy},
            "2C+2D+2H+2S",
            {"damage": damage, "heals": heals, "sizes": sizes, "shield": shield},
        )
        for enemy, damage, heals, sizes, shield in (
            ("QC", 8, 1, [2 + 4, 1 + 4], 8),
            ("QD", 16, 1, [2, 1], 8),
            ("QH", 16, 0, [2 + 4, 1 + 4], 8),
            ("QS", 16, 1, [2 + 4, 1 + 4], 0),
        )
    },
}
"""The powers of the suits."""

JESTERS = {
    "Jester: it cancels the immunity": ({"hands": THREE, "enemy": "QS"}, "X1", {"immunity_cancelled": True}),
    "Jester: what the enemy was immune to works in full": (
        {"hands": "7C,9C,9D / 2C / 2D", "enemy": "QC", "played": "X1"},
        "7C",
        {"damage": 14},
    ),
    "Jester: each earlier play with a spade begins to shield": (
        {"hands": THREE, "enemy": "QS", "played": "3S,AS+4D,5H"},
        "X1",
        {"shield": 3 + 5, "attack": 15 - 8},
    ),
    "Jester: spades that count already do not count twice": (
        {"hands": THREE, "enemy": "QC", "played": "3S"},
        "X1",
        {"shield": 3},
    ),
    "Jester: earlier clubs are not doubled, later ones are": (
        {"hands": THREE, "enemy": "QC", "played": "6C"},
        "X1 >1 9C",
        {"damage": 6 + 18},
    ),
    "Jester: earlier hearts and diamonds stay without effect": (
        {"hands": THREE, "enemy": "QH", "played": "6H", "discard": PILE},
        "X1",
        {"heals": 0, "pile": 7 + 4},
    ),
    "Jester, R3: its player appoints any seat, S3 and S4 are skipped": (
        {"hands": THREE, "played": "3D"},
        "X1",
        {"damage": 3, "turn": 0, "phase": "appoint", "legal": [">0", ">1", ">2"]},
    ),
    "Jester: the appointed player begins a turn": ({"hands": THREE}, "X1 >2", {"turn": 2, "phase": "play"}),
    "Jester: play continues clockwise from there": ({"hands": THREE}, "X1 >2 2C -10S", {"turn": 0}),
    "R9: a jester lies there until the enemy is defeated": (
        {"hands": THREE, "enemy": "JH"},
        "X1 >0",
        {"played": ["X1"]},
    ),
    "R9: then it is discarded": ({"hands": THREE, "enemy": "JH"}, "X1 >0 10C", {"played": [], "discard": "10C,X1"}),
    "R11: a second jester changes nothing but the turn": (
        {"hands": "X1,10C / X2,10H / 2C / 3C", "enemy": "QS", "played": "4S"},
        "X1 >1 X2",
        {"shield": 4, "immunity_cancelled": True, "legal": [">0", ">1", ">2", ">3"]},
    ),
    "R11: spades between two jesters count once": (
        {"hands": "X2,10C / 10H / 2C / 3C", "enemy": "QS", "played": "4S,X1,5S"},
        "X2",
        {"shield": 9},
    ),
}
"""The jester."""

DEFEATS = {
    **{
        f"S3: {play} deals {damage}, with any club double, once": (
            {"hands": f"{play.replace('+', ',')},8H,9H,10H / 5D", "enemy": "KH"},
            play,
            {"damage": damage},
        )
        for play, damage in (("3D+3H+3S", 9), ("QD", 15), ("AC+7S", 16), ("AS+7C", 16), ("AC+4C", 10), ("AC+JS", 22))
    },
    "S3: damage adds up": (
        {"hands": "3C,8H,9H / 2C", "enemy": "QH", "played": "4S,5D+5S"},
        "3C",
        {"damage": 4 + 10 + 6},
    ),
    **{
        f"S3: {enemy} stands one short of its health": (
            {"hands": f"{last},6H,7H,8H / 2C", "enemy": enemy, "played": played},
            last,
            {"enemy": enemy},
        )
        for enemy, played, last in (("JD", "9S", "10S"), ("QD", "10C", "9S"), ("KD", "10C,9C", "AS"))
    },
    "S3: an enemy killed with too much goes on the discard pile": (
        {"hands": "7C,AH / 2C", "enemy": "JD", "played": "7S"},
        "7C",
        {"discard": "7C,JD,7S", "known": 0},
    ),
    "S3, R8: an enemy killed exactly goes on top of the tavern, known": (
        {"hands": "8S,AH / 2C", "enemy": "JD", "played": "9S,3H", "tavern": "5S,6S"},
        "8S",
        {"top": "JD", "known": 1, "discard": "3H,8S,9S"},
    ),
    "S3: the next enemy is unhurt and immune": (
        {"hands": "10C,AH / 2C / 3C", "enemy": "JD", "played": "2S,X1,AS"},
        "10C",
        {"damage": 0, "shield": 0, "attack": 10, "immunity_cancelled": False, "played": []},
    ),
    "S3, R10: the player who defeats an enemy begins a new turn": (
        {"hands": "2C / 10C,AH / 4C", "enemy": "JD", "turn": 1},
        "10C",
        {"turn": 1, "phase": "play", "legal": ["AH", "yield"], "sizes": [1, 1, 1]},
    ),
    "S2, S3: diamonds are drawn before the enemy is on the tavern": (
        {"hands": "10D,AH / 2C", "enemy": "JC", "played": "10S", "tavern": "2S,3S,4S", "rest": "discard"},
        "10D",
        {"hands": "AH,2S,4S / 2C,3S", "top": "JC", "deck": 1},
    ),
    "S2, S3: hearts do not heal the enemy they defeat": (
        {"hands": "9H,AH / 2C", "enemy": "JC", "played": "10S,3S", "discard": "5S"},
        "9H",
        {"discard": "JC,9H,3S,10S"},
    ),
    "R8: a drawn enemy is known on the tavern no more": (
        {"hands": "10C,2D,10H / 2C", "enemy": "JS", "tavern": "5S,6S"},
        "10C 2D",
        {"hands": "10H,JS / 2C,5S", "known": 0},
    ),
    "R8: the enemy killed last is on top": (
        {"hands": "10C,AD,10D,10H / 2C", "enemy": "JS", "tavern": "JH|5S,6S"},
        "10C",
        {"top": "JS", "known": 2},
    ),
    "R8: the others are known after its draw": (
        {"hands": "10C,AD,10D,10H / 2C", "enemy": "JS", "tavern": "JH|5S,6S"},
        "10C AD",
        {"top": "JH", "known": 1},
    ),
}
"""Damage, and what happens when an enemy is defeated."""

SUFFERING = {
    "S4: shields of companions count at the attack value": (
        {"hands": "2C / 3C / 4C", "enemy": "KC", "played": "AS+9D"},
        "",
        {"attack": 10},
    ),
    "S4, R2: any cards worth the attack may be discarded, the smallest sets first": (
        {"hands": "2C,10C,8D,9H / 2D", "phase": "suffer", "yielded": "0"},
        "",
        {
            "legal": [
                *("-10C", "-2C-10C", "-2C-8D", "-10C-8D", "-2C-9H", "-10C-9H", "-8D-9H"),
                *("-2C-10C-8D", "-2C-10C-9H", "-2C-8D-9H", "-10C-8D-9H", "-2C-10C-8D-9H"),
            ]
        },
    ),
    "S4: a companion and a nine cover a jack": (
        {"hands": "AC,9D / 2D / 3D", "enemy": "JS", "phase": "suffer", "yielded": "0"},
        "",
        {"legal": ["-AC-9D"]},
    ),
    "S4: a jack and a ten cover a king": (
        {"hands": "10D,JH / 2D / 3D", "enemy": "KS", "phase": "suffer", "yielded": "0"},
        "",
        {"legal": ["-10D-JH"]},
    ),
    "S4: a jester covers nothing": (
        {"hands": "10D,X1 / 2D / 3D", "phase": "suffer", "yielded": "0"},
        "",
        {"legal": ["-10D", "-10D-X1"]},
    ),
    "S4: discarded cards go on the pile and have no power": (
        {"hands": "10C,10D,10H,10S / 2D", "enemy": "QC", "discard": "5S", "phase": "suffer", "yielded": "0"},
        "-10C-10D-10H-10S",
        {"hands": " / 2D", "discard": "10C,JC,10D,JD,10H,JH,5S,10S,JS", "heals": 0, "shield": 0, "damage": 0},
    ),
    "S4: after the last seat comes seat 0": (
        {"hands": "2C / 3C / 10C,4C", "turn": 2, "played": "2S", "phase": "suffer"},
        "-10C",
        {"turn": 0, "phase": "play"},
    ),
    "S4, R4: an attack shielded to 0 is over at once": (
        {"hands": "AS,9S,9D / 2C", "played": "2S+2D+2H,3S", "enemy": "JH"},
        "AS",
        {"turn": 1, "phase": "play", "discard": ""},
    ),
}
"""The damage that the current player suffers."""

YIELDS = {
    "Yield: S2 and S3 are skipped, and the player suffers damage": (
        {"hands": SEATED[2], "played": "3D"},
        "yield",
        {"turn": 0, "phase": "suffer", "damage": 3, "played": ["3D"], "sizes": [2, 2]},
    ),
    "Yield, R4: without an attack the next player begins at once": (
        {"hands": SEATED[2], "played": "8S,7S", "enemy": "JD"},
        "yield",
        {"turn": 1, "phase": "play", "yielded": [True, False]},
    ),
    "Yield: a player may yield unless every other player did": (
        {"hands": SEATED[3], "yielded": "0,1"},
        "",
        {"legal": ["2C", "10C", "yield"]},
    ),
    "Yield: the last of a round of yields has to play": (
        {"hands": SEATED[3]},
        "yield -10C yield -10D",
        {"turn": 2, "legal": ["2H", "10H"]},
    ),
    "R6: playing a card ends the yield of a player": (
        {"hands": SEATED[2], "yielded": "0"},
        "2C -10C",
        {"yielded": [False, False], "legal": ["2D", "10D", "yield"]},
    ),
    "R6: so does a jester": (
        {"hands": "X1,10C / 10D / 10H", "yielded": "0,1"},
        "X1",
        {"yielded": [False, True, False]},
    ),
    "R6: a discard against damage does not": ({"hands": SEATED[2]}, "yield -10C", {"yielded": [True, False]}),
    "R6: so does a kill, after which the last turns of the others still count": (
        {"hands": SEATED[3], "enemy": "JD", "yielded": "1,2"},
        "10C",
        {"turn": 0, "yielded": [False, True, True], "legal": ["2C"]},
    ),
    "R6: the turn after a kill is a separate one, and its yield counts": (
        {"hands": "10C,2C,8S / 10D,2D", "enemy": "JD", "yielded": "0"},
        "10C yield",
        {"phase": "suffer", "yielded": [True, False]},
    ),
    "R3, R6: a player who appoints themselves may not yield after all others": (
        {"hands": "X1,10C / 10D / 10H", "yielded": "1,2"},
        "X1 >0",
        {"turn": 0, "legal": ["10C"]},
    ),
    "R6: an appointed player may, as the player of the jester did not yield": (
        {"hands": "X1,10C / 10D / 10H", "yielded": "1,2"},
        "X1 >1",
        {"turn": 1, "legal": ["10D", "yield"]},
    ),
    "R6: a player who is passed over keeps the yield": (
        {"hands": "X1,10C / 10D / 10H / 10S,2S", "yielded": "1,2"},
        "X1 >3 yield -10S",
        {"turn": 0, "yielded": [False, True, True, True], "legal": ["10C"]},
    ),
    "S1: an empty hand may yield": ({"hands": " / 2C"}, "", {"legal": ["yield"]}),
}
"""Yields."""

RULINGS = SUITS | JESTERS | DEFEATS | SUFFERING | YIELDS


@pytest.mark.parametrize(("before", "actions", "expected"), RULINGS.values(), ids=RULINGS)
def test_a_ruling(before, actions, expected):
    """The facts after the actions are those of the ruling."""
    found = facts(after(position(**before), *actions.split()))
    assert {name: found[name] for name in expected} == expected
