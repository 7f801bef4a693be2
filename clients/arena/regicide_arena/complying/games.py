"""Games in which bots are asked in one way or another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import regicide
from regicide_arena.complying.asking import Asker, Moment
from regicide_arena.views import Bot

Ask: TypeAlias = Callable[[regicide.Position, Moment], str]
"""What asks for the action in a position, at a moment."""
Way: TypeAlias = Callable[[Asker, str, int], Ask]
"""A way to ask in a game, by the deal and the number of players."""


def actions(asker: Asker, way: Way, deal: str, players: int) -> Iterator[str]:
    """The actions of a game, one at a time.

    Raises Unfit.
    """
    ask, there, step = way(asker, deal, players), regicide.Position.new(deal, players), 0
    while there.outcome is None:
        action = ask(there, Moment(deal, players, step))
        yield action
        there, step = regicide.apply(there, regicide.Action.parse(action)), step + 1


def usual(asker: Asker, deal: str, players: int) -> Ask:
    """A bot at each seat, which is asked for each action once."""
    bots = _made(asker, deal, players)
    return lambda there, when: asker.ask(bots[there.turn], there, when)


def restarting(asker: Asker, deal: str, players: int) -> Ask:
    """Another bot for each action, as if the process were started anew every time."""
    return lambda there, when: asker.ask(asker.make(f"{deal}/{players}/{when.step}", when), there, when)


def retrying(asker: Asker, deal: str, players: int) -> Ask:
    """Each action is asked for twice, as happens where an answer was lost."""
    bots = _made(asker, deal, players)

    def ask(there: regicide.Position, when: Moment) -> str:
        asker.ask(bots[there.turn], there, when)
        return asker.ask(bots[there.turn], there, when)

    return ask


def as_on_a_server(asker: Asker, deal: str, players: int) -> Ask:
    """The views say what only a server says, too; and what servers to come may say."""
    bots = _made(asker, deal, players)
    return lambda there, when: asker.ask(bots[there.turn], there, when, _added(when))


def _made(asker: Asker, deal: str, players: int) -> list[Bot]:
    return [asker.make(f"{deal}/{players}/{seat}", Moment(deal, players, 0)) for seat in range(players)]


def _added(when: Moment) -> dict[str, Any]:
    return {
        "id": f"{when.deal}-{when.players}",
        "version": when.step,
        "status": "in_progress",
        "commitment": "0" * 64,
        "seed": None,
        "seed_origin": "server",
        "deadline": None,
        "a_member_of_a_later_version": {"that": ["nobody", "knows"]},
    }
