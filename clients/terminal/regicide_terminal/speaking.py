"""The language that the player reads: the one they ask for, or that of their environment, by gettext."""

from __future__ import annotations

import argparse
import gettext
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

DOMAIN: Final = "regicide"
FOLDER: Final = Path(__file__).with_name("languages")
"""The catalogues, compiled by `make languages`."""

ENGLISH: Final = "en"
LANGUAGES: Final = {ENGLISH: "English", "es": "Español", "ca": "Català", "it": "Italiano"}
"""Their names by their tags."""

VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where an environment says which language it wants: the first that is set counts, as everywhere with gettext."""


def speak(language: str) -> None:
    """Say everything in this language from now on, what Python's own libraries say included."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)


def wanted(arguments: Sequence[str] | None, environment: Mapping[str, str]) -> str:
    """The language that the arguments ask for, or else the environment."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--language", nargs="?")
    asked = parser.parse_known_args(arguments)[0].language
    return asked if asked in LANGUAGES else _language_of(environment)


def _language_of(environment: Mapping[str, str]) -> str:
    """The first language of an environment that we speak: `ca` for `ca_ES.UTF-8@valencia`."""
    stated = next(filter(None, (environment.get(name) for name in VARIABLES)), "")
    spoken = (part.partition(".")[0].partition("@")[0].partition("_")[0] for part in stated.split(":"))
    return next((language for language in spoken if language in LANGUAGES), ENGLISH)


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the argument to a parser, which passes over it: it has been heard when the parser is made."""
    about = gettext.gettext("the language: {languages} (default: that of your system)")
    choice = {"choices": tuple(LANGUAGES), "default": argparse.SUPPRESS, "metavar": "LANGUAGE"}
    parser.add_argument("--language", help=about.format(languages=", ".join(LANGUAGES)), **choice)  # type: ignore[arg-type]  # a dict of options


def form(english: str) -> str:
    """Mark what a library says for the catalogues."""
    return english


ARGPARSE: Final = (
    form("usage: "),
    form("positional arguments"),
    form("options"),
    form("show this help message and exit"),
    form("show program's version number and exit"),
    form("%(prog)s: error: %(message)s\n"),
    form("argument %(argument_name)s: %(message)s"),
    form("the following arguments are required: %s"),
    form("unrecognized arguments: %s"),
    form("not allowed with argument %s"),
    form("expected one argument"),
    form("invalid choice: %(value)r (choose from %(choices)s)"),
    form("invalid %(type)s value: %(value)r"),
)
"""What Python's argparse says by gettext."""
