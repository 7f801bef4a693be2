"""Games hosted on a server: local bots act over HTTP, remote agents take their own turns.

The deals are the same as on the engine; the server reveals their seeds only after the end of a game.
"""

from __future__ import annotations

import json
import math
import os
import re
from contextlib import suppress
from typing import Any, Final, cast

import httpx

import regicide
from regicide_arena.bots.view_types import View
from regicide_arena.tournament.errors import PlayFailed
from regicide_arena.tournament.games.game import Failure, FailureKind, Game
from regicide_arena.tournament.games.seats import SeatedBots
from regicide_arena.tournament.model import OnFailure, Tournament
from regicide_client import TOKEN_VARIABLE, ApiError, CreateGameRequest, GameEvent, GameOver, Session

TIMEOUT_BOT: Final = "bot:random"
"""House bot that acts for a late agent, where failures are answered with a random action."""
MAX_NAME_CHARS: Final = 40
"""Of the tournament's name in a label, which has at most 64 in all."""
MAX_WAIT_S: Final = 25
"""Seconds that the server holds a response for the next event."""


class ServerHost:
    """Hosts games on a server, which belong to the owner whose token is in the environment, if any."""

    def __init__(self, tournament: Tournament, url: str) -> None:
        self._tournament, self._url = tournament, url
        self._session = Session(url, os.environ.get(TOKEN_VARIABLE))
        self._clock_s = math.ceil(tournament.clock)

    def play(self, game: Game, bots: SeatedBots) -> None:
        """Play a game to its end. Raises PlayFailed."""
        try:
            self._play(game, bots)
            game.end(game.position())
        except (ApiError, httpx.HTTPError, regicide.RegicideError) as error:
            where = f"deal {game.deal}, lineup {' '.join(game.lineup)}"
            raise PlayFailed(f"the server {self._url} fails at {where}: {error}{_details(error)}") from error

    def close(self) -> None:
        """Close the connections."""
        self._session.close()

    def _play(self, game: Game, bots: SeatedBots) -> None:
        """Play the local seats, and follow the agents, until the game is over or forfeited; give up a forfeited one."""
        created = self._session.create_game(CreateGameRequest.from_dict(self._request(game)))
        seats = {held.seat: self._session.with_token(held.token) for held in created.seats}
        view, seen, since = created.game, created.game.version, created.game.created_at
        while not bots.has_forfeited and (view.turn is not None or seen < view.version):
            if view.turn in seats and seen == view.version:
                seat, local = view.turn, seats[view.turn]
                view = view if view.you == seat else local.get_game(view.id)
                action = bots.choose(seat, cast("View", view.to_dict()))
                if not bots.has_forfeited:
                    view = local.act(view, action)
                    game.actions.append(action)
                    seen, since = view.version, view.updated_at
                continue
            for event in self._session.get_events(view.id, after=seen, wait=MAX_WAIT_S).items:
                seen = event.version
                if event.type_ == "action" or (event.type_ == "timeout" and not event.agent):
                    if game.lineup[event.seat] in self._tournament.agents:
                        bots.add_time(event.seat, (event.at - since).total_seconds())
                    self._follow(game, event)
                    since = event.at
            if seen > view.version:
                view = self._session.get_game(view.id)
        if view.turn is not None:
            with suppress(GameOver):  # by the clock of the server
                for local in seats.values():
                    local.give_up(view.id)

    def _follow(self, game: Game, event: GameEvent) -> None:
        """Fill the game with an action, also of the bot that acts for a late agent, or with its last timeout."""
        if event.agent or event.type_ == "timeout":
            what = f"did not act in {self._clock_s} seconds"
            game.failures.append(Failure(FailureKind.LATE, event.seat, len(game.actions), what))
        if event.action:
            game.actions.append(event.action)

    def _request(self, game: Game) -> dict[str, Any]:
        """Build the request for a game. The server's clock is for agents; local bots have their own."""
        agents = self._tournament.agents
        request = {
            "players": game.players,
            "seats": [{"agent": agents[name]} if name in agents else {"name": name} for name in game.lineup],
            "seed": game.seed,
            "first_player": game.first_player,
            "label": _label(self._tournament.name, game.players, game.deal),
        }
        if game.actions:
            request["actions"] = game.actions
        if not agents.keys() & {*game.lineup}:
            return request
        on_timeout = "forfeit" if self._tournament.on_failure is OnFailure.FORFEIT else TIMEOUT_BOT
        return request | {"turn_seconds": self._clock_s, "on_timeout": on_timeout}


def _label(name: str, players: int, deal: int) -> str:
    """Return the label of the games of a deal: `cup/2/7`. Characters of the name that labels lack become hyphens."""
    return f"{re.sub('[^A-Za-z0-9._~-]', '-', name)[:MAX_NAME_CHARS]}/{players}/{deal}"


def _details(error: Exception) -> str:
    """Return the server's list of invalid fields, if any."""
    return f" {json.dumps(error.extras['errors'])}" if isinstance(error, ApiError) and "errors" in error.extras else ""
