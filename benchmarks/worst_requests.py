"""The most expensive requests to each operation of the API document, made from its schemas with one extreme value each.

Each place of a request, a parameter, a header, or a member of the body however deep, gets in turn its largest legal
value, and illegal ones as long as the server reads. A place in a list gets them in each of as many items as the schema
allows. No operation is named here: a new one is covered as soon as the document has it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import quote

from regicide_api.gunicorn_worker import MAX_LINE_BYTES, MAX_REQUEST_BYTES
from regicide_api.schemas.fields import MAX_BODY_BYTES

DOCUMENT: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "openapi" / "openapi.json").read_text(encoding="utf-8")
)
METHODS: Final = ("get", "put", "post", "patch", "delete")
HEADER_BYTES: Final = 8000
"""The length of an illegal parameter or header: nearly what the server reads of a line."""
TARGET_BYTES: Final = MAX_LINE_BYTES - 200
MAX_HEADERS: Final = 90
SAMPLES: Final = 3
"""Operations of which each common parameter is sent."""

Schema: TypeAlias = Mapping[str, Any]
Values: TypeAlias = Mapping[str, Any]
"""Values that fit the state of the server, by the name of a parameter or member: ids, tokens, legal actions.

`Component.member` has the member of an object together with others that it needs, `Component.*` as many as it can have.
A function makes a value each time.
"""
Fragment: TypeAlias = Callable[[int], str]
"""A value of this number of bytes at most, as the JSON text in which it is sent."""

SAMPLE_TEXTS: Final = ("0", f"0-{9 * '0'}", "a0", "AC", "AC+AC", "bot:a0", 22 * "0", f"{14 * '0'}-{20 * '0'}")
"""Texts that fit the patterns of the document. A pattern that none fits needs another one."""

TEXTS: Final[dict[str, Callable[[int], str]]] = {
    "combining marks": lambda size: "a" + (size // 4) * "\u0315" + (size // 4) * "\u0300",
    "four-byte characters": lambda size: size // 4 * "\U0001f600",
    "joiners": lambda size: size // 6 * "\u0915\u200d",
    "spaces": lambda size: f"a{size * ' '}a",
    "digits": lambda size: size * "9",
    "commas": lambda size: size * ",",
    "list": lambda size: size // 14 * 'a1;b="c";q=0.1',
    "different items": lambda size: ",".join(f"i{number:05d}" for number in range(size // 7)),
    "hyphens": lambda size: f"a{size * '-'}",
    "percent signs": lambda size: size * "%",
}
"""Texts that are illegal nearly everywhere."""

FRAGMENTS: Final[dict[str, Fragment]] = {
    **{name: lambda size, made=made: _text(made, size) for name, made in TEXTS.items()},  # type: ignore[misc]
    "escapes": lambda size: f'"a{size // 12 * chr(92) + "u0315"}{(size // 12) * (chr(92) + "u0300")}"',
    "surrogates": lambda size: f'"{(size // 6) * (chr(92) + "ud800")}"',
    "quotes": lambda size: f'"{size // 2 * (chr(92) + chr(34))}"',
    "long fraction": lambda size: f"0.{size * '9'}",
    "long integer": lambda size: size * "9",
    "long negative integer": lambda size: f"-{size * '9'}",
    "large exponent": lambda size: f"1e{min(size, 6) * '9'}",
    "small exponent": lambda size: f"{size * '1'}e-999999",
    "deep lists": lambda size: size // 2 * "[" + size // 2 * "]",
    "deep objects": lambda size: size // 6 * '{"a":' + "0" + size // 6 * "}",
    "list of numbers": lambda size: f"[{','.join(size // 2 * '0')}]",
    "list of empty lists": lambda size: f"[{','.join(size // 3 * ['[]'])}]",
    "list of empty objects": lambda size: f"[{','.join(size // 3 * ['{}'])}]",
    "list of texts": lambda size: f"[{','.join(size // 4 * [chr(34) + 'a' + chr(34)])}]",
    "unknown members": lambda size: "{" + ",".join(f'"{number:04x}":0' for number in range(size // 9)) + "}",
    "a member repeated": lambda size: "{" + ",".join(size // 6 * ['"a":0']) + "}",
}
"""Values that are illegal nearly everywhere, as JSON."""

BODIES: Final[dict[str, Callable[[int], bytes]]] = {
    "invalid UTF-8": lambda size: b'{"' + size * b"\xff" + b'":0}',
    "spaces": lambda size: b"{" + size * b" ",
    "open objects": lambda size: size // 5 * b'{"":[',
}
"""Whole bodies that are not JSON."""


class Operation(NamedTuple):
    """An operation of the document, with its references resolved."""

    name: str
    method: str
    path: str
    parameters: Sequence[Schema]
    body: Schema | None
    schemes: Sequence[str]
    media_types: Sequence[str]

    @property
    def is_safe(self) -> bool:
        """Whether its requests change nothing."""
        return self.method == "GET"


@dataclass(frozen=True)
class Draft:
    """The parts of a request. `body` is JSON, or bytes that are not valid JSON."""

    path: Mapping[str, str] = field(default_factory=dict)
    query: Sequence[tuple[str, str]] = ()
    headers: Sequence[tuple[str, str]] = ()
    body: Any = None
    chunk: int = 0

    def with_text(self, where: str, name: str, text: str) -> Draft:
        """With a parameter in its path, query or headers, instead of one with the same name."""
        if where == "path":
            return replace(self, path={**self.path, name: text})
        pairs = self.query if where == "query" else self.headers
        changed = [*(pair for pair in pairs if pair[0] != name), (name, text)]
        return replace(self, query=changed) if where == "query" else replace(self, headers=changed)

    def bytes(self, operation: Operation) -> bytes:
        """What is sent. A body is sent in chunks of `chunk` bytes, if that is not 0."""
        path = operation.path.format_map({name: quote(text, safe="") for name, text in self.path.items()})
        query = "&".join(f"{quote(name)}={quote(text, safe=',')}" for name, text in self.query)
        body = self.body if isinstance(self.body, bytes) else b"" if self.body is None else encoded(self.body)
        headers = [("Host", "127.0.0.1"), *self.headers]
        if self.body is not None:
            length = ("Transfer-Encoding", "chunked") if self.chunk else ("Content-Length", str(len(body)))
            headers += [("Content-Type", "application/json"), length]
        lines = "".join(f"{name}: {text}\r\n" for name, text in headers)
        head = f"{operation.method} {path}{'?' if query else ''}{query} HTTP/1.1\r\n{lines}\r\n"
        return head.encode("utf-8", "surrogatepass") + (_chunked(body, self.chunk) if self.chunk else body)


class Variant(NamedTuple):
    """An expensive request: its operation, the place and kind of its extreme value, and its change of a plain one."""

    operation: Operation
    place: str
    kind: str
    change: Callable[[Draft, Values], Draft]

    def __str__(self) -> str:
        """Its name in the tables."""
        return " ".join(filter(None, (self.operation.name, self.place, self.kind)))


class Piece(str):
    """A text of JSON inside a body, where everything else is Python's."""

    __slots__ = ()


def _text(made: Callable[[int], str], size: int) -> str:
    return json.dumps(made(size), ensure_ascii=False)


def _chunked(body: bytes, size: int) -> bytes:
    pieces = (body[start : start + size] for start in range(0, len(body), size))
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def encoded(body: Any) -> bytes:
    """A body with its pieces as they are."""
    if isinstance(body, Piece):
        return body.encode("utf-8", "surrogatepass")
    if isinstance(body, dict):
        return b"{" + b",".join(encoded(name) + b":" + encoded(member) for name, member in body.items()) + b"}"
    if isinstance(body, list):
        return b"[" + b",".join(map(encoded, body)) + b"]"
    return json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")


def resolved(schema: Schema) -> Schema:
    """The schema that a reference means, with the name of its component."""
    if "$ref" not in schema:
        return schema
    name = schema["$ref"].rpartition("/")[2]
    return {"component": name, **DOCUMENT["components"]["schemas"][name]}


def operations() -> Iterator[Operation]:
    """All operations of the document."""
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS:
            if described := item.get(method):
                answers = [answer for status, answer in described["responses"].items() if status[0] == "2"]
                body = described.get("requestBody", {}).get("content", {}).get("application/json")
                yield Operation(
                    described["operationId"],
                    method.upper(),
                    path,
                    [*item.get("parameters", []), *described.get("parameters", [])],
                    resolved(body["schema"]) if body else None,
                    [*dict.fromkeys(scheme for one in described.get("security", []) for scheme in one)],
                    sorted({media for answer in answers for media in answer.get("content", {})}),
                )


def schemas_of(operation: Operation) -> Iterator[Schema]:
    """The schemas of all parameters of an operation, and of all places in its body."""
    yield from (resolved(parameter["schema"]) for parameter in operation.parameters)
    yield from (schema for _, schema in (places(operation.body) if operation.body else ()))


@cache
def longest(pattern: str, size: int) -> str:
    """A text that fits a pattern, about `size` long: one of SAMPLE_TEXTS, or one with a part repeated.

    Raises ValueError if none fits.
    """
    texts = (text for sample in SAMPLE_TEXTS for text in _stretched(sample, size))
    found = min(filter(re.compile(pattern).search, texts), key=lambda text: abs(size - len(text)), default=None)
    if found is None:
        users = [each.name for each in operations() if any(pattern == one.get("pattern") for one in schemas_of(each))]
        raise ValueError(f"{pattern!r} of {', '.join(users)}: expected a text that fits it in SAMPLE_TEXTS")
    return found


def _stretched(text: str, size: int) -> Iterator[str]:
    """A text, and others in which a part of up to three characters is repeated as often as `size` allows."""
    yield text
    for start in range(len(text)):
        for part in (text[start : start + length] for length in (1, 2, 3)):
            yield text[:start] + max(0, size - len(text)) // len(part) * part + text[start:]


def legal(schema: Schema, name: str, values: Values, is_largest: bool = False) -> Any:
    """A legal value of a schema for a place with a name: the value of the state, else the largest or a small one."""
    schema = resolved(schema)
    for known in (schema.get("component", ""), name):
        if known in values:
            return values[known]() if callable(values[known]) else values[known]
    types = schema.get("type", "object")
    match types if isinstance(types, str) else types[0]:
        case "boolean":
            return True
        case "integer" | "number":
            return schema.get("maximum" if is_largest else "minimum", 1)
        case "array":
            count = schema.get("maxItems", 1) if is_largest else schema.get("minItems", 0)
            return [legal(schema["items"], name, values, is_largest) for _ in range(count)]
        case "object":
            return (is_largest and _with_companions(schema.get("component", ""), "*", values)) or plain(schema, values)
        case _:
            return _legal_text(schema, is_largest)


def _legal_text(schema: Schema, is_largest: bool) -> str:
    if "enum" in schema:
        return str(max(schema["enum"], key=len))
    size = schema.get("maxLength", HEADER_BYTES) if is_largest else schema.get("minLength", 1)
    if "pattern" in schema:
        return longest(schema["pattern"], size)
    return str(schema["example"]) if "example" in schema and not is_largest else size * "a"


def plain(schema: Schema, values: Values) -> dict[str, Any]:
    """An object with its required members, or with one of the others if it needs one."""
    members, component = schema.get("properties", {}), schema.get("component", "")
    needed = [*schema.get("required", [])]
    if not needed and schema.get("minProperties"):
        needed = [next((name for name in members if f"{component}.{name}" in values), next(iter(members)))]
    found: dict[str, Any] = {}
    for name in needed:
        found |= _with_companions(component, name, values) or {name: legal(members[name], name, values)}
    return found


def _with_companions(component: str, name: str, values: Values) -> dict[str, Any]:
    known = values.get(f"{component}.{name}", {})
    return dict(known() if callable(known) else known)


def base(operation: Operation, values: Values) -> Draft:
    """The plainest request that is legal, with a token if the operation takes one."""
    path: dict[str, str] = {}
    query: list[tuple[str, str]] = []
    headers: list[tuple[str, str]] = []
    for parameter in operation.parameters:
        schema = _schema_of(parameter)
        if parameter["in"] == "path":
            path[parameter["name"]] = str(legal(schema, parameter["name"], values))
        elif parameter.get("required") or (isinstance(schema.get("default"), str) and parameter["name"] in values):
            pair = (parameter["name"], str(legal(schema, parameter["name"], values)))
            (query if parameter["in"] == "query" else headers).append(pair)
    token = next((values[f"token of {scheme}"] for scheme in operation.schemes if f"token of {scheme}" in values), None)
    headers += [("Authorization", f"Bearer {token}")] if token else []
    return Draft(path, query, headers, plain(operation.body, values) if operation.body else None)


def variants(operation: Operation, seen: Counter[str] | None = None) -> Iterator[Variant]:
    """All requests to an operation, the plainest one first. `seen` counts parameters, to leave out common ones."""
    yield Variant(operation, "", "plain", lambda draft, _: draft)
    bearer = {"name": "Authorization", "in": "header", "schema": {"type": "string"}}
    for parameter in [*operation.parameters, *([bearer] if operation.schemes else [])]:
        known = json.dumps([parameter[name] for name in ("name", "in", "schema")])
        if seen is None or seen[known] < SAMPLES:
            yield from _of_parameter(operation, parameter)
        if seen is not None:
            seen[known] += 1
    for media_type in operation.media_types[: 0 if len(operation.media_types) == 1 else None]:
        yield Variant(operation, "Accept", media_type, _with_text("header", "Accept", lambda _, text=media_type: text))  # type: ignore[misc]
    yield from _of_heads(operation)
    if operation.body:
        yield from _of_body(operation, operation.body)


def _of_heads(operation: Operation) -> Iterator[Variant]:
    """Unknown parameters and headers."""
    unknown = tuple((f"x{number:04d}", "") for number in range(TARGET_BYTES // 8))
    yield Variant(operation, "query", "unknown members", lambda draft, _: replace(draft, query=unknown))
    more = tuple((f"X-{number:02d}", "a" * 400) for number in range(MAX_HEADERS))
    yield Variant(operation, "headers", "unknown", lambda draft, _: replace(draft, headers=[*draft.headers, *more]))


def _of_parameter(operation: Operation, parameter: Schema) -> Iterator[Variant]:
    name, where, schema = parameter["name"], parameter["in"], _schema_of(parameter)
    place = {"query": f"?{name}", "header": name, "path": f"{{{name}}}"}[where]
    size = HEADER_BYTES if where == "header" else TARGET_BYTES

    def legal_text(values: Values) -> str:
        if "items" in schema:
            return ",".join(resolved(schema["items"])["enum"])
        return str(legal(schema, name, values, is_largest=True))

    def repeated(values: Values) -> str:
        text = legal_text(values)
        return _fitting(lambda wanted: ",".join(wanted // (len(text.encode()) + 1) * [text]), size, where)

    illegal: dict[str, Callable[[Values], str]]
    illegal = {kind: partial(_fitting, made, size, where) for kind, made in TEXTS.items()}
    for kind, made in {"largest legal": legal_text, **illegal, "legal repeated": repeated}.items():
        yield Variant(operation, place, kind, _with_text(where, name, made))
    if where == "query":
        many = tuple((name, "") for _ in range(TARGET_BYTES // (len(name) + 2)))
        yield Variant(operation, place, "parameter repeated", lambda draft, _: replace(draft, query=many))


def _schema_of(parameter: Schema) -> Schema:
    return {"example": parameter.get("example", "a"), **resolved(parameter["schema"])}


def _with_text(where: str, name: str, made: Callable[[Values], str]) -> Callable[[Draft, Values], Draft]:
    return lambda draft, values: draft.with_text(where, name, made(values))


def _fitting(made: Callable[[int], str], size: int, where: str, _: object = None) -> str:
    """A text whose encoded form is as long as it may be."""
    text = made(size)
    encode = (lambda part: part) if where == "header" else (lambda part: quote(part, safe=","))
    expansion = max(1, len(encode(text).encode()) / size)
    return made(int(size / expansion) - 8)


MANY: Final = (8, 1000)
"""Items of each list, at most. Legal values are sent in few as well, where more are refused."""

Steps: TypeAlias = tuple[str, ...]
"""The way to a place in a body: the names of members; `[]` for the items of a list."""


def places(schema: Schema, steps: Steps = ()) -> Iterator[tuple[Steps, Schema]]:
    """The places in a body, itself included."""
    schema = resolved(schema)
    yield steps, schema
    for name, member in schema.get("properties", {}).items():
        yield from places(member, (*steps, name))
    if "items" in schema:
        yield from places(schema["items"], (*steps, "[]"))


def placed(schema: Schema, steps: Steps, values: Values, piece: Callable[[], Piece] | None, count: int) -> Any:
    """A body with a piece at a place, or the largest legal value, in up to `count` items of each list on the way."""
    schema = resolved(schema)
    if not steps:
        return piece() if piece else legal(schema, "", values, is_largest=True)
    if steps[0] == "[]":
        items = min(count, schema.get("maxItems", count))
        return [placed(schema["items"], steps[1:], values, piece, count) for _ in range(items)]
    companions = _with_companions(schema.get("component", ""), steps[0], values)
    whole = companions if "minProperties" in schema else plain(schema, values) | companions
    if companions and len(steps) == 1 and not piece:
        return whole
    return whole | {steps[0]: placed(schema["properties"][steps[0]], steps[1:], values, piece, count)}


def _of_body(operation: Operation, body: Schema) -> Iterator[Variant]:
    for kind, whole in BODIES.items():
        content = whole(MAX_BODY_BYTES - 20)
        yield Variant(operation, "body", kind, lambda draft, _, content=content: replace(draft, body=content))  # type: ignore[misc]
    yield Variant(operation, "body", "chunks of a byte", lambda draft, _: replace(_padded(draft), chunk=1))
    for steps, schema in places(body):
        place = "".join(step if step == "[]" else f".{step}" for step in steps) or "body"
        for kind, fragment in _kinds(schema).items():
            for count in _counts(steps, schema, kind) if steps or fragment else ():
                name = f"{kind} in {count} items" if count > 1 else kind
                yield Variant(operation, place, name, _with_piece(body, steps, fragment, count))


def _counts(steps: Steps, schema: Schema, kind: str) -> Sequence[int]:
    """The numbers of items in which a place gets a value: long texts in one, too, as their cost may not be linear."""
    if "[]" not in steps:
        return (1,)
    few, most = MANY
    if kind == "largest legal":
        return few, most
    return (1, most) if kind in TEXTS and "string" in schema.get("type", ()) else (most,)


def _kinds(schema: Schema) -> dict[str, Fragment | None]:
    """What a place of a schema gets; None: its largest legal value."""
    kinds: dict[str, Fragment | None] = {"largest legal": None, **FRAGMENTS}
    if "pattern" in schema:
        kinds["nearly legal"] = partial(_nearly_legal, schema)
    return kinds


def _nearly_legal(schema: Schema, size: int) -> str:
    sizes = (size, min(size, schema.get("maxLength", size)))
    return json.dumps(max((longest(schema["pattern"], each) for each in sizes), key=len) + "!")


def _padded(draft: Draft) -> Draft:
    """With spaces before its body, as many as the server reads of one in chunks of a byte."""
    body = encoded(draft.body)
    return replace(draft, body=((MAX_REQUEST_BYTES - 1000) // len(b"1\r\n \r\n") - len(body)) * b" " + body)


def _with_piece(body: Schema, steps: Steps, fragment: Fragment | None, count: int) -> Callable[[Draft, Values], Draft]:
    """A change that puts a fragment at a place, or its largest legal value, and fills the body with it."""

    def change(draft: Draft, values: Values) -> Draft:
        for items in (count, *(fewer for fewer in (100, 50, 25, 12, 6, 3, 1) if fewer < count)):
            pieces: list[Piece] = []
            frame = encoded(placed(body, steps, values, partial(_counted, pieces) if fragment else None, items))
            room = (MAX_BODY_BYTES - 16 - len(frame)) // max(1, len(pieces))
            if not fragment and room >= 0:
                return replace(draft, body=frame)
            if fragment and room > 12:
                return replace(
                    draft, body=encoded(placed(body, steps, values, partial(Piece, _filling(fragment, room)), items))
                )
        return draft

    return change


def _counted(pieces: list[Piece]) -> Piece:
    pieces.append(Piece(""))
    return pieces[-1]


def _filling(fragment: Fragment, size: int) -> str:
    """A fragment whose bytes are at most `size`."""
    text = fragment(size)
    length = len(text.encode("utf-8", "surrogatepass"))
    return text if length <= size else fragment(max(1, size * size // length - 8))
