"""`regicide` in the language of the player."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from commands import run_command
from players import SEED

import generate_catalogues
import sources
from regicide_terminal.command_parser import Act, Command, Signal, parse_input
from regicide_terminal.i18n import TEXTS, activate, preferred_language, text
from regicide_terminal.phrases import card_count, enemy_name, enemy_with_article

OTHERS = pytest.mark.parametrize("language", ["es", "ca", "it"])
Output = tuple[int, str, str]

CODES = {"help", "rules", "hint", "table", "more", "all", "log", "discard", "give-up", "leave", "quit"}
CODES |= {"eager", "reluctant", "yield", "flip"}
"""Words that can be typed."""


WHOLE_GAME = "help\ndiscard\nnonsense\nKS\n" + "1\n" * 100


@pytest.fixture
def use_language() -> Iterator[Callable[[str], None]]:
    """A function that sets the language of this process until the end of the test."""
    before = os.environ.get("LANGUAGE"), gettext.textdomain()
    yield activate
    gettext.textdomain(before[1])
    os.environ.pop("LANGUAGE")
    os.environ |= {"LANGUAGE": before[0]} if before[0] else {}


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_AR"}, "es"),
        ({"LANG": "ca_ES.UTF-8@valencia"}, "ca"),
        ({"LANG": "es_ES", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LANG": "es_ES", "LC_ALL": "ca", "LC_MESSAGES": "it_IT"}, "ca"),
        ({"LANG": "es_ES", "LANGUAGE": "fr:it:ca"}, "it"),
        ({"LANG": "es_ES", "LANGUAGE": "en_GB:es"}, "en"),
        ({"LANG": "es_ES", "LANGUAGE": ""}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_that_of_the_environment(environment: dict[str, str], language: str) -> None:
    """By the variables of gettext, in their order; English for an unknown language."""
    assert preferred_language(["play"], environment) == language


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        ("--language ca play", "ca"),
        ("play --language=it --solo", "it"),
        ("play --language fr", "es"),
        ("play --lang ca", "es"),
    ],
)
def test_an_argument_takes_precedence_over_the_environment(arguments: str, language: str) -> None:
    """In any place."""
    assert preferred_language(arguments.split(), {"LANG": "es"}) == language


@pytest.mark.parametrize(
    ("language", "named", "called", "counted"),
    [
        ("en", "queen of hearts", "the king of spades", ["1 card", "2 cards"]),
        ("es", "reina de corazones", "el rey de picas", ["1 carta", "2 cartas"]),
        ("ca", "reina de cors", "el rei de piques", ["1 carta", "2 cartes"]),
        ("it", "regina di cuori", "il re di picche", ["1 carta", "2 carte"]),
    ],
)
def test_enemies_and_numbers_of_cards(
    use_language: Callable[[str], None], language: str, named: str, called: str, counted: list[str]
) -> None:
    """With their articles, and in the plural."""
    use_language(language)
    assert (enemy_name("QH"), enemy_with_article("KS")) == (named, called)
    assert [card_count(1), card_count(2)] == counted


@pytest.mark.parametrize(
    ("language", "word", "meant"),
    [
        ("es", "pasar", Act("yield")),
        ("es", "Voltear", Act("flip")),
        ("ca", "ganes", Signal("eager")),
        ("ca", "sortir", Command("quit")),
        ("it", "riluttante", Signal("reluctant")),
        ("it", "aiuto", Command("help")),
        ("it", "quit", Command("quit")),
        ("es", "yield", Act("yield")),
        ("es", "ac 8d", Act("AC+8D")),
    ],
)
def test_words_of_the_language_are_parsed(
    use_language: Callable[[str], None], language: str, word: str, meant: object
) -> None:
    """And the codes in every language."""
    use_language(language)
    assert parse_input(word, "play", []) == meant


@OTHERS
def test_every_word_has_one_meaning(use_language: Callable[[str], None], language: str) -> None:
    """Also among the English codes."""
    use_language(language)
    typed = {text(key): key for key in TEXTS if re.match(r"command\.|signal\.|action\.word\.", key)}
    assert len(typed) == len(CODES)
    assert [word for word, key in typed.items() if word in CODES and not key.endswith(f".{word}")] == []


def english_in(shown: str, language: str) -> list[str]:
    """The English texts of a catalogue, or pieces of them, in an output."""
    known = generate_catalogues.catalogue(language, sources.terminal())
    english = {form for message in known if message.id for form in forms(message.id, message.string)}
    one_line = " ".join(shown.split())
    return [form for form in english if re.search(rf"(?<!\w){re.escape(form)}(?!\w)", one_line)]


@OTHERS
def test_a_whole_game_has_no_english_left(typed: Callable[..., Output], language: str) -> None:
    """Neither a text of the catalogue nor a piece of one."""
    code, out, err = typed(WHOLE_GAME, "--solo", "--deal-seed", SEED, LANG=language)
    assert (code, err, english_in(out, language)) == (0, "", [])


def test_english_output_is_recognised(typed: Callable[..., Output]) -> None:
    """So the test before would fail with English texts."""
    assert len(english_in(typed(WHOLE_GAME, "--solo", "--deal-seed", SEED)[1], "es")) > 40


def forms(english: str | tuple[str, ...], translated: str | tuple[str, ...]) -> list[str]:
    """The pieces between the placeholders of a text that are long enough to be recognised as English."""
    pieces = [
        piece.strip() for form in ([english] if isinstance(english, str) else english) for piece in pieces_of(form)
    ]
    return [piece for piece in pieces if re.search(r"[a-z]{3}", piece) and piece not in str(translated)]


def pieces_of(form: str) -> list[str]:
    """The text between placeholders."""
    return re.split(r"\{\w+(?:!r)?\}|%\(\w+\)[sr]|%[sr]", form)


@OTHERS
def test_refusals_of_the_server_are_in_the_language(typed: Callable[..., Output], language: str) -> None:
    """The client sends Accept-Language."""
    refusals = {"es": "en solitario no se puede pasar", "ca": "en solitari no es pot passar"}
    _, out, _ = typed("yield\n", "--solo", "--language", language)
    assert refusals.get(language, "in solitario non si può passare") in " ".join(out.split())


def test_help_is_in_the_language(typed: Callable[..., Output]) -> None:
    """Including the texts of argparse."""
    code, out, _ = typed("", "--help", "--language", "ca")
    assert code == 0
    assert out.startswith("ús: regicide play")
    assert "opcions:" in out


def test_an_unknown_language_is_refused(typed: Callable[..., Output]) -> None:
    """In the language of the environment."""
    code, _, err = typed("", "--language", "fr", LANG="es")
    assert (code, "valor no válido: 'fr'" in err.splitlines()[-1]) == (2, True)


def test_a_record_is_verified_in_the_language(typed: Callable[..., Output], tmp_path: Path) -> None:
    """In one line."""
    file = tmp_path / "record.json"
    typed("1\n" * 100, "--solo", "--deal-seed", SEED, "--record", str(file))
    output = run_command("regicide_terminal.cli", ["verify-record", "--language", "ca", str(file)]).out
    assert re.search(
        r": se sosté: 1 jugador, \d+ accions, (victòria|derrota) .*enemics? derrotats?\), compromís", output
    )
