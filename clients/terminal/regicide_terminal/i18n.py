"""Translation: the language of the player, and the texts that go by keys. Everything else goes by gettext directly."""

from __future__ import annotations

import argparse
import gettext
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

DOMAIN: Final = "regicide"
CATALOGUES: Final = Path(__file__).with_name("languages")
"""The compiled catalogues, made by `make languages`."""

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, *sorted(file.parts[-3] for file in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))
"""The tags of the languages: English, and every language with a catalogue."""

VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables for the language, in gettext's order: the first that is set counts."""

TEXTS: Final[Mapping[str, str]] = {
    "language": "en",  # a catalogue has its own tag here
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
    # Numbers
    "percent": "{number}%",
    # Players
    "you": "you",
    "signal.eager": "eager",
    "signal.reluctant": "reluctant",
    # Tasks
    "task.play": "Your turn: play cards (with the damage that they deal).",
    "task.play-or-yield": "Your turn: play cards (with the damage that they deal), or yield.",
    "task.suffer": "The enemy strikes you for {strike}: discard cards worth that much or more.",
    "task.appoint": "Your jester: appoint the next player.",
    "action.word.yield": "yield",
    "action.word.flip": "flip",
    # The end of a game
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
    "ending.cannot-play-or-yield": "no card could be played, and yielding was not allowed",
    "ending.timeout": "the time was up",
    "ending.given-up": "the game was given up",
    # Commands
    "command.help": "help",
    "command.rules": "rules",
    "command.hint": "hint",
    "command.table": "table",
    "command.more": "more",
    "command.all": "all",
    "command.log": "log",
    "command.discard": "discard",
    "command.give-up": "give up",
    "command.leave": "leave",
    "command.quit": "quit",
    "does.help": "this list; also ?",
    "does.rules": "the rules of the game; rules solo shows one section",
    "does.hint": "ask an agent for advice: its best actions; hint 5 shows five",
    "does.table": "show the table again; also Enter",
    "does.more": "the next page of the legal actions",
    "does.all": "all legal actions",
    "does.log": "everything that happened in this game",
    "does.discard": "the cards on the discard pile",
    "does.give-up": "agree to give the game up; a second time: withdraw that",
    "does.leave": "give your seat back while the game waits for players",
    "does.quit": "stop; you can continue the game later",
    "answer.y": "y",
    "answer.yes": "yes",
}
"""The English texts by keys; suits, ranks and reasons share their keys with the server's texts."""


def text(key: str) -> str:
    """Return the translated text of a key."""
    return gettext.pgettext(key, TEXTS[key])


def text_or(key: str, default: str) -> str:
    """Return the translated text of a key; the default for a code that only a newer server knows."""
    return text(key) if key in TEXTS else default


def activate(language: str) -> None:
    """Use a language for all texts from now on, including the texts of Python's own libraries."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(CATALOGUES))
    gettext.textdomain(DOMAIN)


def preferred_language(arguments: Sequence[str] | None, environment: Mapping[str, str]) -> str:
    """Return the language of `--language`, or else of the environment, or else English."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--language", nargs="?")
    chosen = parser.parse_known_args(arguments)[0].language
    return chosen if chosen in LANGUAGES else _environment_language(environment)


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Add `--language` to a parser, which only checks it: `preferred_language` reads it before the parser exists."""
    about = gettext.gettext("the language: {languages} (default: the system's)")
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=argparse.SUPPRESS,
        metavar="LANGUAGE",
        help=about.format(languages=", ".join(LANGUAGES)),
    )


def mark_for_translation(english: str) -> str:
    """Mark a library's text for the catalogues."""
    return english


def _environment_language(environment: Mapping[str, str]) -> str:
    """Return the first supported language of an environment: `ca` for `ca_ES.UTF-8@valencia`."""
    value = next(filter(None, (environment.get(name) for name in VARIABLES)), "")
    tags = (part.partition(".")[0].partition("@")[0].partition("_")[0] for part in value.split(":"))
    return next((tag for tag in tags if tag in LANGUAGES), ENGLISH)


ARGPARSE_TEXTS: Final = (
    mark_for_translation("usage: "),
    mark_for_translation("positional arguments"),
    mark_for_translation("options"),
    mark_for_translation("show this help message and exit"),
    mark_for_translation("show program's version number and exit"),
    mark_for_translation("%(prog)s: error: %(message)s\n"),
    mark_for_translation("argument %(argument_name)s: %(message)s"),
    mark_for_translation("the following arguments are required: %s"),
    mark_for_translation("unrecognized arguments: %s"),
    mark_for_translation("not allowed with argument %s"),
    mark_for_translation("expected one argument"),
    mark_for_translation("invalid choice: %(value)r (choose from %(choices)s)"),
    mark_for_translation("invalid %(type)s value: %(value)r"),
)
"""The texts that Python's argparse looks up by gettext."""
