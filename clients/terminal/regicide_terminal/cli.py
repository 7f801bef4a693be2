"""The command line of `regicide`: its subcommands, and what they need."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from gettext import gettext as _
from importlib.metadata import version
from typing import TYPE_CHECKING, Final, TypeVar

from regicide_terminal import i18n, options
from regicide_terminal.output import EXIT_BROKEN_PIPE, EXIT_UNUSABLE, discard_output, print_line
from regicide_terminal.review_options import ReviewOptions, add_review_arguments
from regicide_terminal.rules_options import RulesOptions, add_rules_arguments
from regicide_terminal.study_options import StudyOptions, add_study_arguments
from regicide_terminal.verify import verify_record

T = TypeVar("T")

if TYPE_CHECKING:
    Subcommands = argparse._SubParsersAction["Parser"]  # noqa: SLF001 - it has no public name

PLAY_REQUIREMENTS: Final = {"regicide_client", "httpx", "attrs", "attr", "platformdirs", "rich"}
"""The packages of the extra `play`, which `verify-record` does without."""


class Parser(argparse.ArgumentParser):
    """A parser of which a subcommand reports its surplus arguments itself, with its own usage."""

    def parse_known_args(  # type: ignore[override] # overloaded there
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the arguments; surplus ones are an error."""
        parsed, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(_("unrecognized arguments: %s") % " ".join(rest))
        return parsed, rest


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand; return the exit code: 1 if the output is closed early. Invalid arguments exit with 2."""
    i18n.activate(i18n.preferred_language(arguments, os.environ))
    parsed = _parser().parse_args(arguments)
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        return EXIT_BROKEN_PIPE
    return code


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="regicide", description=_("Regicide in the terminal."), allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"regicide {version('regicide')}")
    i18n.add_language_option(parser)
    subcommands = parser.add_subparsers(required=True, metavar=_("COMMAND"))
    _add_play(subcommands)
    _add_rules(subcommands)
    _add_review(subcommands)
    _add_study(subcommands)
    _add_verify_record(subcommands)
    return parser


def _add_play(subcommands: Subcommands) -> None:
    about = _("play a game on a server: a new game, a game with an open seat, or a game in which you hold a seat")
    parser = subcommands.add_parser("play", help=_("play in the terminal"), description=about, allow_abbrev=False)
    i18n.add_language_option(parser)
    options.add_arguments(parser)
    parser.set_defaults(run=_play, parser=parser)


def _add_rules(subcommands: Subcommands) -> None:
    about = _("print the rules of the game, or one section of them, from a server in your language")
    parser = subcommands.add_parser(
        "rules", help=_("print the rules of the game"), description=about, allow_abbrev=False
    )
    i18n.add_language_option(parser)
    add_rules_arguments(parser)
    parser.set_defaults(run=_rules, parser=parser)


def _add_review(subcommands: Subcommands) -> None:
    about = _(
        "review a finished game: the chance to win before and after each move, what it cost, and the best one; exit "
        "code 1 if the agent does not answer, 2 if the game cannot be reviewed"
    )
    parser = subcommands.add_parser("review", help=_("review a finished game"), description=about, allow_abbrev=False)
    i18n.add_language_option(parser)
    add_review_arguments(parser)
    parser.set_defaults(run=_review, parser=parser)


def _add_study(subcommands: Subcommands) -> None:
    about = _("play on from a move of a finished game or of a record, in a new game: at all seats, or with bots")
    parser = subcommands.add_parser(
        "study", help=_("play on from a move of a finished game"), description=about, allow_abbrev=False
    )
    i18n.add_language_option(parser)
    add_study_arguments(parser)
    parser.set_defaults(run=_study, parser=parser)


def _add_verify_record(subcommands: Subcommands) -> None:
    about = _(
        "verify the record of a game, or those in the lines of a file; exit code 0 if all hold, 1 if one does not, 2 "
        "if the file is not a record, or a line of it"
    )
    parser = subcommands.add_parser(
        "verify-record", help=_("verify the record of a game"), description=about, allow_abbrev=False
    )
    parser.add_argument(
        "record",
        metavar="RECORD.json",
        help=_("the record, or lines of records, as the server sent them; - for standard input"),
    )
    i18n.add_language_option(parser)
    parser.set_defaults(run=lambda parsed: verify_record(parsed.record))


def _play(parsed: argparse.Namespace) -> int:
    """Play; return 0 once the game is over or left, 1 after a failure in it, 2 if none begins, 130 after Ctrl-C."""
    play_options = _checked(parsed, options.PlayOptions.from_namespace)
    with _requirements("play"):
        from regicide_terminal.session import run  # noqa: PLC0415 - needs the extra `play`
    return run(play_options)


def _study(parsed: argparse.Namespace) -> int:
    """Play on from a moment; return the exit code, as `_play`."""
    study_options = _checked(parsed, StudyOptions.from_namespace)
    with _requirements("study"):
        from regicide_terminal.study import run  # noqa: PLC0415 - needs the extra `play`
    return run(study_options)


def _rules(parsed: argparse.Namespace) -> int:
    """Print the rules; return the exit code of `regicide_terminal.rules.run`."""
    with _requirements("rules"):
        from regicide_terminal.rules import run  # noqa: PLC0415 - needs the extra `play`
    return run(RulesOptions.from_namespace(parsed))


def _review(parsed: argparse.Namespace) -> int:
    """Review a game; return the exit code of `regicide_terminal.review.run`."""
    with _requirements("review"):
        from regicide_terminal.review import run  # noqa: PLC0415 - needs the extra `play`
    return run(ReviewOptions.from_namespace(parsed))


def _checked(parsed: argparse.Namespace, checked: Callable[[argparse.Namespace], T]) -> T:
    """Return the options of parsed arguments. Arguments that exclude each other exit with 2."""
    parser: argparse.ArgumentParser = parsed.parser
    try:
        return checked(parsed)
    except options.InvalidOptions as error:
        parser.error(str(error))


@contextmanager
def _requirements(command: str) -> Iterator[None]:
    """Import what a command needs; a missing package exits with 2."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in PLAY_REQUIREMENTS:
            raise
        form = _(
            "regicide: {subcommand} needs {package}, which is not installed; in a copy of the repository run: {command}"
        )
        print_line(form.format(subcommand=command, package=missing, command=_install_command()), sys.stderr)
        raise SystemExit(EXIT_UNUSABLE) from error


def _install_command() -> str:
    """Return the command that installs the packages of the extra into this environment."""
    return f"{shlex.quote(sys.executable)} -m pip install --editable '.[play]' --editable ./clients/python"
