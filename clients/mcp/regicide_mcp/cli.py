"""The command line of `regicide-mcp`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from regicide_terminal.options import ServerOptions, add_arguments, option
from regicide_terminal.output import EXIT_UNUSABLE, print_line

ABOUT: Final = (
    "Let a language model play on a server: a server of the Model Context Protocol on the standard input and output."
)


@dataclass(frozen=True, kw_only=True)
class Options(ServerOptions):
    """The options of the command."""

    agent: str | None = option("play as this agent, too; it is registered if it is new", metavar="NAME")
    token_file: Path | None = option(
        "the file with the agent's token (default: REGICIDE_TOKEN, or the saved token)", metavar="FILE"
    )
    log: Path | None = option("append each action with its reason to this file, as lines of JSON", metavar="FILE")


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the input ends; return the exit code, 2 if the agent or a package is missing."""
    parser = argparse.ArgumentParser(prog="regicide-mcp", description=ABOUT, allow_abbrev=False)
    add_arguments(parser, Options)
    options = Options.from_namespace(parser.parse_args(arguments))
    try:
        from regicide_client import ApiError, TokenUnavailable  # noqa: PLC0415 - of the extra, as the following
        from regicide_mcp.player import Player  # noqa: PLC0415
        from regicide_mcp.server import mcp_server  # noqa: PLC0415
    except ModuleNotFoundError as error:
        command = "pip install --editable '.[mcp]' ./clients/python"
        print_line(f"regicide-mcp: {error.name} is not installed: run {command} in the repository", sys.stderr)
        return EXIT_UNUSABLE
    try:
        player = Player(options.server_url, options.agent, options.token_file, options.log)
    except (ApiError, TokenUnavailable, ValueError) as error:
        print_line(f"regicide-mcp: {error}", sys.stderr)
        return EXIT_UNUSABLE
    mcp_server(player).run()
    return 0
