"""Prints the advice of a bot in a view: the actions that it considers, as a table or JSON."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from contextlib import closing
from typing import Final, cast

from rich.table import Table

from regicide import ImpossibleView, sample_position
from regicide_arena.bots.advice import AdvisedAction, NoAdvice
from regicide_arena.bots.failures import BotEnded, BotRaised
from regicide_arena.bots.view_types import View
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.commands.bots import ExplainOptions
from regicide_arena.protocol.advice import advised_actions, require_adviser
from regicide_arena.protocol.messages import Advice, Advise
from regicide_arena.protocol.programs import start_bot
from regicide_arena.review.review import chance
from regicide_arena.runtime.console import output_console
from regicide_arena.runtime.json_files import UnusableFile, read_input

CONSOLE_WIDTH: Final = 100
"""Characters per line without a terminal."""


def explain(options: ExplainOptions) -> int:
    """Print the advice of a bot; return the exit code, 2 for an unusable view or a bot that gives no advice."""
    found = _advice(_read_view(options.view), options.bot)
    if options.json:
        sys.stdout.write(json.dumps({"actions": found}) + "\n")
    else:
        output_console(CONSOLE_WIDTH).print(_table(found))
    return 0


def _read_view(file: str) -> View:
    """Read the view of the seat whose turn it is; the file `-` is standard input.

    A determinization shows whether it is a valid view. Raises UnusableFile.
    """
    view, source = read_input(file)
    if not isinstance(view, dict) or "phase" not in view:
        raise UnusableFile(f"no view in {source}: expected the response of GET /v1/games/{{id}} to the seat to act")
    try:
        position = sample_position(view, random.Random(0))  # noqa: S311 - a game, no secret
    except ImpossibleView as error:
        raise UnusableFile(str(error)) from error
    if position.outcome:
        raise UnusableFile("the game is over: expected a view of a game in progress")
    if view["you"] != position.turn:
        owner = "a spectator" if view["you"] is None else f"seat {view['you']}"
        raise UnusableFile(f"this is the view of {owner}: expected the view of seat {position.turn}, whose turn it is")
    return cast(View, view)


def _advice(view: View, bot: str) -> list[AdvisedAction]:
    """Raises BotNotFound and NoAdvice."""
    warm_up([bot])
    with closing(start_bot(bot, asks=["advice"])) as process:
        require_adviser(bot, process.greeting)
        try:
            return advised_actions(process.ask(Advise(view), Advice, None).actions, view)
        except (BotEnded, BotRaised, ValueError) as error:
            raise NoAdvice(f"{bot} gives no advice: {error}") from error


def _table(considered: Sequence[AdvisedAction]) -> Table:
    table = Table("action", header_style="bold")
    for name in ("won", "enemies", "search"):
        table.add_column(name, justify="right")
    for each in considered:
        won, defeated = each["won"], each["defeated"]
        expected = ("-" if won is None else chance(won), "-" if defeated is None else f"{defeated:.1f}")
        table.add_row(each["action"], *expected, f"{each['share']:.0%}")
    return table
