"""Advice: asking an agent, rendering its answer, and why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from gettext import gettext as _
from itertools import chain, islice
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from regicide_client import Advice, Agent, ApiError, GameView, NoAdviser, RatedAction, Session, UnknownAdvice
from regicide_terminal.action_menu import MenuItem, format_action
from regicide_terminal.options import DEFAULT_ADVISERS
from regicide_terminal.output import sanitize
from regicide_terminal.phrases import format_error, percent
from regicide_terminal.reasons import action_reasons

ADVICE_TIMEOUT_S: Final = 120
"""As long as a server keeps a question without an answer."""

MAX_NAMED_AGENTS: Final = 8


class NoAdvice(Exception):
    """There is no advice; the message is one line for the player."""


class Adviser:
    """The agent to ask: the agent of the options, or else the first default agent that advises."""

    def __init__(self, name: str | None) -> None:
        self._names = [name] if name else [*DEFAULT_ADVISERS]

    def ask(self, seat: Session, view: GameView, limit: int, announce: Callable[[str], None]) -> Advice:
        """Return the advice for a view, and announce the wait for it. Raises NoAdvice."""
        try:
            announce(_("Asking {agent}; Ctrl-C stops waiting …").format(agent=sanitize(self._names[0])))
            advice = seat.advice.ask(view, self._names[0], limit=limit, timeout=ADVICE_TIMEOUT_S)
        except NoAdviser as error:
            if self._names[1:]:
                self._names = self._names[1:]
                return self.ask(seat, view, limit, announce)
            raise NoAdvice(no_adviser(seat, error)) from error
        except KeyboardInterrupt as error:
            raise NoAdvice(_("stopped waiting for advice")) from error
        except (TimeoutError, UnknownAdvice) as error:  # without an answer the question expires
            raise NoAdvice(_no_answer(self._names[0])) from error
        except ApiError as error:
            raise NoAdvice(format_error(error)) from error
        if advice.status != "ready":
            raise NoAdvice(_no_answer(self._names[0]))
        return advice


def _no_answer(agent: str) -> str:
    return _("no advice: {agent} has not answered").format(agent=sanitize(agent))


def no_adviser(session: Session, error: NoAdviser) -> str:
    """Return a message with agents that advise instead."""
    agents = _first(agent.name for agent in _agents(session) if agent.advises)
    if not agents:
        return _("no agent of this server gives advice")
    return _("{fault}; these agents advise: {agents}").format(fault=format_error(error), agents=agents)


def no_reviewer(session: Session, error: NoAdviser) -> str:
    """Return a message with agents that review games instead."""
    agents = _first(agent.name for agent in _agents(session) if agent.reviews)
    if not agents:
        return _("no agent of this server reviews games")
    return _("{fault}; these agents review games: {agents}").format(fault=format_error(error), agents=agents)


def _first(names: Iterator[str]) -> str:
    """Return the first names, with commas; an ellipsis stands for the others."""
    first = [sanitize(name) for name in islice(names, MAX_NAMED_AGENTS + 1)]
    return ", ".join([*first[:MAX_NAMED_AGENTS], *("…" for _name in first[MAX_NAMED_AGENTS:])])


def _agents(session: Session) -> Iterator[Agent]:
    """Yield the agents of a server by name: first the house bots."""
    return chain(session.agents.list(house=True), session.agents.list(house=False))


def render_advice(advice: Advice, view: GameView, menu: Sequence[MenuItem]) -> RenderableType:
    """Render advice for a view with previews; actions have the numbers of the menu."""
    numbers = {item.action: str(number) for number, item in enumerate(menu, 1)}
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    for name, align in (("", "right"), ("", "left"), (_("wins"), "right"), (_("enemies"), "right"), ("", "left")):
        table.add_column(name, justify=align)  # type: ignore[arg-type] # literals
    for rated in advice.actions:
        why = action_reasons(view, rated.action)
        number = Text(numbers.get(rated.action, ""), "bold")
        table.add_row(number, format_action(rated.action), *_chances(rated), why)
    return Group(Text(_heading(advice)), table)


def _heading(advice: Advice) -> str:
    form = _("{agent} advises, of {count} actions, in its order (chances are estimates):")
    return form.format(agent=sanitize(advice.agent), count=advice.considered or len(advice.actions))


def _chances(rated: RatedAction) -> tuple[str, str]:
    """Return the chance to win, and the expected number of enemies defeated; a question mark if it is unknown."""
    return percent(rated.won), "?" if rated.defeated is None else f"{rated.defeated:.1f}"
