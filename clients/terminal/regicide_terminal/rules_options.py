"""The options of `regicide rules`."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from gettext import gettext as _

from regicide_terminal.options import add_server_argument, server_url


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesOptions:
    """The options of one run; an empty section stands for all of them."""

    server: str | None
    section: str

    @classmethod
    def from_namespace(cls, parsed: argparse.Namespace) -> RulesOptions:
        """Return the options of parsed arguments."""
        return cls(server=parsed.server, section=parsed.section)

    @property
    def server_url(self) -> str:
        """The URL of the server."""
        return server_url(self.server)


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `regicide rules` to its parser."""
    about = _("the id of a section, or the beginning of its title; all sections without it")
    parser.add_argument("section", metavar="SECTION", nargs="?", default="", help=about)
    add_server_argument(parser)
