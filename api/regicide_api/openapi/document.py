"""The OpenAPI document, made by flask-smorest from the blueprints of `regicide_api.app`.

`make openapi` writes it to files, which servers send as they are: see `regicide_api.pages.service`. An enumeration, a
pattern or a union is one component, to which all of its fields refer.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.metadata import version
from typing import Any, Final, TypeAlias, cast

import orjson
import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from flask_smorest import Api, Blueprint
from marshmallow import Schema
from marshmallow.fields import Field

from regicide_api.openapi.examples import EXAMPLES, PATH_EXAMPLES
from regicide_api.openapi.operations import NAME, ContractPlugin, ordered
from regicide_api.problems import PROBLEMS
from regicide_api.schemas.enums import OPEN_KEYWORD, PROBLEM_CODE
from regicide_api.schemas.problem import PROBLEM, PlainProblem
from regicide_api.schemas.responses import OneOf, Tag, Union
from regicide_api.schemas.values import NamedSchema, NamedString

CODES: Final = sorted({problem.code for problem in PROBLEMS})

_PREFIX: Final = "#/components/schemas/"


class NamedSchemaPlugin(MarshmallowPlugin):
    """apispec's plugin for marshmallow, with components for fields, and the keywords of schemas of requests."""

    def init_spec(self, spec: APISpec) -> None:
        """Make the converter of a specification refer to components."""
        super().init_spec(spec)
        converter = cast("OpenAPIConverter", self.converter)
        converter.add_attribute_function(_refer)  # type: ignore[no-untyped-call]

    def schema_helper(self, name: Any, _: Any, schema: Any = None, **options: Any) -> Any:  # type: ignore[override] # as its base
        """The definition of a component."""
        definition = super().schema_helper(name, _, schema, **options)  # type: ignore[no-untyped-call]
        return definition and definition | getattr(schema, "KEYWORDS", {}) | _tag(schema)


def _refer(converter: OpenAPIConverter, field: Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field as a reference to a component, with its description; integers have 32 bits."""
    match field:
        case NamedString(component=component):
            reference = _string(converter.spec, component)
        case OneOf(union=union):
            reference = add_union(converter, union)
        case _:
            return {"format": "int32"} if "integer" in ret.get("type", ()) else {}
    description = {name: ret[name] for name in ("description",) if name in ret}
    ret.clear()
    return ({"anyOf": [reference, {"type": "null"}]} if field.allow_none else reference) | description


def _string(spec: APISpec, component: NamedSchema) -> dict[str, Any]:
    """A reference to the component of a string, which is added to the specification if it is new."""
    if component.name not in spec.components.schemas:
        codes = {"enum": CODES, OPEN_KEYWORD: CODES} if component is PROBLEM_CODE else {}
        spec.components.schema(component.name, {**component.schema, **codes})
    return {"$ref": _PREFIX + component.name}


def _tag(schema: type[Schema] | Schema | None) -> dict[str, Any]:
    """The value of a schema's tag, or the values that it cannot have.

    Not beside the reference to the enumeration: tools resolve a reference without what stands beside it. Generators
    follow the mapping of the union, and ignore `patternProperties`.
    """
    for name, field in schema._declared_fields.items() if schema else ():  # noqa: SLF001 - as apispec does
        if isinstance(field, Tag):
            value = {"const": field.value} if field.value else {"not": {"enum": [*PROBLEM.values]}}
            return {"patternProperties": {f"^{name}$": value}}
    return {}


def add_union(converter: OpenAPIConverter, union: Union) -> dict[str, Any]:
    """A reference to the component of a union, which is added to the specification if it is new."""
    spec = converter.spec
    if union.name not in spec.components.schemas:
        spec.components.schema(union.name, {})  # a place in the order before its schemas
        spec.components.schemas[union.name] = _union(converter, union)
    return {"$ref": _PREFIX + union.name}


def _union(converter: OpenAPIConverter, union: Union) -> dict[str, Any]:
    references = {variant: _schema(converter, variant) for variant in union.schemas}
    mapping = {value: name for variant, name in references.items() for value in _values(union, variant)}
    return {
        "description": union.description,
        "oneOf": [{"$ref": name} for name in references.values()],
        "discriminator": {"propertyName": union.member, "mapping": mapping},
    }


def _schema(converter: OpenAPIConverter, schema: type[Schema]) -> str:
    """The reference to the component of a schema."""
    return str(converter.resolve_nested_schema(schema)["$ref"])  # type: ignore[no-untyped-call]


def _values(union: Union, variant: type[Schema]) -> list[str]:
    """The values of the discriminator that belong to a schema."""
    value = union.tag(variant).value
    return [value] if value else [code for code in CODES if code not in union.values]


_DESCRIPTION: Final = """\
Regicide, a cooperative card game for 1 to 4 players.

Create a game to get a token for each of its seats. Get the view of the game from a seat, choose one of its legal
actions, and send it with the view's version, until the status is `won` or `lost`. Every error is a problem (RFC 9457)
with a `code`. `Accept-Language` selects the language of texts for people: en, es, ca or it; codes are the same in all
languages.

**Versions.** All paths begin with `/v1`. Within it, later versions may add operations; optional parameters and members
of requests; members and headers of responses; problems of an operation; values of the enumerations with the keyword
`x-extensible-enum`; and types of the unions, which are effects, events and problems. Clients have to keep working with
all of them: ignore unknown members, events and effects; treat an unknown problem by its status; show an unknown value
as it is. Anything else that breaks clients is a new major version of the server (`info.version`), before 1.0 a new
minor version, and the changelog lists it.

**Generated clients.** `/openapi-merged.json` describes the same for generators that read no unions, or no values of
later versions: a union is one schema there, and an enumeration to which values may be added is a text.

**Schemas of lines.** JSON Schemas of what is stored or read line by line: `/record.schema.json` of a record,
`/record-line.schema.json` of a line of records, `/event.schema.json` and `/agent-event.schema.json` of the `data` in
the streams of a game and of an agent.

**Rules beyond the schemas.** A request that fits its schema is 422 if it breaks a rule for which JSON Schema has no
words:

- what the server knows: an `agent`, also the one of `on_timeout`, is one of `/v1/agents`, with `advises` or `reviews`
  for a question to it; an `Idempotency-Key` stands for one request; `label` and `agent` in a query need the token of an
  owner; one of the `tokens` in the `games` for a new device is valid; `after` and `Last-Event-ID` of an agent's events
  are texts of the server; a question about a finished game names a `version` of it and the `seat` that was to act then;
- the rules of the game: an `action` is legal, each of `actions` after those before it, and a `position` is one that a
  game of these `players` reaches; an answer has legal `actions`, each once, and all `moves` of the record;
- comparisons: `considered` is at least the number of actions in an answer, and the `games` of one request begin with at
  most 1000 actions together;
- Unicode: the `name` of a player or a device and the `description` of an agent have visible characters alone;
- notation: an integer has no fraction, not even in `2.0`; a path and query longer than 8 KiB are 414.

**Deprecation.** An operation, parameter or member is marked `deprecated` here at least six months before a version
removes it. From then on, responses of a deprecated operation have the header `Deprecation` with the date of the mark
(RFC 9745), `Sunset` with the date from which it may be removed (RFC 8594), and `Link` with `rel="deprecation"` to what
replaces it. Nothing is deprecated.
"""

_TOKENS: Final = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a seat, or of an agent, which has a full stop. Where no token is required, one "
        "that holds no seat of the game, also a mistyped one, sees what a spectator sees; with `?seat=N` it is 403. A "
        "token with a full stop that is not that of an agent is 401.",
    },
    "owner": {"type": "http", "scheme": "bearer", "description": "The token of an owner of games."},
    "agentToken": {"type": "http", "scheme": "bearer", "description": "The token of an agent."},
}

_CONFIGURATION: Final = {
    "API_TITLE": "Regicide",
    "API_VERSION": version("regicide-server"),
    "OPENAPI_VERSION": "3.1.0",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": _DESCRIPTION,
            "contact": {"name": "The authors of the Regicide server"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "The server of this document."}],
    },
}

_ORDER: Final = ("openapi", "info", "servers", "tags", "paths", "components")
MAX_LINE: Final = 120
"""Of the document in JSON and YAML, if a value is not longer."""

_INFO_ORDER: Final = ("title", "version", "description")


class _Api(Api):  # type: ignore[misc] # flask-smorest has no types
    """flask-smorest's API with this project's problems as its errors."""

    ERROR_SCHEMA = PlainProblem
    DEFAULT_ERROR_RESPONSE_NAME = None


def _spec(blueprints: Iterable[Blueprint]) -> APISpec:
    """The specification of blueprints, the same objects that the server registers.

    They are registered on an application of their own.
    """
    app = Flask("regicide_api", static_folder=None)
    app.config.update(_CONFIGURATION)
    marshmallow = NamedSchemaPlugin(schema_name_resolver=_component_name)
    api = _Api(
        app, spec_kwargs={"marshmallow_plugin": marshmallow, "extra_plugins": [ContractPlugin(EXAMPLES, PATH_EXAMPLES)]}
    )
    add_union(cast("OpenAPIConverter", marshmallow.converter), PROBLEM)
    for name, scheme in _TOKENS.items():
        api.spec.components.security_scheme(name, scheme)
    for blueprint in blueprints:
        api.register_blueprint(blueprint)
    spec: APISpec = api.spec
    return spec


def _component_name(schema: type[Schema] | Schema) -> str:
    """The published name of a schema."""
    return schema.__name__ if isinstance(schema, type) else type(schema).__name__


@cache
def document(blueprints: tuple[Blueprint, ...]) -> dict[str, Any]:
    """The OpenAPI document of blueprints, its members in reading order."""
    content: dict[str, Any] = orjson.loads(orjson.dumps(_spec(blueprints).to_dict()))
    content["components"]["schemas"].pop("PaginationMetadataSchema")  # flask-smorest's own, which no operation uses
    content["info"] = ordered(content["info"], _INFO_ORDER)
    for path, members in content["paths"].items():
        content["paths"][path] = ordered(members, (name for name in members if name != "parameters"))
    _share(content)
    return ordered(content, _ORDER)


Place: TypeAlias = tuple[Any, Any, str]
"""An object or a list, the name or the index of a part of it, and the name of that part as a component."""


def _share(content: dict[str, Any]) -> None:
    """Make components of the parameters, headers, examples and responses that occur several times in a document."""
    places: dict[str, list[Place]] = {kind: [] for kind in ("parameters", "headers", "examples", "responses")}
    for path in content["paths"].values():
        for operation in (path, *(members for name, members in path.items() if name != "parameters")):
            listed, responses = operation.get("parameters", []), operation.get("responses", {})
            places["parameters"] += [(listed, number, each["name"]) for number, each in enumerate(listed)]
            places["responses"] += [(responses, status, name) for status, name in _names(responses)]
            for response in responses.values():
                headers = response.get("headers", {})
                places["headers"] += [(headers, name, name) for name in headers]
                for each in response.get("content", {}).values():
                    examples = each.get("examples", {})
                    places["examples"] += [(examples, code, name) for code, name in _names(examples)]
    for kind, found in places.items():  # responses are the last: they have the others
        content["components"].setdefault(kind, {}).update(_shared(kind, found))


def _names(parts: dict[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """The keys of the parts with names, and the names, which are removed."""
    return [(key, part.pop(NAME)) for key, part in parts.items() if NAME in part]


def _shared(kind: str, places: Sequence[Place]) -> dict[str, Any]:
    """The parts that occur several times, by name: the most frequent one of each name. References take their places."""
    counts = Counter((name, orjson.dumps(holder[key])) for holder, key, name in places)
    components: dict[str, bytes] = {}
    for (name, text), count in counts.most_common():
        if count > 1:
            components.setdefault(name, text)
    for holder, key, name in places:
        if components.get(name) == orjson.dumps(holder[key]):
            holder[key] = {"$ref": f"#/components/{kind}/{name}"}
    return {name: orjson.loads(text) for name, text in sorted(components.items())}


def as_json(content: dict[str, Any]) -> bytes:
    """The document in JSON."""
    return f"{_indented(content)}\n".encode()


def _indented(value: object, margin: str = "\n") -> str:
    """JSON in which what fits a line stands in one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(margin) + len(line) <= MAX_LINE or not isinstance(value, dict | list):
        return line
    inner = f"{margin}  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {_indented(part, inner)}" for name, part in value.items()]
    else:
        parts = [_indented(part, inner) for part in value]
    return line[0] + ",".join(f"{inner}{part}" for part in parts) + margin + line[-1]


def as_yaml(content: dict[str, Any]) -> bytes:
    """The document in YAML."""
    options: dict[str, Any] = {"sort_keys": False, "allow_unicode": True, "width": MAX_LINE}
    text: str = yaml.dump(content, Dumper=_ReadableDumper, **options)
    return text.encode()


class _ReadableDumper(yaml.SafeDumper):
    """Writes texts of several lines as literal blocks, and repeated values in full instead of as aliases."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - its signature
        return True

    def represent_str(self, data: str) -> yaml.ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", data, style="|" if "\n" in data else None)


_ReadableDumper.add_representer(str, _ReadableDumper.represent_str)
