"""Error handling of the application: every error becomes a problem response. Handlers catch and abort nothing."""

from __future__ import annotations

from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException

from regicide_api.http.language import negotiate_language, set_content_language
from regicide_api.problems.handler import problem_response
from regicide_api.problems.registry import PROBLEMS, problem_of


def install(app: Flask) -> None:
    """Answer all errors in the registry of problems, and all HTTP errors."""
    kinds: set[type[Exception]] = {HTTPException, *PROBLEMS}
    for kind in kinds:
        app.register_error_handler(kind, _handle)


def _handle(error: Exception) -> Response:
    """The problem response; its code is noted for the log."""
    g.problem = problem_of(error).code
    language = negotiate_language()
    return set_content_language(problem_response(error, request.path, language), language)
