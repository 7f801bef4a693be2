"""Advice in the protocol: what bots in Python say as messages, and messages as the API has the answers, checked."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Final, SupportsFloat

from regicide_arena.bots.advice import MAX_BEST, AdvisedAction, InvalidAdvice, NoAdvice, RatedAction
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import View
from regicide_arena.protocol.messages import Advice, Considered, Estimate, Greeting, Rating

DIGITS: Final = 4
"""The decimals of all figures."""


def require_adviser(bot: str, greeting: Greeting) -> None:
    """Raise NoAdvice for a bot that does not say that it advises."""
    if not greeting.advises:
        expected = "expected a bot with a method consider(view), or a greeting with advises; see docs/bots.md"
        raise NoAdvice(f"{bot} gives no advice: {expected}")


def advice_of(bot: Any, view: View) -> Advice:
    """Ask a bot in Python for advice. Raises InvalidAdvice, and whatever the bot raises."""
    return Advice(_considered_actions(bot.consider(view)))


def rating_of(bot: Any, view: View, action: str) -> Rating:
    """Ask a bot in Python what an action cost. Raises the errors of `advice_of`."""
    considered, after = bot.review(view, action)
    actions = _considered_actions(considered)
    actions[0].won, actions[0].defeated = (_figure(name, considered[0]) for name in ("won", "defeated"))
    return Rating(actions, Estimate(_figure("won", after), _figure("defeated", after)))


def _considered_actions(considered: object) -> list[Considered]:
    if not isinstance(considered, (list, tuple)) or not considered:
        raise InvalidAdvice(f"invalid advice {considered!r:.80}: expected a list of actions, the best first")
    return [_considered(each) for each in considered]


def _considered(each: object) -> Considered:
    has_estimate = getattr(each, "has_estimate", True)
    won, defeated = (_figure(name, each) if has_estimate else None for name in ("won", "defeated"))
    return Considered(won=won, defeated=defeated, action=_member("action", each), share=_figure("share", each) or 0.0)


def _figure(name: str, each: object) -> float | None:
    value = _member(name, each)
    is_number = isinstance(value, SupportsFloat) and not isinstance(value, bool) and isfinite(value)
    if value is not None and not is_number:
        raise InvalidAdvice(f"invalid {name} {value!r:.40} in the advice: expected a number or None")
    return value if value is None else float(value)


def _member(name: str, each: object) -> Any:
    try:
        return getattr(each, name)
    except AttributeError:
        expected = "expected objects with action, won, defeated and share"
        raise InvalidAdvice(f"no {name} in the advice {each!r:.80}: {expected}") from None


def advised_actions(considered: Sequence[Considered], view: View) -> list[AdvisedAction]:
    """Return the actions of an answer, the best first.

    Raises MalformedAction or NoLegalAction for an action that is not legal, and InvalidAdvice for a repeated one.
    """
    found = [_advised(each, [*view["legal_actions"]]) for each in considered]
    if len({each["action"] for each in found}) < len(found):
        raise InvalidAdvice("invalid advice: the same action is there twice")
    return found


def _advised(each: Considered, legal: list[str]) -> AdvisedAction:
    return {
        "action": match_legal_action(each.action, legal),
        "won": _rounded(each.won),
        "defeated": _rounded(each.defeated),
        "share": round(each.share, DIGITS),
    }


def rated_action(rating: Rating, view: View) -> RatedAction:
    """Return what a legal action costs. Raises the errors of `advised_actions`."""
    best = advised_actions(rating.actions, view)[:MAX_BEST]
    (won_before, defeated_before), (won_after, defeated_after) = _figures(rating.actions[0]), _figures(rating.after)
    return {
        "won_before": won_before,
        "won_after": won_after,
        "cost": round(max(0.0, won_before - won_after), DIGITS),
        "defeated_before": defeated_before,
        "defeated_after": defeated_after,
        "best": best,
    }


def _figures(each: Estimate) -> tuple[float, float]:
    won, defeated = _rounded(each.won), _rounded(each.defeated)
    if won is None or defeated is None:
        raise InvalidAdvice("a figure of the rating is null: expected a number")
    return won, defeated


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, DIGITS)
