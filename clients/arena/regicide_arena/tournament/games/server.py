"""Games on a server: local bots act over HTTP, remote agents take their own turns. The check and the watch of a server.

The deals are the same as on the engine; the server reveals their seeds only after the end of a game.

The check before a tournament finds whether the server answers, and whether it knows the agents. The games retry their
requests in the worker processes, silently. The watch sends requests of its own, from the process of the command, so its
message comes once, and before the retries end.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import islice
from threading import Event, Thread
from typing import Any, Final, Self, cast

import httpx

import regicide
from regicide_arena.bots.view_types import View
from regicide_arena.runtime.messages import closest
from regicide_arena.tournament.errors import InvalidConfig, PlayFailed
from regicide_arena.tournament.games.game import Failure, FailureKind, Game
from regicide_arena.tournament.games.seats import SeatedBots
from regicide_arena.tournament.model import OnFailure, Tournament
from regicide_client import (
    DEFAULT_RETRY,
    TOKEN_VARIABLE,
    ApiError,
    ConnectionFailed,
    CreateGameRequest,
    GameEvent,
    GameOver,
    RetryPolicy,
    Session,
)

TIMEOUT_BOT: Final = "bot:random"
"""House bot that acts for a late agent, where failures are answered with a random action."""
MAX_NAME_CHARS: Final = 40
"""Of the tournament's name in a label, which has at most 64 in all."""
MAX_WAIT_S: Final = 25
"""Seconds that the server holds a response for the next event."""
INTERVAL_S: Final = 1.0
TIMEOUT_S: Final = 3.0
WATCH_RETRY: Final = RetryPolicy(deadline=TIMEOUT_S, timeout=TIMEOUT_S, initial_backoff=20, max_backoff=20)
"""A single attempt, as the next one would be after the deadline."""
CHECK_RETRY: Final = RetryPolicy(deadline=5, timeout=5, initial_backoff=20, max_backoff=20)
"""A single attempt, as the next one would be after the deadline."""
ANYONE: Final = "anyone"
"""The seating of an agent that takes seats without an invitation."""
NO_OWNER: Final = {httpx.codes.UNAUTHORIZED, httpx.codes.UNPROCESSABLE_ENTITY}
"""The answers to a request for the games of an owner with a token that is none's."""
PRESENT_S: Final = 120
"""Seconds since an agent requested its turns, within which it is taken to be present."""


class ServerHost:
    """Hosts games on a server, which belong to the owner whose token is in the environment, if any."""

    def __init__(self, tournament: Tournament, url: str) -> None:
        self._tournament, self._url = tournament, url
        self._session = Session(url, os.environ.get(TOKEN_VARIABLE))
        self._clock_s = math.ceil(tournament.clock)

    def play(self, game: Game, bots: SeatedBots) -> None:
        """Play a game to its end. Raises PlayFailed."""
        try:
            self._play(game, bots)
            game.end(game.position())
        except (ApiError, httpx.HTTPError, regicide.RegicideError) as error:
            where = f"deal {game.deal}, lineup {' '.join(game.lineup)}"
            raise PlayFailed(f"the server {self._url} fails at {where}: {error}{_details(error)}") from error

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def _play(self, game: Game, bots: SeatedBots) -> None:
        """Play the local seats, and follow the agents, until the game is over or forfeited; give up a forfeited one."""
        created = self._session.games.create(CreateGameRequest.from_dict(self._request(game)))
        seats = {held.seat: self._session.with_token(held.token) for held in created.seats}
        view, seen, since = created.game, created.game.version, created.game.created_at
        while not bots.has_forfeited and (view.turn is not None or seen < view.version):
            if view.turn in seats and seen == view.version:
                seat, local = view.turn, seats[view.turn]
                view = view if view.you == seat else local.games.get(view.id)
                action = bots.choose(seat, cast("View", view.to_dict()))
                if not bots.has_forfeited:
                    view = local.games.act(view, action)
                    game.actions.append(action)
                    seen, since = view.version, view.updated_at
                continue
            for event in self._session.games.events(view.id, after=seen, wait=MAX_WAIT_S):
                seen = event.version
                if event.type_ == "action" or (event.type_ == "timeout" and not event.agent):
                    if game.lineup[event.seat] in self._tournament.agents:
                        bots.add_time(event.seat, (event.at - since).total_seconds())
                    self._follow(game, event)
                    since = event.at
            if seen > view.version:
                view = self._session.games.get(view.id)
        if view.turn is not None:
            with suppress(GameOver):  # by the clock of the server
                for local in seats.values():
                    local.games.give_up(view.id)

    def _follow(self, game: Game, event: GameEvent) -> None:
        """Fill the game with an action, also of the bot that acts for a late agent, or with its last timeout."""
        if event.agent or event.type_ == "timeout":
            what = f"did not act in {self._clock_s} seconds"
            game.failures.append(Failure(FailureKind.LATE, event.seat, len(game.actions), what))
        if event.action:
            game.actions.append(event.action)

    def _request(self, game: Game) -> dict[str, Any]:
        """Build the request for a game. The server's clock is for agents; local bots have their own."""
        agents = self._tournament.agents
        request = {
            "players": game.players,
            "seats": [{"agent": agents[name]} if name in agents else {"name": name} for name in game.lineup],
            "seed": game.seed,
            "first_player": game.first_player,
            "label": _label(self._tournament.name, game.players, game.deal),
        }
        if game.actions:
            request["actions"] = game.actions
        if not agents.keys() & {*game.lineup}:
            return request
        on_timeout = "forfeit" if self._tournament.on_failure is OnFailure.FORFEIT else TIMEOUT_BOT
        return request | {"turn_seconds": self._clock_s, "on_timeout": on_timeout}


def _label(name: str, players: int, deal: int) -> str:
    """Return the label of the games of a deal: `cup/2/7`. Characters of the name that labels lack become hyphens."""
    return f"{re.sub('[^A-Za-z0-9._~-]', '-', name)[:MAX_NAME_CHARS]}/{players}/{deal}"


def _details(error: Exception) -> str:
    """Return the server's list of invalid fields, if any."""
    return f" {json.dumps(error.extras['errors'])}" if isinstance(error, ApiError) and "errors" in error.extras else ""


class ServerWatch:
    """Asks a server from time to time, in a thread, from `__enter__` to `__exit__`."""

    def __init__(self, url: str, report: Callable[[str], object], interval_s: float = INTERVAL_S) -> None:
        """`report` receives the messages, in the thread."""
        self._url, self._report, self._interval_s = url, report, interval_s
        self._ended, self._is_lost = Event(), False

    def __enter__(self) -> Self:
        Thread(target=self._run, daemon=True).start()  # not joined: a server that hangs does not delay the end
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    def _run(self) -> None:
        with Session(self._url, retry=WATCH_RETRY) as session:
            while not self._ended.wait(self._interval_s):
                asked = datetime.now(UTC)
                cause = _failure(session)
                if self._ended.is_set():
                    return
                self._note(cause, asked)

    def _note(self, cause: str | None, asked: datetime) -> None:
        """Report a change: the cause of the first failure, or the end of the failures."""
        if cause and not self._is_lost:
            until = (asked + timedelta(seconds=DEFAULT_RETRY.deadline)).astimezone()
            self._report(f"the server {self._url} does not answer ({cause}); retrying until about {until:%H:%M:%S}")
        elif self._is_lost and not cause:
            self._report(f"the server {self._url} answers again")
        self._is_lost = cause is not None


def _failure(session: Session) -> str | None:
    """Return the cause why a server does not serve a request that needs its store; None if it serves it."""
    try:
        next(session.agents.list(), None)
    except ConnectionFailed as error:
        return error.detail
    except ApiError as error:
        return str(error) if (error.status or 0) >= httpx.codes.INTERNAL_SERVER_ERROR else None
    except httpx.HTTPError as error:
        return f"{type(error).__name__}: {error}"
    return None


def check_server(tournament: Tournament, url: str) -> list[str]:
    """Check that a server answers, has the tournament's agents, and knows the owner of the games, if there is one.

    Return a warning for each agent that seems absent. Raises PlayFailed and InvalidConfig.
    """
    agents = tournament.agents
    with Session(url, retry=CHECK_RETRY) as session:
        try:
            wanted = None if agents else 1  # one page shows that it answers
            known = {agent.name: agent for agent in islice(session.agents.list(), wanted)}
            _check_owner(session, url)
        except ConnectionFailed as error:
            raise PlayFailed(f"no response from {url}: is a server running there? ({error.detail})") from error
        except (ApiError, httpx.HTTPError) as error:
            raise PlayFailed(f"{url}: {error}") from error
    for name, agent in agents.items():
        if agent not in known:
            hint = closest(agent, known) or "expected the name of an agent that is registered there"
            raise InvalidConfig(f"entrants.{name}: unknown agent {agent!r} on {url}: {hint}")
        if (seating := known[agent].seating) != ANYONE:
            fault = f"the agent {agent!r} on {url} has the seating {seating!r}: expected {ANYONE!r}"
            raise InvalidConfig(f"entrants.{name}: {fault}")
    return [*_warnings(agents, {name: agent.last_seen for name, agent in known.items()})]


def _check_owner(session: Session, url: str) -> None:
    """Check the token of the owner of the games, if the environment has one. Raises InvalidConfig."""
    if token := os.environ.get(TOKEN_VARIABLE):
        try:
            next(session.with_token(token).games.list(label="any"), None)  # a label needs an owner
        except (ApiError, ValueError) as error:
            if isinstance(error, ApiError) and error.status not in NO_OWNER:
                raise
            expected = f"the token of an owner on {url}, or no variable"
            raise InvalidConfig(f"invalid token in {TOKEN_VARIABLE}: expected {expected}") from error


def _warnings(agents: Mapping[str, str], seen: Mapping[str, datetime | None]) -> Iterator[str]:
    for name, agent in agents.items():
        last = seen[agent]
        if last is None:
            yield f"the agent {agent} of the entrant {name} has never requested its turns: is its program running?"
        elif datetime.now(UTC) - last > timedelta(seconds=PRESENT_S):
            yield f"the agent {agent} of the entrant {name} last requested its turns at {last:%Y-%m-%d %H:%M:%S} UTC"
