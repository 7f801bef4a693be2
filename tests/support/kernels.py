"""The kernel beside the engine, and in plain Python: what a record contains, steps, and whole games.

`python -m kernels games N` prints the ends of random games as JSON, `python -m kernels search JSON` the results of
searches; with the environment of `in_plain_python` they run without numba. `python -m kernels transcript FILE` repeats
the searches of a file of JSON lines, and replaces their results: after a change of the search only.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from commands import TIMEOUT_S

from regicide import Action, Position, Step, observe, parse_view
from regicide_arena.bots.search import MoveSearch, Numbers
from regicide_arena.bots.search_settings import SearchSettings, WinWorth
from regicide_kernel.backend import records
from regicide_kernel.deals import deal_game, play_randomly
from regicide_kernel.estimate import REGRESSIONS, Estimator, Regressions, regressions
from regicide_kernel.game import Game
from regicide_kernel.moves import list_moves
from regicide_kernel.positions import decode_move, encode_action, new_game
from regicide_kernel.random_numbers import random_state
from regicide_kernel.rules import play_move
from regicide_kernel.value_network import NO_INPUT, Network, empty_network
from regicide_kernel.weights import UNTUNED, weights_records
from regicide_kernel.workspace import HIDDEN_UNITS, Workspace


def facts(game: Game) -> dict[str, Any]:
    """The fields of a game; decks from the bottom, with the cards that they have."""
    names = [name for name in Game.__annotations__ if name not in {"castle", "tavern", "tavern_bottom"}]
    found = {name: getattr(game, name) for name in names}
    found["castle"] = game.castle[: game.enemies_left]
    found["tavern"] = [game.tavern[game.tavern_bottom + place & 63] for place in range(game.tavern_size)]
    return {name: int(fact) if name in _NUMBERS else [*map(int, fact)] for name, fact in found.items()}


_NUMBERS = {name for name, kind in Game.__annotations__.items() if kind == "int"}


def after(before: Position, action: Action, seed: str = "heals") -> Game:
    """The record after an action."""
    game = new_game(before)
    play_move(game, encode_action(action), random_state(seed))
    return game


def legal_actions(position: Position) -> list[Action]:
    """The legal actions of a position in the kernel."""
    game, work = new_game(position), records(Workspace, 1)[0]
    count = list_moves(game, work)
    return [decode_move(int(move), game.phase) for move in work.moves[:count]]


def facts_after(before: Position, step: Step) -> tuple[dict[str, Any], dict[str, Any]]:
    """The facts after a step, as the kernel plays it and as the engine does.

    Hearts heal other cards, which may be drawn at once: then both have numbers of cards in place of the cards.
    """
    ours, theirs = facts(after(before, step.action)), facts(new_game(step.position))
    if any(type(effect).__name__ == "Heal" and effect.number for effect in step.effects):
        return _counted(ours), _counted(theirs)
    return ours, theirs


def _counted(fields: dict[str, Any]) -> dict[str, Any]:
    numbers = {"tavern": len(fields["tavern"]), "discard": fields["discard"].bit_count()}
    return fields | numbers | {"hands": [hand.bit_count() for hand in fields["hands"]]}


def random_ends(games: int) -> list[dict[str, Any]]:
    """The end of random games for each number of players."""
    game, work, ends = records(Game, 1)[0], records(Workspace, 1)[0], []
    for number in range(4 * games):
        rng = random_state(f"ends/{number}")
        deal_game(game, number % 4 + 1, 0, rng)
        moves = play_randomly(game, work, rng)
        ends.append(facts(game) | {"moves": int(moves), "rng": int(rng[0])})
    return ends


REFERENCE_SETTINGS = SearchSettings(
    horizons=(3, 2, 2, 2), solo_turns=2, exploration=(0.5, 0.5, 0.5, 0.5), worth=WinWorth(1.0, 0.8, 0.7)
)
"""Settings that no change of the defaults changes."""


def reference_estimate() -> dict[str, list[list[float]]]:
    """Arbitrary weights of a win estimate, which no tuning changes."""
    return {
        name: [
            [((7 * stage + 5 * feature + 3 * number) % 11 - 5) / 10 for feature in range(30)]
            for stage in range(REGRESSIONS)
        ]
        for number, name in enumerate(Regressions._fields)
    }


def reference_network() -> Network:
    """A network with arbitrary weights, which no tuning changes."""
    network = empty_network()
    for rows, size in ((network.hidden, 100), (network.outputs, 10)):
        for number, row in enumerate(rows):
            for unit in range(len(row)):
                row[unit] = ((7 * number + 5 * unit) % 11 - 5) / size
    for unit in range(HIDDEN_UNITS):
        network.hidden[NO_INPUT][unit] = 0.0
    return network


def reference_estimator() -> Estimator:
    """Arbitrary weights of all estimates."""
    return Estimator(regressions(reference_estimate()), reference_network())


def search_results(text: str, seed: str, rollouts: int) -> list[list[Any]]:
    """The candidates of a search for the player to act: action, visits, and the means of worth, wins and enemies.

    The weights are the defaults, estimates and settings are the reference.
    """
    there = Position.parse(text)
    numbers = Numbers(weights_records(UNTUNED), reference_estimator())
    view, settings = observe(there, there.turn), REFERENCE_SETTINGS._replace(rollouts=rollouts)
    search = MoveSearch(parse_view(view), numbers, settings, seed)
    found = search.candidates()
    return [[str(search.action_of(each.move)), *each[1:]] for each in found]


def in_plain_python(*command: str) -> str:
    """The output of a Python program with the plain backend."""
    environment = os.environ | {"REGICIDE_KERNEL": "plain", "PYTHONPATH": str(Path(__file__).parent)}
    ended = subprocess.run(
        [sys.executable, *command], env=environment, check=True, capture_output=True, text=True, timeout=TIMEOUT_S
    )
    return ended.stdout


def repeat_transcript(file: Path) -> None:
    """Run the searches of a file again, and write their results into it."""
    searches = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for each in searches:
        each["candidates"] = search_results(each["position"], each["seed"], each["rollouts"])
    file.write_text("".join(f"{json.dumps(each)}\n" for each in searches), "utf-8")


def main(what: str, argument: str) -> None:
    """Run a command."""
    if what == "transcript":
        repeat_transcript(Path(argument))
        return
    found = random_ends(int(argument)) if what == "games" else [search_results(*each) for each in json.loads(argument)]
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
