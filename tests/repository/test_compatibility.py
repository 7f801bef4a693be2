"""Breaking and compatible changes of the OpenAPI document."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from published import DOCUMENT, document

from compatibility import breaking, may_break

Change = Callable[[dict[str, Any]], object]

ROOT = Path(__file__).parents[2]
ACT = "/v1/games/{game_id}/actions"


def after(change: Change) -> list[str]:
    """The breaking changes between the published document and a changed copy."""
    changed = json.loads(DOCUMENT.read_text())  # a quarter of the time of a copy
    change(changed)
    return list(breaking(document(), changed))


def schema(content: dict[str, Any], name: str) -> dict[str, Any]:
    """A schema of a document."""
    found: dict[str, Any] = content["components"]["schemas"][name]
    return found


def operation(content: dict[str, Any], path: str = ACT, method: str = "post") -> dict[str, Any]:
    """An operation of a document, by default the one that takes an action."""
    found: dict[str, Any] = content["paths"][path][method]
    return found


def member(content: dict[str, Any], name: str, of: str) -> dict[str, Any]:
    """The schema of a member of a component."""
    found: dict[str, Any] = schema(content, of)["properties"][name]
    return found


def header(name: str, required: bool) -> dict[str, Any]:
    """A parameter that is sent as a header."""
    return {"in": "header", "name": name, "required": required, "schema": {"type": "string"}}


def add_effect(content: dict[str, Any]) -> None:
    """Add a type of effects to a document."""
    schema(content, "EffectType")["enum"].append("rain")
    added = copy.deepcopy(schema(content, "TurnEffect"))
    added["properties"]["type"]["const"] = "rain"
    content["components"]["schemas"]["RainEffect"] = added
    reference = "#/components/schemas/RainEffect"
    schema(content, "Effect")["oneOf"].append({"$ref": reference})
    schema(content, "Effect")["discriminator"]["mapping"]["rain"] = reference


BREAKING: dict[str, tuple[Change, str]] = {
    "a path is removed": (lambda d: d["paths"].pop(ACT), "POST /v1/games/{game_id}/actions: removed"),
    "an operation is removed": (lambda d: d["paths"]["/v1/games"].pop("post"), "POST /v1/games: removed"),
    "an operation is renamed": (lambda d: operation(d).update(operationId="play"), "operationId act is now play"),
    "a status is removed": (lambda d: operation(d)["responses"].pop("409"), "409: removed"),
    "a media type of a response is removed": (
        lambda d: operation(d)["responses"]["200"]["content"].pop("application/json"),
        "200: application/json removed",
    ),
    "a header of a response is removed": (
        lambda d: operation(d, "/v1/games")["responses"]["201"]["headers"].pop("Location"),
        "201: Location removed",
    ),
    "a media type of a request is removed": (
        lambda d: operation(d)["requestBody"]["content"].pop("application/json"),
        "request: application/json is no longer accepted",
    ),
    "a body becomes required": (
        lambda d: operation(d, "/v1/games/{game_id}", "get").update(requestBody={"required": True}),
        "request: a body is now required",
    ),
    "a required parameter is added": (
        lambda d: operation(d)["parameters"].append(header("X-New", required=True)),
        "parameter header X-New is now required",
    ),
    "a parameter accepts less": (
        lambda d: d["paths"][ACT]["parameters"][0]["schema"].update(maxLength=8),
        "parameter path game_id: maxLength 8",
    ),
    "a parameter is removed": (lambda d: d["paths"][ACT].pop("parameters"), "parameter path game_id removed"),
    "a token is required": (
        lambda d: operation(d, "/v1/games").update(security=[{"token": []}]),
        "security: nothing is no longer sufficient",
    ),
    "another token is required": (
        lambda d: operation(d).update(security=[{"agent": []}]),
        "security: token is no longer sufficient",
    ),
    "a member of a request becomes required": (
        lambda d: schema(d, "CreateGameRequest")["required"].append("seed"),
        "request/seed: required on one side only",
    ),
    "a required member is added to a request": (
        lambda d: schema(d, "ActionRequest").update(required=["version", "action", "why"]),
        "request/why: required on one side only",
    ),
    "a member of a request is removed": (
        lambda d: schema(d, "CreateGameRequest")["properties"].pop("seed"),
        "request/seed: not known on one side",
    ),
    "a value of a request is removed": (
        lambda d: member(d, "players", "CreateGameRequest").update(enum=[1, 2]),
        "request/players: a list of values on one side only",
    ),
    "a bound of a request is narrowed": (
        lambda d: member(d, "players", "CreateGameRequest").update(maximum=3),
        "request/players: maximum 3",
    ),
    "a pattern of a request changes": (
        lambda d: member(d, "seed", "CreateGameRequest").update(pattern="^[a-z]+$"),
        "request/seed: another pattern",
    ),
    "a type of a request changes": (
        lambda d: member(d, "seed", "CreateGameRequest").update(type="integer"),
        "request/seed: the type string",
    ),
    "a member of a member of a request is removed": (
        lambda d: schema(d, "SeatRequest")["properties"].pop("name"),
        "request/seats/*/name: not known on one side",
    ),
    "a member of a response is removed": (
        lambda d: (schema(d, "GameView")["properties"].pop("hand"), schema(d, "GameView")["required"].remove("hand")),
        "200 application/json/hand: required on one side only",
    ),
    "an optional member of a response is removed": (
        lambda d: schema(d, "DrawEffect")["properties"].pop("cards"),
        "200 application/json/events/*/effects/*/cards: described on one side only",
    ),
    "a member of a response becomes optional": (
        lambda d: schema(d, "GameView")["required"].remove("turn"),
        "200 application/json/turn: required on one side only",
    ),
    "a type of a response changes": (
        lambda d: member(d, "commitment", "GameView").update(type="integer"),
        "200 application/json/commitment: the type integer",
    ),
    "a member of a response may be null": (
        lambda d: member(d, "created_at", "GameView").update(type=["string", "null"]),
        "200 application/json/created_at: the type null",
    ),
    "a member of a member of a response changes": (
        lambda d: member(d, "card", "EnemyView").update(type="integer"),
        "200 application/json/enemy/card: the type integer",
    ),
    "a schema of a union changes": (
        lambda d: schema(d, "TurnEffect")["properties"]["seat"].update(type="string"),
        "200 application/json/items/*/effects/*/seat: the type string",
    ),
    "a type of an open enumeration changes": (
        lambda d: schema(d, "GameStatus").update(type="integer"),
        "200 application/json/status: the type integer",
    ),
    "a value of an enumeration of requests is removed": (
        lambda d: schema(d, "GameGroup")["enum"].remove("over"),
        "parameter query status/*: the value 'over'",
    ),
    "a bound of a response is widened": (
        lambda d: member(d, "players", "GameView").update(maximum=5),
        "200 application/json/players: maximum 4",
    ),
    "a schema uses an unsupported keyword": (
        lambda d: schema(d, "CreateGameRequest").update({"not": {"required": ["seed"]}}),
        "request: a change of not, which this comparison does not support",
    ),
}

COMPATIBLE: dict[str, Change] = {
    "nothing changes": lambda d: d,
    "an operation is added": lambda d: d["paths"].update({"/v1/new": {"get": {"responses": {}}}}),
    "texts change": lambda d: operation(d).update(summary="Play", description="Or yield."),
    "a problem is added": lambda d: operation(d)["responses"].update({"429": {"description": "`rate-limited`"}}),
    "an optional parameter is added": lambda d: operation(d)["parameters"].append(header("X-New", required=False)),
    "a token is no longer required": lambda d: operation(d).update(security=[]),
    "another token is sufficient, too": lambda d: operation(d).update(security=[{"token": []}, {"agent": []}]),
    "an optional member is added to a request": lambda d: schema(d, "CreateGameRequest")["properties"].update(
        listed={}
    ),
    "a member of a request becomes optional": lambda d: schema(d, "ActionRequest")["required"].remove("version"),
    "a bound of a request is widened": lambda d: member(d, "players", "CreateGameRequest").update(maximum=5),
    "a request may be null": lambda d: member(d, "seed", "CreateGameRequest").update(type=["string", "null"]),
    "a pattern of a request is removed": lambda d: member(d, "seed", "CreateGameRequest").pop("pattern"),
    "a member is added to a response": lambda d: schema(d, "GameView")["properties"].update(weather={"type": "array"}),
    "a value of an open enumeration is added": lambda d: schema(d, "GameStatus")["enum"].append("paused"),
    "a schema is added to a union": add_effect,
    "a value of an open enumeration is removed": lambda d: schema(d, "GameStatus")["enum"].remove("waiting"),
    "a value of an enumeration of requests is added": lambda d: schema(d, "GameGroup")["enum"].append("paused"),
    "a bound of a response is narrowed": lambda d: member(d, "players", "GameView").update(minimum=2),
    "a header is added to a response": lambda d: operation(d)["responses"]["200"]["headers"].update({"X-New": {}}),
}


@pytest.mark.parametrize("name", BREAKING)
def test_a_change_that_breaks_a_client_is_found(name: str) -> None:
    """The message names the place."""
    change, message = BREAKING[name]
    assert any(message in found for found in after(change)), after(change)


@pytest.mark.parametrize("name", COMPATIBLE)
def test_a_change_that_breaks_no_client_passes(name: str) -> None:
    """Clients that ignore unknown members keep working."""
    assert after(COMPATIBLE[name]) == []


def test_a_schema_that_contains_itself_is_compared() -> None:
    """The comparison ends, and finds the change at its place."""
    before = copy.deepcopy(document())
    schema(before, "EnemyView")["properties"]["next"] = {"$ref": "#/components/schemas/EnemyView"}
    changed = copy.deepcopy(before)
    member(changed, "card", "EnemyView").update(type="integer")
    assert any("200 application/json/enemy/card: the type integer" in found for found in breaking(before, changed))


def test_a_change_is_named_at_each_place() -> None:
    """Operations and members that share a schema break together."""
    found = after(lambda d: member(d, "created_at", "GameView").update(type="integer"))
    assert {"GET /v1/games/{game_id}", f"POST {ACT}"} <= {message.split(":")[0] for message in found}


@pytest.mark.parametrize(
    ("before", "now", "allowed"),
    [("0.1.0", "0.1.1", False), ("0.1.9", "0.2.0", True), ("1.1.0", "1.2.0", False), ("1.9.0", "2.0.0", True)],
)
def test_major_versions_and_minor_ones_before_1_may_break_clients(before: str, now: str, allowed: bool) -> None:
    """Other versions may not."""
    assert may_break(before, now) is allowed


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the check, the document and a release."""
    for name in ("compatibility.py", "compatibility_rules.py", "openapi.json"):
        shutil.copy(ROOT / "openapi" / name, tmp_path)
    (tmp_path / "openapi").mkdir()
    shutil.copy(DOCUMENT, tmp_path / "openapi")
    for command in ("init -q", "add .", "commit -q -m release", "tag v0.1.0"):
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *command.split()], cwd=tmp_path, check=True)
    return tmp_path


def checked(repository: Path) -> subprocess.CompletedProcess[str]:
    """The result of the check in a repository."""
    command = [sys.executable, repository / "compatibility.py"]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_the_last_release_is_the_last_tag(repository: Path) -> None:
    """The document of the release itself is compatible."""
    ended = checked(repository)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("0 breaking changes since v0.1.0")


def test_a_document_that_breaks_clients_of_the_last_release_is_rejected(repository: Path) -> None:
    """Unless its version allows it."""
    changed = document() | {"paths": {}}
    (repository / "openapi.json").write_text(json.dumps(changed))
    rejected = checked(repository)
    assert (rejected.returncode, "POST /v1/games: removed" in rejected.stdout) == (1, True)
    (repository / "openapi.json").write_text(json.dumps(changed | {"info": {"version": "0.2.0"}}))
    assert checked(repository).returncode == 0


def test_without_a_release_there_is_nothing_to_compare(repository: Path) -> None:
    """The check prints this and succeeds."""
    shutil.rmtree(repository / ".git")
    ended = checked(repository)
    assert (ended.returncode, "nothing to compare" in ended.stdout) == (0, True)
