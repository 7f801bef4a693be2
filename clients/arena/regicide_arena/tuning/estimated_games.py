"""Games of the fast planner, with some of its chances to win on the way: what the calibration is fitted to.

In every other game a weak bot, `greedy`, begins, and the planner takes over at any of its actions, so that positions
occur that a strong player seldom reaches.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from msgspec import Struct

from regicide import Action, Position, apply, parse_view
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.bots.compilation import ensure_compiled
from regicide_arena.bots.greedy import choose
from regicide_arena.bots.planner import FAST, NORMAL
from regicide_arena.bots.search import RootSearch, kernel_numbers
from regicide_arena.bots.search_settings import ANY_WIN
from regicide_arena.bots.view_types import seat_view

DEALS: Final = "calibration"
"""The prefix of the seeds of the deals."""
EVERY: Final = 5
"""One in this number of actions is noted, since those of one game tell nearly the same."""
LARGE: Final = NORMAL.rollouts
"""The rollouts of a further estimate of one action in every other pair of games."""


class NotedEstimate(NamedTuple):
    """What a search says about the action that is taken, as a review does, before the calibration."""

    position: str
    """Before the action."""
    action: str
    rollouts: int
    won: float
    defeated: float


class EstimatedGame(Struct, frozen=True):
    """A finished game of the planner. The names are members of a line of the journal."""

    players: int
    number: int
    """Of the deal."""
    taken_over: int
    """The actions of `greedy` before those of the planner."""
    won: bool
    defeated: int
    estimates: list[NotedEstimate]

    @property
    def task(self) -> GameTask:
        """What was played."""
        return GameTask(self.players, self.number)


class GameTask(NamedTuple):
    """The number of a deal for a number of players."""

    players: int
    number: int

    @property
    def deal(self) -> str:
        """The seed of the deal, and of all chance in the game."""
        return f"{DEALS}-{self.players}/{self.number}"

    @property
    def begins_weak(self) -> bool:
        """Whether `greedy` begins."""
        return self.number % 2 == 1

    @property
    def has_large(self) -> bool:
        """Whether one of its actions is estimated with more rollouts, too."""
        return self.number % 4 < 2


class _Turn(NamedTuple):
    position: Position
    action: str


def play_game(task: GameTask) -> EstimatedGame:
    """Play a game, and note the estimates of some of its actions; the same for the same task."""
    ensure_compiled()
    rng = Random(task.deal)  # noqa: S311 - a game, no secret
    begun = _taken_over(task, rng)
    turns = [*_turns(task, begun)]
    first = rng.randrange(EVERY)
    noted = [turn for number, turn in enumerate(turns) if number == 0 or number % EVERY == first]
    further = rng.sample(noted, 1) if task.has_large else []
    estimates = [_estimate(task, turn, FAST.rollouts) for turn in noted]
    estimates += [_estimate(task, turn, LARGE) for turn in further]
    end = apply(turns[-1].position, Action.parse(turns[-1].action))
    won, defeated = not end.castle, ENEMIES_IN_CASTLE - len(end.castle)
    return EstimatedGame(task.players, task.number, max(0, len(begun) - 1), won, defeated, estimates)


def _taken_over(task: GameTask, rng: Random) -> list[_Turn]:
    """Return the actions of `greedy` up to any of them, the last of which is noted; none if the planner begins."""
    if not task.begins_weak:
        return []
    turns, position = list[_Turn](), Position.new(task.deal, task.players)
    while not position.outcome:
        turns.append(_Turn(position, choose(seat_view(position, position.turn))))
        position = apply(position, Action.parse(turns[-1].action))
    return turns[: rng.randrange(len(turns)) + 1]


def _turns(task: GameTask, begun: list[_Turn]) -> Iterator[_Turn]:
    """Yield the last action of `greedy`, if it began, and all actions of the planner after it."""
    position = Position.new(task.deal, task.players)
    if begun:
        yield begun[-1]
        position = apply(begun[-1].position, Action.parse(begun[-1].action))
    while not position.outcome:
        turn = _Turn(position, _search(task, position, FAST.rollouts).choice())
        yield turn
        position = apply(position, Action.parse(turn.action))


def _estimate(task: GameTask, turn: _Turn, rollouts: int) -> NotedEstimate:
    found = _search(task, turn.position, rollouts).evaluation(turn.action)
    return NotedEstimate(str(turn.position), turn.action, rollouts, round(found.won, 5), round(found.defeated, 3))


def _search(task: GameTask, position: Position, rollouts: int) -> RootSearch:
    """Return the search that advises in a position: it knows what the player to act sees."""
    view = seat_view(position, position.turn)
    settings = FAST._replace(rollouts=rollouts, worth=ANY_WIN)
    numbers, seed = kernel_numbers(task.players), f"{task.deal}:{position}"
    return RootSearch(parse_view(view), numbers, settings, seed, is_calibrated=False)
