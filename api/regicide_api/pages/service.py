"""Pages for people, operators and tools: the OpenAPI document, the problems, health checks and metrics.

The pages at `/problems`, one for each kind of problem, are made from the classes of errors and translated texts.

Content that is the same for all clients is compressed (RFC 9110, section 8.4): gzip, once for each content. Responses
of the API are not: a script of another site that adds text to a response could guess a secret in it by the length (the
attack BREACH).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from http import HTTPStatus
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson
from flask import Blueprint, Response, abort, render_template, request
from markupsafe import Markup, escape

from regicide_api import metrics
from regicide_api.core.errors import ApiError
from regicide_api.core.work import in_parts
from regicide_api.http.load import process
from regicide_api.http.negotiation import negotiate_language, set_content_language
from regicide_api.languages import LANGUAGES, text_of
from regicide_api.problems import PROBLEMS, example_of, problem_response, status_of, translated

MIN_BYTES: Final = 1024
LEVEL: Final = 6
MAX_CONTENTS: Final = 256
"""The most compressed contents that a process keeps; the pages have fewer files."""
MAX_HEADER_LENGTH: Final = 512
"""A longer `Accept-Encoding` is ignored."""

_GZIP: Final = 16 + zlib.MAX_WBITS
_PIECE_BYTES: Final = 64 * 1024

_MEDIA_TYPES: Final = {"application/json", "application/schema+json", "application/yaml", "image/svg+xml"}


def compress(response: Response) -> Response:
    """The response, compressed if the client accepts it and the content is text of at least MIN_BYTES.

    Its ETag becomes weak, since it is the same for both forms.
    """
    if not ((response.mimetype or "").startswith("text/") or response.mimetype in _MEDIA_TYPES):
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code != 200 or not _is_accepted():
        return response
    response.direct_passthrough = False
    content = response.get_data()
    if len(content) >= MIN_BYTES:
        response.set_data(_compressed(content))
        response.content_encoding = "gzip"
        response.headers.pop("Accept-Ranges", None)
        _weaken_etag(response)
    return response


def _is_accepted() -> bool:
    if len(request.headers.get("Accept-Encoding", "")) > MAX_HEADER_LENGTH:
        return False
    return bool(request.accept_encodings.quality("gzip") > 0)


@lru_cache(maxsize=MAX_CONTENTS)
def _compressed(content: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, wbits=_GZIP)
    pieces = (content[start : start + _PIECE_BYTES] for start in range(0, len(content), _PIECE_BYTES))
    return b"".join([*map(packer.compress, in_parts(pieces)), packer.flush()])


def _weaken_etag(response: Response) -> None:
    etag, _ = response.get_etag()
    if etag:
        response.set_etag(etag, weak=True)


INSTALLED: Final = Path(__file__).parent / "openapi"
IN_REPOSITORY: Final = Path(__file__).parents[3] / "openapi"
FOLDER: Final = INSTALLED if INSTALLED.exists() else IN_REPOSITORY
"""In a wheel the files are part of the package; in the repository they are in `openapi`."""

SCHEMA_FILES: Final = {
    "record.schema.json": "GameRecord",
    "record-line.schema.json": "RecordLine",
    "event.schema.json": "GameEvent",
    "agent-event.schema.json": "AgentEvent",
}
"""The files with the schemas of a record, a line of records, and the data of the streams of a game and an agent."""

PUBLISHED: Final = {
    "openapi.json": "application/json",
    "openapi.yaml": "application/yaml",
    "openapi-merged.json": "application/json",
    **dict.fromkeys(SCHEMA_FILES, "application/schema+json"),
}
"""The media types of the files that servers give."""

_SHARED: Final = re.compile("#/components/(parameters|headers|examples|responses)/(.+)")
"""A reference to a component that is not a schema."""


@cache
def content(name: str) -> bytes:
    """A file, as it is published."""
    return (FOLDER / name).read_bytes()


@cache
def resolved() -> dict[str, Any]:
    """The document, in whose paths schemas alone are references."""
    document: dict[str, Any] = orjson.loads(content("openapi.json"))

    def expanded(part: Any) -> Any:
        """A part of the document, with what its references name in their place."""
        match part:
            case list():
                return [expanded(each) for each in part]
            case {"$ref": str(reference)} if found := _SHARED.fullmatch(reference):
                return expanded(document["components"][found[1]][found[2]])
            case dict():
                return {name: expanded(member) for name, member in part.items()}
        return part

    return document | {"paths": expanded(document["paths"])}


@cache
def operations() -> Sequence[Mapping[str, Any]]:
    """The operations of all paths."""
    paths = resolved()["paths"].values()
    return [members[method] for members in paths for method in members if isinstance(members[method], dict)]


service = Blueprint("service", __name__)
public_metrics = Blueprint("public_metrics", __name__)
"""Not registered where the metrics have an address of their own."""


def published() -> Response:
    """The file with the name of the path, or 304 if the client's copy is current; compressed if the client accepts it.

    It is the OpenAPI document, or a schema.
    """
    name = request.path[1:]
    stored = content(name)
    response = Response(stored, mimetype=PUBLISHED[name], headers={"Cache-Control": "no-cache"})
    response.set_etag(_etag(stored))
    response.make_conditional(request.environ)
    return compress(response)


for _name in PUBLISHED:
    service.add_url_rule(f"/{_name}", view_func=published)


@cache
def _etag(content: bytes) -> str:
    return sha256(content).hexdigest()[:32]


@service.get("/healthz")
def health() -> Response:
    """200 while the process is alive."""
    return Response("ok\n", mimetype="text/plain")


@service.get("/readyz")
def readiness() -> Response:
    """200 while the store answers."""
    process().store.ping()
    return Response("ok\n", mimetype="text/plain")


@public_metrics.get("/metrics")
def metrics_page() -> Response:
    """All metrics, in the Prometheus format that the client accepts."""
    body, media_type = metrics.render(request.headers.get("Accept", ""))
    return Response(body, content_type=media_type)


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
    for operation in in_parts(operations()):
        if any(f"`{code}`" in response["description"] for response in operation["responses"].values()):
            name, tag = operation["operationId"], operation["tags"][0]
            yield Operation(name, operation["summary"], f"/docs#/{tag}/{name}")
