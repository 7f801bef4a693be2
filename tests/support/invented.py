"""Responses with values that the document does not list, as a server of a later version sends them."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import published
from published import document

INVENTED = "invented"


def enumerations() -> list[str]:
    """The names of the open enumerations."""
    schemas = document()["components"]["schemas"]
    return [name for name, schema in schemas.items() if "x-extensible-enum" in schema]


def example(operation_id: str, status: str = "200") -> Any:
    """The example of a response."""
    return published.example(_content(operation_id, status))


def invented(operation_id: str, enumeration: str, status: str = "200") -> Any:
    """The example of a response with an invented value in place of all values of an enumeration."""
    content = _content(operation_id, status)
    return with_invented(content["schema"], published.example(content), enumeration)


def with_invented(schema: dict[str, Any], content: Any, enumeration: str) -> Any:
    """Content that fits a schema, with an invented value in place of all values of an enumeration."""
    if content is None:
        return None
    schema = _resolved(schema, content)
    if schema.get("name") == enumeration:
        return INVENTED
    if isinstance(content, list):
        return [with_invented(schema.get("items", {}), item, enumeration) for item in content]
    if isinstance(content, dict):
        members = schema.get("properties", {})
        return {name: with_invented(members.get(name, {}), item, enumeration) for name, item in content.items()}
    return content


def _content(operation_id: str, status: str) -> dict[str, Any]:
    operations = (operation for path in document()["paths"].values() for operation in path.values())
    found = next(op for op in operations if isinstance(op, dict) and op.get("operationId") == operation_id)
    content: dict[str, Any] = found["responses"][status]["content"]["application/json"]
    return content


def _resolved(schema: dict[str, Any], content: Any) -> dict[str, Any]:
    """A schema with its reference followed, and the schema of a union that the content has, if it is a known one."""
    if "anyOf" in schema:
        return _resolved(schema["anyOf"][0], content)
    if "discriminator" in schema:
        tag = schema["discriminator"]
        known = tag["mapping"].get(content[tag["propertyName"]])
        return _resolved({"$ref": known}, content) if known else {}
    if "$ref" not in schema:
        return schema
    name = schema["$ref"].rpartition("/")[2]
    return _resolved({**document()["components"]["schemas"][name], "name": name}, content)


class _LaterServer(BaseHTTPRequestHandler):
    """Answers with the examples of the document, with invented values for all enumerations except the game's status.

    The status is invented, too, after an action.
    """

    def do_GET(self) -> None:
        """The view, the record, a page of records, or the events."""
        operations = {"record": "get_record", "records": "get_records", "events": "get_events"}
        self._answer(200, _all_invented(operations.get(self.path.split("?")[0].rpartition("/")[2], "get_game")))

    def do_POST(self) -> None:
        """The new game, or the view after an action."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path.endswith("/actions"):
            result = _all_invented("get_record")["result"]
            self._answer(200, _all_invented("act") | {"status": INVENTED, "turn": None, "result": result})
        else:
            self._answer(201, _all_invented("create_game", "201"))

    def _answer(self, status: int, content: Any) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


def _all_invented(operation_id: str, status: str = "200") -> Any:
    """The example of a response with invented values for all enumerations except the game's status."""
    content = _content(operation_id, status)
    found = published.example(content)
    steering = ("EffectType", "EventType")  # the types of a union select the schemas of the others
    for name in sorted(enumerations(), key=lambda name: name in steering and 1 + steering.index(name)):
        found = found if name == "GameStatus" else with_invented(content["schema"], found, name)
    return found


@contextmanager
def later_server() -> Iterator[str]:
    """The address of a server that answers with invented values."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _LaterServer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
