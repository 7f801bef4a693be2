"""Games of another referee, played again: where the files lie, what they hold, and where an engine differs.

The form of the files is described beside those that come with the tests, in `tests/engine/conformance/README.md`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from regicide import Phase, Position, act, commitment, legal_actions, parse_action, start
from regicide.cards import CODES, codes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VARIABLE = "CONFORMANCE_DIR"
HOME = Path(__file__).parents[1] / "engine" / "conformance"


def chosen_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder that the variable names, or the one that comes with the tests if there is no such variable."""
    name = environment.get(VARIABLE, HOME)
    if not name:
        pytest.fail(f"{VARIABLE} is empty: it has to name a folder of games", pytrace=False)
    return Path(name)


def games_in(folder: Path) -> list[Any]:
    """A parameter for each line of each `*.jsonl` file, called after them: `games:12`.

    Fails, rather than find nothing to test, if there is no such folder, no such file, or no game in a file.
    """
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        pytest.fail(f"no *.jsonl files in {str(folder)!r}: {VARIABLE} has to name a folder of games", pytrace=False)
    return [game for file in files for game in _games_of(file)]


def _games_of(file: Path) -> list[Any]:
    lines = [(number, line) for number, line in enumerate(file.read_text("utf-8").splitlines(), 1) if line.strip()]
    if not lines:
        pytest.fail(f"no games in {str(file)!r}", pytrace=False)
    return [pytest.param(line, id=f"{file.stem}:{number}") for number, line in lines]


def differences(line: str) -> Iterator[str]:
    """Where the engine does not play the game as it is written, in words; nothing if it plays it so to its end."""
    game = json.loads(line)
    now = start(game["seed"], game["players"], game["first_player"])
    if commitment(game["seed"]) != game["commitment"]:
        yield "the commitment differs"
    yield from _differences_of_tables("start", now, game["start"])
    for number, step in enumerate(game["steps"], 1):
        action = parse_action(step["notation"])
        if str(action) != step["notation"]:
            yield f"step {number}: {step['notation']} is written {action}"
        if len(legal_actions(now)) != step["legal"]:
            yield f"step {number}: {len(legal_actions(now))} actions are legal, and should be {step['legal']}"
        now = act(now, action)
        yield from _differences_of_tables(f"step {number}", now, step["after"])


def _differences_of_tables(where: str, now: Position, expected: Mapping[str, object]) -> Iterator[str]:
    table = table_of(now)
    for name in table | expected:
        if name not in table or name not in expected or table[name] != expected[name]:
            yield f"{where}: {name} is {table.get(name)}, and should be {expected.get(name)}"


def table_of(now: Position) -> dict[str, object]:
    """A position in the form of the files."""
    outcome = now.outcome
    won = outcome is not None and outcome.won
    return {
        "phase": now.phase.value if now.phase is not Phase.OVER else "won" if won else "lost",
        "turn": now.turn,
        "enemy": None if now.enemy is None else CODES[now.enemy],
        "damage": now.damage,
        "shield": now.shield,
        "attack": now.attack,
        "immunity_cancelled": now.immunity_cancelled,
        "castle": [CODES[card] for card in now.castle[1:]],
        "tavern": [CODES[card] for card in now.tavern],
        "discard": codes(now.discard),
        "played": [codes(play) for play in now.played],
        "hands": [codes(hand) for hand in now.hands],
        "yielded": [bool(now.yielded >> seat & 1) for seat in range(now.players)],
        "flips_left": now.flips,
        "heals": now.heals,
        "defeated": now.defeated,
        "victory": (outcome.grade or "won") if outcome and won else None,
    }
