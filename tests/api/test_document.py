"""The OpenAPI document that the server publishes."""

from __future__ import annotations

import gzip
import json
import secrets
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
from players import LOSING, SEED, Player, bearing
from werkzeug.test import TestResponse

from regicide_api.pages import web

FILES = Path(__file__).parents[2] / "openapi"


@pytest.mark.parametrize("name", ["openapi.json", "openapi.yaml", "openapi-merged.json"])
def test_the_server_gives_its_document_in_each_form(player: Player, name: str) -> None:
    """The bytes of the generated file."""
    answer = player.get(f"/{name}")
    assert answer.mimetype == f"application/{name.rpartition('.')[2]}"
    assert answer.data == (FILES / name).read_bytes()


def test_the_lines_of_a_server_fit_the_schemas_that_it_gives(server_url: str) -> None:
    """A record, the lines of records, and the data of both streams; another object does not."""
    with httpx.Client(base_url=server_url) as client:
        agent = client.post("/v1/agents", json={"name": f"bot-{secrets.token_hex(6)}"}).json()
        own = bearing(agent["token"])
        resume = client.get("/v1/agents/me/events", headers=own).json()["resume"]
        game = lost_game(client, agent["name"])
        path = f"/v1/games/{game['game']['id']}"
        stream = {"Accept": "text/event-stream"}
        found = {
            "record": sent_lines(client, f"{path}/record", {}),
            "record-line": sent_lines(
                client, "/v1/records", bearing(game["owner"]["token"]) | {"Accept": "application/jsonl"}
            ),
            "event": sent_lines(client, f"{path}/events", stream),
            "agent-event": sent_lines(client, "/v1/agents/me/events", own | stream | {"Last-Event-ID": resume}),
        }
        for name, lines in found.items():
            schema = client.get(f"/{name}.schema.json")
            assert schema.headers["Content-Type"] == "application/schema+json"
            assert schema.json()["$id"] == f"/{name}.schema.json"
            fits = jsonschema_rs.Draft202012Validator(schema.json()).is_valid
            assert [*map(fits, [*lines, {}])] == [*[True] * len(lines), False]
        assert client.get("/package.schema.json").status_code == 404


def lost_game(client: httpx.Client, agent: str) -> Any:
    """The creation of a game with an agent, which is lost since."""
    wish = {"players": 2, "seats": [{"name": "north"}, {"agent": agent}], "seed": SEED, "actions": LOSING[:-1]}
    made = client.post("/v1/games", json=wish).json()
    action = {"version": made["game"]["version"], "action": LOSING[-1]}
    holder = bearing(made["seats"][0]["token"])
    client.post(f"/v1/games/{made['game']['id']}/actions", json=action, headers=holder).raise_for_status()
    return made


def sent_lines(client: httpx.Client, path: str, headers: dict[str, str]) -> list[Any]:
    """The objects in the lines of a response, up to the one with the end of a game."""
    lines = []
    with client.stream("GET", path, headers=headers) as answer:
        for line in answer.iter_lines():
            text = line.removeprefix("data: ")
            if text.startswith("{"):
                lines.append(json.loads(text))
            if '"over"' in text:
                return lines
    raise AssertionError(f"{path}: {lines}")


def test_the_document_has_an_etag(player: Player) -> None:
    """An unchanged copy gets 304, compressed or not."""
    first = player.get("/openapi.json")
    packed = player.get("/openapi.json", **{"Accept-Encoding": "gzip"})
    for etag in (first.headers["ETag"], packed.headers["ETag"]):
        again = player.get("/openapi.json", **{"If-None-Match": etag})
        assert (again.status_code, again.data) == (304, b"")


def loaded(player: Player, path: str, encodings: str) -> TestResponse:
    """The response with its content, whose file is closed."""
    with player.get(path, **{"Accept-Encoding": encodings}) as response:
        assert response.data
        return response


SMALL_BYTES = 6144
"""A smaller file may be sent as it is, or not get half as small."""
ASSETS = [
    f"/assets/{path.name}"
    for path in (web.FILES / "assets").iterdir()
    if path.suffix in {".css", ".js"} and path.stat().st_size >= SMALL_BYTES
]


@pytest.mark.parametrize("path", ["/openapi.json", "/openapi.yaml", *sorted(ASSETS)])
def test_pages_and_the_document_are_compressed_for_clients_that_accept_it(player: Player, path: str) -> None:
    """Others get them as they are; caches are told to keep both."""
    packed = loaded(player, path, "br;q=1, gzip;q=0.5")
    plain = loaded(player, path, "gzip;q=0")
    assert (packed.headers["Content-Encoding"], "Content-Encoding" in plain.headers) == ("gzip", False)
    assert gzip.decompress(packed.data) == plain.data
    assert 2 * len(packed.data) < len(plain.data)
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]


def test_the_script_of_the_documentation_is_compressed(player: Player) -> None:
    """To less than a third of its size."""
    packed = loaded(player, "/docs/static/swagger-ui/swagger-ui-bundle.js", "gzip")
    assert packed.status_code == 200
    assert 3 * int(packed.headers["Content-Length"]) < 1_700_000


def test_responses_of_the_api_are_not_compressed(player: Player) -> None:
    """They may contain secrets beside text of the sender."""
    answer = player.get("/v1/rules", **{"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers
