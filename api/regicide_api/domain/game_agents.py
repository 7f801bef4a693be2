"""The agents of a game, in the three meanings that the server has for them.

Agents that are seated play a seat now, as its holder or for it: their inboxes list the game and its end. Agents that
may act are those, and the one that stands in after a timeout: they have a place for the game, and live as long as it.
An agent is to act if it may do so at this moment.
"""

from __future__ import annotations

from collections import Counter

from regicide_api.domain.game import HostedGame, Status
from regicide_api.domain.new_game import NewGame


def seated_agents(game: HostedGame) -> set[str]:
    """The agents that hold seats, and those to which players have handed theirs."""
    return {agent for seat in game.seats for agent in seat.agents}


def possible_agents(game: HostedGame | NewGame) -> Counter[str]:
    """The agents that may act in a game, or in a requested one, each with the number of seats for which it may.

    The agent that may stand in after a timeout counts as one of another seat.
    """
    possible: Counter[str] = Counter()
    for seat in game.seats:
        for agent in seat.agents:
            possible[agent] += 1
    if game.clock and game.clock.stand_in:
        possible[game.clock.stand_in] += 1
    return possible


def agents_to_act(game: HostedGame) -> set[str]:
    """The agents that may act now: the holder of the acting seat, and its stand-ins."""
    if game.status is not Status.ACTIVE:
        return set()
    timed = {game.stand_in} if game.stand_in else set()
    return timed.union(game.seats[game.position.turn].agents)
