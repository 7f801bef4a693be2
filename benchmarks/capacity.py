"""A model of capacity: processes, masters and memory for a number of games at once, and the first limit beyond them.

    .venv/bin/python benchmarks/capacity.py GAMES ACTIONS FOLLOWERS

Without arguments: 10,000, a million and 100 million games, with an action in each every 30 seconds, and two followers
of each. docs/performance.md reports the costs; change them for another machine.
"""

from __future__ import annotations

import sys
from math import ceil
from typing import Final, NamedTuple

from harness import print_table

GAMES: Final = (10**4, 10**6, 10**8)
SECONDS_PER_ACTION: Final = 30
FOLLOWERS_PER_GAME: Final = 2


class Costs(NamedTuple):
    """What one of each costs: microseconds of a core, and bytes. Which share of games has index entries."""

    action_us: float = 1000
    """Of a worker process: the validated, applied and stored action of a game that another process answered last."""
    followed_us: float = 350
    """Of a worker process: an event that has a follower."""
    delivery_us: float = 26
    """Of a worker process: an event for each further follower of the same game."""
    heartbeat_us: float = 100
    """Of a worker process: a heartbeat of a follower's stream."""
    stored_action_us: float = 45
    """Of a master, with the read before it."""
    stored_event_us: float = 15
    """Of a master: the notification and the read of an event with followers."""
    entry_us: float = 3
    """Of a master: an entry of an index is written."""
    game_bytes: float = 3000
    listed_bytes: float = 100
    clock_bytes: float = 40
    follower_bytes: float = 28_000
    process_bytes: float = 80e6
    listed_share: float = 0.1
    clocked_share: float = 0.2
    actions_of_a_game: float = 50


class Limits(NamedTuple):
    """What one process or server is used for, so that a peak or the loss of a neighbour leaves room."""

    load: float = 0.6
    followers_of_a_process: int = 10_000
    bytes_of_a_master: float = 16e9
    connections_of_a_master: int = 10_000
    """`maxclients` of Redis."""
    connections_of_a_process: int = 4
    """To each master: its busy requests at the same time, and a listener."""
    masters: int = 1000
    """Of a cluster, as its specification recommends."""
    deadline_sets: int = 16
    heartbeat_s: float = 15


class Demand(NamedTuple):
    """Games at once, actions a second in all of them, and clients that follow one."""

    games: int
    actions: float
    followers: int

    @classmethod
    def usual(cls, games: int) -> Demand:
        """The usual demand of a number of games."""
        return cls(games, games / SECONDS_PER_ACTION, FOLLOWERS_PER_GAME * games)


class Plan(NamedTuple):
    """The least installation that carries a demand, and the share of each limit that no further part of it moves."""

    processes: int
    masters: int
    process_bytes: float
    store_bytes: float
    shares: dict[str, float]

    @property
    def first_limit(self) -> str:
        """The limit with the largest share."""
        share, name = max((share, name) for name, share in self.shares.items())
        return f"{name}: {share:.1%}" if share < 1 else f"{name}: {share:.1f} times the limit"


def plan(demand: Demand, costs: Costs, limits: Limits) -> Plan:
    """The plan for a demand."""
    games, actions, followers = demand
    is_followed = min(1.0, followers / games)
    further = max(0.0, followers / games - 1)
    action_us = costs.action_us + is_followed * costs.followed_us + further * costs.delivery_us
    cores = (actions * action_us + followers / limits.heartbeat_s * costs.heartbeat_us) / 1e6
    processes = ceil(max(cores / limits.load, followers / limits.followers_of_a_process))
    stored_us = costs.stored_action_us + is_followed * costs.stored_event_us + costs.clocked_share * costs.entry_us
    entry_bytes = costs.listed_share * costs.listed_bytes + costs.clocked_share * costs.clock_bytes
    store_bytes = games * (costs.game_bytes + entry_bytes)
    masters = ceil(max(actions * stored_us / 1e6 / limits.load, store_bytes / limits.bytes_of_a_master))
    shares = {
        "connections of a master": processes * limits.connections_of_a_process / limits.connections_of_a_master,
        "masters of a cluster": masters / limits.masters,
        **_shares_of_keys(demand, costs, limits),
    }
    process_bytes = processes * costs.process_bytes + followers * costs.follower_bytes
    return Plan(processes, masters, process_bytes, store_bytes, shares)


def _shares_of_keys(demand: Demand, costs: Costs, limits: Limits) -> dict[str, float]:
    """The load and the memory of the keys of all games, each on one master, of what that may be used for."""
    entry_load = costs.entry_us / 1e6 / limits.load
    list_bytes = demand.games * costs.listed_share * costs.listed_bytes
    changes = demand.actions / costs.actions_of_a_game * costs.listed_share
    return {
        "load of a set of deadlines": demand.actions * costs.clocked_share * entry_load / limits.deadline_sets,
        "load of the lists of games": 2 * changes * entry_load,
        "memory of the lists of games": list_bytes / limits.bytes_of_a_master,
    }


def main(arguments: list[str]) -> None:
    """Print the plan of each demand. Raises ValueError for what is not a number."""
    demands = [*map(Demand.usual, GAMES)]
    if arguments:
        games, *others = map(int, arguments)
        demands = [Demand.usual(games)._replace(**dict(zip(("actions", "followers"), others, strict=False)))]
    rows: list[list[str | float]] = []
    for demand in demands:
        each = plan(demand, Costs(), Limits())
        numbers = (*demand, each.processes, each.masters, each.process_bytes / 1e9, each.store_bytes / 1e9)
        rows.append([f"{demand.games:,}", *(f"{number:,.0f}" for number in numbers[1:]), each.first_limit])
    head = ("games", "actions/s", "followers", "processes", "masters", "GB of processes", "GB of the store")
    print_table([*head, "the next limit"], rows)


if __name__ == "__main__":
    main(sys.argv[1:])
