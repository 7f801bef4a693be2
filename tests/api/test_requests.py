"""Invalid input gets a clear error."""

from __future__ import annotations

import json
import re
import subprocess
import unicodedata
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import Any

import pytest
from marshmallow import Schema, ValidationError
from marshmallow.fields import Boolean, Constant, Field, Float, Integer, List, Nested, Pluck, Raw, String
from marshmallow.validate import Range
from players import Player, places, problem
from published import document

from regicide_api.domain import player_name
from regicide_api.domain.agent import MAX_DESCRIPTION_LENGTH
from regicide_api.http.decorators import ApiBlueprint
from regicide_api.http.inputs import canonical_body
from regicide_api.schemas import fields
from regicide_api.schemas.fields import BoundedList, QueryInteger, RequestSchema, StrictBoolean, StrictNumber
from regicide_api.schemas.requests import ActionRequest, EmptyRequest
from regicide_api.schemas.values import MAX_ACTION_LENGTH, MAX_VERSION, Text

MANY = 20_000
PLAIN = Schema.from_dict({"note": String()}, name="Plain")


UNREADABLE_NUMBERS = (
    *(b"0." + b"9" * 39, b"2." + b"0" * 60_000, b"9" * 5_000),
    *(b"1e400", b"-1e400", b"1e-999999", b"1E-99999999999999999999", b"1e-400"),
)
"""No double is near to them, or they have more than 40 characters."""


def send(player: Player, body: bytes | str, content_type: str = "application/json") -> Any:
    """Send raw bytes to create a game."""
    return player.client.post("/v1/games", data=body, content_type=content_type)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"players=2",
        b'{"players": 2',
        b'{"players": NaN}',
        b'{"players": Infinity}',
        b'{"players": 2,}',
        b"{'players': 2}",
        b'{"players": 02}',
        b'\xff{"players": 2}',
        b'{"players": 2, "seed": "\xff"}',
        b'{"players": 2, "seed": "\\ud800"}',
        b'{"players": 2, "\\udfff": 1}',
        b"[" * 10_000,
        b'{"players":' * 1_400,
        b"[]",
        b"2",
        b"null",
        b'"players"',
        *(b'{"players": %b}' % number for number in UNREADABLE_NUMBERS),
    ],
    ids=lambda body: body[:36].decode("latin-1"),
)
def test_a_body_that_is_not_a_json_object_is_rejected(player: Player, body: bytes) -> None:
    """Truncated, not UTF-8, almost JSON, nested too deep, with unreadable numbers, or not an object."""
    answer = send(player, body)
    assert problem(answer) == (400, "malformed-json")


def test_a_number_beyond_the_integers_of_a_double_stays_short(player: Player) -> None:
    """Its text in the canonical body is no longer than in the request."""
    with player.client.application.test_request_context(method="POST", data=b'{"players": 1e308}'):
        assert canonical_body() == b'{"players":1e+308}'


@pytest.mark.parametrize("number", ["0.99999999999999999999", "1.00000000000000000001", "99999999999999999999.5e-20"])
def test_a_number_near_an_integer_is_refused(player: Player, number: str) -> None:
    """Although an integer is the double nearest to it."""
    answer = send(player, f'{{"players": {number}}}'.encode())
    assert places(answer) == ["/players"]


@pytest.mark.parametrize("number", ["2.0", "2e0", "0.2E1", "20e-1"])
def test_an_integer_may_have_any_spelling(player: Player, number: str) -> None:
    """As in JSON Schema (2020-12, 6.1.1)."""
    sent = f'{{"players": {number}, "first_player": -0e99999999999999999999}}'
    assert len(send(player, sent.encode()).json["game"]["seats"]) == 2


@pytest.mark.parametrize("is_terminated", [False, True])
def test_a_truncated_body_is_rejected(player: Player, is_terminated: bool) -> None:
    """Even if its part is JSON, and whether or not the server ends its input with the body."""
    environ = {"CONTENT_LENGTH": "60", "wsgi.input_terminated": is_terminated}
    answer = player.client.post(
        "/v1/games", input_stream=BytesIO(b'{"players": 1}'), content_type="application/json", environ_overrides=environ
    )
    assert problem(answer) == (400, "malformed-json")


def test_a_duplicate_member_is_rejected(player: Player) -> None:
    """Parsers differ in which one they take."""
    answer = send(player, b'{"players": 2, "players": 3}')
    assert problem(answer) == (400, "malformed-json")
    assert "duplicate member 'players'" in answer.json["detail"]


@pytest.mark.parametrize(
    "content_type", ["", "text/plain", "application/x-www-form-urlencoded", "application/problem+json"]
)
def test_a_body_without_the_json_content_type_is_rejected(player: Player, content_type: str) -> None:
    """415, not an error about its content. Parameters do not matter: JSON is UTF-8 anyway."""
    answer = send(player, b'{"players": 2}', content_type)
    assert problem(answer) == (415, "unsupported-media-type")
    assert send(player, b'{"players": 2}', "application/json; charset=utf-8").status_code == 201


def test_a_larger_body_is_rejected(player: Player) -> None:
    """Than 64 KiB, spaces included: one byte is enough."""
    assert send(player, b'{"players": 2}'.ljust(64 * 1024)).status_code == 201
    answer = send(player, b'{"players": 2}'.ljust(64 * 1024 + 1))
    assert problem(answer) == (413, "content-too-large")


@pytest.mark.parametrize(
    ("request_body", "pointer"),
    [
        ({"players": 2, "a/b~c": 1}, "/a~1b~0c"),
        ({"players": 2, "first_player": 2}, "/first_player"),
        ({"players": 2, "seats": [{"name": "a"}]}, "/seats"),
        ({"players": 2, "seats": [{"name": "a"}, {}]}, "/seats/1"),
        ({"players": 2, "seats": [{"name": "a"}, {"name": "b", "open": True}]}, "/seats/1"),
    ],
    ids=str,
)
def test_a_fault_has_a_pointer(player: Player, request_body: dict[str, Any], pointer: str) -> None:
    """By its RFC 6901 pointer."""
    answer = player.post("/v1/games", request_body)
    assert problem(answer) == (422, "invalid-request")
    assert places(answer) == [pointer]


@pytest.mark.parametrize(
    "name",
    [
        *("", "x" * 41, "a\x00b", "a\nb", "a\x7fb", "\u2028", "a\u202eb", " a", "a ", " "),
        *("\u200b", "a\u200bb", "\u200d", "a\u200d", "a\u200db", "a\u200cb", "\u200e", "a\u200f", "\u061c", "\u2060x"),
        *("\ufeff", "\xad", "\ufe0f", "a\ufe0f", "a\ufe00", "\U000e0041", "a\U000e0062\U000e007f", "\U000e0100"),
        *("\u115f", "\u3164", "\uffa0", "\u2800", "\u034f", "\ue000", "\U0010fffe", "\ufdd0", "\u0301", "\u0301\u0302"),
        *("x" + "\u0311" * 5, "\u0301x", "\u0e31ก", "1\ufe0f", "\U0001f469\u200d", "\U0001f469\u200dx", "\u200dx"),
    ],
    ids=ascii,
)
def test_an_invalid_name_is_rejected(player: Player, name: str) -> None:
    """Too long, empty, with control or invisible characters, or with surrounding white space."""
    answer = player.post("/v1/games", {"players": 1, "seats": [{"name": name}]})
    assert places(answer) == ["/seats/0/name"]


@pytest.mark.parametrize(
    "name",
    [
        *("x", "x" * 40, "María José", "王小明", "O'Brien", "<b>", "محمد", "שרה", "สมชาย", "Nguyễn Thị", "7", "❤"),
        *(
            "👩\u200d🚀",
            "👩🏽\u200d🚀",
            "👁\ufe0f\u200d🗨\ufe0f",
            "🏳\ufe0f\u200d🌈",
            "❤\ufe0f",
            "1\ufe0f\u20e3",
            "🇪🇸",
            "‼\ufe0f",
        ),
        *("می\u200cخواهم", "क\u094d\u200dष", "ശ\u0d4d\u200c", "ක\u0dca\u200dර"),
    ],
    ids=ascii,
)
def test_a_name_may_be_in_any_script(player: Player, name: str) -> None:
    """1 to 40 characters."""
    game = player.create(1, seats=[{"name": name}])
    assert game.view["seats"][0]["name"] == name


@pytest.mark.parametrize(
    ("sent", "beginning"),
    [
        ({"players": 9}, "/players: Must be greater than or equal to 1"),
        ({"players": 1, "seats": [{"name": "\u200b"}]}, "/seats/0/name: a name has no invisible characters"),
        ({"players": 1, "seats": [{}]}, '/seats/0: expected {"name"'),
    ],
)
def test_the_detail_begins_with_the_first_fault(player: Player, sent: Any, beginning: str) -> None:
    """After its place."""
    detail = player.post("/v1/games", sent).json["detail"]
    assert detail.startswith(beginning)


UNKNOWN_MEMBERS = {format(number, "x"): 0 for number in range(5_000)}
MANY_FAULTS = [
    ("/v1/games", dict.fromkeys(map(str, range(20)), 0), 20),
    ("/v1/games", {"players": 9, **UNKNOWN_MEMBERS}, 5_000),
    ("/v1/games", {"players": 1, "seed": "x", "actions": [0] * 1_000}, 1_000),
    ("/v1/games/batch", {"games": [{"players": 0, "seats": [{}, {"open": False}]}] * 100}, 300),
    ("/v1/games/views", {"games": [{"hat": 1, "shoe": 2}] * 100}, 200),
    ("/v1/games/batch", {"games": [{"players": 1, "seats": [{"agent": "nobody-here"}]}] * 100}, 100),
]


@pytest.mark.parametrize(("path", "body", "count"), MANY_FAULTS, ids=lambda given: str(given)[:40])
def test_the_first_20_faults_are_described(player: Player, path: str, body: dict[str, Any], count: int) -> None:
    """The others are counted, if there are any, whatever their kind."""
    problem = player.post(path, body).json
    assert (problem["code"], len(problem["errors"])) == ("invalid-request", 20)
    assert problem.get("further_errors", 0) == count - 20


def test_the_names_of_members_are_checked_before_their_values(player: Player) -> None:
    """In each object by itself."""
    body = {"players": 2, "listed": 1, "seats": [{"name": 5, "hat": 1}, {"name": 5}]}
    assert {fault["pointer"] for fault in player.post("/v1/games", body).json["errors"]} == {
        *("/listed", "/seats/0/hat", "/seats/1/name")
    }


@pytest.mark.parametrize(
    "body", [f'{{"{"x" * 60_000}": 1}}', f'{{"{"x" * 30_000}": 1, "{"x" * 30_000}": 2}}'], ids=["unknown", "twice"]
)
def test_a_long_name_of_a_member_is_quoted_in_part(player: Player, body: str) -> None:
    """64 characters."""
    answer = send(player, body)
    assert len(answer.data) < 1_000
    assert "x" * 64 + "…" in answer.json["detail"]


LONG_MARKS = "a" + "\u0315" * 16_000 + "\u0300" * 15_000
TOO_LONG: list[tuple[str, dict[str, Any], str, int]] = [
    ("/v1/games", {"players": 1, "seats": [{"name": LONG_MARKS}]}, "/seats/0/name", 40),
    ("/v1/agents", {"name": "a-bot", "description": LONG_MARKS}, "/description", MAX_DESCRIPTION_LENGTH),
    ("/v1/games", {"players": 1, "seats": [{"agent": "a" * 60_000}]}, "/seats/0/agent", 39),
    ("/v1/games", {"players": 1, "seed": "x" * 60_000}, "/seed", 128),
    ("/v1/games", {"players": 1, "deal": "x" * 60_000}, "/deal", 64),
    ("/v1/games/views", {"games": [{"id": "x" * 60_000}]}, "/games/0/id", 64),
    ("/v1/games", {"players": 1, "seed": "x", "actions": ["AC+" * 20_000]}, "/actions/0", MAX_ACTION_LENGTH),
    ("/v1/games/x/actions", {"version": 1, "action": "AC+" * 20_000}, "/action", MAX_ACTION_LENGTH),
]


@pytest.mark.parametrize(("path", "body", "pointer", "limit"), TOO_LONG, ids=lambda given: str(given)[:40])
def test_a_long_text_is_refused_for_its_length(
    player: Player, path: str, body: dict[str, Any], pointer: str, limit: int
) -> None:
    """Before it is normalized, matched or compared, so that the message names no other fault; nor does it quote it."""
    answer = player.client.post(path, data=json.dumps(body, ensure_ascii=False), content_type="application/json")
    assert answer.json["errors"] == [{"pointer": pointer, "detail": f"Longer than maximum length {limit}."}]
    assert len(answer.data) < 1_000


def test_a_name_may_be_longer_before_it_is_normalized(player: Player) -> None:
    """Each of 40 characters can be sent as four (Unicode Standard Annex 15)."""
    longest = 40 * "\u1f82"
    sent = unicodedata.normalize("NFD", longest)
    game = player.create(1, seats=[{"name": sent}])
    assert (len(sent), game.view["seats"][0]["name"]) == (160, longest)


@pytest.mark.parametrize(
    "field",
    [
        *(String(), Raw(), Boolean(), Float(), Integer(), List(Integer()), Constant("x")),
        *(Text(), Text(metadata={"pattern": "^a*$"}), Text(metadata={"maxLength": 65_537})),
        *(Text(pre_load=str.lower, metadata={"maxLength": 9}), type("Other", (Text,), {})(metadata={"maxLength": 9})),
        *(Integer(strict=True), Integer(validate=Range(1, 2)), Integer(strict=True, validate=Range(1))),
        *(QueryInteger(), StrictNumber(), BoundedList(Text(), most=9), BoundedList(StrictBoolean(), most=65_537)),
        *(Nested(PLAIN), Nested(PLAIN()), Nested({"note": String()}), Pluck(PLAIN, "note"), Pluck(EmptyRequest, "a")),
        *(Nested(EmptyRequest, many=True), Nested(EmptyRequest(many=True)), Nested(lambda: EmptyRequest(many=True))),
    ],
    ids=repr,
)
def test_a_request_has_no_field_without_a_bound(field: Field[Any]) -> None:
    """It fails when its operation is defined, also within another schema."""
    inner = type("Inner", (RequestSchema,), {"member": field})
    outer = type("Outer", (RequestSchema,), {"inner": BoundedList(Nested(inner), most=1)})
    for schema in (inner, outer):
        with pytest.raises(TypeError, match=r"^member: expected one of the fields in FIELDS"):
            schema()


@pytest.mark.parametrize("location", ["query", "json"])
def test_an_operation_reads_nothing_without_bounds(location: str) -> None:
    """A schema that may have fields without bounds fails when the operation is defined."""
    with pytest.raises(TypeError, match="expected a RequestSchema"):
        ApiBlueprint("plain", __name__).arguments(PLAIN, location=location)(print)


@pytest.mark.parametrize("query", ["status=" + "," * 8_000, "status=" + "waiting," * 3 + "over"])
def test_a_list_in_a_query_has_as_many_values_as_its_enumeration(player: Player, query: str) -> None:
    """Each of them can be given once."""
    answer = player.get(f"/v1/games?{query}")
    assert "Length must be between 1 and 3." in answer.json["detail"]


def test_a_long_name_of_a_parameter_is_quoted_in_part(player: Player) -> None:
    """64 characters."""
    answer = player.get("/v1/games?" + "x" * 8_000)
    assert answer.json["errors"][0]["parameter"] == "x" * 64 + "…"
    assert len(answer.data) < 1_000


@pytest.mark.parametrize("version", [0, 1, MAX_VERSION, MAX_VERSION + 1, True, 1.0])
@pytest.mark.parametrize("action", ["", "nonsense", "x" * MAX_ACTION_LENGTH, "x" * (MAX_ACTION_LENGTH + 1), 1])
def test_the_short_way_to_load_an_action_finds_what_marshmallow_finds(version: object, action: object) -> None:
    """The same result, or no result."""
    body = {"version": version, "action": action}
    assert loaded(ActionRequest().load, body) == loaded(partial(Schema.load, ActionRequest()), body)


def loaded(load: Callable[[object], object], body: object) -> object:
    """What is loaded; None: the body is refused."""
    try:
        return load(body)
    except ValidationError:
        return None


def test_a_new_member_of_an_action_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a schema derived from that of actions, and in that one."""
    reason, body = fields.label("Why.", required=True), {"version": 1, "action": "yield"}
    derived = type("Reasoned", (ActionRequest,), {"reason": reason})
    assert loaded(derived().load, body) is None
    monkeypatch.setitem(ActionRequest._declared_fields, "reason", reason)  # noqa: SLF001 - as in its source
    assert loaded(ActionRequest().load, body) is None


def test_a_path_that_is_not_there_is_a_problem(player: Player) -> None:
    """404 as `application/problem+json`. It says where the paths are."""
    answer = player.get("/v2/games")
    assert (answer.status_code, answer.mimetype, answer.json["code"]) == (404, "application/problem+json", "not-found")
    assert answer.json["detail"] == "/openapi.json lists the paths of all operations. They begin with /v1."


def test_a_method_that_does_not_go_is_a_problem_with_allow(player: Player) -> None:
    """405 keeps the header that RFC 9110 asks for, and says what does."""
    answer = player.patch(player.create().path, None)
    assert problem(answer) == (405, "method-not-allowed")
    assert "GET" in answer.headers["Allow"]
    assert answer.json["detail"] == "this path has the methods DELETE, GET, HEAD, OPTIONS"


def test_a_problem_has_all_members_of_its_standard(player: Player) -> None:
    """RFC 9457: type, title, status, detail, instance; and the code, the last part of the type."""
    problem = player.get("/v1/games/nowhere").json
    assert problem["type"] == f"/problems/{problem['code']}"
    assert (problem["status"], problem["instance"]) == (404, "/v1/games/nowhere")
    assert problem["title"]
    assert "nowhere" in problem["detail"]


PATTERN = document()["components"]["schemas"]["TakeSeatRequest"]["properties"]["name"]["pattern"]
BASIC_PLANE = [chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000]
OTHER_PLANES = [chr(code) for code in range(0x10000, 0x110000, 61)]
IN_CONTEXT = set("\u200c\u200d\ufe0e\ufe0f")
"""Characters that are valid in some words only, which the pattern does not state."""

MATCHING = """
const pattern = new RegExp(process.argv[1], process.argv[2]);
const codes = [...Array(0x10000).keys()].filter((code) => code < 0xd800 || code >= 0xe000);
console.log(JSON.stringify(codes.filter((code) => pattern.test(`x${String.fromCodePoint(code)}x`))));
"""


def is_accepted(name: str) -> bool:
    """Whether the server accepts a name."""
    return player_name.validate(player_name.normalize(name)) is None


def matches(name: str) -> bool:
    """Whether a name matches the published pattern."""
    return re.search(PATTERN.replace("$", r"\Z"), name) is not None


def test_the_pattern_accepts_what_the_server_accepts() -> None:
    """Each character of the basic plane, in a name."""
    differing = {c for c in BASIC_PLANE if matches(f"x{c}x") != is_accepted(f"x{c}x")}
    assert differing == IN_CONTEXT


def test_the_pattern_rejects_nothing_that_the_server_accepts() -> None:
    """Neither alone nor in a name, in all planes."""
    names = [name for c in BASIC_PLANE[::7] + OTHER_PLANES for name in (c, f"x{c}x")]
    assert not [name for name in names if is_accepted(name) and not matches(name)]


@pytest.mark.parametrize("flags", ["", "u"])
def test_the_pattern_is_the_same_in_ecmascript(flags: str) -> None:
    """The language of patterns in JSON Schema, with and without the flag for Unicode."""
    run = subprocess.run(["node", "-e", MATCHING, PATTERN, flags], capture_output=True, check=True)
    assert set(map(chr, json.loads(run.stdout))) == {c for c in BASIC_PLANE if matches(f"x{c}x")}


@pytest.mark.parametrize("character", ["\ufffc", "\U00016fe4", "\u2065", "\U00013441", "\U0001343f"], ids=ascii)
def test_a_character_without_a_form_is_invalid(character: str) -> None:
    """Fillers and blanks, whatever their category."""
    assert not is_accepted(f"x{character}x")


def test_a_replacement_character_is_visible() -> None:
    """U+FFFD."""
    assert is_accepted("\ufffd")


def test_a_player_may_have_no_name(player: Player) -> None:
    """A new game's seat, and one that is taken: clients show a name in the language of their user."""
    game = player.create(2, seats=[{"name": None}, {"open": True}])
    assert player.post(f"{game.path}/seats/1", {"name": None}).status_code == 201
    assert [seat["name"] for seat in player.get_view(game)["seats"]] == [None, None]
    events = player.events(game)
    assert [(event["type"], event["name"]) for event in events] == [("seat-taken", None)]
    assert player.get_view(game)["status"] == "active"
