"""`regicide rules`: the rules of the game, from a server in the player's language."""

from __future__ import annotations

from regicide_client import Session
from regicide_terminal.i18n import text
from regicide_terminal.options import RulesOptions
from regicide_terminal.output import EXIT_UNUSABLE
from regicide_terminal.render.rules import rules
from regicide_terminal.render.screen import Screen
from regicide_terminal.seats import check_server_url
from regicide_terminal.session import EXIT_INTERRUPTED, FAILURES, print_failure


def run(options: RulesOptions) -> int:
    """Print the rules; return 0, 2 if the section or the server is unknown, 130 after Ctrl-C."""
    try:
        check_server_url(options.server_url)
        with Session(options.server_url, language=text("language")) as session:
            Screen().print(*rules(session, options.section))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # the command line ends quietly
        raise
    except FAILURES as error:
        print_failure(error, options.server_url)
        return EXIT_UNUSABLE
    return 0
