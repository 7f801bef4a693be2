"""The game of OpenSpiel, which this module registers: `pyspiel.load_game("regicide", {"players": 3})`.

Its chance node is the deal: one of the first in the series of a key (`regicide.numbered_deal`), from which also follows
what hearts heal. It needs the extra `openspiel`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from regicide import cards_in_game, numbered_deal, validate_seed
from regicide_env.actions import action_names
from regicide_env.returns import Returns
from regicide_env.table import Table
from regicide_kernel import numbered_moves, observations

MAX_ACTIONS: Final = 2000
"""More actions than a game has."""
MAX_DEALS: Final = 1_000_000
_PARAMETERS: Final[dict[str, Any]] = {"players": 2, "deals": 1000, "deal_seed": "practice", "returns": "win"}
_TYPE: Final = pyspiel.GameType(
    short_name="regicide",
    long_name="Regicide",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.IDENTICAL,
    reward_model=pyspiel.GameType.RewardModel.REWARDS,
    max_num_players=4,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class RegicideGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """The game with its parameters: `players`, `returns`, and equally likely `deals` of the series `deal_seed`."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        """Raises ValueError, MalformedSeed and ImpossibleGame for a wrong parameter."""
        chosen = _checked(parameters or {})
        self.players, self.deals, self.deal_seed = chosen["players"], chosen["deals"], chosen["deal_seed"]
        self.returns = Returns(chosen["returns"])
        info = pyspiel.GameInfo(
            num_distinct_actions=numbered_moves.NUMBERS,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=MAX_ACTIONS,
        )
        super().__init__(_TYPE, info, parameters or {})

    def new_initial_state(self) -> RegicideState:
        """Return the state before the deal."""
        return RegicideState(self)

    def make_py_observer(self, _kind: Any = None, _parameters: Any = None) -> Observer:
        """Return what fills observations."""
        return Observer()


def _checked(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return all parameters. Raises ValueError, MalformedSeed and ImpossibleGame."""
    for name, value in parameters.items():
        if name not in _PARAMETERS:
            raise ValueError(f"unknown parameter {name!r}: expected {', '.join(_PARAMETERS)}")
        if type(value) is not type(_PARAMETERS[name]):
            kind = "a text" if isinstance(_PARAMETERS[name], str) else "a whole number"
            raise ValueError(f"{name} is {value!r}: expected {kind}")
    chosen = _PARAMETERS | parameters
    cards_in_game(chosen["players"])
    validate_seed(chosen["deal_seed"])
    if not 1 <= chosen["deals"] <= MAX_DEALS:
        raise ValueError(f"deals is {chosen['deals']}: expected 1 to {MAX_DEALS:,}")
    return chosen


class RegicideState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A game at one moment; first it is to be dealt."""

    def __init__(self, game: RegicideGame) -> None:
        super().__init__(game)
        self.table = Table(game.players, game.returns)
        self._deals, self._deal_seed = game.deals, game.deal_seed
        self._is_dealt, self._reward, self._return = False, 0.0, 0.0

    def current_player(self) -> int:
        """Return the seat to act."""
        if not self._is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.is_over else self.table.turn

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, all with the same chance."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.table.mask()).tolist() if player == self.table.turn else []

    def _apply_action(self, action: int) -> None:
        if self._is_dealt:
            self._reward = self.table.take(action)
            self._return += self._reward
        else:
            self.table.deal(numbered_deal(self._deal_seed, self.table.players, action), np.random.default_rng())
            self._is_dealt = True

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else action_names()[action]

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._is_dealt and self.table.is_over

    def rewards(self) -> list[float]:
        """Return the rewards of the last action, which are the same for all."""
        return [self._reward] * self.table.players

    def returns(self) -> list[float]:
        """Return the sums of all rewards so far."""
        return [self._return] * self.table.players

    def __str__(self) -> str:
        return self.table.text() if self._is_dealt else "before the deal"


class Observer:
    """Fills an array with what a player knows."""

    def __init__(self) -> None:
        self.tensor: NDArray[np.float32] = np.zeros(observations.NUMBERS, "f4")
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RegicideState, player: int) -> None:
        """Fill it for a player."""
        self.tensor[:] = state.table.observation_of(player)

    def string_from(self, _state: RegicideState, _player: int) -> None:
        """Observations have no text."""


pyspiel.register_game(_TYPE, RegicideGame)
