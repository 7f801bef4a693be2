"""A scripted adviser for tests: it advises the first legal actions, each with less chance to win than the last one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from regicide_client import ActionRating, AgentWish, Question, Session

FIRST_CHANCE = 0.64
STEP = 0.04


@contextmanager
def scripted_adviser(url: str, name: str) -> Iterator[str]:
    """Register an agent that answers questions until the end of the block; yield its name."""
    with Session(url) as session:
        agent = session.with_token(session.register_agent(AgentWish(name=name, advises=True)).token)
        ended = Event()
        thread = Thread(target=_answer, args=(agent, ended))
        thread.start()
        try:
            yield name
        finally:
            ended.set()
            thread.join()


def _answer(agent: Session, ended: Event) -> None:
    inbox = agent.inbox(questions=20)
    while not ended.is_set():
        for question in inbox.questions:
            agent.answer_advice(question, ratings(question), considered=len(question.view.legal_actions))
        try:
            inbox = agent.inbox(inbox, questions=20, timeout=1)
        except TimeoutError:
            continue


def ratings(question: Question) -> list[ActionRating]:
    """The advice about a question."""
    actions = question.view.legal_actions if question.view else []
    return [
        ActionRating(action=action, won=round(max(0.0, FIRST_CHANCE - STEP * i), 4), defeated=9.5, share=0)
        for i, action in enumerate(actions[: question.limit])
    ]
