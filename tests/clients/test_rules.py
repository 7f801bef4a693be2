"""The rules in the terminal: `regicide rules`, and the command `rules` in a game."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from commands import run_command

from regicide_terminal.command_parser import Command, parse_input

Output = tuple[int, str, str]


@pytest.fixture
def printed(environment: dict[str, str]) -> Callable[..., Output]:
    """Runs `regicide rules`; the exit code, the output, the errors."""

    def run(*arguments: str, **more: str) -> Output:
        own = environment | {"COLUMNS": "2000"} | more
        return run_command("regicide_terminal.cli", ["rules", *arguments], environment=own)

    return run


def paragraphs(server: str, language: str = "en") -> list[str]:
    """The paragraphs of the rules, from the API."""
    headers = {"Accept-Language": language}
    sections = httpx.get(f"{server}/v1/rules?include=sections", headers=headers).json()["sections"]
    return [paragraph for section in sections for paragraph in section["paragraphs"]]


@pytest.mark.parametrize("language", ["en", "it"])
def test_all_rules_are_printed(printed: Callable[..., Output], server: str, language: str) -> None:
    """In the player's language."""
    code, output, _ = printed("--language", language)
    assert code == 0
    expected = paragraphs(server, language)
    assert [line for line in output.splitlines() if line in expected] == expected


@pytest.mark.parametrize("wanted", ["solo", "Solo pl"])
def test_a_section_is_printed(printed: Callable[..., Output], wanted: str) -> None:
    """By its id, or the beginning of its title."""
    code, output, _ = printed(wanted)
    assert (code, output.splitlines()[0]) == (0, "Solo play [solo]")
    assert "jack" not in output


def test_a_table_is_printed_in_columns(printed: Callable[..., Output]) -> None:
    """Its titles and its rows, aligned."""
    _, output, _ = printed("setup")
    table = [
        "Players  Jesters                Full hand",
        "1        0 (2 beside the game)  8",
        "2        0                      7",
    ]
    assert "\n".join(table) in output


def test_the_rules_are_printed_in_a_game(typed: Callable[..., Output]) -> None:
    """The game goes on afterwards."""
    code, output, _ = typed("rules immunity\nrules nothing\nquit\n", "--players", "1")
    assert code == 0
    assert "Enemy immunity [immunity]" in output
    assert "unknown section 'nothing'" in output
    assert "To continue this game" in output


@pytest.mark.parametrize(("line", "section"), [("rules", ""), ("RULES  Solo ", "solo"), ("rules what may", "what may")])
def test_a_line_asks_for_a_section(line: str, section: str) -> None:
    """Case does not matter."""
    assert parse_input(line, "play", []) == Command("rules", section=section)
