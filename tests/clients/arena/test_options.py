"""Options that several commands share, and their defaults."""

from __future__ import annotations

import os

import pytest

from regicide_arena.cli import main
from regicide_arena.commands.options import Parser, add_server, add_workers


def test_workers_are_one_per_core_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    """One for each core that the process may use; the help says so."""
    parser = Parser()
    add_workers(parser)
    assert parser.parse_args([]).workers == parser.parse_args(["--workers", "auto"]).workers
    assert parser.parse_args([]).workers == len(os.sched_getaffinity(0))
    parser.print_help()
    assert "auto for one per core; results are the same (default: auto)" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("tournment", "did you mean 'tournament'?"),
        ("play random --agnt x --agent y", "unknown option --agnt: did you mean '--agent'?"),
        ("check random --on-failure forfeit", "unknown option --on-failure: regicide-arena check --help lists all"),
        ("play random --agent y --on-failure leve", "did you mean 'leave'?"),
        ("check random --clok=1", "unknown option --clok: did you mean '--clock'?"),
    ],
)
def test_the_nearest_name_is_suggested(arguments: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """For a misspelt command, option or choice; the exit code is 2."""
    with pytest.raises(SystemExit) as refused:
        main(arguments.split())
    assert (refused.value.code, capsys.readouterr().err.endswith(f"{message}\n")) == (2, True)


def test_options_are_not_abbreviated(capsys: pytest.CaptureFixture[str]) -> None:
    """An abbreviation could mean another option in a later version."""
    parser = Parser()
    add_server(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["--serve", "http://127.0.0.1:1"])
    assert "unknown option --serve: did you mean '--server'?" in capsys.readouterr().err


def test_surplus_arguments_are_refused_with_the_usage_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Also those that are no options."""
    with pytest.raises(SystemExit):
        main(["check", "random", "greedy"])
    err = capsys.readouterr().err
    assert err.startswith("usage: regicide-arena check ")
    assert err.endswith("regicide-arena check: error: unrecognized arguments: greedy\n")
