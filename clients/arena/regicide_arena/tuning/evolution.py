"""Tunes the weights of the policy by CMA-ES; the fitness is how well it plays, on new deals in each generation."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from random import Random
from statistics import mean
from typing import Final, NamedTuple

import regicide
from regicide.rollout import Rollout
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.bots.policy import Policy
from regicide_arena.bots.weights import PolicyWeights

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # cma warns that it cannot plot
    import cma

INITIAL_DEVIATION: Final = PolicyWeights(
    clubs=1.0, diamonds=1.0, hearts=1.0, spades=1.0,
    clubs_value=0.2, diamonds_value=0.2, hearts_value=0.2, spades_value=0.2,
    companion=1.5, court=1.5, jester=2.0, draw=1.0, draw_wasted=0.5, heal=0.5, plenty=4.0, heal_wasted=0.5,
    drawn_value=0.5, defeat=2.0, exact=1.5, excess=0.25, poor=0.25, toil=0.1, pace=0.02, reach=1.0,
    price=0.2, strain=0.5, risk=2.5, follower=1.0, yielding=1.5, jester_played=1.5, immunity_cancelled=2.0,
    blocked=0.5, spades_blocked=0.5, flip=4.0, rescue=5.0, stranger=1.0,
)  # fmt: skip
"""The initial standard deviation of each weight."""


class EvolutionPlan(NamedTuple):
    """The number of generations, of policies in each, and of games that each policy plays."""

    generations: int = 60
    population: int = 16
    games: int = 400


class PolicyTrial(NamedTuple):
    """A policy and the deals that it plays."""

    weights: PolicyWeights
    players: int
    deal_set: str
    games: int


RunTrials = Callable[[Iterable[PolicyTrial]], Iterable[float]]
"""Runs trials and returns their fitness, in order."""


def evolve(
    players: int, seed: int, plan: EvolutionPlan, deal_set: str, run_trials: RunTrials
) -> Iterable[tuple[PolicyWeights, float]]:
    """Yield after each generation the favourite weights of the evolution, and the fitness of its best policy.

    Deterministic for a seed. The deals of generation `g` have the seeds `DEAL_SET/g/0`, `DEAL_SET/g/1` and so on.
    """
    options = {"seed": seed, "popsize": plan.population, "verbose": -9, "CMA_stds": [*INITIAL_DEVIATION]}
    evolution = cma.CMAEvolutionStrategy([*PolicyWeights()], 1.0, options)
    for generation in range(plan.generations):
        solutions = evolution.ask()
        trials = [
            PolicyTrial(PolicyWeights(*map(float, each)), players, f"{deal_set}/{generation}", plan.games)
            for each in solutions
        ]
        fitness = [*run_trials(trials)]
        evolution.tell(solutions, [-each for each in fitness])
        yield PolicyWeights(*map(float, evolution.result.xfavorite)), max(fitness)


def run_trial(trial: PolicyTrial) -> float:
    """Return the fitness of a policy: its win rate plus its share of defeated enemies, which varies less by chance."""
    policy = Policy(trial.weights)
    ends = [
        play_policy_game(policy, trial.players, f"{trial.deal_set}/{game}", game % trial.players)
        for game in range(trial.games)
    ]
    return mean(end.won for end in ends) + mean(end.defeated for end in ends) / ENEMIES_IN_CASTLE


def play_policy_game(policy: Policy, players: int, deal: str, first_player: int) -> Rollout:
    """Play a game with the policy at all seats; return its end."""
    game = Rollout(regicide.Position.new(deal, players, first_player))
    policy.play_out(game, ENEMIES_IN_CASTLE, Random(deal))  # noqa: S311 - a game, no secret
    return game


def round_weights(weights: Sequence[float], digits: int = 6) -> list[float]:
    """Round weights to the digits that are saved; further ones are noise."""
    return [round(float(weight), digits) for weight in weights]
