"""Long polls: waiting for a turn in one game, or in all games of an agent.

The server holds its response (`Prefer: wait`, RFC 7240) where it can; otherwise the client polls with backoff.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import httpx

from regicide_client import calls
from regicide_client.generated.models import Advice, AdviceWish, AgentGame, GameView, Question, Review
from regicide_client.retry import Backoff, Deadline, RetryPolicy
from regicide_client.sansio import Call, Operation, Wait, parse_response, send_with_retries

A = TypeVar("A", Advice, Review)

MAX_HOLD_S: Final = 25
"""How long the server is asked to hold a response: proxies often close a silent connection after 30 seconds."""

PENDING: Final = "pending"
"""The status of advice and reviews before their answer."""

INITIAL_BACKOFF_S: Final = 0.2
MAX_BACKOFF_S: Final = 5.0


class Inbox(list[GameView]):
    """The views of the games in which it is an agent's turn, in the order to take them; `etag` identifies this list.

    `ended` are games of the agent that ended in the last ten minutes, the last one first; `questions` are those that
    wait for its answer, the oldest first.
    """

    def __init__(
        self,
        views: Iterable[GameView],
        etag: str,
        ended: Iterable[AgentGame] = (),
        questions: Iterable[Question] = (),
    ) -> None:
        super().__init__(views)
        self.etag, self.ended, self.questions = etag, [*ended], [*questions]


def is_over(view: GameView) -> bool:
    """Return whether the game is over."""
    return view.status not in {"waiting", "active"}


def is_your_turn(view: GameView) -> bool:
    """Return whether it is the turn of the seat that the view belongs to."""
    return view.you is not None and view.you == view.turn


def wait_for_turn(game_id: str, token: str | None, policy: RetryPolicy, timeout: float | None) -> Operation[GameView]:
    """Poll until it is your turn or the game is over; return the view. Raises TimeoutError."""
    deadline, backoff = Deadline(timeout), Backoff(INITIAL_BACKOFF_S, MAX_BACKOFF_S)
    etag, version = "", 0
    while True:
        hold = _hold_s(deadline) if etag else 0
        call = calls.poll_game(game_id, etag, hold) if etag else calls.get_game(game_id)
        response = yield from send_with_retries(call.with_token(token), policy, hold)
        if response.status_code != httpx.codes.NOT_MODIFIED:
            view = parse_response(call, response)
            if is_your_turn(view) or is_over(view):
                return view
            if view.version > version:
                backoff.reset()
            etag, version = response.headers.get("ETag", ""), view.version
        if not deadline.remaining:
            raise TimeoutError(f"neither your turn nor the end of the game within {timeout} seconds")
        if not _can_hold(response):
            yield Wait(min(backoff.next(), deadline.remaining))


def wait_for_inbox(
    since: Inbox | None, content: calls.InboxContent, token: str | None, policy: RetryPolicy, timeout: float | None
) -> Operation[Inbox]:
    """Poll an agent's inbox until it differs from `since`. Raises TimeoutError."""
    deadline, backoff = Deadline(timeout), Backoff(INITIAL_BACKOFF_S, MAX_BACKOFF_S)
    etag = since.etag if since is not None else ""
    while True:
        hold = _hold_s(deadline) if etag else 0
        call = calls.get_turns(content, etag, hold).with_token(token)
        response = yield from send_with_retries(call, policy, hold)
        if response.status_code != httpx.codes.NOT_MODIFIED:
            turns = parse_response(call, response)
            return Inbox(turns.items, response.headers.get("ETag", ""), turns.ended, turns.questions)
        if not deadline.remaining:
            raise TimeoutError(f"no change of the inbox within {timeout} seconds")
        if not _can_hold(response):
            yield Wait(min(backoff.next(), deadline.remaining))


def wait_for_advice(
    game_id: str, wish: AdviceWish, token: str | None, policy: RetryPolicy, timeout: float | None
) -> Operation[Advice]:
    """Ask for advice and poll until it is ready or failed. Raises TimeoutError."""

    def again(advice: Advice | None, hold: int) -> Call[Advice]:
        if advice is None:
            return calls.ask_advice(game_id, wish, hold)
        return calls.get_advice(game_id, advice.id, wish.limit, hold)

    return _wait_for_answer(again, token, policy, timeout)


def wait_for_review(
    game_id: str, agent: str, token: str | None, policy: RetryPolicy, timeout: float | None
) -> Operation[Review]:
    """Poll a review until it is ready or failed. Raises TimeoutError."""

    def again(_: Review | None, hold: int) -> Call[Review]:
        return calls.get_review(game_id, agent, hold)

    return _wait_for_answer(again, token, policy, timeout)


def _wait_for_answer(
    ask: Callable[[A | None, int], Call[A]], token: str | None, policy: RetryPolicy, timeout: float | None
) -> Operation[A]:
    """Ask until the answer is no longer pending; `ask` makes the call from the last answer and the seconds to hold."""
    deadline, backoff = Deadline(timeout), Backoff(INITIAL_BACKOFF_S, MAX_BACKOFF_S)
    answer: A | None = None
    while True:
        hold = int(min(MAX_HOLD_S, deadline.remaining))
        call = ask(answer, hold).with_token(token)
        response = yield from send_with_retries(call, policy, hold)
        answer = parse_response(call, response)
        if answer.status != PENDING:
            return answer
        if not deadline.remaining:
            raise TimeoutError(f"no answer within {timeout} seconds")
        if "Preference-Applied" not in response.headers:
            yield Wait(min(backoff.next(), deadline.remaining))


def _hold_s(deadline: Deadline) -> int:
    return max(1, int(min(MAX_HOLD_S, deadline.remaining)))


def _can_hold(response: httpx.Response) -> bool:
    """Return whether the server held this response or can hold the next one, so that the client need not wait."""
    if response.status_code == httpx.codes.NOT_MODIFIED:
        return "Preference-Applied" in response.headers
    return "ETag" in response.headers
