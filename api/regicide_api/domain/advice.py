"""Advice in a running game: whether it may be asked, and the event that a seat asks for it.

The creator of a game says whether advice may be asked in it. Without a word, it may, unless the game is listed or an
agent other than a house bot has a seat, or gets one later.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Final

from regicide_api.core.errors import AdviceConflict, NotYourTurn
from regicide_api.core.refusals import AdviceNotAllowed, TooManyAdvisers
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.seat import MAX_ADVISERS
from regicide_api.domain.seating import Change


class AdviceRule(StrEnum):
    """Who may ask for advice in a running game: none of the seats, or all."""

    NONE = "none"
    ALL = "all"


BY_DEFAULT: Final = "default"
"""The stored form of ALL in a game whose creator did not choose it."""


def stored_rule(wanted: str | None, *, listed: bool) -> str | None:
    """The stored form of what the creator of a game says, or does not say, about advice."""
    if wanted is None:
        return None if listed else BY_DEFAULT
    return AdviceRule.ALL.value if wanted == AdviceRule.ALL else None


def rule_of(game: HostedGame) -> AdviceRule:
    """Who may ask for advice in a game."""
    return AdviceRule.ALL if game.advice else AdviceRule.NONE


def without_default(game: HostedGame) -> HostedGame:
    """The game after an agent that is not a house bot gets a seat: without advice, unless the creator chose it."""
    return replace(game, advice=None) if game.advice == BY_DEFAULT else game


def ask(game: HostedGame, seat: int, version: int, agent: str, now: int) -> Change:
    """Say that the seat to act asks an agent for advice. The first request of each agent before an action has an event.

    Raises GameCancelled, GameOver, GameNotStarted, AdviceConflict, NotYourTurn, AdviceNotAllowed or TooManyAdvisers.
    """
    game.require_active()
    if not game.acted <= version <= game.version:
        raise AdviceConflict(version, game.version)
    if seat != game.position.turn:
        raise NotYourTurn(seat, game.position.turn)
    if rule_of(game) is AdviceRule.NONE:
        raise AdviceNotAllowed
    asked = game.advisers or ()
    if agent in asked:
        return game, None
    if len(asked) >= MAX_ADVISERS:
        raise TooManyAdvisers(MAX_ADVISERS)
    after = replace(game, advisers=(*asked, agent)).after_event(now)
    return after, Event(EventType.ADVICE, seat, None, now, agent)
