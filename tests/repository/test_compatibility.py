"""Breaking and compatible changes of the OpenAPI document."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from changes import Change, changed, gone, minus, now, plus
from published import DOCUMENT, document

from compatibility import breaking, may_break

ROOT = Path(__file__).parents[2]
PATHS, SCHEMAS = "/paths", "/components/schemas"
ACT, GAME, GAMES = (f"{PATHS}/~1v1~1games{rest}" for rest in ("~1{game_id}~1actions", "~1{game_id}", ""))
VIEW, NEW_GAME = f"{SCHEMAS}/GameView", f"{SCHEMAS}/CreateGameRequest"
JSON = "content/application~1json"
"""Pointers into the document (RFC 6901)."""


def after(*changes: tuple[str, Change]) -> list[str]:
    """The breaking changes between the published document and a changed one."""
    return list(breaking(document(), changed(document(), *changes)))


def header(required: bool) -> dict[str, Any]:
    """A new parameter that is sent as a header."""
    return {"in": "header", "name": "X-New", "required": required, "schema": {"type": "string"}}


RAIN = {"rain": f"#{SCHEMAS}/RainEffect"}
A_NEW_EFFECT = [
    (f"{SCHEMAS}/EffectType/enum", plus("rain")),
    (f"{SCHEMAS}/RainEffect", now(document()["components"]["schemas"]["TurnEffect"])),
    (f"{SCHEMAS}/RainEffect/properties/type/const", now("rain")),
    (f"{SCHEMAS}/Effect/oneOf", plus({"$ref": RAIN["rain"]})),
    (f"{SCHEMAS}/Effect/discriminator/mapping", plus(RAIN)),
]
"""A type of effects is added."""

BREAKING = [
    (ACT, gone, "POST /v1/games/{game_id}/actions: removed"),
    (f"{GAMES}/post", gone, "POST /v1/games: removed"),
    (f"{ACT}/post/operationId", now("play"), "operationId act is now play"),
    (f"{ACT}/post/responses/409", gone, "409: removed"),
    (f"{ACT}/post/responses/200/{JSON}", gone, "200: application/json removed"),
    (f"{GAMES}/post/responses/201/headers/Location", gone, "201: Location removed"),
    (f"{ACT}/post/requestBody/{JSON}", gone, "request: application/json is no longer accepted"),
    (f"{GAME}/get/requestBody", now({"required": True}), "request: a body is now required"),
    (f"{ACT}/post/parameters", plus(header(True)), "parameter header X-New is now required"),
    (f"{ACT}/parameters/0/schema/maxLength", now(8), "parameter path game_id: maxLength 8"),
    (f"{ACT}/parameters", gone, "parameter path game_id removed"),
    (f"{GAMES}/post/security", now([{"token": []}]), "security: nothing is no longer sufficient"),
    (f"{ACT}/post/security", now([{"agent": []}]), "security: token is no longer sufficient"),
    (f"{NEW_GAME}/required", plus("seed"), "request/seed: required on one side only"),
    (f"{SCHEMAS}/ActionRequest/required", plus("why"), "request/why: required on one side only"),
    (f"{NEW_GAME}/properties/seed", gone, "request/seed: not known on one side"),
    (f"{NEW_GAME}/properties/players/enum", now([1, 2]), "request/players: a list of values on one side only"),
    (f"{NEW_GAME}/properties/players/maximum", now(3), "request/players: maximum 3"),
    (f"{NEW_GAME}/properties/seed/pattern", now("^[a-z]+$"), "request/seed: another pattern"),
    (f"{NEW_GAME}/properties/seed/type", now("integer"), "request/seed: the type string"),
    (f"{SCHEMAS}/SeatRequest/properties/name", gone, "request/seats/*/name: not known on one side"),
    (f"{SCHEMAS}/DrawEffect/properties/cards", gone, "/events/*/effects/*/cards: described on one side only"),
    (f"{VIEW}/required", minus("turn"), "200 application/json/turn: required on one side only"),
    (f"{VIEW}/properties/commitment/type", now("integer"), "200 application/json/commitment: the type integer"),
    (f"{VIEW}/properties/created_at/type", now(["string", "null"]), "/created_at: the type null"),
    (f"{SCHEMAS}/EnemyView/properties/card/type", now("integer"), "json/enemy/card: the type integer"),
    (f"{SCHEMAS}/TurnEffect/properties/seat/type", now("string"), "json/items/*/effects/*/seat: the type string"),
    (f"{SCHEMAS}/GameStatus/type", now("integer"), "200 application/json/status: the type integer"),
    (f"{SCHEMAS}/GameGroup/enum", minus("over"), "parameter query status/*: the value 'over'"),
    (f"{VIEW}/properties/players/maximum", now(5), "200 application/json/players: maximum 4"),
    (f"{NEW_GAME}/not", now({"required": ["seed"]}), "request: a change of not, which this comparison does not"),
]
"""Changes that break clients: the place, the change, and the message."""

COMPATIBLE = [
    (f"{PATHS}/~1v1~1new", now({"get": {"responses": {}}})),
    (f"{ACT}/post", plus({"summary": "Play", "description": "Or yield."})),
    (f"{ACT}/post/responses/429", now({"description": "`rate-limited`"})),
    (f"{ACT}/post/parameters", plus(header(False))),
    (f"{ACT}/post/security", now([])),
    (f"{ACT}/post/security", now([{"token": []}, {"agent": []}])),
    (f"{NEW_GAME}/properties/weather", now({})),
    (f"{SCHEMAS}/ActionRequest/required", minus("version")),
    (f"{NEW_GAME}/properties/players/maximum", now(5)),
    (f"{NEW_GAME}/properties/seed/type", now(["string", "null"])),
    (f"{NEW_GAME}/properties/seed/pattern", gone),
    (f"{VIEW}/properties/weather", now({"type": "array"})),
    (f"{SCHEMAS}/GameStatus/enum", plus("paused")),
    (f"{SCHEMAS}/GameStatus/enum", minus("waiting")),
    (f"{SCHEMAS}/GameGroup/enum", plus("paused")),
    (f"{VIEW}/properties/players/minimum", now(2)),
    (f"{ACT}/post/responses/200/headers/X-New", now({})),
]
"""Changes that break no client that ignores unknown members."""


@pytest.mark.parametrize(("place", "change", "message"), BREAKING)
def test_a_change_that_breaks_a_client_is_found(place: str, change: Change, message: str) -> None:
    """The message names the place."""
    assert any(message in found for found in after((place, change))), after((place, change))


def test_changes_that_break_no_client_pass() -> None:
    """Without a change, and with a new schema in a union, too."""
    changes = [[], A_NEW_EFFECT, *([change] for change in COMPATIBLE)]
    assert {str(each): found for each in changes if (found := after(*each))} == {}


def test_a_removed_member_was_required() -> None:
    """So that the message is about that."""
    found = after((f"{VIEW}/properties/hand", gone), (f"{VIEW}/required", minus("hand")))
    assert any("200 application/json/hand: required on one side only" in message for message in found)


def test_a_schema_that_contains_itself_is_compared() -> None:
    """The comparison ends, and finds the change at its place."""
    enemy = f"{SCHEMAS}/EnemyView/properties"
    before = changed(document(), (f"{enemy}/next", now({"$ref": f"#{SCHEMAS}/EnemyView"})))
    found = breaking(before, changed(before, (f"{enemy}/card/type", now("integer"))))
    assert any("200 application/json/enemy/card: the type integer" in message for message in found)


def test_a_change_is_named_at_each_place() -> None:
    """Operations and members that share a schema break together."""
    found = {message.split(":")[0] for message in after((f"{VIEW}/properties/created_at/type", now("integer")))}
    assert {"GET /v1/games/{game_id}", "POST /v1/games/{game_id}/actions"} <= found


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
    broken = document() | {"paths": {}}
    (repository / "openapi.json").write_text(json.dumps(broken))
    rejected = checked(repository)
    assert (rejected.returncode, "POST /v1/games: removed" in rejected.stdout) == (1, True)
    (repository / "openapi.json").write_text(json.dumps(broken | {"info": {"version": "0.2.0"}}))
    assert checked(repository).returncode == 0


def test_without_a_release_there_is_nothing_to_compare(repository: Path) -> None:
    """The check prints this and succeeds."""
    shutil.rmtree(repository / ".git")
    ended = checked(repository)
    assert (ended.returncode, "nothing to compare" in ended.stdout) == (0, True)
