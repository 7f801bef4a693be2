"""Main module of the process of a bot under test: runs scenarios, and writes their results.

Messages are JSON: first the bot and whether the process is limited, then each scenario with its subject. What a
bot writes to the socket runs no code in the parent.
"""

from __future__ import annotations

import json
import traceback
from multiprocessing.connection import Connection
from typing import Any, Final

from regicide_arena.bots.registry import BotNotFound, load_bot
from regicide_arena.compliance import scenarios
from regicide_arena.compliance.probe import CallLimits
from regicide_arena.compliance.scenarios import BotUnderTest, Scenario, run_contained
from regicide_arena.runtime.guarded_process import serve_guarded
from regicide_arena.runtime.isolation import limit_resources

SCENARIOS: Final[dict[str, Scenario]] = {
    scenario.__name__: scenario
    for scenario in (
        scenarios.whole_games,
        scenarios.sampled_positions,
        scenarios.restarts,
        scenarios.retries,
        scenarios.server_views,
        scenarios.sequential_games,
        scenarios.interleaved_games,
    )
}


def main() -> None:
    """Serve requests until the parent closes the socket."""
    serve_guarded(_serve)


def _serve(connection: Connection) -> None:
    setup = json.loads(connection.recv_bytes())
    if setup["is_limited"]:
        limit_resources()
    try:
        load_bot(setup["bot"])
    except BotNotFound as error:
        _send(connection, not_found=str(error))
        return
    _send(connection, loaded=True)
    while True:
        _send(connection, **_answer(json.loads(connection.recv_bytes())))


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        bot, seed, games, limits = request["subject"]
        subject = BotUnderTest(bot, seed, games, CallLimits(*limits))
        return {"result": run_contained(SCENARIOS[request["scenario"]], subject)}
    except Exception:  # noqa: BLE001 - an error of this package, which the parent reports
        return {"error": traceback.format_exc()}


def _send(connection: Connection, **message: Any) -> None:
    connection.send_bytes(json.dumps(message).encode())


if __name__ == "__main__":
    main()
