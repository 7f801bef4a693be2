"""Reinforcement: proximal policy optimisation with masks of sb3-contrib, in games of 1 to 4 players with itself."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from gymnasium.spaces import Box, Discrete
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from regicide_env import Games
from regicide_env.network import ACTIONS, NUMBERS, Layer, Network

PLAYERS: Final = (1, 2, 3, 4)
GAMES: Final = 64
"""The games that are played at once for each number of players."""
REPORTED: Final = 1000
"""The last games of each number of players that a report is about."""


class Tables(VecEnv):
    """Games of several numbers of players as the environments of a learner."""

    def __init__(self, players: list[int]) -> None:
        self.tables = [Games(GAMES, number, seed=0, returns="damage") for number in players]
        self.won: list[list[bool]] = [[] for _ in players]
        self._actions = np.zeros(0, "i8")
        super().__init__(GAMES * len(players), Box(0, 1, (NUMBERS,), np.float32), Discrete(ACTIONS))

    def reset(self) -> np.ndarray:
        """Return the observations."""
        return np.concatenate([table.observations for table in self.tables])

    def step_async(self, actions: np.ndarray) -> None:
        """Take the actions at the next call of `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Return the observations, the rewards, and which games have ended."""
        shares = np.split(self._actions, len(self.tables))
        steps = [table.step(share) for table, share in zip(self.tables, shares, strict=True)]
        for won, step in zip(self.won, steps, strict=True):
            won.extend(step.won[step.ended].tolist())
            del won[:-REPORTED]
        rewards, ended = (np.concatenate([getattr(step, name) for step in steps]) for name in ("rewards", "ended"))
        return self.reset(), rewards, ended, [{} for _ in ended]

    def env_method(self, method_name: str, *_: Any, **__: Any) -> list[np.ndarray]:
        """Return the masks, the only thing that the learner asks for by name."""
        assert method_name == "action_masks"
        return [mask for table in self.tables for mask in table.masks]

    def has_attr(self, attr_name: str) -> bool:
        """Whether there are masks."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:  # noqa: ARG002 - the interface
        """Return nothing for each game: there are no such attributes."""
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Do nothing."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002 - the interface
        """Whether a game has a wrapper: none has."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Do nothing."""


class Report(BaseCallback):
    """Prints how many of the last games were won, by number of players, and writes the network so far."""

    def __init__(self, tables: Tables, output: Path) -> None:
        super().__init__()
        self._tables, self._output = tables, output

    def _on_rollout_end(self) -> None:
        layers = [*self.model.policy.mlp_extractor.policy_net, self.model.policy.action_net]
        linear = [layer for layer in layers if isinstance(layer, nn.Linear)]
        Network([Layer(each.weight.detach().numpy().T, each.bias.detach().numpy()) for each in linear]).save(
            self._output
        )
        shares = ", ".join(f"{np.mean(won):.1%}" for won in self._tables.won if won)
        print(f"{self.num_timesteps:,} steps: {shares} won", flush=True)

    def _on_step(self) -> bool:
        return True


def main() -> None:
    """Train; the network is written again and again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=8_000_000, help="actions to learn from (default: %(default)s)")
    parser.add_argument(
        "--players", type=int, nargs="+", choices=[1, 2, 3, 4], default=[1, 2, 3, 4], help="(default: 1 2 3 4)"
    )
    parser.add_argument("--width", type=int, default=256, help="of both hidden layers (default: %(default)s)")
    parser.add_argument("--output", type=Path, default=Path("reinforcement.npz"), help="(default: %(default)s)")
    options = parser.parse_args()
    if options.output.suffix != ".npz" or not options.output.parent.is_dir():
        parser.error(f"cannot write {options.output}: expected NAME.npz in a folder that exists")
    torch.set_num_threads(1)  # more threads cost more than they save with so small a network
    tables = Tables(options.players)
    learner = MaskablePPO(
        "MlpPolicy", tables, n_steps=128, batch_size=4096, n_epochs=4, learning_rate=5e-4, ent_coef=0.005, gamma=1.0,
        policy_kwargs={"net_arch": [options.width] * 2, "activation_fn": nn.ReLU}, seed=0, device="cpu",
    )  # fmt: skip
    learner.learn(options.steps, callback=Report(tables, options.output))


if __name__ == "__main__":
    main()
