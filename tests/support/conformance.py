"""Conformance with games of another implementation: their files, and the differences of a replay.

`tests/engine/conformance/README.md` describes the format of the files.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from regicide import Action, Phase, Position, apply, commitment
from regicide.cards import CARD_NAMES, card_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VARIABLE = "CONFORMANCE_DIR"
HOME = Path(__file__).parents[1] / "engine" / "conformance"


def chosen_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder in the environment variable CONFORMANCE_DIR, by default the one beside the tests."""
    name = environment.get(VARIABLE, HOME)
    if not name:
        pytest.fail(f"{VARIABLE} is empty: expected a folder of games", pytrace=False)
    return Path(name)


def games_in(folder: Path) -> list[Any]:
    """A test parameter for each line of each `*.jsonl` file, with an id such as `games:12`.

    Fails if the folder does not exist, contains no such file, or a file contains no game.
    """
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        pytest.fail(f"no *.jsonl files in {str(folder)!r}: expected a folder of games in {VARIABLE}", pytrace=False)
    return [game for file in files for game in _games_of(file)]


def _games_of(file: Path) -> list[Any]:
    lines = [(number, line) for number, line in enumerate(file.read_text("utf-8").splitlines(), 1) if line.strip()]
    if not lines:
        pytest.fail(f"no games in {str(file)!r}", pytrace=False)
    return [pytest.param(line, id=f"{file.stem}:{number}") for number, line in lines]


def differences(line: str) -> Iterator[str]:
    """The differences between a recorded game and its replay, as messages.

    Raises ImpossiblePosition if a position of the replay is refused.
    """
    game = json.loads(line)
    now = Position.new(game["seed"], game["players"], game["first_player"])
    if commitment(game["seed"], game.get("nonce")) != game["commitment"]:
        yield "the commitment differs"
    yield from _differences_of_tables("start", now, game["start"])
    for number, step in enumerate(game["steps"], 1):
        action = Action.parse(step["notation"])
        if str(action) != step["notation"]:
            yield f"step {number}: {step['notation']} has the canonical text {action}"
        if len(now.legal_actions) != step["legal"]:
            yield f"step {number}: {len(now.legal_actions)} legal actions, expected {step['legal']}"
        now = apply(now, action).validated()
        yield from _differences_of_tables(f"step {number}", now, step["after"])


def _differences_of_tables(where: str, now: Position, expected: Mapping[str, object]) -> Iterator[str]:
    table = table_of(now)
    for name in table | expected:
        if name not in table or name not in expected or table[name] != expected[name]:
            yield f"{where}: {name} is {table.get(name)}, expected {expected.get(name)}"


def table_of(now: Position) -> dict[str, object]:
    """A position in the format of the files."""
    outcome = now.outcome
    won = outcome is not None and outcome.won
    return {
        "phase": now.phase.value if now.phase is not Phase.OVER else "won" if won else "lost",
        "turn": now.turn,
        "enemy": None if now.enemy is None else CARD_NAMES[now.enemy],
        "damage": now.damage,
        "shield": now.shield,
        "attack": now.attack,
        "immunity_cancelled": now.immunity_cancelled,
        "castle": [CARD_NAMES[card] for card in now.castle[1:]],
        "tavern": [CARD_NAMES[card] for card in now.tavern],
        "discard": card_names(now.discard),
        "played": [card_names(play) for play in now.played],
        "hands": [card_names(hand) for hand in now.hands],
        "yielded": [bool(now.yielded_seats >> seat & 1) for seat in range(now.players)],
        "flips_left": now.jesters_left,
        "heals": now.heart_shuffles,
        "defeated": now.defeated,
        "victory": (outcome.grade or "won") if outcome and won else None,
    }
