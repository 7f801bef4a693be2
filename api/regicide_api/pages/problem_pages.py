"""The pages at `/problems`, one for each kind of problem, made from the classes of errors and translated texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from itertools import groupby
from typing import Any, Final, NamedTuple

import orjson
from flask import Blueprint, Response, abort, render_template, request
from markupsafe import Markup, escape

from regicide_api.core.errors import ApiError
from regicide_api.core.work import in_parts
from regicide_api.http.negotiation import negotiate_language, set_content_language
from regicide_api.languages import LANGUAGES, text_of
from regicide_api.pages import service
from regicide_api.problems import PROBLEMS, example_of, problem_response, status_of, translated

TEXTS: Final[Mapping[str, str]] = {
    "page.problems": "Problems",
    "page.all-problems": "All problems",
    "page.api": "The API",
    "page.about": (
        "The response to every error is a problem (RFC 9457, `application/problem+json`). Its `code` identifies the "
        "kind of problem, and its `type` is the path of the page that describes it."
    ),
    "page.meaning": "Meaning",
    "page.advice": "Solution",
    "page.example": "Example",
    "page.operations": "Operations",
    "page.languages": "Languages",
}


def text(key: str, language: str) -> str:
    """The text with this key."""
    return text_of(key, TEXTS[key], language)


CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

problem_pages = Blueprint("problem_pages", __name__, url_prefix="/problems", template_folder="templates")


class Operation(NamedTuple):
    """An operation that may respond with a problem, and the anchor of its documentation."""

    operation_id: str
    summary: str
    anchor: str


@problem_pages.get("")
def index() -> str:
    """The list of all kinds of problems, by status."""
    kinds = groupby(sorted(PROBLEMS, key=lambda kind: (status_of(kind), kind.code)), status_of)
    by_status = [(status, list(problems)) for status, problems in kinds]
    return render_template("problems.html", by_status=by_status, phrase=_reason_phrase, title_of=_title)


@problem_pages.get("/<code>")
def page(code: str) -> str:
    """The page of a kind of problem."""
    problem = next((kind for kind in PROBLEMS if kind.code == code), None) or abort(404)
    title, meaning, advice = translated(problem, _page_language())
    return render_template(
        "problem.html",
        problem=problem,
        status=status_of(problem),
        title=title,
        phrase=_reason_phrase(status_of(problem)),
        meaning=meaning,
        advice=advice,
        example=_example(problem),
        operations=list(_operations(code)),
    )


def _page_language() -> str:
    """The language that the reader chose on the page, else the negotiated one."""
    chosen = request.args.get("language")
    return chosen if chosen in LANGUAGES else negotiate_language()


def _title(problem: type[ApiError]) -> str:
    return translated(problem, _page_language())[0]


@problem_pages.context_processor
def _template_variables() -> dict[str, Any]:
    """The variables of all templates."""
    language = _page_language()
    choice = f"?language={language}" if "language" in request.args else ""
    return {"language": language, "languages": LANGUAGES, "choice": choice, "text": lambda key: text(key, language)}


@problem_pages.app_template_filter("marked")
def _marked(text: str) -> Markup:
    """HTML of a text, with the parts between backticks as code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped


@problem_pages.after_request
def _secure(response: Response) -> Response:
    """Forbid scripts and requests on the pages, and set their language."""
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    return response if response.content_language else set_content_language(response, _page_language())


def _reason_phrase(status: int) -> str:
    return HTTPStatus(status).phrase


def _example(problem: type[ApiError]) -> str:
    """An example response with the problem, as HTTP."""
    path, error = example_of(problem)
    response = problem_response(error, path, _page_language())
    set_content_language(response, _page_language())
    status = f"{response.status_code} {_reason_phrase(response.status_code)}"
    headers = [f"{name}: {text}" for name, text in response.headers if name != "Content-Length"]
    body = orjson.dumps(response.get_json(), option=orjson.OPT_INDENT_2).decode()
    return "\n".join([f"HTTP/1.1 {status}", *headers, "", body])


def _operations(code: str) -> Iterator[Operation]:
    """The operations that may respond with a problem, from the OpenAPI document."""
    for operation in in_parts(service.operations()):
        if any(f"`{code}`" in response["description"] for response in operation["responses"].values()):
            name, tag = operation["operationId"], operation["tags"][0]
            yield Operation(name, operation["summary"], f"/docs#/{tag}/{name}")
