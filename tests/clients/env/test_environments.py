"""The environments of learners: the checks of their libraries, and games that equal the engine's."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, seed_test

import regicide_env
from regicide import Action, ImpossibleGame, Phase, Position, apply, numbered_deal, observe
from regicide_env import Games, Returns, SoloEnv, ViewPlayer, action_names
from regicide_env.openspiel import RegicideGame
from regicide_env.table import Table
from regicide_kernel.moves import list_plays
from regicide_kernel.numbered_moves import FIRST_DISCARD, PLAYED_CARDS

PLAYERS = [1, 2, 3, 4]


@pytest.mark.filterwarnings("ignore:Observation (space for each agent|is not a NumPy array)")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("players", PLAYERS)
def test_pettingzoo_accepts_the_environment(players: int) -> None:
    """Its checks of the interface and of seeds warn of the mask alone, of which those of its own card games do not."""
    api_test(regicide_env.env(players), num_cycles=300)
    seed_test(lambda: regicide_env.env(players), num_cycles=100)


@pytest.mark.parametrize("environment", [regicide_env.env, lambda players: Games(2, players)])
@pytest.mark.parametrize("players", [0, 5, 2.0, "3"])
def test_another_number_of_players_is_refused(environment: Callable[[Any], object], players: Any) -> None:
    """By the same sentence, also for what only looks like a number of players."""
    with pytest.raises(ImpossibleGame, match=f"^invalid number of players {players!r}: expected 1 to 4$"):
        environment(players)


def test_only_the_agent_to_act_has_legal_actions() -> None:
    """The mask is part of the observation, as libraries for PettingZoo expect it."""
    environment = regicide_env.env(3)
    environment.reset(options={"deal": "masks"})
    for _ in range(10):
        masks = {agent: environment.observe(agent)["action_mask"] for agent in environment.agents}
        assert [agent for agent, mask in masks.items() if mask.any()] == [environment.agent_selection]
        environment.step(int(np.flatnonzero(masks[environment.agent_selection])[0]))


def test_gymnasium_accepts_the_environment() -> None:
    """Its checker warns of nothing. It takes any actions, which stand for legal ones here."""
    gymnasium.register("AnyAction-v0", AnyAction)
    check_env(gymnasium.make("AnyAction-v0", disable_env_checker=True, render_mode="ansi").unwrapped)


class AnyAction(SoloEnv):
    """Takes a legal action for any action."""

    def step(self, action: Any) -> Any:
        """Take the legal action whose place among them the number gives."""
        legal = np.flatnonzero(self.action_masks())
        return super().step(legal[action % len(legal)])


@pytest.mark.parametrize("players", PLAYERS)
def test_openspiel_accepts_the_game(players: int) -> None:
    """Its simulation compares copies and stored states, and checks returns and the length of games."""
    game = pyspiel.load_game("regicide", {"players": players, "deals": 20, "returns": "enemies"})
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    state, table, observation = game.new_initial_state(), Table(players, "enemies"), make_observation(game)
    state.apply_action(3)
    table.deal(numbered_deal("practice", players, 3), np.random.default_rng(0))
    observation.set_from(state, 0)
    assert (observation.tensor == table.observation_of(0)).all()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": "3"}, "players is '3': expected a whole number"),
        ({"players": True}, "players is True: expected a whole number"),
        ({"deal_seed": 5}, "deal_seed is 5: expected a text"),
        ({"seats": 3}, "unknown parameter 'seats': expected players, deals, deal_seed, returns"),
        ({"players": 5}, "invalid number of players 5: expected 1 to 4"),
        ({"deals": 0}, "deals is 0: expected 1 to 1,000,000"),
        ({"deal_seed": "a b"}, "a seed is 1 to 128 printable ASCII characters"),
        ({"returns": "loss"}, "returns is 'loss': expected win, enemies, damage"),
    ],
)
def test_wrong_parameters_of_openspiel_are_refused(parameters: dict[str, Any], message: str) -> None:
    """When the game is made, also by `pyspiel.load_game`, which refuses other types and names itself."""
    with pytest.raises(ValueError, match=message):
        RegicideGame(parameters)
    with pytest.raises((ValueError, pyspiel.SpielError)):
        pyspiel.load_game("regicide", parameters)


def test_the_plays_are_numbered_as_the_legal_plays_of_all_cards() -> None:
    """In the order of `legal_actions`."""
    plays = np.zeros(len(PLAYED_CARDS), "i8")
    assert list_plays((1 << 54) - 1, plays) == len(PLAYED_CARDS)
    assert plays.tolist() == PLAYED_CARDS.tolist()
    assert action_names()[:2] == ("play AC", "play 2C")
    assert action_names()[54] == "play AC 2C"


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_game_is_that_of_the_engine(players: int, seed: str) -> None:
    """Each observation is that of the view alone, for all seats; each action is legal; hearts heal the same cards."""
    rng, position, table = Random(seed), Position.new(seed, players), Table(players, Returns.ENEMIES)
    table.deal(seed, np.random.default_rng(0))
    total = 0.0
    while not position.is_over:
        players_of_views = [ViewPlayer(observe(position, seat)) for seat in range(players)]
        for seat, player in enumerate(players_of_views):
            assert (player.observation() == table.observation_of(seat)).all()
        text, player = None, players_of_views[position.turn]
        while text is None:
            mask = table.mask().astype(bool)
            assert (player.mask() == mask).all()
            assert (player.observation() == table.observation_of(position.turn)).all()
            if position.phase is not Phase.SUFFER:
                assert texts_of(observe(position, position.turn)) == set(position.legal_action_texts)
            number = rng.choice(np.flatnonzero(mask).tolist())
            text = player.take(number)
            total += table.take(number)
        assert text in position.legal_action_texts
        position = apply(position, Action.parse(text))
    assert (table.is_over, table.is_won) == (True, position.outcome.won)
    assert total == pytest.approx(position.defeated / 12)
    with pytest.raises(ValueError, match=r"action 0 is not legal: expected one of \[\]"):
        table.take(0)


def texts_of(view: Any) -> set[str | None]:
    """The texts of the legal actions of a view."""
    return {ViewPlayer(view).take(int(number)) for number in np.flatnonzero(ViewPlayer(view).mask())}


@pytest.mark.parametrize("players", PLAYERS)
def test_games_in_arrays_are_those_of_a_table(players: int) -> None:
    """With the cards of the first deal, which the table gets from the record."""
    games = Games(5, players, seed=1, returns="damage")
    assert games.observations.shape == (5, 535)
    ended = 0
    while ended < 5:
        step = games.step(games.sample())
        ended += step.ended.sum()
        assert ((step.rewards >= 0) & (step.rewards <= 1)).all()
        assert (games.masks.sum(axis=1) > 0).all()
        assert ((games.observations >= 0) & (games.observations <= 1)).all()


@pytest.mark.parametrize("players", PLAYERS)
def test_games_of_deals_are_those_of_tables(players: int) -> None:
    """They begin with the deals in turn, the first one after the last; hearts heal what their seeds say.

    The last observation of a game is kept.
    """
    rng, deals = np.random.default_rng(0), ["one", *(numbered_deal("practice", players, number) for number in range(4))]
    games, tables = Games(3, players, returns="damage", deals=deals), [Table(players, "damage") for _ in range(3)]
    following = cycle(deals)
    for table in tables:
        table.deal(next(following), rng)
    for _ in range(500):
        numbers = games.sample()
        step = games.step(numbers)
        finals: list[Any] = []
        for place, table in enumerate(tables):
            assert table.take(int(numbers[place])) == pytest.approx(step.rewards[place])
            assert table.is_over == step.ended[place]
            if table.is_over:
                finals.append(table.observation_of(table.turn))
                table.deal(next(following), rng)
            assert (games.observations[place] == table.observation_of(table.turn)).all()
        assert games.final_observations.tolist() == [each.tolist() for each in finals]


@pytest.mark.parametrize(
    ("deals", "message"),
    [
        ([], r"deals is \[\]: expected a list with at least one deal"),
        ("practice", "deals is 'practice': expected a list with at least one deal"),
        (["one", "a b"], r"deals\[1\]: a seed is 1 to 128 printable ASCII characters"),
        ([("one", 2)], r"deals\[0\]: invalid first player 2: the seats are 0 to 1"),
        ([7], r"deals\[0\]: the deal is 7: expected a seed, or a seed and the seat that begins"),
    ],
)
def test_what_is_no_deal_is_refused_before_the_first_game(deals: Any, message: str) -> None:
    """The message has its place."""
    with pytest.raises(ValueError, match=message):
        Games(1, 2, deals=deals)


def test_equal_seeds_give_equal_games() -> None:
    """And others other ones."""
    first, second, other = (Games(3, 2, seed=seed) for seed in (1, 1, 2))
    for _ in range(50):
        numbers = first.sample()
        first.step(numbers)
        second.step(numbers)
    assert (first.observations == second.observations).all()
    assert (first.observations != other.observations).any()


def test_an_illegal_action_changes_no_game() -> None:
    """The error names the game, and its legal actions."""
    games = Games(2, 2)
    before = games.observations.copy()
    numbers = games.sample()
    numbers[1] = FIRST_DISCARD
    with pytest.raises(ValueError, match=r"action 291 of game 1 is not legal: expected one of \[\d+"):
        games.step(numbers)
    assert (games.observations == before).all()


def test_what_players_know_can_only_be_read() -> None:
    """A learner that changes a mask must not change what is legal."""
    games = Games(2, 2)
    for array in (games.observations, games.masks):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1
    games.turns[:] = 9
    assert set(games.turns.tolist()) <= {0, 1}
    with pytest.raises(ValueError, match=r"actions are of the type float64: expected whole numbers"):
        games.step(games.sample() + 0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("program", "printed"),
    [("random_actions", r"\d{4,} games, \d+ won\n"), ("practice_deals", r"\d+ of 1000 games won\n")],
)
def test_the_examples_of_the_page_run(program: str, printed: str) -> None:
    """They play at least a thousand games."""
    file = Path(__file__).parents[3] / f"docs/examples/{program}.py"
    ended = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
    assert re.fullmatch(printed, ended.stdout)


def test_plain_python_is_refused() -> None:
    """The environments need arrays of records."""
    program = [sys.executable, "-c", "import regicide_env; regicide_env.Games(1, 2)"]
    environment = {**os.environ, "REGICIDE_KERNEL": "plain"}
    ended = subprocess.run(program, capture_output=True, text=True, check=False, env=environment)
    assert ended.stderr.endswith(
        "RuntimeError: the kernel is not compiled: unset REGICIDE_KERNEL and NUMBA_DISABLE_JIT\n"
    )
