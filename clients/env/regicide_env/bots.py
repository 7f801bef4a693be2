"""Bots that play by a trained network: the baselines of this package, and one's own.

Tournaments and servers take them as `regicide_env.bots:imitation` and `regicide_env.bots:network,file=mine.npz`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import as_file, files
from typing import Annotated, Any

from regicide import Position, observe
from regicide_env.network import Network
from regicide_env.views import ViewPlayer


def imitation(view: Mapping[str, Any]) -> str:
    """Takes the action that `planner-fast` would most likely take: `baselines/imitation.py` has trained the network."""
    return play(_included("imitation"), view)


def reinforcement(view: Mapping[str, Any]) -> str:
    """Takes the action that has brought most rewards: `baselines/reinforcement.py` has trained the network."""
    return play(_included("reinforcement"), view)


def network(
    seed: str,  # noqa: ARG001 - what makes bots has one
    *,
    file: Annotated[str, "the network, a file of `Network.save`"] = "network.npz",
) -> Callable[[Any], str]:
    """Takes the action that a network rates best. Raises OSError and ValueError for a file that has none."""
    loaded = Network.load(file)
    return lambda view: play(loaded, view)


def play(network: Network, view: Mapping[str, Any]) -> str:
    """Return the text of the action that a network rates best. Raises the errors of `ViewPlayer`."""
    player = ViewPlayer(view)
    while True:
        if text := player.take(int(network.choose(player.observation(), player.mask()))):
            return text


@cache
def _included(name: str) -> Network:
    with as_file(files("regicide_env") / "networks" / f"{name}.npz") as file:
        return Network.load(file)


ViewPlayer(observe(Position.new("first", 1), 0)).observation()  # compiled while the bot is loaded, not on its clock
