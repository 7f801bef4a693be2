"""The OpenAPI document that the server publishes."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from players import Player
from werkzeug.test import TestResponse

from regicide_api.pages import web

FILES = Path(__file__).parents[2] / "openapi"


@pytest.mark.parametrize("name", ["openapi.json", "openapi.yaml", "openapi-merged.json"])
def test_the_server_gives_its_document_in_each_form(player: Player, name: str) -> None:
    """The bytes of the generated file."""
    answer = player.get(f"/{name}")
    assert answer.mimetype == f"application/{name.rpartition('.')[2]}"
    assert answer.data == (FILES / name).read_bytes()


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


ASSETS = [f"/assets/{path.name}" for path in (web.FILES / "assets").iterdir() if path.suffix in {".css", ".js"}]


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
