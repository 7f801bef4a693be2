"""The agents that a request gives seats: they exist, and let its sender do so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from regicide import Message
from regicide_api.core.errors import InvalidBody
from regicide_api.core.refusals import AgentBusy
from regicide_api.domain.agent import SeatingTerms
from regicide_api.domain.new_game import NewGame
from regicide_api.services.agents import AgentService, refusal

BodyFaults = Callable[[dict[int, Any]], dict[str, Any]]
"""The faults of a body with these faults of its games, by number."""


def require_agents(agents: AgentService, games: Sequence[NewGame], body_faults: BodyFaults) -> None:
    """Extend the lives of the agents of new games.

    Raises InvalidBody for agents that are not registered, or else AgentDeclines.
    """
    terms = agents.renew({agent for game in games for agent in game.possible_agents})
    unknown = [game.possible_agents.keys() - terms.keys() for game in games]
    if names := set().union(*unknown):
        hint = agents.similar(min(names)) if len(names) == 1 else None  # of one alone: a search takes milliseconds
        raise InvalidBody(body_faults(_faults(games, unknown, lambda name: _unknown_agent(name, hint))))
    declining = [_declining(game, terms) for game in games]
    if any(declining):
        first = min(agent for refused in declining for agent in refused)
        faults = _faults(games, declining, lambda agent: refusal(terms[agent])(agent).detail)
        raise refusal(terms[first])(first, body_faults(faults))


@contextmanager
def placing_agents(games: Sequence[NewGame], body_faults: BodyFaults) -> Iterator[None]:
    """Create games: an AgentBusy gets the places of the agent in the body, in the game that is refused."""
    try:
        yield
    except AgentBusy as busy:
        detail, agents = busy.detail, [{busy.agent} if number == busy.game else set() for number in range(len(games))]
        busy.faults = body_faults(_faults(games, agents, lambda _: detail))
        raise


def require_agent(agents: AgentService, agent: str, invitation: str | None) -> None:
    """Extend the life of an agent that gets a seat of a game, or stands in. Raises the errors of `require_agents`."""
    terms = agents.renew([agent]).get(agent)
    if terms is None:
        raise InvalidBody({"agent": [_unknown_agent(agent, agents.similar(agent))]})
    if not terms.admit(agent, [invitation] if invitation else []):
        error = refusal(terms)
        raise error(agent, {"agent": [error(agent).detail]})


def _declining(game: NewGame, terms: Mapping[str, SeatingTerms]) -> set[str]:
    """The agents that decline. An invitation in one seat is valid for all seats of the agent, and as a stand-in."""
    return {agent for agent in game.possible_agents if not terms[agent].admit(agent, _invitations(game, agent))}


def _invitations(game: NewGame, agent: str) -> set[str]:
    return {seat.invitation for seat in game.seats if seat.agent == agent and seat.invitation}


def _faults(
    games: Sequence[NewGame], agents: Sequence[Collection[str]], message: Callable[[str], str]
) -> dict[int, Any]:
    """The faults of games, by number, with some agents in each of them."""
    faults = [_agent_faults(game, of_game, message) for game, of_game in zip(games, agents, strict=True)]
    return {number: fault for number, fault in enumerate(faults) if fault}


def _agent_faults(game: NewGame, agents: Collection[str], message: Callable[[str], str]) -> dict[str, Any]:
    stand_in = game.clock and game.clock.stand_in
    seats = {number: seat.agent for number, seat in enumerate(game.seats) if seat.agent and seat.agent in agents}
    faults: dict[str, Any] = {
        "seats": {number: {"agent": [message(agent)]} for number, agent in seats.items()},
        "on_timeout": [message(stand_in)] if stand_in and stand_in in agents else [],
    }
    return {name: fault for name, fault in faults.items() if fault}


def _unknown_agent(agent: str, hint: str | None) -> Message:
    if hint is None:
        return Message("unknown agent {agent!r}: /v1/agents lists all", agent=agent)
    return Message("unknown agent {agent!r}: did you mean {hint!r}? /v1/agents lists all", agent=agent, hint=hint)
