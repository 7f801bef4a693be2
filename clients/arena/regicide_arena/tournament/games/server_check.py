"""The check of a game server before a tournament: whether it answers, and whether it knows the agents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final

import httpx

from regicide_arena.runtime.messages import closest
from regicide_arena.tournament.errors import InvalidConfig, PlayFailed
from regicide_arena.tournament.model import Tournament, agent_name
from regicide_client import ApiError, ConnectionFailed, RetryPolicy, Session
from regicide_client.generated.models import Agent

RETRY: Final = RetryPolicy(deadline=5, timeout=5, initial_backoff=20, max_backoff=20)
"""A single attempt, as the next one would be after the deadline."""
ANYONE: Final = "anyone"
"""The seating of an agent that takes seats without an invitation."""
PRESENT_S: Final = 120
"""Seconds since an agent requested its turns, within which it is taken to be present."""


def check_server(tournament: Tournament, url: str) -> list[str]:
    """Check that a server answers and has the tournament's agents; return a warning for each agent that seems absent.

    Raises PlayFailed and InvalidConfig.
    """
    agents = {name: agent for name, bot in tournament.entrants.items() if (agent := agent_name(bot))}
    with Session(url, retry=RETRY) as session:
        try:
            wanted = _agents(session) if agents else islice(_agents(session), 1)  # one page shows that it answers
            known = {agent.name: agent for agent in wanted}
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
