"""Explains a view: searches from it, and prints the actions considered as a table or JSON."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from regicide import ImpossibleView
from regicide_arena.bots.planner import Planner
from regicide_arena.bots.search_settings import SearchSettings, WinWorth
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.explain.report import Explanation, explanation_json, print_explanation
from regicide_arena.explain.view_file import UnusableView, read_view
from regicide_arena.runtime.console import EXIT_UNUSABLE, print_refusal


@dataclass(frozen=True)
class ExplainOptions:
    """What to explain, and by which search."""

    view_file: str
    """The path of a JSON file, or `-` for standard input."""
    rollouts: int
    milliseconds: int | None
    search_seed: str
    worth: WinWorth
    json: bool

    @property
    def settings(self) -> SearchSettings:
        """The parameters of the search."""
        return SearchSettings(rollouts=self.rollouts, milliseconds=self.milliseconds, worth=self.worth)


def explain(options: ExplainOptions) -> int:
    """Explain a view; return the exit code, 2 for an unusable view."""
    try:
        found = _explanation(options)
    except (UnusableView, ImpossibleView) as error:
        print_refusal(str(error))
        return EXIT_UNUSABLE
    if options.json:
        sys.stdout.write(explanation_json(found))
    else:
        print_explanation(found)
    return 0


def _explanation(options: ExplainOptions) -> Explanation:
    view = read_view(options.view_file)
    warm_up(["planner"])
    considered = Planner(options.search_seed, options.settings).consider(view, options.worth)
    known = {each.action for each in considered}
    others = [action for action in view["legal_actions"] if action not in known]
    return Explanation(view["phase"], considered, others, options.settings)
