"""Words of the table that go by codes, by key. Catalogues translate them, and share a key with the server's texts."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import pgettext
from typing import Final

TEXTS: Final[Mapping[str, str]] = {
    "language": "en",  # a catalogue has its own code here
    # Cards
    "suit.C": "clubs",
    "suit.D": "diamonds",
    "suit.H": "hearts",
    "suit.S": "spades",
    "rank.J": "jack",
    "rank.Q": "queen",
    "rank.K": "king",
    "card": "{rank} of {suit}",
    "the.J": "the jack of {suit}",
    "the.Q": "the queen of {suit}",
    "the.K": "the king of {suit}",
    "jester-note": "jester",
    # People
    "you": "you",
    "signal.eager": "eager",
    "signal.reluctant": "reluctant",
    # What is to be done
    "task.play": "Your turn: play cards (beside them the damage they do).",
    "task.play-or-yield": "Your turn: play cards (beside them the damage they do), or yield.",
    "task.suffer": "The enemy strikes you for {strike}: discard cards worth that much or more.",
    "task.appoint": "Your jester: say who goes next.",
    "action.word.yield": "yield",
    "action.word.flip": "flip",
    # How a game ends
    "result.won": "Won",
    "result.gold": "Won, gold",
    "result.silver": "Won, silver",
    "result.bronze": "Won, bronze",
    "result.lost": "Lost",
    "over.won": "the game is won",
    "over.lost": "the game is lost",
    "medal.gold": "gold",
    "medal.silver": "silver",
    "medal.bronze": "bronze",
    "ending.last-king": "the last king is defeated",
    "ending.cannot-cover-damage": "the hand could not cover the damage",
    "ending.cannot-play-or-yield": "there was nothing to play, and no yielding",
    "ending.timeout": "the time was up",
    # What can be typed, and what it does
    "command.help": "help",
    "command.hand": "hand",
    "command.more": "more",
    "command.all": "all",
    "command.story": "story",
    "command.pile": "pile",
    "command.quit": "quit",
    "does.help": "this list; also ?",
    "does.hand": "show the table again; also Enter",
    "does.more": "the next page of the legal actions",
    "does.all": "all legal actions",
    "does.story": "all that has happened in this game",
    "does.pile": "the cards on the discard pile",
    "does.quit": "leave; the game waits for you",
    "answer.y": "y",
    "answer.yes": "yes",
}


def text(key: str) -> str:
    """The text with this key."""
    return pgettext(key, TEXTS[key])


def known(key: str, otherwise: str) -> str:
    """The text with this key, or what stands in for a code that is newer than this program."""
    return text(key) if key in TEXTS else otherwise
