"""Asking an agent for advice, and why there is none."""

from __future__ import annotations

from collections.abc import Callable
from gettext import gettext as _
from typing import Final

from regicide_client import Advice, ApiError, GameView, NoAdviser, Session, UnknownAdvice
from regicide_terminal.options import DEFAULT_ADVISERS
from regicide_terminal.output import sanitize
from regicide_terminal.phrases import format_error

ADVICE_TIMEOUT_S: Final = 120
"""As long as a server keeps a question without an answer."""

MAX_LISTED_AGENTS: Final = 100


class NoAdvice(Exception):
    """There is no advice; the message is one line for the player."""


class Adviser:
    """The agent to ask: the one of the options, or else the first default one that advises."""

    def __init__(self, name: str | None) -> None:
        self._names = [name] if name else [*DEFAULT_ADVISERS]

    def ask(self, seat: Session, view: GameView, limit: int, announce: Callable[[str], None]) -> Advice:
        """Return the advice for a view, and announce the wait for it. Raises NoAdvice."""
        try:
            announce(_("Asking {agent}; Ctrl-C stops waiting …").format(agent=sanitize(self._names[0])))
            advice = seat.ask_advice(view, self._names[0], limit=limit, timeout=ADVICE_TIMEOUT_S)
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
    """Return a message with the agents that advise instead."""
    agents = [sanitize(agent.name) for agent in session.list_agents(MAX_LISTED_AGENTS).items if agent.advises]
    if not agents:
        return _("no agent of this server gives advice")
    return _("{fault}; these agents advise: {agents}").format(fault=format_error(error), agents=", ".join(agents))
