"""Waiting for one's turn, in one game or in many.

By long poll where the server holds its answers back, otherwise by looking now and then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import httpx

from regicide_client import calls
from regicide_client.generated.models import GameView
from regicide_client.patience import Countdown, Patience, Pauses
from regicide_client.steps import Sleep, Steps, result, sent

HOLD: Final = 25
"""The seconds that the server is asked to hold an answer back: proxies tend to lose their patience after 30."""

FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 5.0


def is_due(view: GameView) -> bool:
    """Whether it is one's turn, or the game is over."""
    return is_over(view) or (view.you is not None and view.you == view.turn)


def is_over(view: GameView) -> bool:
    """Whether the game is over."""
    return view.status not in {"waiting", "active"}


def until_due(game_id: str, token: str | None, patience: Patience, within: float | None) -> Steps[GameView]:
    """Look until it is one's turn or the game is over; the view. Raises TimeoutError when the time is up."""
    countdown, pauses = Countdown(within), Pauses(FIRST_PAUSE, LONGEST_PAUSE)
    etag, version = "", 0
    while True:
        hold = max(1, int(min(HOLD, countdown.left))) if etag else 0
        call = calls.look_for_news(game_id, etag, hold) if etag else calls.look(game_id)
        response = yield from sent(call.borne(token), patience, hold)
        if response.status_code != httpx.codes.NOT_MODIFIED:
            view = result(call, response)
            if is_due(view):
                return view
            if view.version > version:
                pauses.reset()
            etag, version = response.headers.get("ETag", ""), view.version
        if not countdown.left:
            raise TimeoutError(f"neither one's turn nor the end of the game within {within} seconds")
        if not _holds_back(response):
            yield Sleep(min(pauses.next(), countdown.left))


class AgentTurns(list[GameView]):
    """The views of the games in which it is an agent's turn, the oldest turn first; `etag` tells them from others."""

    def __init__(self, views: Iterable[GameView], etag: str) -> None:
        super().__init__(views)
        self.etag = etag


def until_others(
    known: AgentTurns | None, limit: int, token: str | None, patience: Patience, within: float | None
) -> Steps[AgentTurns]:
    """Ask for an agent's turns until they are others than those known. Raises TimeoutError when the time is up."""
    countdown, pauses = Countdown(within), Pauses(FIRST_PAUSE, LONGEST_PAUSE)
    etag = known.etag if known is not None else ""
    while True:
        hold = max(1, int(min(HOLD, countdown.left))) if etag else 0
        call = calls.turns(limit, etag, hold).borne(token)
        response = yield from sent(call, patience, hold)
        if response.status_code != httpx.codes.NOT_MODIFIED:
            return AgentTurns(result(call, response).items, response.headers.get("ETag", ""))
        if not countdown.left:
            raise TimeoutError(f"the same turns as before for {within} seconds")
        if not _holds_back(response):
            yield Sleep(min(pauses.next(), countdown.left))


def _holds_back(response: httpx.Response) -> bool:
    """Whether there is no need to pause: the server held this answer back, or can be asked to hold the next."""
    if response.status_code == httpx.codes.NOT_MODIFIED:
        return "Preference-Applied" in response.headers
    return "ETag" in response.headers
