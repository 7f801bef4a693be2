"""The command line of `regicide`: its subcommands, and what they need."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from gettext import gettext as _
from importlib import import_module
from typing import Final, NamedTuple

from regicide_terminal import i18n, options
from regicide_terminal.i18n import mark_for_translation
from regicide_terminal.output import EXIT_BROKEN_PIPE, EXIT_UNUSABLE, discard_output, print_line

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


class Subcommand(NamedTuple):
    """A subcommand: the function `run` of a module runs it with options, which need packages that may be missing."""

    name: str
    summary: str
    about: str
    module: str
    options: type[options.Options]


SUBCOMMANDS: Final = (
    Subcommand(
        "play",
        mark_for_translation("play in the terminal"),
        mark_for_translation(
            "play a game on a server: a new game, a game with an open seat, or a game in which you hold a seat"
        ),
        "session",
        options.PlayOptions,
    ),
    Subcommand(
        "rules",
        mark_for_translation("print the rules of the game"),
        mark_for_translation("print the rules of the game, or one section of them, from a server in your language"),
        "rules",
        options.RulesOptions,
    ),
    Subcommand(
        "review",
        mark_for_translation("review a finished game"),
        mark_for_translation(
            "review a finished game: the chance to win before and after each move, what it cost, and the best one; "
            "exit code 1 if the agent does not answer, 2 if the game cannot be reviewed"
        ),
        "review",
        options.ReviewOptions,
    ),
    Subcommand(
        "study",
        mark_for_translation("play on from a move of a finished game"),
        mark_for_translation(
            "play on from a move of a finished game or of a record, in a new game: at all seats, or with bots"
        ),
        "study",
        options.StudyOptions,
    ),
    Subcommand(
        "verify-record",
        mark_for_translation("verify the record of a game"),
        mark_for_translation(
            "verify the record of a game, or those in the lines of a file; exit code 0 if all hold, 1 if one does "
            "not, 2 if the file is not a record, or a line of it"
        ),
        "verify",
        options.RecordOptions,
    ),
)


class PrintVersion(argparse.Action):
    """Prints the version and exits; `importlib.metadata` is slow to import."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the version."""
        from importlib.metadata import version  # noqa: PLC0415 - see above

        print_line(f"regicide {version('regicide-server')}", sys.stdout)
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="regicide", description=_("Regicide in the terminal."), allow_abbrev=False)
    version = _("show program's version number and exit")
    parser.add_argument("--version", action=PrintVersion, nargs=0, default=argparse.SUPPRESS, help=version)
    i18n.add_language_option(parser)
    parsers = parser.add_subparsers(required=True, metavar=_("COMMAND"))
    for command in SUBCOMMANDS:
        summary, about = _(command.summary), _(command.about)
        own = parsers.add_parser(command.name, help=summary, description=about, allow_abbrev=False)
        i18n.add_language_option(own)
        options.add_arguments(own, command.options)
        own.set_defaults(run=lambda parsed, command=command, own=own: _run(command, own, parsed))
    return parser


def _run(command: Subcommand, parser: argparse.ArgumentParser, parsed: argparse.Namespace) -> int:
    """Run a subcommand; return its exit code. Invalid arguments and a missing package exit with 2."""
    try:
        given = command.options.from_namespace(parsed)
    except options.InvalidOptions as error:
        parser.error(str(error))
    try:
        module = import_module(f"regicide_terminal.{command.module}")
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in PLAY_REQUIREMENTS:
            raise
        form = _(
            "regicide: {subcommand} needs {package}, which is not installed; in a copy of the repository run: {command}"
        )
        print_line(form.format(subcommand=command.name, package=missing, command=_install_command()), sys.stderr)
        raise SystemExit(EXIT_UNUSABLE) from error
    code: int = module.run(given)
    return code


def _install_command() -> str:
    """Return the command that installs the packages of the extra into this environment."""
    return f"{shlex.quote(sys.executable)} -m pip install --editable '.[play]' --editable ./clients/python"
