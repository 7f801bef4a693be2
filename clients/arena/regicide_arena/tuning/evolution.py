"""Tuning the policy: its weights evolve (CMA-ES) by how well it plays, each generation on deals of its own."""

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
from regicide_arena.bots.weights import Weights

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that it could not draw pictures
    import cma

SPREAD: Final = Weights(
    clubs=1.0, diamonds=1.0, hearts=1.0, spades=1.0,
    clubs_value=0.2, diamonds_value=0.2, hearts_value=0.2, spades_value=0.2,
    companion=1.5, court=1.5, jester=2.0, draw=1.0, draw_wasted=0.5, heal=0.5, plenty=4.0, heal_wasted=0.5,
    drawn_value=0.5, defeat=2.0, exact=1.5, excess=0.25, poor=0.25, toil=0.1, pace=0.02, reach=1.0,
    price=0.2, strain=0.5, risk=2.5, follower=1.0, yielding=1.5, jester_played=1.5, immunity_cancelled=2.0,
    blocked=0.5, spades_blocked=0.5, flip=4.0, rescue=5.0, stranger=1.0,
)  # fmt: skip
"""How far from its beginning each weight is looked for at first: the standard deviation."""


class Plan(NamedTuple):
    """How long to look: so many generations of so many policies, each of which plays so many games."""

    generations: int = 60
    population: int = 16
    games: int = 400


class Trial(NamedTuple):
    """A policy to be tried on a series of deals."""

    weights: Weights
    players: int
    deals: str
    games: int


Try = Callable[[Iterable[Trial]], Iterable[float]]


def evolve(players: int, seed: int, plan: Plan, deals: str, tried: Try) -> Iterable[tuple[Weights, float]]:
    """After each generation the weights that the evolution favours, and how well its best policy played.

    Deterministic for a seed. The deals of generation `g` have the seeds `DEALS/g/0`, `DEALS/g/1` and so on.
    """
    options = {"seed": seed, "popsize": plan.population, "verbose": -9, "CMA_stds": [*SPREAD]}
    evolution = cma.CMAEvolutionStrategy([*Weights()], 1.0, options)
    for generation in range(plan.generations):
        solutions = evolution.ask()
        trials = [Trial(Weights(*map(float, each)), players, f"{deals}/{generation}", plan.games) for each in solutions]
        results = [*tried(trials)]
        evolution.tell(solutions, [-result for result in results])
        yield Weights(*map(float, evolution.result.xfavorite)), max(results)


def trial(one: Trial) -> float:
    """How well a policy plays: the share of games won, and that of enemies defeated, which is less a matter of luck."""
    policy = Policy(one.weights)
    ends = [played(policy, one.players, f"{one.deals}/{game}", game % one.players) for game in range(one.games)]
    return mean(end.won for end in ends) + mean(end.defeated for end in ends) / ENEMIES_IN_CASTLE


def played(policy: Policy, players: int, deal: str, first: int) -> Rollout:
    """The end of a game that the policy plays at all seats."""
    game = Rollout(regicide.Position.new(deal, players, first))
    policy.play_out(game, ENEMIES_IN_CASTLE, Random(deal))  # noqa: S311 - a game, no secret
    return game


def rounded(weights: Sequence[float], digits: int = 6) -> list[float]:
    """Numbers as they are kept: more digits would say nothing."""
    return [round(float(weight), digits) for weight in weights]
