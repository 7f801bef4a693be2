"""Advice in the protocol: what bots in Python return as messages, and messages as the API has the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, SupportsFloat

from regicide_arena.bots.advice import AdvisedAction, InvalidAdvice, RatedAction
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import View
from regicide_arena.protocol.messages import Considered, Estimate, Rating

DIGITS: Final = 4
"""The decimals of all figures."""
MAX_BEST: Final = 3
"""The best actions that the rating of an action lists."""


def considered_actions(considered: object) -> list[Considered]:
    """Return what `consider` or `review` of a bot returned as a member of a message. Raises InvalidAdvice."""
    if not isinstance(considered, (list, tuple)) or not considered:
        raise InvalidAdvice(f"invalid advice {considered!r:.80}: expected a list of actions, the best first")
    return [_considered(each) for each in considered]


def expected_end(after: object) -> Estimate:
    """Return the expected end of a game as a member of a message. Raises InvalidAdvice."""
    return Estimate(_figure("won", after), _figure("defeated", after))


def _considered(each: object) -> Considered:
    has_estimate = getattr(each, "has_estimate", True)
    won, defeated = (_figure(name, each) if has_estimate else None for name in ("won", "defeated"))
    return Considered(won=won, defeated=defeated, action=_member("action", each), share=_figure("share", each) or 0.0)


def _figure(name: str, each: object) -> float | None:
    value = _member(name, each)
    if value is not None and (isinstance(value, bool) or not isinstance(value, SupportsFloat)):
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
        raise InvalidAdvice("a figure of the advice is null: expected a number")
    return won, defeated


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, DIGITS)
