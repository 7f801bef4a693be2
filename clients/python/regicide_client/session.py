"""The session that blocks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Self, TypeVar

import httpx

from regicide_client import calls
from regicide_client.following import Following
from regicide_client.generated.models import (
    AgentList,
    AgentToken,
    CardList,
    CreatedGame,
    GameEvent,
    GameEvents,
    GameList,
    GameView,
    GameWish,
    Record,
    Rules,
)
from regicide_client.patience import USUAL, Patience
from regicide_client.problems import Problem
from regicide_client.settings import http_settings
from regicide_client.steps import Call, Send, Sleep, Steps, carried_out
from regicide_client.waiting import AgentTurns, is_over, until_due, until_others

T = TypeVar("T")


class Session:
    """What one player does on a server: `token` is the seat's, and without one it is a spectator's session.

    Every call is sent again where that may help and cannot do harm, until `patience` ends. What goes wrong is raised as
    a `Problem`. A session may be used by several threads. The texts of problems come in the `language` (`ca`,
    or as `Accept-Language` has it), if the server speaks it.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        patience: Patience = USUAL,
        language: str | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._http = httpx.Client(**http_settings(url, language), transport=transport)
        self._token = token
        self._patience = patience

    def bearing(self, token: str | None) -> Self:
        """A session with another token, on the same connections; they are closed with the session they came from."""
        other = object.__new__(type(self))
        other._http, other._token, other._patience = self._http, token, self._patience
        return other

    def create_game(self, wish: GameWish) -> CreatedGame:
        """Create a game: its first view, and a token for each seat that you hold."""
        return self._carry_out(calls.create_game(wish))

    def take_seat(self, game_id: str, seat: int, name: str) -> CreatedGame:
        """Take an open seat: the view from there, and its token."""
        return self._carry_out(calls.take_seat(game_id, seat, name))

    def list_games(self, status: list[str] | None = None, limit: int = 20, cursor: str | None = None) -> GameList:
        """The listed games, the newest first; `next_` of one page is the cursor of the next."""
        return self._carry_out(calls.list_games(status, limit, cursor))

    def look(self, game_id: str, seat: int | None = None) -> GameView:
        """The view of your seat, or a spectator's. An agent with several seats may say which."""
        return self._carry_out(calls.look(game_id, seat))

    def act(self, view: GameView, action: str, seat: int | None = None) -> GameView:
        """Take an action that was chosen in this view; the view after it. An agent may say from which seat."""
        return self._carry_out(calls.act(view, action, seat))

    def wait(self, game_id: str, within: float | None = None) -> GameView:
        """Wait until it is your turn or the game is over; the view. Raises TimeoutError after `within` seconds."""
        return self._run(until_due(game_id, self._token, self._patience, within))

    def signal(self, game_id: str, signal: str) -> GameView:
        """Say whether you would like to go next, "eager" or "reluctant", while a jester's player chooses; the view."""
        return self._carry_out(calls.signal(game_id, signal))

    def events(self, game_id: str, after: int = 1, limit: int = 100) -> GameEvents:
        """The events after a version; `next_` of one page is the `after` of the next."""
        return self._carry_out(calls.events(game_id, after, limit))

    def follow(self, game_id: str, after: int = 1) -> Iterator[GameEvent]:
        """The events after a version as they happen, each once, until the game is over."""
        following = Following(game_id, self._token, after, self._patience)
        while True:
            try:
                with self._http.stream(**following.request) as response:
                    if not response.is_success:
                        response.read()
                    following.opened(response)
                    for chunk in response.iter_bytes():
                        yield from following.told(chunk)
                        if following.over:
                            return
                pause = following.ended()
            except (httpx.RequestError, Problem) as error:
                pause = following.ended(error)
            if following.unsure and is_over(self.look(game_id)):
                return
            time.sleep(pause)

    def record(self, game_id: str) -> Record:
        """Everything about a game that is over."""
        return self._carry_out(calls.record(game_id))

    def rematch(self, game_id: str) -> CreatedGame:
        """Play again at the same seats: the game that follows, and your token there."""
        return self._carry_out(calls.rematch(game_id))

    def register_agent(self, name: str) -> AgentToken:
        """Register an agent: its token, which acts for every seat that is given to it."""
        return self._carry_out(calls.register_agent(name))

    def list_agents(self, limit: int = 100, cursor: str | None = None) -> AgentList:
        """The agents, by their names; `next_` of one page is the cursor of the next."""
        return self._carry_out(calls.list_agents(limit, cursor))

    def turns(self, known: AgentTurns | None = None, *, within: float | None = None, limit: int = 20) -> AgentTurns:
        """The turns of your agent in all games, as soon as they are others than those `known`.

        Raises TimeoutError after `within` seconds.
        """
        return self._run(until_others(known, limit, self._token, self._patience, within))

    def cards(self) -> CardList:
        """All cards with their names, values and powers."""
        return self._carry_out(calls.cards())

    def rules(self) -> Rules:
        """The numbers of the rulebook, and every code with a sentence for people."""
        return self._carry_out(calls.rules())

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _carry_out(self, call: Call[T]) -> T:
        return self._run(carried_out(call.borne(self._token), self._patience))

    def _run(self, steps: Steps[T]) -> T:
        try:
            step = next(steps)
            while True:
                try:
                    outcome = self._take(step)
                except httpx.RequestError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(outcome)
        except StopIteration as end:
            result: T = end.value
            return result

    def _take(self, step: Send | Sleep) -> httpx.Response | None:
        if isinstance(step, Send):
            return self._http.request(**step.request, timeout=step.timeout)
        time.sleep(step.seconds)
        return None
