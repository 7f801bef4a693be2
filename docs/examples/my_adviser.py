"""An adviser that plays each action on in some games that are consistent with the view, at random."""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from regicide import Action, Outcome, apply, sample_position

GAMES = 8


class Considered(NamedTuple):
    """What the adviser says about an action."""

    action: str
    won: float
    defeated: float
    share: float


class Adviser:
    """Gives advice; its own choice is the best of it."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def __call__(self, view: Mapping[str, Any]) -> str:
        return self.consider(view)[0].action

    def consider(self, view: Mapping[str, Any]) -> list[Considered]:
        """Return what becomes of the actions, the best first."""
        found = [self.rate(view, action) for action in view["legal_actions"]]
        return sorted(found, key=lambda each: (-each.won, -each.defeated))

    def rate(self, view: Mapping[str, Any], action: str) -> Considered:
        """Play games on after an action, the same deals for each."""
        ends = [self.play_on(view, action, f"{self.seed}/{number}") for number in range(GAMES)]
        won = sum(end.won for end in ends) / GAMES
        defeated = sum(end.defeated for end in ends) / GAMES
        return Considered(action, won, defeated, 1 / len(view["legal_actions"]))

    def play_on(self, view: Mapping[str, Any], action: str, seed: str) -> Outcome:
        """Return the outcome of a game that goes on at random."""
        dice = Random(seed)
        position = apply(sample_position(view, dice), Action.parse(action))
        while not position.outcome:
            position = apply(position, dice.choice(position.legal_actions))
        return position.outcome
