"""A bot: a function from a view to one of its legal actions."""

VALUES = {str(number): number for number in range(2, 11)} | {"A": 1, "J": 10, "Q": 15, "K": 20}


def choose(view):
    """Attacks with the highest value, and discards the lowest."""
    best = max if view["phase"] == "play" else min
    return best(view["legal_actions"], key=worth)


def worth(action):
    """Return the sum of the values of an action's cards."""
    return sum(VALUES.get(card[:-1], 0) for card in action.replace("-", "+").split("+"))
