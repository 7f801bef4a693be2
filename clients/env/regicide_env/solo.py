"""The environment for a single player, as one of Gymnasium."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from regicide_env.aec import spaces
from regicide_env.returns import Returns
from regicide_env.table import Table


class SoloEnv(gymnasium.Env[Any, Any]):
    """A solo game. `info` has the legal actions, `action_mask`.

    `reset` deals random cards; with `options={"deal": SEED}` it deals those of a seed.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(self, returns: Returns | str = Returns.WIN, render_mode: str | None = None) -> None:
        """Raises ValueError for unknown returns."""
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces()
        self._table = Table(1, returns)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a new game. Raises ValueError, MalformedSeed and ImpossibleGame for an invalid deal."""
        super().reset(seed=seed)
        self._table.deal((options or {}).get("deal"), self.np_random)
        return self._observe()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Take an action. Raises ValueError, without a change, for one that is not legal."""
        reward = self._table.take(int(action))
        observation, info = self._observe()
        return observation, reward, self._table.is_over, False, info

    def render(self) -> str | None:
        """Return the table as text in the mode `ansi`."""
        return self._table.text() if self.render_mode == "ansi" else None

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib asks for them."""
        return self._table.mask().astype(bool)

    def _observe(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        return self._table.observation_of(0), {"action_mask": self._table.mask()}
