"""Playing games of a cup on a server: some seats are agents', who see to their turns themselves; we play the others.

The deals are the same as on the engine, and only we know their seeds: a server tells them when a game is over.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

import httpx

import regicide
from regicide_arena.cup.faults import CannotPlay
from regicide_arena.cup.games.game import Failure, Game, Kind
from regicide_arena.cup.games.hosted import Hosted
from regicide_arena.cup.games.sitting import Sitting, Which
from regicide_arena.cup.games.table import AboutToAsk, Table, ignore
from regicide_arena.cup.plan import Cup, OnFailure, Setting, agent_of
from regicide_client import ApiError, GameWish, Session

STAND_IN: Final = "bot:random"
"""Who acts for an agent that is late, where the cup wants a random action."""


class OnlineTable(Table):
    """A table on a server."""

    def __init__(self, cup: Cup, setting: Setting, about_to_ask: AboutToAsk = ignore) -> None:
        """Raises NoSuchBot and AnotherBot."""
        super().__init__(cup, setting, about_to_ask)
        assert setting.server  # noqa: S101 - otherwise the table is not on a server
        self._session = Session(setting.server)
        self._agents = {name: agent for name, bot in cup.entrants.items() if (agent := agent_of(bot))}

    def _played(self, which: Which, sitting: Sitting) -> Game:
        try:
            created = self._session.create_game(GameWish.from_dict(self._wish(which)))
            hosted = Hosted(self._session, created, watched=bool({*which.lineup} & {*self._agents}))
            with closing(hosted):
                self._play_ours(hosted, sitting)
            return self._told(which, hosted, sitting)
        except (ApiError, httpx.HTTPError, regicide.BrokenRecord) as error:
            where = f"deal {which.number}, lineup {' '.join(which.lineup)}"
            raise CannotPlay(f"the server fails at {where}: {error}{_more(error)}") from error

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def _wish(self, which: Which) -> dict[str, Any]:
        """What the server is asked for. Its clock is for agents: we hold our own bots to theirs."""
        seats = [{"agent": self._agents[name]} if name in self._agents else {"name": name} for name in which.lineup]
        seed, first_player = which.dealt
        wish = {"players": len(which.lineup), "seats": seats, "seed": seed, "first_player": first_player}
        if not {*which.lineup} & {*self._agents}:
            return wish
        on_timeout = "forfeit" if self._cup.on_failure is OnFailure.FORFEIT else STAND_IN
        return wish | {"turn_seconds": math.ceil(self._cup.clock), "on_timeout": on_timeout}

    def _play_ours(self, hosted: Hosted, sitting: Sitting) -> None:
        """Play our seats, until the game is over or forfeited."""
        while hosted.await_our_turn():
            seat, step = hosted.turn, len(hosted.actions)
            self._about_to_ask(step)
            action = sitting.choose(seat, step, hosted.view_of(seat))
            if self._is_forfeited(sitting):
                return
            hosted.act(seat, action)

    def _told(self, which: Which, hosted: Hosted, sitting: Sitting) -> Game:
        game = which.lineup, which.number, *which.dealt
        if self._is_forfeited(sitting):
            return Game(*game, hosted.actions, None, hosted.defeated, sitting.failures)
        record = self._session.get_record(hosted.id).to_dict()
        last = regicide.verify_record(record)[-1]
        actions = [event["action"] for event in record["events"]]
        failures = sorted([*sitting.failures, *self._late(which, record)], key=lambda failure: failure.step)
        return Game(*game, actions, last.outcome, last.defeated, failures)

    def _late(self, which: Which, record: dict[str, Any]) -> Iterator[Failure]:
        """The turns at which the time of an agent ran out."""
        what = f"did not act in {math.ceil(self._cup.clock)} seconds"
        for step, event in enumerate(record["events"]):
            agent = self._agents.get(which.lineup[event["seat"]])
            if agent not in {None, event["agent"]}:
                yield Failure(Kind.LATE, event["seat"], step, what)
        if record["result"]["reason"] == regicide.EndReason.TIMEOUT:
            yield Failure(Kind.LATE, record["result"]["seat"], len(record["events"]), what)


def _more(error: Exception) -> str:
    """What a server says of a request that it does not understand."""
    return f" {json.dumps(error.extras['errors'])}" if isinstance(error, ApiError) and "errors" in error.extras else ""
