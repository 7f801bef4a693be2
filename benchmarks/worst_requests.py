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
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import quote

from clients import raw_request
from regicide_api.gunicorn_worker import MAX_LINE_BYTES, MAX_REQUEST_BYTES
from regicide_api.pages import service
from regicide_api.schemas.values import MAX_BODY_BYTES

DOCUMENT: Final[dict[str, Any]] = service.resolved()
METHODS: Final = ("get", "put", "post", "patch", "delete")
HEADER_BYTES: Final = 8000
"""The length of an illegal parameter or header: nearly what the server reads of a line."""
TARGET_BYTES: Final = MAX_LINE_BYTES - 200
MAX_HEADERS: Final = 90
SAMPLES: Final = 3
"""Operations of which each common parameter is sent."""
MANY: Final = (8, 1000)
"""Items of each list, at most. Legal values are sent in few as well, where more are refused."""
MARK: Final = "\N{OBJECT REPLACEMENT CHARACTER}"
MARK_BYTES: Final = f'"{MARK}"'.encode()
"""What a fragment replaces in the JSON of a body."""
MIN_FRAGMENT_BYTES: Final = 13

Schema: TypeAlias = Mapping[str, Any]
Values: TypeAlias = Mapping[str, Any]
"""Values that fit the state of the server, by the name of a parameter or member: ids, tokens, legal actions.

`Component.member` has the member of an object together with others that it needs, `Component.*` as many as it can have.
A function makes a value each time.
"""
Made: TypeAlias = Callable[[int], str]
"""A text of this number of bytes at most; for a place in a body, the JSON in which a value is sent."""
Steps: TypeAlias = tuple[str, ...]
"""The way to a place in a body: the names of members; `[]` for the items of a list."""

SAMPLE_TEXTS: Final = (
    "0",
    "0000-0000-0000",
    f"0-{9 * '0'}",
    "a0",
    "AC",
    "AC+AC",
    "bot:a0",
    22 * "0",
    f"{14 * '0'}-{20 * '0'}",
    "1",
    "2026-11-23",
)
"""Texts that fit the patterns of the document. A pattern that none fits needs another one."""

TEXTS: Final[dict[str, Made]] = {
    "combining marks": lambda size: "a" + (size // 4) * "\u0315" + (size // 4) * "\u0300",
    "four-byte characters": lambda size: size // 4 * "\U0001f600",
    "joiners": lambda size: size // 6 * "\u0915\u200d",
    "spaces": lambda size: f"a{size * ' '}a",
    "digits": lambda size: size * "9",
    "commas": lambda size: size * ",",
    "list": lambda size: size // 14 * 'a1;b="c";q=0.1',
    "different items": lambda size: ",".join(f"i{number:05d}" for number in range(size // 7)),
    "percent signs": lambda size: size * "%",
}
"""Texts that are illegal nearly everywhere."""

FRAGMENTS: Final[dict[str, Made]] = {
    **{name: lambda size, made=made: json.dumps(made(size), ensure_ascii=False) for name, made in TEXTS.items()},  # type: ignore[misc]
    "escapes": lambda size: f'"a{size // 12 * (chr(92) + "u0315")}{size // 12 * (chr(92) + "u0300")}"',
    "surrogates": lambda size: f'"{(size // 6) * (chr(92) + "ud800")}"',
    "quotes": lambda size: f'"{size // 2 * (chr(92) + chr(34))}"',
    "long fraction": lambda size: f"0.{size * '9'}",
    "long integer": lambda size: size * "9",
    "large exponent": lambda size: f"1e{min(size, 6) * '9'}",
    "small exponent": lambda size: f"{size * '1'}e-999999",
    "deep lists": lambda size: size // 2 * "[" + size // 2 * "]",
    "deep objects": lambda size: size // 6 * '{"a":' + "0" + size // 6 * "}",
    "list of numbers": lambda size: f"[{','.join(size // 2 * '0')}]",
    "list of empty objects": lambda size: f"[{','.join(size // 3 * ['{}'])}]",
    "unknown members": lambda size: "{" + ",".join(f'"{number:04x}":0' for number in range(size // 9)) + "}",
    "a member repeated": lambda size: "{" + ",".join(size // 6 * ['"a":0']) + "}",
}
"""Values that are illegal nearly everywhere, as JSON."""

BODIES: Final[dict[str, bytes]] = {
    "invalid UTF-8": b'{"' + (MAX_BODY_BYTES - 20) * b"\xff" + b'":0}',
    "spaces": b"{" + (MAX_BODY_BYTES - 20) * b" ",
    "open objects": (MAX_BODY_BYTES - 20) // 5 * b'{"":[',
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
    """The parts of a request: its parameters by their place in it, more of its query, and its body."""

    texts: Mapping[str, Mapping[str, str]]
    body: bytes | None = None
    chunk: int = 0
    query: str = ""

    def with_texts(self, where: str, texts: Mapping[str, str]) -> Draft:
        """With parameters in its path, query or header, instead of those with the same names."""
        return replace(self, texts={**self.texts, where: {**self.texts[where], **texts}})

    def bytes(self, operation: Operation) -> bytes:
        """What is sent. A body is sent in chunks of `chunk` bytes, if that is not 0."""
        path = operation.path.format_map({name: quote(text, safe="") for name, text in self.texts["path"].items()})
        pairs = [f"{quote(name)}={quote(text, safe=',')}" for name, text in self.texts["query"].items()]
        query = "&".join(filter(None, [*pairs, self.query]))
        headers, body = [*self.texts["header"].items()], self.body or b""
        if self.body is not None:
            length = ("Transfer-Encoding", "chunked") if self.chunk else ("Content-Length", str(len(body)))
            headers += [("Content-Type", "application/json"), length]
        target = f"{path}?{query}" if query else path
        return raw_request(operation.method, target, headers, _chunked(body, self.chunk) if self.chunk else body)


class Variant(NamedTuple):
    """An expensive request: its operation, the place and kind of its extreme value, and its change of a plain one."""

    operation: Operation
    place: str
    kind: str
    change: Callable[[Draft, Values], Draft]

    def __str__(self) -> str:
        """Its name in the tables."""
        return " ".join(filter(None, (self.operation.name, self.place, self.kind)))


def _chunked(body: bytes, size: int) -> bytes:
    pieces = (body[start : start + size] for start in range(0, len(body), size))
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


# The document


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


def places(schema: Schema, steps: Steps = ()) -> Iterator[tuple[Steps, Schema]]:
    """The places in a body, itself included."""
    schema = resolved(schema)
    yield steps, schema
    for name, member in schema.get("properties", {}).items():
        yield from places(member, (*steps, name))
    if "items" in schema:
        yield from places(schema["items"], (*steps, "[]"))


def schemas_of(operation: Operation) -> Iterator[Schema]:
    """The schemas of all parameters of an operation, and of all places in its body."""
    yield from (resolved(parameter["schema"]) for parameter in operation.parameters)
    yield from (schema for _, schema in (places(operation.body) if operation.body else ()))


# Legal values


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


def legal(schema: Schema, name: str, values: Values, *, is_largest: bool = False) -> Any:
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
            return [legal(schema["items"], name, values, is_largest=is_largest) for _ in range(count)]
        case "object":
            return (is_largest and _with_companions(schema, "*", values)) or plain(schema, values)
        case _:
            return _legal_text(schema, is_largest)


def _legal_text(schema: Schema, is_largest: bool) -> str:
    if "enum" in schema:
        return str(max(schema["enum"], key=len))
    size = schema.get("maxLength", HEADER_BYTES) if is_largest else schema.get("minLength", 1)
    return longest(schema["pattern"], size) if "pattern" in schema else size * "a"


def plain(schema: Schema, values: Values) -> dict[str, Any]:
    """An object with its required members, or with one of the others if it needs one."""
    members, needed = schema.get("properties", {}), schema.get("required", [])
    if not needed and schema.get("minProperties"):
        needed = [next((name for name in members if _with_companions(schema, name, values)), next(iter(members)))]
    found: dict[str, Any] = {}
    for name in needed:
        found |= _with_companions(schema, name, values) or {name: legal(members[name], name, values)}
    return found


def _with_companions(schema: Schema, name: str, values: Values) -> dict[str, Any]:
    known = values.get(f"{schema.get('component', '')}.{name}", {})
    return dict(known() if callable(known) else known)


def base(operation: Operation, values: Values) -> Draft:
    """The plainest request that is legal, with a token if the operation takes one."""
    texts: dict[str, dict[str, str]] = {"path": {}, "query": {}, "header": {}}
    for parameter in operation.parameters:
        name, schema = parameter["name"], resolved(parameter["schema"])
        if parameter.get("required") or (isinstance(schema.get("default"), str) and name in values):
            texts[parameter["in"]][name] = str(legal(schema, name, values))
    for token in [values[f"token of {each}"] for each in operation.schemes if values.get(f"token of {each}")][:1]:
        texts["header"]["Authorization"] = f"Bearer {token}"
    return Draft(texts, _encoded(plain(operation.body, values)) if operation.body else None)


def _encoded(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


# Extreme values


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
    unknown = "&".join(f"x{number:04d}=" for number in range(TARGET_BYTES // 8))
    yield Variant(operation, "query", "unknown members", lambda draft, _: replace(draft, query=unknown))
    more = {f"X-{number:02d}": "a" * 400 for number in range(MAX_HEADERS)}
    yield Variant(operation, "headers", "unknown", lambda draft, _: draft.with_texts("header", more))
    if operation.body:
        yield from _of_body(operation, operation.body)


def _of_parameter(operation: Operation, parameter: Schema) -> Iterator[Variant]:
    name, where, schema = parameter["name"], parameter["in"], resolved(parameter["schema"])
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
    illegal = {kind: lambda _, made=made: _fitting(made, size, where) for kind, made in TEXTS.items()}  # type: ignore[misc]
    for kind, made in {"largest legal": legal_text, **illegal, "legal repeated": repeated}.items():
        yield Variant(operation, place, kind, _with_text(where, name, made))
    if where == "query":
        many = "&".join(TARGET_BYTES // (len(name) + 2) * [f"{name}="])
        yield Variant(operation, place, "parameter repeated", lambda draft, _: replace(draft, query=many))


def _with_text(where: str, name: str, made: Callable[[Values], str]) -> Callable[[Draft, Values], Draft]:
    return lambda draft, values: draft.with_texts(where, {name: made(values)})


def _fitting(made: Made, size: int, where: str) -> str:
    """A text whose encoded form is as long as it may be."""
    text = made(size)
    sent = text if where == "header" else quote(text, safe=",")
    expansion = max(1, len(sent.encode()) / size)
    return made(int(size / expansion) - 8)


def _of_body(operation: Operation, body: Schema) -> Iterator[Variant]:
    for kind, content in BODIES.items():
        yield Variant(operation, "body", kind, lambda draft, _, content=content: replace(draft, body=content))  # type: ignore[misc]
    yield Variant(operation, "body", "chunks of a byte", lambda draft, _: replace(draft, body=_padded(draft), chunk=1))
    for steps, schema in places(body):
        place = "".join(step if step == "[]" else f".{step}" for step in steps) or "body"
        kinds: dict[str, Made | None] = {"largest legal": None, **FRAGMENTS}
        if "pattern" in schema:
            kinds["nearly legal"] = partial(_nearly_legal, schema)
        for kind, fragment in kinds.items():
            for count in _counts(steps, schema, kind) if steps or fragment else ():
                name = f"{kind} in {count} items" if count > 1 else kind
                yield Variant(operation, place, name, _with_fragment(body, steps, fragment, count))


def _counts(steps: Steps, schema: Schema, kind: str) -> Sequence[int]:
    """The numbers of items in which a place gets a value: long texts in one, too, as their cost may not be linear."""
    if "[]" not in steps:
        return (1,)
    few, most = MANY
    if kind == "largest legal":
        return few, most
    return (1, most) if kind in TEXTS and "string" in schema.get("type", ()) else (most,)


def _nearly_legal(schema: Schema, size: int) -> str:
    sizes = (size, min(size, schema.get("maxLength", size)))
    return json.dumps(max((longest(schema["pattern"], each) for each in sizes), key=len) + "!")


def _padded(draft: Draft) -> bytes:
    """The body after spaces, as many as the server reads of one in chunks of a byte."""
    body = draft.body or b""
    return ((MAX_REQUEST_BYTES - 1000) // len(b"1\r\n \r\n") - len(body)) * b" " + body


def _with_fragment(body: Schema, steps: Steps, fragment: Made | None, count: int) -> Callable[[Draft, Values], Draft]:
    """A change that puts a fragment at a place and fills the body with it, or the largest legal value of the place."""

    def change(draft: Draft, values: Values) -> Draft:
        """Fill the body, with fewer items in its lists if there is no room."""
        for items in (count, *(fewer for fewer in (100, 50, 25, 12, 6, 3, 1) if fewer < count)):
            frame = _encoded(placed(body, steps, values, items, is_legal=fragment is None))
            room = (MAX_BODY_BYTES - 16 - len(frame.replace(MARK_BYTES, b""))) // max(1, frame.count(MARK_BYTES))
            if fragment and room >= MIN_FRAGMENT_BYTES:
                return replace(draft, body=frame.replace(MARK_BYTES, _filling(fragment, room)))
            if not fragment and room >= 0:
                return replace(draft, body=frame)
        return draft

    return change


def placed(schema: Schema, steps: Steps, values: Values, count: int, *, is_legal: bool) -> Any:
    """A body with MARK at a place, or its largest legal value, in up to `count` items of each list on the way."""
    schema = resolved(schema)
    if not steps:
        return legal(schema, "", values, is_largest=True) if is_legal else MARK
    if steps[0] == "[]":
        items = min(count, schema.get("maxItems", count))
        return [placed(schema["items"], steps[1:], values, count, is_legal=is_legal) for _ in range(items)]
    companions = _with_companions(schema, steps[0], values)
    whole = companions if "minProperties" in schema else plain(schema, values) | companions
    if companions and len(steps) == 1 and is_legal:
        return whole
    return whole | {steps[0]: placed(schema["properties"][steps[0]], steps[1:], values, count, is_legal=is_legal)}


def _filling(fragment: Made, size: int) -> bytes:
    """A fragment whose bytes are at most `size`."""
    content = fragment(size).encode()
    return content if len(content) <= size else fragment(max(1, size * size // len(content) - 8)).encode()
