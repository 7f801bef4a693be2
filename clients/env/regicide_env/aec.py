"""The environment for several players, as PettingZoo's agent environment cycle (AEC)."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from regicide_env.returns import Returns
from regicide_env.table import Table
from regicide_kernel import numbered_moves, observations


def spaces() -> tuple[Box, Discrete]:
    """New spaces of observations and of actions, with random numbers of their own."""
    return Box(0, 1, (observations.NUMBERS,), np.float32), Discrete(numbered_moves.NUMBERS)


def env(players: int = 2, returns: Returns | str = Returns.WIN, render_mode: str | None = None) -> Any:
    """Return the environment with PettingZoo's checks of its use."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw_env(players, returns, render_mode)))


def _spaces() -> tuple[Dict, Discrete]:
    numbers, actions = spaces()
    mask = Box(0, 1, (numbered_moves.NUMBERS,), np.int8)
    return Dict({"observation": numbers, "action_mask": mask}), actions


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - PettingZoo has no types; its name of it
    """A game of 1 to 4 players, each an agent: `player_0` is the first seat.

    An observation has the numbers, `observation`, and the agent's legal actions, `action_mask`: none while another one
    acts. `reset` deals random cards, and a random player begins; with `options={"deal": DEAL}` it deals those of a
    seed, and `player_0` begins, or of a pair of a seed and the seat that begins. All agents get the same rewards, and
    end together.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "regicide_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, players: int = 2, returns: Returns | str = Returns.WIN, render_mode: str | None = None) -> None:
        """Raises ImpossibleGame unless there are 1 to 4 players, and ValueError for unknown returns."""
        super().__init__()
        self.render_mode = render_mode
        self._table = Table(players, returns)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._spaces = {agent: _spaces() for agent in self.possible_agents}
        self._rng, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's actions."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. Raises ValueError, MalformedSeed and ImpossibleGame for an invalid deal."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self._table.deal((options or {}).get("deal"), self._rng)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def _select(self) -> None:
        """Select the agent to act."""
        self.agent_selection = self.possible_agents[self._table.turn]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return what an agent knows, and what it may do."""
        mask = self._table.mask()
        return {
            "observation": self._table.observation_of(self.possible_agents.index(agent)),
            "action_mask": mask if agent == self.agent_selection else np.zeros_like(mask),
        }

    def step(self, action: Any) -> None:
        """Take an action of the selected agent. Raises ValueError, without a change, for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        reward = self._table.take(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, reward)
        self.terminations = dict.fromkeys(self.agents, self._table.is_over)
        self._select()
        self._accumulate_rewards()
        if self._table.is_over:
            self._deads_step_first()

    def render(self) -> str | None:
        """Return the table as text in the mode `ansi`."""
        return self._table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
