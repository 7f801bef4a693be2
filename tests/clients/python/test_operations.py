"""The operations of the document in the Python client: the sessions, or the streams, call each."""

from __future__ import annotations

import inspect
import re
from typing import Any, get_args, get_type_hints

from published import document

import regicide_client
from regicide_client import async_session, streams

OPERATIONS = {
    operation["operationId"]
    for operations in document()["paths"].values()
    for method, operation in operations.items()
    if method != "parameters"
}


def test_every_operation_is_called() -> None:
    """The blocking session is generated from the asynchronous one."""
    sources = inspect.getsource(async_session) + inspect.getsource(streams)
    assert {*re.findall(r"\bapi\.(\w+)\(", sources)} == OPERATIONS


def types_in(annotation: Any) -> set[type]:
    """An annotation, and those inside of it, as far as they are classes."""
    inner = {each for argument in get_args(annotation) for each in types_in(argument)}
    return inner | ({annotation} if isinstance(annotation, type) else set())


def test_every_model_of_a_call_is_public() -> None:
    """What calls take and return is imported from the package."""
    groups = [each for name, each in vars(async_session).items() if name.endswith("Calls")]
    calls = [call for group in groups for name, call in vars(group).items() if name[0] != "_" and callable(call)]
    named = {each for call in calls for annotation in get_type_hints(call).values() for each in types_in(annotation)}
    models = {each.__name__ for each in named if each.__module__.startswith("regicide_client.generated.models")}
    assert len(models) > 20
    assert models <= vars(regicide_client).keys()
