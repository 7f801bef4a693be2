"""Advice and reviews: asked by sessions, answered by an agent."""

from __future__ import annotations

import threading
from secrets import token_hex
from typing import Any

import pytest
from automatic_advisers import automatic_adviser, move_ratings
from players import SEED
from proxies import Proxy, dropped

from regicide_client import (
    ActionRating,
    CreateGameRequest,
    GameNotOver,
    GameView,
    RegisterAgentRequest,
    SeatRequest,
    Session,
)


@pytest.fixture
def adviser(session: Any) -> tuple[str, str]:
    """The name and the token of an agent that advises and reviews."""
    registered = session.agents.register(RegisterAgentRequest(name=f"sage-{token_hex(6)}", advises=True, reviews=True))
    return registered.name, registered.token


@pytest.fixture
def view(session: Any) -> GameView:
    """The first view of a solo game."""
    created = session.games.create(CreateGameRequest(players=1, seed=SEED))
    created.game.additional_properties["token"] = created.seats[0].token
    first: GameView = created.game
    return first


def seated(session: Any, view: GameView) -> Any:
    """The session of the seat of a game."""
    return session.with_token(view.additional_properties["token"])


def answering(server: str, token: str, *actions: ActionRating) -> threading.Thread:
    """Answer the first question to an agent, in a thread; without actions say that it fails."""

    def answer() -> None:
        with Session(server, token) as agent:
            inbox = agent.me.inbox(questions=5)
            while not inbox.questions:
                inbox = agent.me.inbox(inbox, questions=5)
            [question] = inbox.questions
            if actions:
                agent.advice.answer(question, actions, considered=7)
            else:
                agent.advice.fail(question)

    thread = threading.Thread(target=answer)
    thread.start()
    return thread


def rated(view: GameView) -> list[ActionRating]:
    """The first two actions of a view, rated."""
    first, second = view.legal_actions[:2]
    return [
        ActionRating(action=first, won=0.5, defeated=9.5, share=0.75),
        ActionRating(action=second, won=None, defeated=None, share=0.25),
    ]


def test_advice_is_waited_for(session: Any, server: str, adviser: tuple[str, str], view: GameView) -> None:
    """It has the most actions that were asked for."""
    thread = answering(server, adviser[1], *rated(view))
    advice = seated(session, view).advice.ask(view, adviser[0], limit=1)
    thread.join()
    assert (advice.status, advice.seat, advice.version, advice.considered) == ("ready", 0, 1, 7)
    assert [(each.action, each.won, each.share) for each in advice.actions] == [(view.legal_actions[0], 0.5, 0.75)]
    assert len(seated(session, view).advice.get(view.id, advice.id).actions) == 2


def test_an_agent_that_cannot_answer_says_so(
    session: Any, server: str, adviser: tuple[str, str], view: GameView
) -> None:
    """The advice has failed."""
    thread = answering(server, adviser[1])
    advice = seated(session, view).advice.ask(view, adviser[0])
    thread.join()
    assert (advice.status, advice.actions) == ("failed", [])


def test_advice_that_does_not_come_is_a_timeout(session: Any, adviser: tuple[str, str], view: GameView) -> None:
    """It stays pending."""
    with pytest.raises(TimeoutError, match="no answer within 0 seconds"):
        seated(session, view).advice.ask(view, adviser[0], timeout=0)
    [question] = session.with_token(adviser[1]).me.inbox(questions=1).questions
    assert seated(session, view).advice.get(view.id, question.id).status == "pending"


def test_an_answer_is_repeated_after_a_lost_response(
    session: Any, proxied: Any, between: Proxy, adviser: tuple[str, str], view: GameView
) -> None:
    """The question is answered once."""
    asker, agent = seated(proxied, view), proxied.with_token(adviser[1])
    between.faults = [dropped]
    with pytest.raises(TimeoutError):
        asker.advice.ask(view, adviser[0], timeout=0)
    [question] = agent.me.inbox(questions=1).questions
    between.faults = [dropped]
    agent.advice.answer(question, rated(view))
    assert seated(session, view).advice.ask(view, adviser[0]).considered == 2


def test_an_inbox_without_questions_is_the_default(session: Any, adviser: tuple[str, str], view: GameView) -> None:
    """An agent asks for them."""
    with pytest.raises(TimeoutError):
        seated(session, view).advice.ask(view, adviser[0], timeout=0)
    assert session.with_token(adviser[1]).me.inbox().questions == []


def test_the_views_of_an_inbox_have_previews_on_request(session: Any, adviser: tuple[str, str]) -> None:
    """One for each action; by default none."""
    session.games.create(CreateGameRequest(players=1, seats=[SeatRequest(agent=adviser[0])]))
    agent = session.with_token(adviser[1])
    [turn] = agent.me.inbox(previews=True)
    assert [preview.action for preview in turn.previews] == turn.legal_actions
    assert [view.previews for view in agent.me.inbox()] == [None]


def test_a_turn_of_a_finished_game_is_asked_about(session: Any, adviser: tuple[str, str], view: GameView) -> None:
    """By anyone."""
    seated(session, view).games.act(view, view.legal_actions[0])
    over = seated(session, view).games.give_up(view.id)
    with pytest.raises(TimeoutError):
        session.advice.ask(over, adviser[0], turn=(0, 1), timeout=0)
    [question] = session.with_token(adviser[1]).me.inbox(questions=1).questions
    assert (question.version, question.seat, question.view.legal_actions) == (1, 0, view.legal_actions)


def test_a_review_is_waited_for(session: Any, server: str, view: GameView) -> None:
    """It has all moves of the game."""
    seated(session, view).games.act(view, view.legal_actions[0])
    over = seated(session, view).games.give_up(view.id)
    with automatic_adviser(server, f"sage-{token_hex(6)}") as name:
        review = session.advice.review(over.id, name)
    expected = move_ratings(session.games.record(over.id))
    assert (review.status, review.agent) == ("ready", name)
    assert [move.to_dict() for move in review.moves] == [move.to_dict() for move in expected]


def test_a_review_that_does_not_come_is_a_timeout(session: Any, adviser: tuple[str, str], view: GameView) -> None:
    """Of a game that is over."""
    moved = seated(session, view).games.act(view, view.legal_actions[0])
    with pytest.raises(GameNotOver):
        session.advice.review(moved.id, adviser[0])
    seated(session, view).games.give_up(moved.id)
    with pytest.raises(TimeoutError):
        session.advice.review(moved.id, adviser[0], timeout=0)
    [question] = session.with_token(adviser[1]).me.inbox(questions=1).questions
    assert (question.kind, question.view) == ("review", None)
