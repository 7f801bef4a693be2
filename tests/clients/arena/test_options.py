"""Options that several commands share, and their defaults."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

import pytest

from regicide_arena.commands.options import (
    DEFAULT_SERVER,
    SERVER_VARIABLE,
    Parser,
    add_options,
    argument,
    option,
    parsed_options,
    server_option,
    workers_option,
)


class Colour(StrEnum):
    """Some choices."""

    RED = "red"
    GREEN = "green"


@dataclass(frozen=True, kw_only=True)
class FileOptions:
    """Options that are listed together."""

    GROUP: ClassVar = "files"

    file: Path = option("a file", "x.txt", flag="--path")


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """One option of each kind."""

    name: str = argument("a name", "NAME")
    colour: Colour | None = option("a colour")
    is_loud: bool = option("whether it is loud")
    workers: int = workers_option()
    server: str = server_option()


@pytest.fixture
def parser() -> Parser:
    """A parser of these options."""
    parser = Parser()
    add_options(parser, Options)
    return parser


def parsed(parser: Parser, *arguments: str) -> Options:
    """The options of these arguments."""
    found: Options = parsed_options(Options, parser.parse_args(arguments))
    return found


def test_the_types_of_fields_are_those_of_the_arguments(parser: Parser) -> None:
    """An enumeration, a path, a boolean, and what a type of its own parses."""
    found = parsed(parser, "--colour=red", "--path", "y", "--is-loud", "--workers=3", "--server=http://a.b/", "me")
    assert found == Options(name="me", colour=Colour.RED, file=Path("y"), is_loud=True, workers=3, server="http://a.b")


def test_defaults_are_parsed_and_in_the_help(
    parser: Parser, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Workers are one for each core that the process may use; the server is that of the environment, if any."""
    monkeypatch.delenv(SERVER_VARIABLE, raising=False)
    cores = len(os.sched_getaffinity(0))
    assert parsed(parser, "me") == Options(
        name="me", colour=None, file=Path("x.txt"), is_loud=False, workers=cores, server=DEFAULT_SERVER
    )
    monkeypatch.setenv(SERVER_VARIABLE, "http://other")
    assert parsed(parser, "me").server == "http://other"
    parser.print_help()
    text = " ".join(capsys.readouterr().out.split())
    assert "auto for one per core; results are the same (default: auto)" in text
    assert "files: --path FILE a file (default: x.txt)" in text


def test_the_choices_of_an_enumeration_are_its_values(parser: Parser, capsys: pytest.CaptureFixture[str]) -> None:
    """Another value is refused, with the nearest one."""
    with pytest.raises(SystemExit):
        parser.parse_args(["--colour", "gren", "me"])
    assert "did you mean 'green'?" in capsys.readouterr().err


def test_options_are_not_abbreviated(parser: Parser, capsys: pytest.CaptureFixture[str]) -> None:
    """An abbreviation could mean another option in a later version."""
    with pytest.raises(SystemExit):
        parser.parse_args(["--serve", "http://127.0.0.1:1", "me"])
    assert "unknown option --serve: did you mean '--server'?" in capsys.readouterr().err
