"""The questions that wait for an agent's answers: advice comes first, then the oldest review."""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Condition
from typing import Final

from regicide_arena.agent.turn_queue import RETRY_INTERVAL_S
from regicide_client import Question

ADVICE: Final = "advice"
REVIEW: Final = "review"


class QuestionQueue:
    """Questions to answer, one after another by one thread. The inbox replaces them."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: list[Question] = []
        self._finished: set[str] = set()
        self._retries: dict[str, float] = {}
        self._closed = False

    def replace(self, questions: Sequence[Question]) -> None:
        """Set the questions to those of an inbox, which may still have those that were answered meanwhile."""
        with self._changed:
            present = {question.id for question in questions}
            self._finished &= present
            self._retries = {name: due for name, due in self._retries.items() if name in present}
            self._waiting = [question for question in questions if question.id not in self._finished]
            self._changed.notify_all()

    def next(self) -> Question | None:
        """Wait for the question to work at, which stays in the queue; return None after `close`."""
        with self._changed:
            while not self._closed:
                due = [question for question in self._waiting if self._wait_s(question) <= 0]
                if due:
                    return min(due, key=lambda question: (question.kind != ADVICE, question.asked_at))
                self._changed.wait(min(map(self._wait_s, self._waiting), default=None))
            return None

    def finish(self, question: Question) -> None:
        """Remove a question."""
        with self._changed:
            self._finished.add(question.id)
            self._waiting = [other for other in self._waiting if other.id != question.id]

    def retry(self, question: Question) -> None:
        """Leave a question for later."""
        with self._changed:
            self._retries[question.id] = time.monotonic() + RETRY_INTERVAL_S

    @property
    def is_closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def close(self) -> None:
        """Return no further question."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _wait_s(self, question: Question) -> float:
        return self._retries.get(question.id, 0.0) - time.monotonic()
