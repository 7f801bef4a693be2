"""Advice of a bot: the actions that it considers in a view, and what a given action costs, checked, as JSON.

A bot gives advice if it has a method `consider`, and rates given actions if it has a method `review`, as `Planner`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol, TypedDict

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import View

ADVISER_SEED: Final = "adviser"
"""The seed of bots that are asked: the same question has the same answer, whichever process gives it."""
DIGITS: Final = 4
"""The decimals of all figures."""
MIN_ROLLOUTS: Final = 100
"""The rollouts below which expectations are not shown as estimates: they are often some points too low."""
MAX_BEST: Final = 3
"""The best actions that get searches of their own, and that the review of an action lists."""


class InvalidAdvice(ValueError):
    """A bot gives advice that does not follow the protocol; the message says what is wrong, and what is right."""


class NoAdvice(Exception):
    """A bot gives no advice; the message says why."""


class Expected(Protocol):
    """The expected end of a game."""

    @property
    def won(self) -> float | None:
        """The probability of winning; None for too few rollouts to tell."""

    @property
    def defeated(self) -> float | None:
        """The expected number of defeated enemies; None as above."""


class Considered(Expected, Protocol):
    """An action that a bot considers."""

    @property
    def action(self) -> str:
        """A legal action."""

    @property
    def share(self) -> float:
        """The share of the search that it took, 0 to 1."""


class Adviser(Protocol):
    """A bot that gives advice."""

    def consider(self, view: View) -> Sequence[Considered]:
        """Return the actions considered, the best first."""


class Reviewer(Protocol):
    """A bot that rates given actions."""

    def review(self, view: View, action: str) -> tuple[Sequence[Considered], Expected]:
        """Return the actions considered, the best first, and the expected end after a legal action."""


class AdvisedAction(TypedDict):
    """An action of the advice; `won` and `defeated` are None where there are too few rollouts to tell."""

    action: str
    won: float | None
    defeated: float | None
    share: float


class RatedAction(TypedDict):
    """What an action costs by the view of the seat that took it."""

    won_before: float
    """The probability of winning with the best action."""
    won_after: float
    cost: float
    """The difference, at least 0."""
    defeated_before: float
    defeated_after: float
    best: list[AdvisedAction]


def gives_advice(bot: object) -> bool:
    """Whether a bot has the method `consider`."""
    return callable(getattr(bot, "consider", None))


def gives_reviews(bot: object) -> bool:
    """Whether a bot has the method `review`."""
    return callable(getattr(bot, "review", None))


def advise(bot: Adviser, view: View) -> list[AdvisedAction]:
    """Return the actions that a bot considers, the best first.

    Raises InvalidAdvice, MalformedAction or NoLegalAction, and whatever the bot raises.
    """
    return _listed(bot.consider(view), view)


def rate_action(bot: Reviewer, view: View, action: str) -> RatedAction:
    """Return what a legal action costs. Raises the errors of `advise`."""
    considered, after = bot.review(view, action)
    best = _listed(considered, view)[:MAX_BEST]
    (won_before, defeated_before), (won_after, defeated_after) = _figures(considered[0]), _figures(after)
    return {
        "won_before": won_before,
        "won_after": won_after,
        "cost": round(max(0.0, won_before - won_after), DIGITS),
        "defeated_before": defeated_before,
        "defeated_after": defeated_after,
        "best": best,
    }


def _figures(each: Expected) -> tuple[float, float]:
    return _required(_figure("won", each, 1)), _required(_figure("defeated", each, ENEMIES_IN_CASTLE))


def _listed(considered: Sequence[Considered], view: View) -> list[AdvisedAction]:
    """Check the actions of an answer. Raises InvalidAdvice for none, and for a repeated one."""
    if not isinstance(considered, (list, tuple)) or not considered:
        raise InvalidAdvice(
            f"invalid advice {considered!r:.80}: expected a list of at least one action, the best first"
        )
    found = [_advised(each, [*view["legal_actions"]]) for each in considered]
    if len({each["action"] for each in found}) < len(found):
        raise InvalidAdvice("invalid advice: the same action is there twice")
    return found


def _advised(each: Considered, legal: list[str]) -> AdvisedAction:
    has_estimate = getattr(each, "has_estimate", True)
    return {
        "action": match_legal_action(_member("action", each), legal),
        "won": _figure("won", each, 1) if has_estimate else None,
        "defeated": _figure("defeated", each, ENEMIES_IN_CASTLE) if has_estimate else None,
        "share": _required(_figure("share", each, 1)),
    }


def _figure(name: str, each: object, most: float) -> float | None:
    """Return a figure of an action, rounded. Raises InvalidAdvice for anything but None or a number in the range."""
    value = _member(name, each)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
        raise InvalidAdvice(f"invalid {name} {value!r:.40} in the advice: expected 0 to {most:g}, or None")
    return round(float(value), DIGITS)


def _member(name: str, each: object) -> Any:
    try:
        return getattr(each, name)
    except AttributeError:
        expected = "expected objects with action, won, defeated and share"
        raise InvalidAdvice(f"no {name} in the advice {each!r:.80}: {expected}") from None


def _required(figure: float | None) -> float:
    if figure is None:
        raise InvalidAdvice("a figure of the advice is None: expected a number")
    return figure


class ConsideredAction(NamedTuple):
    """An action that the search considered, with the mean result of its rollouts, or of a search of its own."""

    action: str
    rollouts: int
    """The rollouts of the search that took it."""
    won: float
    """The probability of winning after it."""
    defeated: float
    """The expected number of defeated enemies."""
    worth: float
    """The value that the search maximizes: a win counts 1, or by its grade; a loss a little for each defeated enemy."""
    share: float
    """The share of the search's rollouts, 0 to 1; 1 for a single candidate, which needs no search."""
    basis: int
    """The rollouts of which `won`, `defeated` and `worth` are means."""

    @property
    def has_estimate(self) -> bool:
        """Whether the means rest on enough rollouts."""
        return self.basis >= MIN_ROLLOUTS
