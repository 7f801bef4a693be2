"""An adviser that answers by itself, in a thread: the first legal actions, and reviews without any search."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import regicide
from regicide_client import ActionRating, GameRecord, MoveRating, Question, RegisterAgentRequest, Session

FIRST_CHANCE = 0.64
STEP = 0.04
"""The chance to win with the first action, and how much less it is with each next one."""

COSTS = (0.0, 0.25, 0.125, 0.5)
"""The costs of the moves of a reviewed game, in turn."""


@contextmanager
def automatic_adviser(url: str, name: str) -> Iterator[str]:
    """Register an agent that answers questions until the end of the block; yield its name."""
    with Session(url) as session:
        agent = session.with_token(
            session.agents.register(RegisterAgentRequest(name=name, advises=True, reviews=True)).token
        )
        ended = Event()
        thread = Thread(target=_answer, args=(agent, ended))
        thread.start()
        try:
            yield name
        finally:
            ended.set()
            thread.join()


def _answer(agent: Session, ended: Event) -> None:
    inbox = agent.me.inbox(questions=20)
    while not ended.is_set():
        for question in inbox.questions:
            if question.kind == "review":
                agent.advice.answer_review(question, move_ratings(agent.games.record(question.game)))
            else:
                agent.advice.answer(question, ratings(question))
        try:
            inbox = agent.me.inbox(inbox, questions=20, timeout=1)
        except TimeoutError:
            continue


def ratings(question: Question) -> list[ActionRating]:
    """The advice about a question."""
    actions = question.view.legal_actions if question.view else []
    return [
        ActionRating(action=action, won=round(max(0.0, FIRST_CHANCE - STEP * i), 4), defeated=9.5, share=0)
        for i, action in enumerate(actions[: question.limit])
    ]


def move_ratings(record: GameRecord) -> list[MoveRating]:
    """The review of a game: each move costs what COSTS says, unless it was the only one or is the best."""
    positions = [record.start, *[event.position for event in record.events]]
    return [move_rating(record, number, regicide.Position.parse(positions[number - 1])) for number in numbers(record)]


def numbers(record: GameRecord) -> range:
    """The numbers of the moves."""
    return range(1, len(record.events) + 1)


def move_rating(record: GameRecord, number: int, before: regicide.Position) -> MoveRating:
    """The rating of a move; the last legal action is the best."""
    event, best = record.events[number - 1], str(before.legal_actions[-1])
    cost = 0.0 if best == event.action else COSTS[number % len(COSTS)]
    return MoveRating(
        number=number,
        version=event.version,
        seat=event.seat,
        action=event.action,
        won_before=0.5,
        won_after=0.5 - cost,
        cost=cost,
        defeated_before=6.5,
        defeated_after=6.0,
        best=[ActionRating(action=best, won=0.5, defeated=6.5, share=1.0)],
    )
