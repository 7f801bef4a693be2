"""Following the events of a game over as many connections as it takes: none is given twice, none is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import httpx

from regicide_client import calls
from regicide_client.generated.models import GameEvent
from regicide_client.patience import Countdown, Patience, Pauses, retry_after
from regicide_client.problems import Problem, no_answer, problem_of, unexpected
from regicide_client.sse import Parser
from regicide_client.steps import OUR_FAULTS, is_passing, read

SILENCE: Final = 45.0
"""Seconds after which a silent connection is given up: the server lets hear of itself every 15."""


class Following:
    """What is known of a stream of events, without its connection.

    A session sends `request`, hands over the answer (`opened`) and its bytes as they come (`told`), and when the
    connection has `ended`, pauses and does so again, until `over`. `unsure` is set where a stream has ended by itself
    without any event: only a look tells whether the game is over then.
    """

    def __init__(self, game_id: str, token: str | None, after: int, patience: Patience) -> None:
        self.over = self.unsure = False
        self._game_id, self._token, self._last = game_id, token, after
        self._patience, self._countdown = patience, Countdown(patience.deadline)
        self._pauses = Pauses(patience.first_pause, patience.longest_pause)
        self._parser = Parser()
        self._said: Problem | None = None

    @property
    def request(self) -> Mapping[str, Any]:
        """The request for all events after the last one that came."""
        call = calls.stream(self._game_id, self._last).borne(self._token)
        return {**call.request, "timeout": httpx.Timeout(self._patience.timeout, read=SILENCE)}

    def opened(self, response: httpx.Response) -> None:
        """An answer came. Raises Problem where it is no stream; the body of a refusal has been read."""
        if not response.is_success:
            raise problem_of(response)
        if not response.headers.get("Content-Type", "").startswith("text/event-stream"):
            raise unexpected(response, "not a stream of events")
        self._response, self._parser, self.unsure = response, Parser(), True

    def told(self, chunk: bytes) -> Iterator[GameEvent]:
        """The events that these bytes complete."""
        call = calls.stream(self._game_id, self._last)
        for message in self._parser.messages(chunk):
            event = read(call, self._response, message.data)
            self.unsure = False
            if event.version > self._last:
                self._last, self.over = event.version, is_last(event)
                self._pauses.reset()
                yield event

    def ended(self, error: httpx.RequestError | Problem | None = None) -> float:
        """The pause before the stream is resumed. Raises the error, as a Problem, if to resume is of no use.

        At the deadline it is what the server said last since a stream began, if it said something.
        """
        trouble = None if error is None else _trouble(error)
        self.unsure = self.unsure and trouble is None
        if self._parser.begun:
            self._countdown, self._said = Countdown(self._patience.deadline), None
        if trouble and trouble.response is not None:
            self._said = trouble
        least = max(self._parser.retry or 0, retry_after(trouble.response if trouble else None))
        pause = max(least, self._pauses.next())
        if trouble and pause >= self._countdown.left:
            raise self._said or trouble
        self._parser = Parser()
        return pause


def is_last(event: GameEvent) -> bool:
    """Whether the game is over with this event."""
    return any(effect.type_ == "over" for effect in event.effects or [])


def _trouble(error: httpx.RequestError | Problem) -> Problem:
    """What went wrong, if it may pass. Raises it if not."""
    if isinstance(error, OUR_FAULTS):
        raise error
    trouble = error if isinstance(error, Problem) else no_answer(error)
    if trouble.response is not None and not is_passing(trouble.response):
        raise trouble
    return trouble
