"""The published OpenAPI document."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest
import yaml
from published import DOCUMENT, document, example, faults, faults_of_response

from regicide_api.http.inputs import NO_PARAMETERS
from regicide_api.problems import PROBLEM_MEDIA_TYPE

ROOT = Path(__file__).parents[2]
OPERATIONS = [
    operation | {"path": path}
    for path, operations in document()["paths"].items()
    for method, operation in operations.items()
    if method != "parameters"
]

Check = Callable[[dict[str, Any]], None]


def each_operation(check: Check) -> Callable[[], None]:
    """A test of all operations, each with its path, which names the first that fails."""

    def test() -> None:
        for operation in OPERATIONS:
            try:
                check(operation)
            except AssertionError as error:
                error.add_note(operation["path"])
                raise

    test.__doc__ = check.__doc__
    return test


def problems(operation: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The example problems of an operation: the status, the name of the example, the problem."""
    for status, response in operation["responses"].items():
        for name, each in response.get("content", {}).get(PROBLEM_MEDIA_TYPE, {}).get("examples", {}).items():
            yield status, name, each["value"]


def contents(operation: dict[str, Any]) -> list[dict[str, Any]]:
    """The contents of an operation's request and responses."""
    bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
    return [content for body in bodies for content in body.get("content", {}).values()]


@each_operation
def test_an_operation_is_described(operation: dict[str, Any]) -> None:
    """By its id, which names the function in generated clients, a summary, a description, and its security."""
    assert operation["operationId"].islower()
    assert operation["summary"]
    assert operation["description"]
    assert "security" in operation


@each_operation
def test_the_operations_on_seats_have_one_tag(operation: dict[str, Any]) -> None:
    """Those below a seat, the agreement to give up, and the presence of seats: generators make a class of each tag."""
    is_on_seats = "/seats/" in operation["path"] or operation["path"].endswith(("/give-up", "/presence"))
    assert (operation["tags"] == ["seats"]) is is_on_seats


@each_operation
def test_every_body_has_an_example_that_fits_its_schema(operation: dict[str, Any]) -> None:
    """Requests, successful responses, and each problem of each status."""
    for content in contents(operation):
        examples = [each["value"] for each in content["examples"].values()]
        assert examples
        assert [faults(content["schema"], example) for example in examples] == [[]] * len(examples)


@each_operation
def test_the_examples_of_problems_equal_real_responses(operation: dict[str, Any]) -> None:
    """With the code, the status, the path of an operation that may get it (or of none), and documented members."""
    for status, code, problem in problems(operation):
        assert (problem["code"], problem["type"], problem["status"]) == (code, f"/problems/{code}", int(status))
        alike = [each["path"] for each in OPERATIONS if any(code == other for _, other, _ in problems(each))]
        an_operation = any(re.fullmatch(re.sub(r"\{\w+\}", "[^/{}]+", path), problem["instance"]) for path in alike)
        assert an_operation is (code != "not-found")
        assert faults_of_response({"$ref": "#/components/schemas/Problem"}, problem) == []


@each_operation
def test_an_invalid_request_names_a_part_of_its_operation(operation: dict[str, Any]) -> None:
    """A member of its body, or one of its parameters, or that it has none; the detail begins with the fault."""
    parameters = [*document()["paths"][operation["path"]].get("parameters", []), *operation.get("parameters", [])]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    members = document()["components"]["schemas"].get(next(reached(body), ""), {}).get("properties", {})
    for problem in (problem for _, code, problem in problems(operation) if code == "invalid-request"):
        [fault] = problem["errors"]
        place = fault.get("pointer") or fault["parameter"]
        known = members or {parameter["name"] for parameter in parameters}
        assert place.removeprefix("/") in known or fault["detail"] == NO_PARAMETERS
        assert ("pointer" in fault) is bool(members)
        assert problem["detail"].startswith(f"{place}: {fault['detail']}")


@each_operation
def test_the_common_headers_stand_at_every_operation(operation: dict[str, Any]) -> None:
    """Those that it reads and sends, and those of its problems."""
    assert {"Accept-Language", "X-Request-ID"} <= {parameter["name"] for parameter in operation["parameters"]}
    for status, response in operation["responses"].items():
        assert "X-Request-ID" in response["headers"]
        assert ("Retry-After" in response["headers"]) >= (status in {"429", "503"})
        assert ("Allow" in response["headers"]) is (status == "405")
        assert ("Content-Language" in response["headers"]) >= (int(status) >= 400)
    assert "405" in operation["responses"]


@each_operation
def test_a_validated_response_says_how_it_is_cached(operation: dict[str, Any]) -> None:
    """Each response with an `ETag` has `Cache-Control` and `Vary`."""
    for response in operation["responses"].values():
        assert ("Cache-Control" in response["headers"]) is ("Vary" in response["headers"])
        assert ("ETag" in response["headers"]) <= ("Vary" in response["headers"])


@each_operation
def test_a_page_of_a_list_links_to_the_next_one(operation: dict[str, Any]) -> None:
    """By `Link` beside `next`."""
    ok = operation["responses"].get("200", {})
    name = ok.get("content", {}).get("application/json", {}).get("schema", {}).get("$ref", "").rpartition("/")[2]
    members = document()["components"]["schemas"].get(name, {}).get("properties", {})
    assert ("Link" in ok.get("headers", {})) is ({"items", "next"} <= {*members})


def test_a_header_has_one_type() -> None:
    """In all responses of all operations."""
    types: dict[str, set[str]] = {}
    for response in (response for operation in OPERATIONS for response in operation["responses"].values()):
        for name, header in response.get("headers", {}).items():
            types.setdefault(name, set()).add(header["schema"]["type"])
    assert {name for name, found in types.items() if len(found) > 1} == set()
    assert types["Retry-After"] == {"integer"}


@each_operation
def test_the_parameters_are_described(operation: dict[str, Any]) -> None:
    """By a description and a schema, and those in the path by an example."""
    parameters = [*document()["paths"][operation["path"]].get("parameters", []), *operation.get("parameters", [])]
    assert {p["name"] for p in parameters if p["in"] == "path"} == set(re.findall(r"\{(\w+)\}", operation["path"]))
    for parameter in parameters:
        assert parameter["description"]
        assert parameter["schema"]
        assert parameter["in"] != "path" or "example" in parameter


@each_operation
def test_the_default_of_a_parameter_fits_its_schema(operation: dict[str, Any]) -> None:
    """Generated clients may send it."""
    schemas = [parameter["schema"] for parameter in operation["parameters"] if "default" in parameter["schema"]]
    assert [faults(schema, schema["default"]) for schema in schemas] == [[]] * len(schemas)


REQUIRED_UNTIL_THE_END: Final = {"ask_advice", "get_advice"}
"""The operations that require a token while the game runs."""


@each_operation
def test_the_errors_of_an_operation_follow_from_its_request(operation: dict[str, Any]) -> None:
    """A body can be malformed, too large, of another type or invalid; a token can be missing or unknown."""
    there = {code for _, code, _ in problems(operation)}
    body = {"malformed-json", "content-too-large", "unsupported-media-type", "invalid-request"}
    assert (body <= there) is ("requestBody" in operation)
    assert ("unknown-token" in there) is bool(operation["security"])
    is_required = bool(operation["security"]) and {} not in operation["security"]
    assert ("token-required" in there) is (is_required or operation["operationId"] in REQUIRED_UNTIL_THE_END)
    assert ("store-unavailable" in there) is (operation["operationId"] not in {"get_cards", "get_rules"})


def test_the_schemas_are_schemas() -> None:
    """Of the dialect of OpenAPI 3.1."""
    jsonschema_rs.meta.validate({"$defs": document()["components"]["schemas"]})


def reached(schema: dict[str, Any]) -> Iterator[str]:
    """The names of all schemas that a schema refers to, directly or indirectly."""
    for name in re.findall(r"#/components/schemas/(\w+)", str(schema)):
        yield name
        yield from reached(document()["components"]["schemas"][name])


@each_operation
def test_requests_are_closed_and_responses_open(operation: dict[str, Any]) -> None:
    """Responses may gain members at every level; requests with unknown members are rejected."""
    schemas = document()["components"]["schemas"]
    takes = set(reached(operation.get("requestBody", {})))
    gives = {name for response in operation["responses"].values() for name in reached(response)}
    assert {schemas[name].get("additionalProperties", False) for name in takes} <= {False}
    assert not [name for name in gives if schemas[name].get("additionalProperties") is False]


UNIONS = {name: schema for name, schema in document()["components"]["schemas"].items() if "discriminator" in schema}


@pytest.mark.parametrize("name", UNIONS)
def test_the_schemas_of_a_union_are_told_apart_by_one_member(name: str) -> None:
    """It refers to the enumeration of all types, beside which nothing but a description stands, since tools drop it.

    It has one value in each schema; the mapping lists all of them.
    """
    schemas, union = document()["components"]["schemas"], UNIONS[name]
    member, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
    parts = {ref["$ref"]: schemas[ref["$ref"].rpartition("/")[2]] for ref in union["oneOf"]}
    tags = [part["properties"][member] for part in parts.values()]
    assert all(tag.keys() == {"$ref", "description"} for tag in tags)
    [enumeration] = {tag["$ref"] for tag in tags}
    assert sorted(mapping) == sorted(schemas[enumeration.rpartition("/")[2]]["enum"])
    values = {name: part["patternProperties"][f"^{member}$"] for name, part in parts.items()}
    assert all(values[reference].get("const", value) == value for value, reference in mapping.items())


def test_an_object_fits_one_schema_of_its_union() -> None:
    """A strike has the members of a shield; a value that is not listed fits none."""
    assert faults({"$ref": "#/components/schemas/Effect"}, {"type": "strike", "amount": 3}) == []
    assert faults({"$ref": "#/components/schemas/Effect"}, {"type": "rain", "amount": 3})


MERGED = json.loads((DOCUMENT.parent / "openapi-merged.json").read_text())


def test_the_merged_document_has_no_unions_and_no_open_enumerations() -> None:
    """But the same paths, and schemas of the same names, except for the types of unions."""
    schemas, merged = document()["components"]["schemas"], MERGED["components"]["schemas"]
    parts = {each["$ref"].rpartition("/")[2] for union in UNIONS.values() for each in union["oneOf"]}
    assert MERGED["paths"] == json.loads(DOCUMENT.read_text())["paths"]
    assert merged.keys() == schemas.keys() - parts
    assert not [name for name, schema in merged.items() if schema.keys() & {"oneOf", "discriminator"}]
    assert not [name for name, schema in merged.items() if {"enum", "x-extensible-enum"} <= schema.keys()]


@pytest.mark.parametrize("name", UNIONS)
def test_a_merged_union_takes_what_any_of_its_schemas_takes(name: str) -> None:
    """It requires no more, and a member that is null in one of the schemas may be null."""
    schemas, merged = document()["components"]["schemas"], MERGED["components"]["schemas"][name]
    for part in (schemas[each["$ref"].rpartition("/")[2]] for each in UNIONS[name]["oneOf"]):
        assert {*merged["required"]} <= {*part["required"]}
        for member, schema in part["properties"].items():
            taken = merged["properties"][member]
            assert without_type(schema) == without_type(taken)
            assert types(schema) <= types(taken)


def types(schema: dict[str, Any]) -> set[str]:
    """The types of a schema."""
    given = schema.get("type", [])
    return {given} if isinstance(given, str) else {*given}


def without_type(schema: dict[str, Any]) -> dict[str, Any]:
    """The other keywords of a schema, except for its description."""
    return {keyword: value for keyword, value in schema.items() if keyword not in {"type", "description"}}


def test_a_response_with_an_undocumented_member_fails_the_tests() -> None:
    """At every level, though the document leaves responses open for clients."""
    content = document()["paths"]["/v1/games/{game_id}"]["get"]["responses"]["200"]["content"]["application/json"]
    view = example(content)
    assert faults_of_response(content["schema"], view) == []
    for changed in (view | {"weather": 1}, view | {"enemy": view["enemy"] | {"weather": 1}}):
        assert faults(content["schema"], changed) == []
        assert faults_of_response(content["schema"], changed)


def test_the_members_of_the_document_are_in_reading_order() -> None:
    """Its description, the servers, the tags, the paths."""
    assert list(document()) == ["openapi", "info", "servers", "tags", "paths", "components"]
    assert list(document()["info"])[:3] == ["title", "version", "description"]
    assert (ROOT / "openapi/openapi.yaml").read_text().count("description: |") > 1


def test_json_and_yaml_are_the_same_document() -> None:
    """In two formats."""
    assert yaml.load((ROOT / "openapi/openapi.yaml").read_text(), yaml.CSafeLoader) == json.loads(DOCUMENT.read_text())


def test_the_document_is_small() -> None:
    """What several operations have in common stands in it once."""
    assert max(path.stat().st_size for path in DOCUMENT.parent.glob("openapi*.*")) < 500_000


def test_the_stream_of_events_is_described() -> None:
    """Its example consists of frames whose data are events of the game, with their type and version."""
    [get] = [operation for operation in OPERATIONS if operation["operationId"] == "get_events"]
    content = get["responses"]["200"]["content"]["text/event-stream"]
    item = content["schema"]["x-itemSchema"]["properties"]
    for frame in example(content).split("\n\n")[:-1]:
        members = dict(line.split(": ", 1) for line in frame.splitlines())
        event = json.loads(members["data"])
        assert faults(item["data"]["contentSchema"], event) == faults(item["event"], members["event"]) == []
        assert (members["id"], members["event"]) == (str(event["version"]), event["type"])


def test_the_lines_of_records_are_described() -> None:
    """As text, which generated clients do not parse as one JSON value; each line of the example fits its schema."""
    [get] = [operation for operation in OPERATIONS if operation["operationId"] == "get_records"]
    content = get["responses"]["200"]["content"]["application/jsonl"]
    lines = example(content).splitlines()
    assert content["schema"]["type"] == "string"
    assert example(content).endswith("\n")
    assert faults(content["schema"]["contentSchema"], list(map(json.loads, lines))) == []


@each_operation
def test_integers_have_a_format(operation: dict[str, Any]) -> None:
    """Of 32 bits, in parameters and in all schemas that an operation uses."""
    schemas = document()["components"]["schemas"]
    used = [schemas[name].get("properties", {}) for name in {*reached(operation)}]
    members = [member for properties in used for member in properties.values()]
    parameters = [parameter["schema"] for parameter in operation["parameters"]]
    integers = [schema for schema in (*members, *parameters) if "integer" in schema.get("type", ())]
    assert {schema.get("format") for schema in integers} <= {"int32"}
