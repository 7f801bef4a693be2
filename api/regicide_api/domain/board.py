"""The results of games with the deal of a day as boards have them: which of them count, and how they are ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, TypedDict

from regicide import Action, ActionKind
from regicide.effects import Defeat
from regicide_api.core.refusals import BoardClosed, PlayedByAgent, PlayedTooLate, ResultNotCounted
from regicide_api.core.tokens import hash_token
from regicide_api.core.work import in_parts
from regicide_api.domain.daily_deal import end_ms, remaining_s
from regicide_api.domain.event import Event, EventType
from regicide_api.domain.game import HostedGame
from regicide_api.domain.history import replayer_for

PUBLIC: Final = "public"
"""The board that is everyone's; any other text is the key of a group, which its members keep secret."""

ENTRY_S: Final = 7 * 24 * 60 * 60
"""The time after the end of a day in which its results can be entered."""
BOARD_TTL_S: Final = 30 * 24 * 60 * 60
"""The lifetime of the board of a day after its last change."""
MAX_ENTRIES: Final = 500
"""The results on a board of a day: the best ones stay."""
MAX_BOARDS: Final = 10
"""The boards of one owner: the public one, and those of groups, each until BOARD_TTL_S after its first entry."""

_POINTS: Final = {None: 1, "bronze": 1, "silver": 2, "gold": 3}
"""The points of a victory by its grade: one of two players has none."""
_TURNS_BITS: Final = 15
_SECONDS_BITS: Final = 20
_POINTS_BITS: Final = 5
"""The bits that the figures of seven days take in a score, which has 52 bits: a sorted set keeps doubles."""


class Result(TypedDict):
    """The result of a game with the deal of a day, as boards store it. `exact` has a value for each defeated enemy."""

    game: str
    outcome: str
    grade: str | None
    exact: list[bool]
    turns: int
    seconds: int


def board_key(board_id: str) -> str:
    """The name of a board in the store, which has the hash of a group's key."""
    return PUBLIC if board_id == PUBLIC else hash_token(board_id)


def result_of(game: HostedGame, events: Sequence[Event]) -> Result:
    """The result of a finished game.

    A turn is a play or a yield. The time goes from the moment in which all seats are taken to the end. Raises
    GameNotOver or GameCancelled.
    """
    game.require_over()
    replayer = replayer_for(game)
    exact = [
        effect.exact
        for event in in_parts(events)
        for effect in replayer.replay(event).effects
        if isinstance(effect, Defeat)
    ]
    actions = [Action.parse(str(event.what)).kind for event in in_parts(events) if event.type is EventType.ACTION]
    before = takewhile(lambda event: event.type is not EventType.ACTION, events)
    begun = max([game.created_at, *(event.at for event in before if event.type is EventType.SEAT_TAKEN)])
    outcome = game.position.outcome
    return Result(
        game=game.id,
        outcome="won" if outcome and outcome.won else "lost",
        grade=outcome.grade if outcome else None,
        exact=exact,
        turns=sum(kind in {ActionKind.PLAY, ActionKind.YIELD} for kind in actions),
        seconds=max(0, _ended_at(events) - begun) // 1000,
    )


def require_counted(game: HostedGame, events: Sequence[Event]) -> str:
    """The day of a game whose result can be on boards.

    It has the deal of a day, people alone have played it, and it ended before the day did, when the deal was secret.
    Raises ResultNotCounted, PlayedByAgent, PlayedTooLate or BoardClosed, and the errors of `result_of`.
    """
    if game.deal_date is None:
        raise ResultNotCounted
    game.require_over()
    if any(seat.agents for seat in game.seats) or any(map(_names_agent, events)):
        raise PlayedByAgent
    if _ended_at(events) >= end_ms(game.deal_date):
        raise PlayedTooLate
    if closes_in_s(game.deal_date) == 0:
        raise BoardClosed
    return game.deal_date


def closes_in_s(day: str) -> int:
    """The seconds in which results of a day can still be entered; 0 afterwards."""
    return remaining_s(day, ENTRY_S)


def _names_agent(event: Event) -> bool:
    return bool(event.agent or (event.traits.names_loser and event.what))


def _ended_at(events: Sequence[Event]) -> int:
    """The time of the last event that concerns the game itself."""
    return max(event.at for event in events if event.type is not EventType.REMATCH)


def score(result: Result) -> int:
    """The rank of a result as a number, a higher one for a better result; those of several days can be added.

    First come more defeated enemies, then victories with their grades, then fewer turns, then less time.
    """
    points = _POINTS.get(result["grade"], 1) if result["outcome"] == "won" else 0
    gained = (len(result["exact"]) << _POINTS_BITS) + points
    seconds = min(result["seconds"], 2**_SECONDS_BITS // 7 - 1)
    return (gained << _TURNS_BITS + _SECONDS_BITS) - (result["turns"] << _SECONDS_BITS) - seconds


def summed(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The figures of the results of some days, by which they are ranked."""
    return {
        "defeated": sum(len(result["exact"]) for result in results),
        "won": sum(result["outcome"] == "won" for result in results),
        "turns": sum(result["turns"] for result in results),
        "seconds": sum(result["seconds"] for result in results),
    }
