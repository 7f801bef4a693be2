"""The rules that JSON Schema cannot state: `info.description` of the document names the same ones, with their reasons.

A failure of schemathesis does not count if a request fits its schema and breaks one of them.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData

MAX_PATH_CHARS: Final = 8000
"""The HTTP server refuses a path and query longer than 8 KiB."""

GAME: Final = {
    *("agent", "on_timeout"),  # agents exist
    *("actions", "position", "players"),  # the rules of the game; a position has a number of players
    "name",  # Unicode
}
PLACES: Final = {
    "create_game": GAME,
    "create_games": {*GAME, "games"},  # a sum over all games
    "take_seat": {"name"},  # Unicode
    "register_agent": {"description"},  # Unicode
    "configure_agent": {"description"},  # Unicode
    "create_pairing": {"games"},  # one of them is valid
    "add_device": {"name"},  # Unicode
    "enter_result": {"name"},  # Unicode
    "fill_seat": {"agent"},  # agents exist
    "hand_over_seat": {"agent"},  # agents exist
    "get_review": {"agent"},  # agents exist
    "list_games": {"label", "agent"},  # the token of an owner
    "get_agent_events": {"after", "Last-Event-ID"},  # texts of the server
    "ask_advice": {"agent", "seat", "version"},  # agents exist; a version of the finished game, and its seat to act
    "answer_question": {"actions", "moves", "considered"},  # the rules of the game, the record; the number of actions
}
"""The members and parameters of each operation with such a rule."""
CODES: Final = {
    "idempotency-key-reused",  # a key stands for one request
    "no-adviser",  # an agent says whether it answers questions
    *("malformed-action", "illegal-action"),  # the rules of the game
}


@schemathesis.hook
def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    """Whether a failure counts."""
    if response.status_code == HTTPStatus.REQUEST_URI_TOO_LONG:
        return len(response.request.url) < MAX_PATH_CHARS
    if not isinstance(failure, RejectedPositiveData):
        return True
    problem = json_of(response)
    named = PLACES.get(case.operation.definition.raw["operationId"], set())
    return problem.get("code") not in CODES and not all(named & _place(fault) for fault in problem.get("errors", [{}]))


def _place(fault: dict[str, str]) -> set[str]:
    """The name of a parameter, or the members on the way to a part of the body."""
    return {fault.get("parameter", ""), *fault.get("pointer", "").split("/")}


def json_of(response: Any) -> Any:
    """The JSON of a response; an empty object without one."""
    try:
        return response.json()
    except ValueError:
        return {}
