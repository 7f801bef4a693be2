"""A bot: a function from a view to one of its legal actions."""

from collections.abc import Mapping
from typing import Any

VALUES = {str(number): number for number in range(2, 11)} | {"A": 1, "J": 10, "Q": 15, "K": 20}


def choose(view: Mapping[str, Any]) -> str:
    """Attacks with the highest value, and discards the lowest."""
    actions: list[str] = view["legal_actions"]
    return max(actions, key=worth) if view["phase"] == "play" else min(actions, key=worth)


def worth(action: str) -> int:
    """Return the sum of the values of an action's cards."""
    return sum(VALUES.get(card[:-1], 0) for card in action.replace("-", "+").split("+"))
