"""A player on a server: the seats that it holds, and the tools by which a language model plays them."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from regicide_client import (
    CreatedGame,
    CreateGameRequest,
    GameView,
    RetryPolicy,
    SeatGrant,
    Session,
    agent_token,
    is_over,
    is_your_turn,
)
from regicide_client.long_poll import MAX_HOLD_S
from regicide_mcp.texts import actions_text, agents_text, game_text, games_text, plain
from regicide_terminal.adviser import Adviser, render_advice
from regicide_terminal.credentials import load_seat
from regicide_terminal.options import DEFAULT_BOTS
from regicide_terminal.output import UserError
from regicide_terminal.render.rules import rules
from regicide_terminal.seats import join_game, save_new_seats

RETRY: Final = RetryPolicy(deadline=5, limit_deadline=10)
"""Short, as a model waits for each call."""

MAX_WAIT_S: Final = 300
WAIT_S: Final = 50
"""Less than the minute after which many clients give a call up."""
WAIT_AFTER_ACTION_S: Final = 20

MAX_EVENTS: Final = 20
"""The most events in the text of a game: the last ones."""

MAX_ADVISED: Final = 20
MAX_LISTED: Final = 100
"""The most games, or agents, in a list."""

OWN_SEAT, OPEN_SEAT = "me", "open"
HOLDERS: Final = f"who has each seat: `{OWN_SEAT}`, `{OPEN_SEAT}` for anyone who joins, or the name of an agent"

GameId = Annotated[str, Field(description="the id of the game")]
Holders = Annotated[list[str], Field(min_length=1, max_length=4, description=HOLDERS)]
Name = Annotated[str | None, Field(description="your name at the table; default: none, others see your seat")]
Seconds = Annotated[int, Field(ge=0, le=MAX_WAIT_S, description="how long to wait at most, in seconds")]


class Player:
    """The seats that were taken in this process, and those of an agent; its public methods are the tools.

    The docstring of a tool is its description, and a tool returns a text. `log` gets a line of JSON for each action.
    Raises TokenUnavailable and ApiError if there is no token for the agent.
    """

    def __init__(self, server: str, agent: str | None, token_file: Path | None, log: Path | None) -> None:
        self._server, self._agent, self._log = server, agent, log
        self._session = Session(server, retry=RETRY, language="en")
        token = agent_token(agent, self._session, server, token_file) if agent else None
        self._agent_session = self._session.with_token(token)
        self._seats: dict[str, dict[int, Session]] = {}
        self._seen: dict[str, int] = {}

    # Games and seats

    def list_games(self, status: Literal["waiting", "active"] = "waiting") -> str:
        """List the public games, the newest first; those that are `waiting` have open seats."""
        return games_text(islice(self._session.games.list(status), MAX_LISTED))

    def list_agents(self, prefix: Annotated[str, Field(description="the beginning of their names")] = "") -> str:
        """List the agents that take seats in games: who gives advice, and how many games house bots win."""
        return agents_text(islice(self._session.agents.list(prefix), MAX_LISTED))

    def create_game(
        self,
        seats: Holders = [OWN_SEAT, DEFAULT_BOTS[0]],  # noqa: B006 - never changed
        name: Name = None,
        listed: Annotated[bool, Field(description="whether the game is in the public list")] = False,
        turn_seconds: Annotated[int | None, Field(description="the time for each action; default: no limit")] = None,
        seed: Annotated[str | None, Field(description="determines the deal; default: a secret one")] = None,
    ) -> str:
        """Create a game of 1 to 4 players, which starts when no seat is open, and show it."""
        special: dict[str, dict[str, Any]] = {OWN_SEAT: {"name": name}, OPEN_SEAT: {"open": True}}
        requests = [special.get(holder, {"agent": holder}) for holder in seats]
        options = {"listed": listed, "turn_seconds": turn_seconds, "seed": seed}
        given = {member: value for member, value in options.items() if value is not None}
        request = CreateGameRequest.from_dict({"players": len(seats), "seats": requests} | given)
        return self.view(self._hold(self._session.games.create(request)))

    def join_game(
        self,
        game_id: GameId,
        seat: Annotated[int | None, Field(description="the seat; default: the first open one")] = None,
        name: Name = None,
    ) -> str:
        """Take an open seat of a game, or return to a `seat` that you had before you were restarted; show the game."""
        held, saved = self._seats.get(game_id), None
        if held and seat is None:
            raise UserError(f"you hold seat {min(held)} of game {game_id}: name a `seat` to take another one")
        with suppress(UserError):
            saved = load_seat(game_id, seat) if seat is not None else None
        if saved and seat is not None and saved.server == self._server:
            self._seats.setdefault(game_id, {})[seat] = self._session.with_token(saved.token)
        else:
            self._hold(join_game(self._session, game_id, seat, name))
        return self.view(game_id)

    def rematch(self, game_id: GameId) -> str:
        """Play again after the end of a game: create its rematch, or join it if another player has created it."""
        return self.view([self._hold(session.games.rematch(game_id)) for session in self._sessions(game_id)][-1])

    def _hold(self, created: CreatedGame | SeatGrant) -> str:
        """Keep the tokens of new seats, in this process and on disk; return the id of the game."""
        save_new_seats(self._server, created)
        seats = {held.seat: self._session.with_token(held.token) for held in created.seats}
        self._seats.setdefault(created.game.id, {}).update(seats)
        return created.game.id

    def _sessions(self, game_id: str) -> list[Session]:
        """Return a session for each seat of a game, or else that of the agent, or of a spectator without an agent."""
        return [*self._seats.get(game_id, {}).values()] or [self._agent_session]

    # Views

    def view(self, game_id: GameId) -> str:
        """Show a game as you may see it: the enemy, piles, hands, what has happened since, your legal actions."""
        return self._text(*self._look(game_id))

    def legal_actions(self, game_id: GameId) -> str:
        """List all your legal actions, each with what certainly follows from it."""
        return actions_text(self._look(game_id)[1])

    def wait_for_turn(
        self,
        game_id: Annotated[str | None, Field(description="the game; default: any game of your agent")] = None,
        seconds: Seconds = WAIT_S,
    ) -> str:
        """Wait until it is your turn or the game is over, and show the game. Call it again if neither happens."""
        return self._wait(game_id, seconds) if game_id else self._next_turn(seconds)

    def advice(
        self,
        game_id: GameId,
        agent: Annotated[str | None, Field(description="the agent to ask; default: a planner")] = None,
        limit: Annotated[int, Field(ge=1, le=MAX_ADVISED, description="the most actions to return")] = 3,
    ) -> str:
        """Ask an agent for its best actions at your turn, with the chance to win. Others see that you have asked."""
        session, view = self._look(game_id)
        return plain(render_advice(Adviser(agent).ask(session, view, limit, lambda _: None), view, []))

    def rules(
        self, section: Annotated[str, Field(description="its id or the beginning of its title; default: all")] = ""
    ) -> str:
        """Return the rules of the game, or one section of them."""
        return plain(*rules(self._session, section))

    def _look(self, game_id: str) -> tuple[Session, GameView]:
        """Return a game as the seat to act sees it, if the player holds that one, with the session of the seat."""
        views = [(session, session.games.get(game_id, previews=True)) for session in self._sessions(game_id)]
        return next((each for each in views if is_your_turn(each[1])), views[0])

    def _wait(self, game_id: str, seconds: int) -> str:
        end = time.monotonic() + seconds
        session, view = self._look(game_id)
        while not (is_over(view) or is_your_turn(view)) and (left := int(end - time.monotonic())) > 0:
            next(session.games.events(game_id, view.version, wait=min(left, MAX_HOLD_S)), None)
            session, view = self._look(game_id)
        return self._text(session, view)

    def _next_turn(self, seconds: int) -> str:
        """Wait for a turn of the agent in any game; return the text of the game."""
        if not self._agent:
            raise UserError("no game is named: expected `game_id`, or an agent (regicide-mcp --agent NAME)")
        end = time.monotonic() + seconds
        inbox = self._agent_session.me.inbox(limit=1, previews=True)
        while not inbox and (left := end - time.monotonic()) > 0:
            with suppress(TimeoutError):
                inbox = self._agent_session.me.inbox(inbox, timeout=left, limit=1, previews=True)
        text = f"{self._agent} has no turn after {seconds} seconds."
        return self._text(self._agent_session, inbox[0]) if inbox else text

    def _text(self, session: Session, view: GameView) -> str:
        """Return the text of a game with the events since the last one."""
        after = max(self._seen.get(view.id, 1), view.version - MAX_EVENTS)
        self._seen[view.id] = view.version
        events = session.games.events(view.id, after) if after < view.version else []
        return game_text(view, [event for event in events if event.version <= view.version])

    # Actions

    def act(
        self,
        game_id: GameId,
        version: Annotated[int, Field(description="the version of the game in which you chose the action")],
        action: Annotated[str, Field(description="one of the legal actions")],
        reason: Annotated[str, Field(description="why, in a sentence; it is logged, and no player sees it")],
        seconds: Seconds = WAIT_AFTER_ACTION_S,
    ) -> str:
        """Take an action, wait some seconds for your next turn, and show the game. It is safe to repeat a call."""
        session, view = self._look(game_id)
        if view.you is None:
            raise UserError(f"you hold no seat of game {game_id}: `join_game` takes an open one")
        view.version = version
        session.games.act(view, action)
        if self._log:
            line = {"game": game_id, "version": version, "seat": view.you, "action": action, "reason": reason}
            with self._log.open("a", encoding="utf-8") as log:
                log.write(f"{json.dumps(line, ensure_ascii=False)}\n")
        return self._wait(game_id, seconds)

    def signal(self, game_id: GameId, signal: Literal["eager", "reluctant"]) -> str:
        """Signal whether you would like to go next, while the player of a jester appoints the next player."""
        self._sessions(game_id)[0].games.signal(game_id, signal)
        return self.view(game_id)

    def give_up(self, game_id: GameId, *, agree: bool = True) -> str:
        """Agree to give the game up, or withdraw that; it is lost when all people at the table agree."""
        for session in self._sessions(game_id):
            session.games.give_up(game_id, agree=agree)
        return self.view(game_id)
