"""A model of capacity: processes, masters and memory for a number of games at once, and the first limit beyond them.

    .venv/bin/python benchmarks/capacity.py [GAMES [ACTIONS [FOLLOWERS]]]

Without arguments: 10,000, a million and 100 million games, with an action in each every 30 seconds, and two followers
of each. docs/performance.md reports the costs; change them for another machine.
"""

from __future__ import annotations

import sys
from math import ceil
from typing import Final

from harness import print_table

GAMES: Final = (10**4, 10**6, 10**8)
SECONDS_PER_ACTION: Final = 30
FOLLOWERS_PER_GAME: Final = 2
HEARTBEAT_S: Final = 15
ACTIONS_PER_GAME: Final = 50
LISTED_SHARE: Final = 0.1
CLOCKED_SHARE: Final = 0.2
"""The shares of games that are listed, and that have a clock."""

# Microseconds of a worker process
ACTION_US: Final = 1000  # validated, applied and stored, in a game that another process answered last
FIRST_DELIVERY_US: Final = 350  # of an event that has a follower
DELIVERY_US: Final = 26  # to each further follower of the same game
HEARTBEAT_US: Final = 100  # of a follower's stream
# Microseconds of a master
STORED_ACTION_US: Final = 45  # with the read before it
STORED_EVENT_US: Final = 15  # the notification and the read of an event with followers
ENTRY_US: Final = 3  # of an index, as it is written

GAME_BYTES: Final = 3000
LISTED_BYTES: Final = 100
CLOCK_BYTES: Final = 40
FOLLOWER_BYTES: Final = 28_000
PROCESS_BYTES: Final = 80e6

# What one process or server is used for, so that a peak or the loss of a neighbour leaves room
LOAD: Final = 0.6
FOLLOWERS_OF_A_PROCESS: Final = 10_000
BYTES_OF_A_MASTER: Final = 16e9
CONNECTIONS_OF_A_MASTER: Final = 10_000  # `maxclients` of Redis
CONNECTIONS_OF_A_PROCESS: Final = 4  # to each master: its busy requests at the same time, and a listener
MASTERS: Final = 1000  # of a cluster, as its specification recommends
DEADLINE_SETS: Final = 16


def plan(games: int, actions: int, followers: int) -> list[str | float]:
    """A row of the table: the least installation that carries a demand, and the first limit beyond it."""
    is_followed, further = min(1.0, followers / games), max(0.0, followers / games - 1)
    action_us = ACTION_US + is_followed * FIRST_DELIVERY_US + further * DELIVERY_US
    cores = (actions * action_us + followers / HEARTBEAT_S * HEARTBEAT_US) / 1e6
    processes = ceil(max(cores / LOAD, followers / FOLLOWERS_OF_A_PROCESS))
    stored_us = STORED_ACTION_US + is_followed * STORED_EVENT_US + CLOCKED_SHARE * ENTRY_US
    store_bytes = games * (GAME_BYTES + LISTED_SHARE * LISTED_BYTES + CLOCKED_SHARE * CLOCK_BYTES)
    masters = ceil(max(actions * stored_us / 1e6 / LOAD, store_bytes / BYTES_OF_A_MASTER))
    entry_load = ENTRY_US / 1e6 / LOAD
    shares = {  # of each limit that no further process or master moves; the keys of all games are on one master each
        "connections of a master": processes * CONNECTIONS_OF_A_PROCESS / CONNECTIONS_OF_A_MASTER,
        "masters of a cluster": masters / MASTERS,
        "load of a set of deadlines": actions * CLOCKED_SHARE * entry_load / DEADLINE_SETS,
        "load of the lists of games": 2 * actions / ACTIONS_PER_GAME * LISTED_SHARE * entry_load,
        "memory of the lists of games": games * LISTED_SHARE * LISTED_BYTES / BYTES_OF_A_MASTER,
    }
    share, limit = max((share, limit) for limit, share in shares.items())
    process_gb = (processes * PROCESS_BYTES + followers * FOLLOWER_BYTES) / 1e9
    numbers = (games, actions, followers, processes, masters, process_gb, store_bytes / 1e9)
    next_limit = f"{limit}: {share:.1%}" if share < 1 else f"{limit}: {share:.1f} times the limit"
    return [*(f"{number:,.0f}" for number in numbers), next_limit]


def main(arguments: list[str]) -> None:
    """Print the plan of each demand. Raises ValueError for what is not a number."""
    given = [*map(int, arguments)]
    rows = []
    for games in given[:1] or GAMES:
        usual = (games // SECONDS_PER_ACTION, FOLLOWERS_PER_GAME * games)
        rows.append(plan(games, *given[1:3], *usual[max(0, len(given) - 1) :]))
    head = ("games", "actions/s", "followers", "processes", "masters", "GB of processes", "GB of the store")
    print_table([*head, "the next limit"], rows)


if __name__ == "__main__":
    main(sys.argv[1:])
