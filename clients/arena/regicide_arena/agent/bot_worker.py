"""Main module of a bot's process: reads requests from a socket, and writes what the bots of an agent choose.

Its arguments are the descriptors of the socket, and of a pipe that ends when the parent ends. The process that is
started stays as a guard; a child of it has the bots. Messages are JSON: first the bot, then a view and the games to
forget at a time. Each view has two answers, as the clock does not run while a bot is made: `made`, then `action` or
`failed`.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Final

from regicide_arena.agent.seat_bots import PerSeatBot
from regicide_arena.bots.registry import BotNotFound, find_bot
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import View
from regicide_arena.runtime.guard import end_forked_copies, fork_guarded

GROUP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
"""Signals that a supervisor sends to all processes; the parent handles them, and blocks them until they are ignored."""


def main() -> None:
    """Serve requests until the parent closes the socket. What bots print goes to standard error."""
    os.dup2(2, 1)
    for number in GROUP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, GROUP_SIGNALS)
    if fork_guarded(lifeline=int(sys.argv[2])):
        signal.pause()
    with suppress(EOFError, OSError):
        _serve(Connection(int(sys.argv[1])))
    os.killpg(0, signal.SIGKILL)  # also ends threads and processes that a bot has left


def _serve(connection: Connection) -> None:
    setup = json.loads(connection.recv_bytes())
    os.nice(setup["niceness"])
    try:
        bots = PerSeatBot(find_bot(setup["location"]).prepared(), setup["seed"])
    except BotNotFound as error:
        _send(connection, failed=str(error))
        return
    _send(connection, loaded=True)
    while True:
        request = json.loads(connection.recv_bytes())
        for game in request["forget"]:
            bots.forget(game)
        _answer(connection, bots, request["view"])


def _answer(connection: Connection, bots: PerSeatBot, view: View) -> None:
    try:
        actions = [*view["legal_actions"]]
        with end_forked_copies():
            bots.prepare(view)
        _send(connection, made=True)
        with end_forked_copies():
            answer: object = bots(view)
        action = str.__str__(answer) if isinstance(answer, str) else match_legal_action(answer, actions)
        _send(connection, action=action)
    except BaseException:  # noqa: BLE001 - SystemExit and the like are failures of the bot, too
        _send(connection, failed=traceback.format_exc())


def _send(connection: Connection, **message: Any) -> None:
    connection.send_bytes(json.dumps(message).encode())


if __name__ == "__main__":
    main()
