"""The operations of the document in the Python client: each has a method of the sessions."""

from __future__ import annotations

from typing import Final

from published import document

from regicide_client import Session

METHODS: Final = {
    "answer_question": {"answer_advice", "answer_review", "fail_question"},  # one for each form of its body
    "get_agent_events": {"follow_agent"},  # a stream, which the method resumes
    "get_turns": {"inbox"},  # a long poll, which the method repeats
}
"""The operations whose methods have other names."""

NOT_IN_SESSIONS: Final[set[str]] = set()
"""The operations without a method, each with its reason."""

NOT_OPERATIONS: Final = {
    "follow": "the stream of get_events",
    "wait": "the long poll of get_game",
}
"""The methods beyond those of operations, with what they concern."""

OPERATIONS: Final = sorted(
    operation["operationId"]
    for operations in document()["paths"].values()
    for method, operation in operations.items()
    if method != "parameters"
)


def methods(session: type[Session]) -> set[str]:
    """The public methods of a session; the asynchronous one, from which it is generated, has the same."""
    return {name for name in vars(session) if not name.startswith("_")}


def test_every_operation_has_a_method() -> None:
    """Of its own name, unless the table above has others; and no method is in excess."""
    expected = (METHODS.get(operation, {operation}) for operation in OPERATIONS if operation not in NOT_IN_SESSIONS)
    assert methods(Session) == set().union(*expected, NOT_OPERATIONS)


def test_the_tables_name_operations() -> None:
    """Those of the document, without an own method."""
    assert METHODS.keys() | NOT_IN_SESSIONS <= {*OPERATIONS}
    assert not METHODS.keys() & methods(Session)
