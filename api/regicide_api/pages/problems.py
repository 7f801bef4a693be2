"""The pages at `/problems` that describe each kind of problem to people, made from the table that makes the answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, abort, current_app, render_template, request
from markupsafe import Markup, escape

from regicide_api.http.language import in_language, language
from regicide_api.languages import LANGUAGES, text_of
from regicide_api.pages.texts import text
from regicide_api.problems import registry as problems
from regicide_api.problems.examples import example
from regicide_api.problems.registry import Problem
from regicide_api.problems.texts import meaning

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

problem_pages = Blueprint("problem_pages", __name__, url_prefix="/problems", template_folder="templates")


class Operation(NamedTuple):
    """An operation that may answer with a problem, and the place of its documentation."""

    operation_id: str
    summary: str
    anchor: str


@problem_pages.get("")
def index() -> str:
    """List all kinds of problems."""
    kinds = sorted(set(problems.PROBLEMS.values()), key=lambda kind: (kind.status, kind.code))
    return render_template("problems.html", problems=kinds, phrase=_phrase, title_of=_title)


@problem_pages.get("/<code>")
def page(code: str) -> str:
    """Describe a kind of problem."""
    problem = next((kind for kind in problems.PROBLEMS.values() if kind.code == code), None) or abort(404)
    return render_template(
        "problem.html",
        problem=problem,
        title=_title(problem),
        phrase=_phrase(problem.status),
        meaning=meaning(code, _spoken()),
        advice=text_of(problem.advice_key, problem.advice, _spoken()),
        example=example(current_app, problem, _spoken()),
        operations=list(_operations(code)),
    )


def _spoken() -> str:
    """The language of a page: the one that the reader chose there, or else the one that their browser asks for."""
    chosen = request.args.get("language")
    return chosen if chosen in LANGUAGES else language()


def _title(problem: Problem) -> str:
    return text_of(problem.title_key, problem.title, _spoken())


@problem_pages.context_processor
def _words() -> dict[str, Any]:
    """What all pages are written with."""
    spoken = _spoken()
    choice = f"?language={spoken}" if "language" in request.args else ""
    return {"language": spoken, "languages": LANGUAGES, "choice": choice, "text": lambda key: text(key, spoken)}


@problem_pages.app_template_filter("marked")
def _marked(text: str) -> Markup:
    """A text with what stands between backticks as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped


@problem_pages.after_request
def _locked_up(response: Response) -> Response:
    """Nothing is to run in the pages, nor to be asked for by them."""
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    return response if response.content_language else in_language(response, _spoken())


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase


def _operations(code: str) -> Iterator[Operation]:
    """The operations that may answer with a problem, as the document says."""
    from regicide_api.openapi.document import document  # noqa: PLC0415 - few ask for these pages, and it takes time to load

    for path in document()["paths"].values():
        for told in path.values():
            if isinstance(told, dict) and any(
                f"`{code}`" in kind["description"] for kind in told["responses"].values()
            ):
                name, tag = told["operationId"], told["tags"][0]
                yield Operation(name, told["summary"], f"/docs#/{tag}/{name}")
