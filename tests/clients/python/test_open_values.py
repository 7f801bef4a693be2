"""Values of enumerations that a later server adds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from invented import INVENTED, enumerations, example, invented, later_server
from published import document

from regicide_client import (
    Advice,
    ApiError,
    CardReference,
    CreatedGame,
    GameRecord,
    GameView,
    Review,
    Rules,
    is_over,
)
from regicide_client.errors import error_from_response
from regicide_client.generated.models import AgentList, GameEvents, GameList, Turns

ROOT = Path(__file__).parents[3]

MODELS = {
    "get_advice": Advice,
    "get_review": Review,
    "get_turns": Turns,
    "get_game": GameView,
    "get_events": GameEvents,
    "get_record": GameRecord,
    "list_games": GameList,
    "list_agents": AgentList,
    "get_cards": CardReference,
    "get_rules": Rules,
}


@pytest.mark.parametrize("operation", MODELS)
def test_a_response_with_an_unknown_value_is_read(operation: str) -> None:
    """The model keeps the value, of any enumeration."""
    for enumeration in enumerations():
        content = invented(operation, enumeration)
        read = MODELS[operation].from_dict(content).to_dict()
        assert str(read).count(f"'{INVENTED}'") == str(content).count(f"'{INVENTED}'"), enumeration


def test_each_enumeration_of_a_response_is_tested() -> None:
    """Those of problems are in no example of a successful response."""
    tested = {name for name in enumerations() for operation in MODELS if INVENTED in str(invented(operation, name))}
    assert set(enumerations()) - tested <= {"ProblemCode", "Grade", "Signal"}


def test_the_example_plays_a_game_with_unknown_values() -> None:
    """It shows them as they are."""
    with later_server() as url:
        command = [sys.executable, ROOT / "clients" / "examples" / "demo.py"]
        environment = os.environ | {"REGICIDE_URL": url}
        played = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert (played.returncode, played.stderr) == (0, "")
    assert f"{INVENTED}: {INVENTED}" in played.stdout


def test_a_game_of_an_unknown_status_is_over() -> None:
    """The document promises it: a game that goes on is waiting or active."""
    created = CreatedGame.from_dict(invented("create_game", "GameStatus", "201"))
    assert is_over(created.game)
    assert not is_over(GameView.from_dict(example("get_game")))
    assert "waiting" in document()["components"]["schemas"]["GameStatus"]["description"]


def test_an_unknown_problem_is_an_error_with_its_status() -> None:
    """It has the code, and the members that it came with."""
    members = {"type": "/problems/invented", "title": "New", "status": 409, "detail": "It is new.", "instance": "/v1"}
    content = {**members, "code": INVENTED, "moon": "full"}
    error = error_from_response(httpx.Response(409, json=content, headers={"Content-Type": "application/problem+json"}))
    assert type(error) is ApiError
    assert (error.code, error.status, error.extras["moon"]) == (INVENTED, 409, "full")
