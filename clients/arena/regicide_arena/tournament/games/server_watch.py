"""The check of a game server before a tournament, and the watch over it, which says when it does not answer.

The check finds whether it answers, and whether it knows the agents. The games retry their requests in the worker
processes, silently. The watch sends requests of its own, from the process of the command, so its message comes once,
and before the retries end.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import islice
from threading import Event, Thread
from typing import Final, Self

import httpx

from regicide_arena.runtime.messages import closest
from regicide_arena.tournament.errors import InvalidConfig, PlayFailed
from regicide_arena.tournament.model import Tournament
from regicide_client import DEFAULT_RETRY, TOKEN_VARIABLE, ApiError, ConnectionFailed, RetryPolicy, Session
from regicide_client.generated.models import Agent

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
        session.list_agents(limit=1)
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
            wanted = _agents(session) if agents else islice(_agents(session), 1)  # one page shows that it answers
            known = {agent.name: agent for agent in wanted}
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
            session.with_token(token).list_games(limit=1, label="any")  # a label needs an owner
        except (ApiError, ValueError) as error:
            if isinstance(error, ApiError) and error.status not in NO_OWNER:
                raise
            expected = f"the token of an owner on {url}, or no variable"
            raise InvalidConfig(f"invalid token in {TOKEN_VARIABLE}: expected {expected}") from error


def _agents(session: Session) -> Iterator[Agent]:
    cursor = None
    while True:
        page = session.list_agents(cursor=cursor)
        yield from page.items
        if not (cursor := page.next_):
            return


def _warnings(agents: Mapping[str, str], seen: Mapping[str, datetime | None]) -> Iterator[str]:
    for name, agent in agents.items():
        last = seen[agent]
        if last is None:
            yield f"the agent {agent} of the entrant {name} has never requested its turns: is its program running?"
        elif datetime.now(UTC) - last > timedelta(seconds=PRESENT_S):
            yield f"the agent {agent} of the entrant {name} last requested its turns at {last:%Y-%m-%d %H:%M:%S} UTC"
