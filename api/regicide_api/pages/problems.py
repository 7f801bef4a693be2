"""The pages at `/problems` that describe each kind of problem to people, made from the table that makes the answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Final, NamedTuple

from flask import Blueprint, Response, abort, current_app, render_template
from markupsafe import Markup, escape

from regicide_api.document import document
from regicide_api.problems import table as problems
from regicide_api.problems.examples import example
from regicide_api.problems.texts import MEANINGS

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
    return render_template("problems.html", problems=kinds, phrase=_phrase)


@problem_pages.get("/<code>")
def page(code: str) -> str:
    """Describe a kind of problem."""
    problem = next((kind for kind in problems.PROBLEMS.values() if kind.code == code), None) or abort(404)
    return render_template(
        "problem.html",
        problem=problem,
        phrase=_phrase(problem.status),
        meaning=MEANINGS.get(code),
        example=example(current_app, problem),
        operations=list(_operations(code)),
    )


@problem_pages.app_template_filter("marked")
def _marked(text: str) -> Markup:
    """A text with what stands between backticks as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped


@problem_pages.after_request
def _locked_up(response: Response) -> Response:
    """Nothing is to run in the pages, nor to be asked for by them."""
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    return response


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase


def _operations(code: str) -> Iterator[Operation]:
    """The operations that may answer with a problem, as the document says."""
    for path in document(current_app)["paths"].values():
        for told in path.values():
            if isinstance(told, dict) and any(
                f"`{code}`" in kind["description"] for kind in told["responses"].values()
            ):
                name, tag = told["operationId"], told["tags"][0]
                yield Operation(name, told["summary"], f"/docs#/{tag}/{name}")
