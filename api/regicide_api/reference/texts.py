"""The English texts of the reference by key; the catalogues translate them.

A key is a kind and a code. Numbers come from the engine, through placeholders.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Final

from regicide_api.languages import text_of
from regicide_api.schemas.enums import EFFECTS

TEXTS: Final[Mapping[str, str]] = {
    # Cards
    "suit.C": "clubs",
    "suit.D": "diamonds",
    "suit.H": "hearts",
    "suit.S": "spades",
    "rank.A": "ace",
    "rank.2": "two",
    "rank.3": "three",
    "rank.4": "four",
    "rank.5": "five",
    "rank.6": "six",
    "rank.7": "seven",
    "rank.8": "eight",
    "rank.9": "nine",
    "rank.10": "ten",
    "rank.J": "jack",
    "rank.Q": "queen",
    "rank.K": "king",
    "card": "{rank} of {suit}",
    "jester": "jester {number}",
    "kind.companion": "An animal companion: it may be played together with one other card except a jester.",
    "kind.number": "A number card.",
    "kind.jack": "An enemy of the castle, or a card in the hand of those who killed it exactly and drew it.",
    "kind.queen": "An enemy of the castle, or a card in the hand of those who killed it exactly and drew it.",
    "kind.king": "An enemy of the castle, or a card in the hand of those who killed it exactly and drew it.",
    "kind.jester": "A jester, played alone; in a solo game two lie beside the game and can be flipped.",
    "power.double-damage": "The enemy takes double the attack value as damage.",
    "power.draw": "The players draw as many cards as the attack value, one each in turn, up to a full hand.",
    "power.heal": "As many cards as the attack value go from the shuffled discard pile under the tavern deck, unseen.",
    "power.shield": "The attack of the enemy is reduced by the attack value for as long as it stands.",
    "power.cancel-immunity": "The enemy loses its immunity to its own suit, and the player chooses who goes next.",
    # Phases and actions
    "phase.play": "Play cards or yield.",
    "phase.suffer": "Discard cards with a total value of at least the enemy's strike.",
    "phase.appoint": "After a jester, choose who goes next; you may choose yourself.",
    "phase.over": "The game is over.",
    "action.play": (
        "Play one card, a companion with one other card except a jester, or 2 to {combo_size} cards of one number "
        "from {combo_least} to {combo_most} with a total of {combo_limit} or less: the cards joined by +."
    ),
    "action.yield": "Play nothing and suffer the damage; not if every other player yielded on their last turn.",
    "action.discard": "Discard cards against the damage: a - before each of them.",
    "action.appoint": "Choose who goes next after a jester: > and the number of the seat.",
    "action.flip": "In a solo game, flip a jester: discard the hand and refill it.",
    # Reasons of illegal actions
    "refusal.wrong-phase": "This kind of action is not possible in this phase.",
    "refusal.not-in-hand": "These cards are not in your hand.",
    "refusal.not-a-combo": "These cards cannot be played together.",
    "refusal.does-not-cover-damage": "The value of these cards is less than the enemy's strike.",
    "refusal.may-not-yield": "You may not yield: every other player yielded on their last turn, or you play alone.",
    "refusal.no-flip-left": "No jester is left to flip.",
    "refusal.unknown-seat": "The game does not have this seat.",
    # Reasons of the end
    "outcome.last-king": "The last king is defeated: all have won.",
    "outcome.cannot-cover-damage": "A player cannot discard enough against the damage: all have lost.",
    "outcome.cannot-play-or-yield": "A player can neither play a card nor yield: all have lost.",
    "outcome.timeout": "A player exceeded the time of their turn: all have lost.",
    "outcome.given-up": "The players gave the game up: all have lost.",
    "grade.gold": "A solo game won without flipping a jester.",
    "grade.silver": "A solo game won with one jester flipped.",
    "grade.bronze": "A solo game won with both jesters flipped.",
    # Effects
    **{f"effect.{kind}": str(inspect.getdoc(effect)).split("\n")[0] for kind, effect in EFFECTS.items()},
    # House bots
    "bot.random": "Plays at random.",
    "bot.greedy": "Thinks of the current turn only.",
    "bot.planner-fast": "Plans ahead.",
    "bot.planner": "Plans further ahead.",
}


def text(key: str, language: str) -> str:
    """The text with this key."""
    return text_of(key, TEXTS[key], language)
