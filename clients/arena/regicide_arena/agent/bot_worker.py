"""Main module of a bot's process: reads requests from a socket, and writes what the bots of an agent choose.

Messages are JSON: first the bot, then games to forget, with or without a view or a question. Each of these has two
answers, as the clock does not run while a bot is made: `made`, then `action`, `answer` or `failed`. One bot answers the
questions of all games, as a question has its whole view: `{"view": …, "limit": 5}` asks for advice, `{"view": …,
"action": "8D"}` what an action cost, and `{"about": "answers"}` which of these the bot answers.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cached_property, partial
from multiprocessing.connection import Connection
from typing import Any

from regicide_arena.agent.seat_bots import PerSeatBot
from regicide_arena.bots.advice import ADVISER_SEED, advise, gives_advice, gives_reviews, rate_action
from regicide_arena.bots.failures import FailedAttempt
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.registry import BotNotFound, load_bot
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import View
from regicide_arena.runtime.guard import child_ids, end_children, end_forked_copies, has_children
from regicide_arena.runtime.guarded_process import serve_guarded


class GameProcesses:
    """Ends what bots leave running: after the turn, or with the game if the bot remembers the game.

    A bot that remembers its game may have a process for the whole game. What the bot's code starts when it is loaded
    stays.
    """

    def __init__(self, *, outlive_turns: bool) -> None:
        self._outlive_turns = outlive_turns
        self._kept = child_ids()
        self._games: dict[int, str] = {}

    def after_turn(self, game: str) -> None:
        """End the processes that a turn has left, or note their game."""
        if not has_children():
            return
        new = child_ids() - self._kept - self._games.keys()
        if self._outlive_turns:
            self._games |= dict.fromkeys(new, game)
        else:
            end_children(new)

    def after_game(self, game: str) -> None:
        """End the processes that the turns of a game have left."""
        ended = {child for child, owner in self._games.items() if owner == game}
        self._games = {child: owner for child, owner in self._games.items() if owner != game}
        if ended:
            end_children(ended & child_ids())


class AskedBot:
    """Answers questions with a bot that is made when it is first asked."""

    def __init__(self, factory: BotFactory) -> None:
        self._factory = factory

    def prepare(self) -> None:
        """Make the bot, if there is none."""
        _ = self._bot

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the message with the answer to a question.

        Raises InvalidAdvice and the like for an answer against the protocol, and whatever the bot raises.
        """
        return {"answer": self._answer(question)}

    def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        if "action" in question:
            return {**rate_action(self._bot, question["view"], question["action"])}
        if "limit" in question:
            actions = advise(self._bot, question["view"])
            return {"actions": actions[: question["limit"]], "considered": len(actions)}
        return {"advice": gives_advice(self._bot), "reviews": gives_reviews(self._bot)}

    @cached_property
    def _bot(self) -> Any:
        return self._factory.make(ADVISER_SEED)


def main() -> None:
    """Serve requests until the parent closes the socket."""
    serve_guarded(_serve)


def _serve(connection: Connection) -> None:
    setup = json.loads(connection.recv_bytes())
    os.nice(setup["niceness"])
    try:
        factory = load_bot(setup["location"], announce=False)
    except BotNotFound as error:
        what, _, trace = str(error).partition("\n")
        _send(connection, failed=what, traceback=trace)
        return
    bots, processes = PerSeatBot(factory, setup["seed"]), GameProcesses(outlive_turns=factory.is_maker)
    asked = AskedBot(factory)
    _send(connection, loaded=True)
    while True:
        request = json.loads(connection.recv_bytes())
        for game in request["forget"]:
            bots.forget(game)
            processes.after_game(game)
        if view := request.get("view"):
            _answer(connection, partial(bots.prepare, view), partial(_choice, bots, view))
            processes.after_turn(view["id"])
        if question := request.get("question"):
            _answer(connection, asked.prepare, partial(asked.answer, question))


def _answer(connection: Connection, prepare: Callable[[], object], answer: Callable[[], dict[str, Any]]) -> None:
    try:
        with end_forked_copies():
            prepare()
        _send(connection, made=True)
        with end_forked_copies():
            message = answer()
        _send(connection, **message)
    except BaseException as error:  # noqa: BLE001 - SystemExit and the like are failures of the bot, too
        attempt = FailedAttempt.of(error)
        _send(connection, failed=attempt.what, traceback=attempt.traceback)


def _choice(bots: PerSeatBot, view: View) -> dict[str, Any]:
    actions = [*view["legal_actions"]]
    answer: object = bots(view)
    return {"action": str.__str__(answer) if isinstance(answer, str) else match_legal_action(answer, actions)}


def _send(connection: Connection, **message: Any) -> None:
    connection.send_bytes(json.dumps(message).encode())


if __name__ == "__main__":
    main()
