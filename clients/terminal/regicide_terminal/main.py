"""The command line of `regicide`. Each subcommand is a module with `add_to`, which brings its arguments along."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from gettext import gettext as _
from importlib.metadata import version

from regicide_terminal import play, speaking, verify
from regicide_terminal.speaking import speak, wanted


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the subcommand that the arguments name; the exit code. Arguments that make no sense exit with 2."""
    speak(wanted(arguments, os.environ))
    chosen = _parser().parse_args(arguments)
    code: int = chosen.run(chosen)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="regicide", description=_("Regicide in the terminal."), allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"regicide {version('regicide')}")
    speaking.add_to(parser)
    subcommands = parser.add_subparsers(required=True, metavar=_("COMMAND"))
    play.add_to(subcommands)
    verify.add_to(subcommands)
    return parser
