"""The OpenAPI document: what the handlers' decorators say of their operations, put together."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Final

import orjson
import yaml
from flask import Flask, Response
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from regicide_api import problems, schemas

_DESCRIPTION: Final = """\
Regicide, a cooperative card game for 1 to 4 players.

Create a game, and you get a token for each of its seats. Look at the game from a seat, choose one of the view's legal
actions, send it with the view's version; so on until the status is `won` or `lost`. Every error is a problem (RFC 9457)
with a `code`. Clients are to pass over members of an answer that they do not know.
"""

_TOKEN: Final = {"type": "http", "scheme": "bearer", "description": "The token of a seat."}

_CONFIGURATION: Final = {
    "API_TITLE": "Regicide",
    "API_VERSION": version("regicide"),
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {"info": {"description": _DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}}},
}


class DocumentedApi(Api):
    """flask-smorest's API, with errors answered as problems."""

    ERROR_SCHEMA = schemas.Problem
    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask) -> None:
        app.config.update(_CONFIGURATION)
        super().__init__(app)
        self.spec.components.security_scheme("token", _TOKEN)

    def handle_http_exception(self, error: HTTPException) -> Response:
        """Answer an error of HTTP itself."""
        return problems.answer(error)

    def _register_pagination_header(self) -> None:
        """Leave out flask-smorest's own way of paging, which is not ours."""


def document(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of an application, each operation's answers in the order of their status."""
    content: dict[str, Any] = app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    for path in content["paths"].values():
        for operation in path.values():
            if "responses" in operation:
                operation["responses"] = dict(sorted(operation["responses"].items()))
    return content


def as_json(content: dict[str, Any]) -> bytes:
    """The document in JSON."""
    return orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def as_yaml(content: dict[str, Any]) -> bytes:
    """The document in YAML."""
    return yaml.safe_dump(orjson.loads(orjson.dumps(content)), sort_keys=False, allow_unicode=True, width=120).encode()
