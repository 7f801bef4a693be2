"""The OpenAPI document that the server publishes."""

from __future__ import annotations

import yaml
from players import Player
from published import document


def test_the_server_gives_its_document_in_json(player: Player) -> None:
    """It equals the committed file."""
    assert player.client.get("/openapi.json").json == document()


def test_the_server_gives_its_document_in_yaml(player: Player) -> None:
    """It is the same document."""
    answer = player.client.get("/openapi.yaml")
    assert answer.mimetype == "application/yaml"
    assert yaml.safe_load(answer.text) == document()
