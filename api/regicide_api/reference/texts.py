"""The English texts of the reference and of the rules for players by key; the catalogues translate them.

A key is a kind and a code. Numbers come from the engine, through placeholders.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from regicide_api.core.errors import published_text
from regicide_api.languages import text_of
from regicide_api.schemas.enums import EFFECTS

RULE_TEXTS: Final[Mapping[str, str]] = {
    "rules.aim": "The aim",
    "rules.aim.castle": (
        "All players play together against the castle. Its {enemies} enemies, jacks, queens and kings, appear one "
        "after another. The players win when the last king is defeated."
    ),
    "rules.aim.strike": (
        "The enemy strikes back each turn, and the player covers the damage with cards from the hand. If one "
        "player cannot, all players lose."
    ),
    "rules.setup": "Setup",
    "rules.setup.castle": (
        "The castle deck: the jacks in random order lie on the queens in random order, and those lie on the kings "
        "in random order. The top card is turned up and is the first enemy."
    ),
    "rules.setup.tavern": (
        "The tavern deck: all number cards, the animal companions (the aces) and the jesters, shuffled. Cards are "
        "dealt and drawn from it. Discarded cards lie beside it on the discard pile, face up."
    ),
    "rules.setup.hand": (
        "Each player is dealt a full hand. A hand never holds more cards than a full hand. In a rematch, the "
        "player who defeated the last enemy goes first."
    ),
    "rules.enemies": "The enemies",
    "rules.enemies.hand": (
        "A defeated enemy can come into a hand. Its value there, as an attack and as a discard, is {jack} for a "
        "jack, {queen} for a queen and {king} for a king. Its suit has its power as usual."
    ),
    "rules.turn": "A turn in four steps",
    "rules.turn.play": (
        "Step 1, play a card or yield: play one card, a companion with another card, or a combo. The attack value "
        "is the sum of the values of the cards. An animal companion has the value {companion}, a number card its "
        "number."
    ),
    "rules.turn.power": (
        "Step 2, activate the suit powers: each suit among the played cards has its power once, at the whole "
        "attack value. A power cannot be skipped."
    ),
    "rules.turn.damage": (
        "Step 3, deal damage: the enemy takes the attack value as damage. The damage of all turns adds up. If it "
        "reaches the enemy's health, the enemy is defeated."
    ),
    "rules.turn.suffer": (
        "Step 4, suffer damage: an enemy that still stands strikes the current player, who discards cards. Then "
        "the next player clockwise begins a turn."
    ),
    "rules.suits": "Suit powers",
    "rules.suits.H": (
        "Hearts, heal from the discard: the discard pile is shuffled, and as many of its cards as the attack "
        "value go under the tavern deck, unseen."
    ),
    "rules.suits.D": (
        "Diamonds, draw cards: the current player draws a card, then the others clockwise, one card each, until "
        "as many cards as the attack value are drawn. A full hand is skipped. An empty tavern deck ends the draw "
        "without a penalty."
    ),
    "rules.suits.C": "Clubs, double damage: the damage of step 3 counts double.",
    "rules.suits.S": (
        "Spades, shield against enemy attack: the attack of the enemy is reduced by the attack value until the "
        "enemy is defeated. The spades of all players add up."
    ),
    "rules.suits.order": (
        "Hearts and diamonds work at once, hearts before diamonds. Clubs work in step 3, spades in step 4."
    ),
    "rules.companions": "Animal companions",
    "rules.companions.pair": (
        "An animal companion is played alone or together with one other card, which may be another companion but "
        "no jester. Both values count, and the powers of both suits work at the sum."
    ),
    "rules.companions.once": "If both cards have the same suit, its power works once.",
    "rules.combos": "Combos",
    "rules.combos.same": (
        "A combo is 2 to {combo_size} cards of the same number from {combo_low} to {combo_high}, with a total of "
        "{combo_limit} or less. All their suit powers work at the total."
    ),
    "rules.combos.companions": "An animal companion is never part of a combo.",
    "rules.immunity": "Enemy immunity",
    "rules.immunity.suit": (
        "An enemy is immune to the power of its own suit. The value of such a card still counts as damage."
    ),
    "rules.defeat": "Defeating an enemy",
    "rules.defeat.cards": (
        "A defeated enemy goes to the discard pile, as do all cards played against it. The next card of the "
        "castle deck is turned up."
    ),
    "rules.defeat.exact": (
        "An exact kill: if the damage equals the health of the enemy exactly, the enemy goes face down on top of "
        "the tavern deck instead, so that a player can draw it."
    ),
    "rules.defeat.turn": (
        "The player who defeated the enemy skips step 4 and begins a new turn against the next enemy."
    ),
    "rules.suffer": "Suffering damage",
    "rules.suffer.cover": (
        "The enemy strikes for its attack minus the shield of spades. The player discards cards from the hand "
        "with a total value of at least this number; more is allowed."
    ),
    "rules.suffer.values": (
        "As a discard, an animal companion has the value {companion} and a jester {jester}. A strike of 0 needs "
        "no discard. An empty hand is allowed."
    ),
    "rules.jester": "The jester",
    "rules.jester.play": (
        "A jester is played alone and has the attack value {jester}. It cancels the immunity of the current "
        "enemy. Steps 3 and 4 are skipped, and the player of the jester chooses any player to go next."
    ),
    "rules.jester.before": (
        "Against a spades enemy, the spades played before the jester begin to reduce the attack. Against a clubs "
        "enemy, the clubs played before it do not count double."
    ),
    "rules.yield": "Yielding",
    "rules.yield.steps": ("A player who yields plays no card, skips steps 2 and 3, and suffers damage in step 4."),
    "rules.yield.limit": "A player may not yield if every other player yielded on their last turn.",
    "rules.talk": "What may be said",
    "rules.talk.hands": (
        "Players say nothing that reveals or suggests the cards in a hand. They may point out what all can see, "
        "such as the number of cards in a hand or in the tavern deck."
    ),
    "rules.talk.jester": (
        "After a jester, until the next player begins, players may say in a general way that they would like to "
        "go next, or would rather not."
    ),
    "rules.end": "The end of the game",
    "rules.end.won": "The players win when the last king is defeated.",
    "rules.end.lost": (
        "The players lose when a player cannot cover the damage of a strike, or can neither play a card nor yield."
    ),
    "rules.solo": "Solo play",
    "rules.solo.flip": (
        "{flips} jesters lie beside the game. To flip one, discard your hand and refill it to {solo_hand} cards. "
        "This is possible at the start of step 1 and at the start of step 4."
    ),
    "rules.solo.immunity": (
        "A flip is not a diamonds power, so that no immunity stops it, and it cancels no immunity. A solo player may "
        "not yield."
    ),
    "rules.solo.gold": "A win with no flip is gold.",
    "rules.solo.silver": "A win with one flip is silver.",
    "rules.solo.bronze": "A win with both flips is bronze.",
}
"""The titles and paragraphs, section by section."""

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
        "from {combo_low} to {combo_high} with a total of {combo_limit} or less: the cards joined by +."
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
    **{f"effect.{kind}": published_text(effect) for kind, effect in EFFECTS.items()},
    # House bots
    "bot.random": "Plays at random.",
    "bot.greedy": "Thinks of the current turn only.",
    "bot.planner-fast": "Plans ahead.",
    "bot.planner": "Plans further ahead.",
    # Rules for players
    **RULE_TEXTS,
    "column.players": "Players",
    "column.jesters": "Jesters",
    "jesters.beside": "0 ({flips} beside the game)",
    "column.full_hand": "Full hand",
    "column.enemy": "Enemy",
    "column.attack": "Attack",
    "column.health": "Health",
}


def text(key: str, language: str) -> str:
    """The text with this key."""
    return text_of(key, TEXTS[key], language)
