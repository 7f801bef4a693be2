"""Games that the policy plays at all seats, for tuning: their results, and the reveals of their enemies."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.kernel.backend import compiled, records
from regicide_arena.kernel.deals import deal_game
from regicide_arena.kernel.features import find_features
from regicide_arena.kernel.game import ALL_TURNS, OVER, Game, enemies_defeated
from regicide_arena.kernel.policy import Limit, play_out
from regicide_arena.kernel.random_numbers import random_state
from regicide_arena.kernel.record import Record
from regicide_arena.kernel.sizes import REGRESSION_FEATURES
from regicide_arena.kernel.weights import PolicyWeights, Weights, weights_record
from regicide_arena.kernel.workspace import Workspace


class Totals(Record):
    """Sums over games."""

    won: int
    defeated: int


class Reveal(Record):
    """The moment when an enemy is revealed, from the second enemy on, and the result of its game."""

    features: Annotated[list[float], REGRESSION_FEATURES]
    stage: int
    """The number of enemies defeated, 1 to 11."""
    jesters_left: int
    is_last: int
    """Whether no further enemy is revealed in the game."""
    won: int
    """1 for a game that is won."""
    final_jesters_left: int
    defeated: int
    """The number of enemies defeated at the end of the game."""


class PolicyRun(NamedTuple):
    """The arrays of a run of games; the first game, workspace and sums are used.

    Deals and heals have random numbers of their own: runs of one seed have the same deals, whatever their policy.
    """

    games: list[Game]
    works: list[Workspace]
    totals: list[Totals]
    weights: Weights
    deals: list[int]
    heals: list[int]


def policy_run(weights: PolicyWeights, seed: str) -> PolicyRun:
    """Return the arrays of a new run."""
    return PolicyRun(
        records(Game, 1),
        records(Workspace, 1),
        records(Totals, 1),
        weights_record(weights),
        random_state(f"{seed}/deals"),
        random_state(f"{seed}/heals"),
    )


@compiled
def play_policy_games(run: PolicyRun, players: int, number: int) -> None:
    """Play games, each with another first player, and add their results to the sums."""
    game, total = run.games[0], run.totals[0]
    for each in range(number):
        deal_game(game, players, each % players, run.deals)
        play_out(game, Limit(ENEMIES_IN_CASTLE, ALL_TURNS), run.weights, run.works[0], run.heals)
        total.won += game.won
        total.defeated += enemies_defeated(game)


@compiled
def trace_policy_games(run: PolicyRun, players: int, number: int, reveals: list[Reveal]) -> int:
    """Play games, and write their reveals, at most 11 for each; return the number of reveals."""
    game, count = run.games[0], 0
    for each in range(number):
        deal_game(game, players, each % players, run.deals)
        first = count
        play_out(game, Limit(1, ALL_TURNS), run.weights, run.works[0], run.heals)
        while game.phase != OVER:
            _write_reveal(game, run.works[0], reveals[count])
            count += 1
            play_out(game, Limit(enemies_defeated(game) + 1, ALL_TURNS), run.weights, run.works[0], run.heals)
        for place in range(first, count):
            _write_result(game, reveals[place])
            reveals[place].is_last = 1 if place == count - 1 else 0
    return count


@compiled
def _write_reveal(game: Game, work: Workspace, reveal: Reveal) -> None:
    find_features(game, work)
    for feature in range(REGRESSION_FEATURES):
        reveal.features[feature] = work.features[feature]
    reveal.stage = enemies_defeated(game)
    reveal.jesters_left = game.jesters_left


@compiled
def _write_result(game: Game, reveal: Reveal) -> None:
    reveal.won = game.won
    reveal.final_jesters_left = game.jesters_left
    reveal.defeated = enemies_defeated(game)
