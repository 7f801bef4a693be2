"""Agents: one token for many seats, and one inbox."""

from __future__ import annotations

import threading
from typing import Any
from uuid import uuid4

import pytest
from players import SEED
from proxies import Proxy, dropped

from regicide_client import (
    AgentSettingsRequest,
    ApiError,
    CreateGameRequest,
    NotYourSeat,
    RegisterAgentRequest,
    SeatRequest,
    Session,
    UnknownToken,
)


def new_name() -> str:
    """A new name for an agent."""
    return f"bot-{uuid4().hex[:12]}"


def game_of(session: Any, *agents: str) -> str:
    """Create a game with these agents in its seats; return its id."""
    wish = CreateGameRequest(players=len(agents), seats=[SeatRequest(agent=agent) for agent in agents], seed=SEED)
    game_id: str = session.games.create(wish).game.id
    return game_id


def test_an_agent_plays_a_game(session: Any) -> None:
    """From all its seats, until its inbox is empty."""
    agent = session.agents.register(new_name())
    mine = session.with_token(agent.token)
    game_id = game_of(session, agent.name, agent.name)
    turns = mine.me.inbox()
    while turns:
        mine.games.act(turns[0], turns[0].legal_actions[0])
        turns = mine.me.inbox(turns)
    record = session.games.record(game_id)
    assert {event.agent for event in record.events} == {agent.name}


def test_an_agent_waits_for_a_turn(session: Any, server: str) -> None:
    """In any game."""
    agent = session.agents.register(new_name())
    mine = session.with_token(agent.token)
    none_yet = mine.me.inbox()

    def create() -> None:
        with Session(server) as other:
            game_of(other, agent.name)

    threading.Timer(0.3, create).start()
    [turn] = mine.me.inbox(none_yet, timeout=60)
    assert (none_yet, turn.you, turn.seats[0].agent) == ([], 0, agent.name)


def test_waiting_for_the_inbox_times_out(session: Any) -> None:
    """Without any change."""
    mine = session.with_token(session.agents.register(new_name()).token)
    with pytest.raises(TimeoutError):
        mine.me.inbox(mine.me.inbox(), timeout=1)


def test_an_agent_chooses_one_of_its_seats(session: Any) -> None:
    """Another seat raises an error."""
    agent = session.agents.register(new_name())
    mine, game_id = (
        session.with_token(agent.token),
        game_of(session, agent.name, agent.name, session.agents.register(new_name()).name),
    )
    assert (mine.games.get(game_id).you, mine.games.get(game_id, seat=1).you) == (0, 1)
    with pytest.raises(NotYourSeat):
        mine.games.get(game_id, seat=2)


def test_a_lost_registration_is_repeated(proxied: Any, between: Proxy) -> None:
    """With the same Idempotency-Key, so the token arrives."""
    between.faults = [dropped]
    agent = proxied.agents.register(new_name())
    assert proxied.with_token(agent.token).me.inbox() == []


def test_agents_are_listed_by_a_prefix(session: Any) -> None:
    """House bots or others."""
    name = session.agents.register(new_name()).name
    assert [agent.name for agent in session.agents.list(name)] == [name]
    assert list(session.agents.list(name, house=True)) == []


def test_an_agent_manages_itself(session: Any) -> None:
    """Its settings, at the registration and later, its games, and its end."""
    agent = session.agents.register(RegisterAgentRequest(name=new_name(), description="Plays at night."))
    mine = session.with_token(agent.token)
    game_id = game_of(session, agent.name)
    assert (mine.me.get().description, mine.me.get().open_turns) == ("Plays at night.", 1)
    changed = mine.me.configure(AgentSettingsRequest(seating="invited", invitation="come-and-play-with-me"))
    assert (changed.seating, changed.description) == ("invited", "Plays at night.")
    with pytest.raises(ApiError) as refused:
        game_of(session, agent.name)
    assert refused.value.code == "agent-declines"
    assert [game.id for game in mine.me.games("active")] == [game_id]
    mine.me.end()
    mine.me.end()
    with pytest.raises(UnknownToken):
        mine.me.get()


def test_an_inbox_tells_of_ended_games(session: Any) -> None:
    """With their results."""
    agent = session.agents.register(new_name())
    mine = session.with_token(agent.token)
    game_id = game_of(session, agent.name)
    turns = mine.me.inbox()
    while turns:
        mine.games.act(turns[0], turns[0].legal_actions[0])
        turns = mine.me.inbox(turns)
    [ended] = turns.ended
    assert (ended.id, ended.your_seats, ended.result.outcome) == (game_id, [0], "lost")
    assert mine.me.inbox(ended=0).ended == []


def test_a_lost_replacement_of_a_token_is_repeated(proxied: Any, between: Proxy) -> None:
    """With the same Idempotency-Key, so the new token arrives."""
    mine = proxied.with_token(proxied.agents.register(new_name()).token)
    between.faults = [dropped]
    token = mine.me.replace_token().token
    assert proxied.with_token(token).me.inbox() == []
    with pytest.raises(UnknownToken):
        mine.me.inbox()
