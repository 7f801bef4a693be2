"""Games hosted on a server: local bots act over HTTP, remote agents take their own turns.

The deals are the same as on the engine; the server reveals their seeds only after the end of a game.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from datetime import datetime
from typing import Any, Final, TypeAlias, cast

import httpx

import regicide
from regicide_arena.bots.view_types import View
from regicide_arena.tournament.errors import PlayFailed
from regicide_arena.tournament.games.game import Failure, FailureKind, Game
from regicide_arena.tournament.games.seats import GameSpec, SeatedBots
from regicide_arena.tournament.model import OnFailure, Tournament, agent_name
from regicide_client import (
    TOKEN_VARIABLE,
    ApiError,
    CreatedGame,
    CreateGameRequest,
    GameEvent,
    GameRecord,
    Session,
)

TIMEOUT_BOT: Final = "bot:random"
"""House bot that acts for a late agent, where failures are answered with a random action."""
MAX_NAME_CHARS: Final = 40
"""Of the tournament's name in a label, which has at most 64 in all."""

Moment: TypeAlias = tuple[int, datetime]
"""The seat that acted or ran out of time, and when, by the clock of the server."""


class ServerHost:
    """Hosts games on a server, which belong to the owner whose token is in the environment, if any."""

    def __init__(self, tournament: Tournament, url: str) -> None:
        self._clock_s = math.ceil(tournament.clock)
        self._on_timeout = "forfeit" if tournament.on_failure is OnFailure.FORFEIT else TIMEOUT_BOT
        self._session, self._url = Session(url, os.environ.get(TOKEN_VARIABLE)), url
        self._name = tournament.name
        self._agents = {name: agent for name, bot in tournament.entrants.items() if (agent := agent_name(bot))}

    def play(self, spec: GameSpec, bots: SeatedBots) -> Game:
        """Play a game to its end.

        Raises PlayFailed.
        """
        try:
            created = self._session.create_game(CreateGameRequest.from_dict(self._request(spec)))
            with closing(ServerGame(self._session, created, follow_events=self._has_agents(spec))) as hosted:
                hosted.actions += spec.deal.opening
                _play_local_seats(hosted, bots)
            return self._finish(spec, hosted, bots)
        except (ApiError, httpx.HTTPError, regicide.BrokenRecord) as error:
            where = f"deal {spec.number}, lineup {' '.join(spec.lineup)}"
            raise PlayFailed(f"the server {self._url} fails at {where}: {error}{_details(error)}") from error

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def _has_agents(self, spec: GameSpec) -> bool:
        return bool({*spec.lineup} & {*self._agents})

    def _request(self, spec: GameSpec) -> dict[str, Any]:
        """Build the request for a game. The server's clock is for agents; local bots have their own."""
        seats = [{"agent": self._agents[name]} if name in self._agents else {"name": name} for name in spec.lineup]
        seed, first_player, opening = spec.deal
        request = {"players": len(spec.lineup), "seats": seats, "seed": seed, "first_player": first_player}
        request["label"] = _label(self._name, len(spec.lineup), spec.number)
        if opening:
            request["actions"] = [*opening]
        if not self._has_agents(spec):
            return request
        return request | {"turn_seconds": self._clock_s, "on_timeout": self._on_timeout}

    def _finish(self, spec: GameSpec, hosted: ServerGame, bots: SeatedBots) -> Game:
        """Build the game from the server's record; a forfeited game from the actions so far."""
        game = spec.beginning
        if bots.has_forfeited:
            self._add_times(spec, bots, hosted.created_at, hosted.moments)
            return Game(*game, hosted.actions, None, hosted.defeated, bots.failures)
        received = self._session.get_record(hosted.id)
        self._add_times(spec, bots, received.created_at, _moments(received))
        record = received.to_dict()
        last = regicide.verify_record(record)[-1]
        outcome = None if record["result"]["reason"] == regicide.EndReason.TIMEOUT else last.outcome
        actions = [event["action"] for event in record["events"]]
        failures = sorted([*bots.failures, *self._late_turns(spec, record)], key=lambda failure: failure.step)
        return Game(*game, actions, outcome, last.defeated, failures)

    def _add_times(self, spec: GameSpec, bots: SeatedBots, start: datetime, moments: Iterable[Moment]) -> None:
        """Add the times of the agents, each from the moment before."""
        for seat, at in moments:
            if spec.lineup[seat] in self._agents:
                bots.add_time(seat, (at - start).total_seconds())
            start = at

    def _late_turns(self, spec: GameSpec, record: dict[str, Any]) -> Iterator[Failure]:
        """Yield the turns on which an agent's time ran out."""
        what = f"did not act in {self._clock_s} seconds"
        for step, event in enumerate(record["events"]):
            agent = self._agents.get(spec.lineup[event["seat"]])
            if step >= len(spec.deal.opening) and agent not in {None, event["agent"]}:
                yield Failure(FailureKind.LATE, event["seat"], step, what)
        if record["result"]["reason"] == regicide.EndReason.TIMEOUT:
            yield Failure(FailureKind.LATE, record["result"]["seat"], len(record["events"]), what)


class ServerGame:
    """A game on a server, seen from the local seats. With agents in other seats it follows the events."""

    def __init__(self, session: Session, created: CreatedGame, *, follow_events: bool) -> None:
        self._session = session
        self._seats = {held.seat: session.with_token(held.token) for held in created.seats}
        self._view = created.game
        events = session.follow(self._view.id, after=self._view.version) if follow_events else None
        self._events = cast("Generator[GameEvent] | None", events)
        self._event_version = self._view.version
        self.created_at, self.moments = created.game.created_at, list[Moment]()
        self.actions: list[str] = []

    @property
    def id(self) -> str:
        """The game's id."""
        return self._view.id

    @property
    def turn(self) -> int:
        """The seat to act."""
        return cast(int, self._view.turn)

    @property
    def defeated(self) -> int:
        """Number of enemies defeated."""
        return self._view.defeated

    def close(self) -> None:
        """Close the event stream."""
        if self._events:
            self._events.close()

    def await_local_turn(self) -> bool:
        """Wait until a local seat is to act; return False when the game is over."""
        while self._view.turn is not None and self._view.turn not in self._seats:
            assert self._events  # noqa: S101 - another seat is an agent's, so events are followed
            self._record(next(self._events))
            self._view = self._session.get_game(self.id)
        while self._events and self._view.turn is not None and self._event_version < self._view.version:
            self._record(next(self._events))
        return self._view.turn is not None

    def view_of(self, seat: int) -> View:
        """Return the view of a local seat."""
        if self._view.you != seat:
            self._view = self._seats[seat].get_game(self.id)
        return cast("View", self._view.to_dict())

    def act(self, seat: int, action: str) -> None:
        """Take an action from a local seat."""
        self._view = self._seats[seat].act(self._view, action)
        if self._events is None:
            self.actions.append(action)

    def _record(self, event: GameEvent) -> None:
        self._event_version = event.version
        if event.type_ == "action":
            self.actions.append(str(event.action))
            self.moments.append((event.seat, event.at))


def _play_local_seats(hosted: ServerGame, bots: SeatedBots) -> None:
    """Play the local seats until the game is over or forfeited."""
    while hosted.await_local_turn():
        seat = hosted.turn
        action = bots.choose(seat, len(hosted.actions), hosted.view_of(seat))
        if bots.has_forfeited:
            return
        hosted.act(seat, action)


def _label(name: str, players: int, deal: int) -> str:
    """Return the label of the games of a deal: `cup/2/7`. Characters of the name that labels lack become hyphens."""
    return f"{re.sub('[^A-Za-z0-9._~-]', '-', name)[:MAX_NAME_CHARS]}/{players}/{deal}"


def _moments(record: GameRecord) -> Iterator[Moment]:
    """Yield the actions after the opening, and the end of the time of the seat that has lost by it."""
    yield from ((event.seat, event.at) for event in record.events[record.given_actions :])
    if record.result.reason == regicide.EndReason.TIMEOUT:
        yield record.result.seat, record.updated_at


def _details(error: Exception) -> str:
    """Return the server's list of invalid fields, if any."""
    return f" {json.dumps(error.extras['errors'])}" if isinstance(error, ApiError) and "errors" in error.extras else ""
