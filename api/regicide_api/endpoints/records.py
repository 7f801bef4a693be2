"""The endpoint of the records of an owner's games."""

from __future__ import annotations

from typing import Any, Final

from flask import Response, request

from regicide_api.endpoints import examples
from regicide_api.endpoints.components import CACHING, OWNER
from regicide_api.endpoints.following import client_socket
from regicide_api.http.auth import require_owner
from regicide_api.http.decorators import ApiBlueprint
from regicide_api.http.json_lines import JSON_LINES, json_lines, problem_of_line
from regicide_api.http.language import negotiate_language
from regicide_api.http.services import services
from regicide_api.schemas.events import RECORD_LINES
from regicide_api.schemas.parameters import RecordsQuery
from regicide_api.services.owned_games import OwnedRecord

records: Final = ApiBlueprint("records", __name__, url_prefix="/v1/records", description="Records of many games.")


@records.get("")
@records.arguments(RecordsQuery, location="query")
@records.response(200, RECORD_LINES, content_type=JSON_LINES, headers=CACHING, example=examples.RECORD_LINES)
@records.stream_limit("open-stream")
@records.doc(security=OWNER)
def get_records(query: dict[str, Any]) -> Response:
    """Get the records of your finished games

    With the token of their owner: one JSON object in each line (JSON Lines), in the order in which the games were
    created. The `cursor` of a line continues after it. A game whose record cannot be read, or is not told yet, has
    a line with a `problem`; a line with a `problem` and without a game is the last one of an incomplete answer.
    """
    services().rate_limits.enforce("open-stream")
    found = services().owned_records.oldest_first(require_owner(), query.get("label"), query.get("cursor"))
    path, language = request.path, negotiate_language()
    return json_lines((_line(each, path, language) for each in found), client_socket())


def _line(found: OwnedRecord, path: str, language: str) -> dict[str, Any]:
    cursor, game_id, label, content = found
    return {
        "cursor": cursor,
        "id": game_id,
        "label": label,
        "record": content if isinstance(content, dict) else None,
        "problem": None if isinstance(content, dict) else problem_of_line(content, path, language),
    }
