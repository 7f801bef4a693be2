"""A client of another generator, that of openapi-generator for Python, and a generator that is not installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from servers import regicide_server

import generators
from generators import PROGRAM as PROGRAM_OF_GENERATOR
from generators import generate

PROGRAM = """
import sys, generated

def client(token=None):
    return generated.ApiClient(generated.Configuration(host=sys.argv[1], access_token=token))

created = generated.LobbyApi(client()).create_game(generated.CreateGameRequest(players=2))
game, seats = created.game, [generated.GamesApi(client(seat.token)) for seat in created.seats]
while game.status == "active":
    me = seats[game.turn]
    game = me.get_game(game.id)
    game = me.act(game.id, generated.ActionRequest(version=game.version, action=game.legal_actions[0]))
record = generated.GamesApi(client()).get_record(game.id)
print(game.result.outcome.value, len(record.events) == game.version - 1)
"""


@pytest.fixture
def generated_client(tmp_path: Path) -> Path:
    """The folder of the generated Python client."""
    if not PROGRAM_OF_GENERATOR.exists():
        assert "CI" not in os.environ, "CI runs the long tests by make, which installs the generator"
        pytest.skip("openapi-generator is not installed: run make test-long")
    assert generate("python", tmp_path) == []
    return tmp_path


@pytest.mark.long
def test_a_client_of_another_generator_plays_a_whole_game(generated_client: Path, valkey_url: str) -> None:
    """Every request and every response passes through its models."""
    with regicide_server(REDIS_URL=valkey_url) as url:
        played = subprocess.run(
            [sys.executable, "-c", PROGRAM, url], cwd=generated_client, check=False, capture_output=True, text=True
        )
    assert (played.stdout, played.stderr) in {("lost True\n", ""), ("won True\n", "")}


def test_a_generator_that_is_not_installed_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the command that installs it."""
    monkeypatch.setattr(generators, "PROGRAM", tmp_path / "openapi-generator-cli")
    assert generators.main(["go", str(tmp_path / "client")]) == 2
    assert capsys.readouterr().err == (
        "generators.py: openapi-generator-cli is not installed: "
        "run `.venv/bin/python -m pip install -r requirements/long.txt`\n"
    )
