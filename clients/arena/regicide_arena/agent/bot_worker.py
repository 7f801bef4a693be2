"""Main module of a bot's process: reads requests from a socket, and writes what the bots of an agent choose.

Messages are JSON: first the bot, then games to forget, with or without a view or a question. Each of these has two
answers, as the clock does not run while a bot is made: `made`, then `action`, `answer` or `failed`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from regicide_arena.agent.asked_bot import AskedBot
from regicide_arena.agent.game_processes import GameProcesses
from regicide_arena.agent.seat_bots import PerSeatBot
from regicide_arena.bots.failures import FailedAttempt
from regicide_arena.bots.registry import BotNotFound, load_bot
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import View
from regicide_arena.runtime.guard import end_forked_copies
from regicide_arena.runtime.guarded_process import serve_guarded


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
