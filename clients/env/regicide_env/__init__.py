"""Regicide for learners: environments with a fixed numbering of actions, masks and documented observations.

`Games` plays thousands of games at once, in arrays. `env` is a PettingZoo environment for 1 to 4 players, and
`gymnasium.make("Regicide-v0")` one for a single player. `ViewPlayer` plays with the same numbers from the views of the
engine or a server.
"""

from gymnasium import register

from regicide_env.actions import action_names
from regicide_env.aec import env, raw_env
from regicide_env.games import Games, Step
from regicide_env.returns import Returns
from regicide_env.solo import SoloEnv
from regicide_env.views import ViewPlayer

__all__ = ["Games", "Returns", "SoloEnv", "Step", "ViewPlayer", "action_names", "env", "raw_env"]

register(id="Regicide-v0", entry_point="regicide_env.solo:SoloEnv")
