"""The limit of the events of a game, which the rules and the limits of seats bound."""

from __future__ import annotations

from typing import Final

from regicide_api.domain.seat import MAX_ADVISERS, MAX_CHANGES, MAX_HOLDERS, MAX_SIGNALS

MAX_PLAYS_PER_ENEMY: Final = 53
"""All cards but the enemy: a card that is played lies there until the enemy is defeated (R9)."""

MAX_TURNS: Final = 12 * MAX_PLAYS_PER_ENEMY * 4
"""Before each play there are at most three yields: four players cannot all yield in a row."""

MAX_EVENTS: Final = (
    3 * MAX_TURNS * (1 + MAX_ADVISERS) + 12 * 2 * 4 * MAX_SIGNALS + 4 * 2 * (MAX_CHANGES + MAX_HOLDERS) + 100
)
"""The rules bound the events of a game. A turn has at most a play or yield, a discard or appointment, and a timeout,
each after requests for advice. Each of two jesters is played once against each enemy, and permits signals of four
seats. What a holder changes can be changed back as often, and each holder can leave. The rest are seats that are taken
first, flips, the yields after the last play, and a rematch. Games have 50 to 150 events in practice.
"""
