"""Counts the deals that can be won at all: with all cards open, a solver looks for a line of play that wins.

    python clients/benchmark/ceiling.py --deals 2000

A team without a diamond in any hand at the start has lost: nobody ever draws a card, and all cards of the hands, each
played once and doubled by clubs, do less damage than the 360 points of health of the enemies. Of the other deals for
which no line is found it is not known whether there is one. The file has a JSON object with the line for each deal; an
interrupted command goes on with the missing ones.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from regicide import Position
from regicide_arena.commands.options import PLAYERS
from regicide_arena.runtime.process_pool import parallel_map
from regicide_arena.tournament.schedule import derive_deal
from regicide_kernel.solver import winning_line
from table import has_no_diamond

WIDTHS: Final = (100, 1000, 10_000, 100_000)
"""The positions that the solver keeps for each number of defeated enemies, in one attempt after another."""


class Task(NamedTuple):
    """A deal of a tournament's seed."""

    seed: str
    players: int
    deal: int


def solve(task: Task) -> dict[str, Any]:
    """Look for a line that wins a deal."""
    deal = derive_deal(*task)
    position = Position.new(deal.seed, task.players, deal.first_player)
    found = {**task._asdict(), "width": None, "line": None, "lost": never_draws(position)}
    for width in () if found["lost"] else WIDTHS:
        if line := winning_line(position, width):
            return found | {"width": width, "line": [*map(str, line)]}
    return found


def never_draws(start: Position) -> bool:
    """Whether no player of a team has a diamond. A single player draws by jesters, too."""
    return start.players > 1 and has_no_diamond(start)


def resumed(
    file: Path, work: Callable[[Any], dict[str, Any]], tasks: Sequence[Any], workers: int
) -> Iterator[dict[str, Any]]:
    """Yield the results of tasks, which have their members: those in a file, then the others, which are appended."""
    lines = file.read_text().splitlines(keepends=True) if file.exists() else []
    whole = [line for line in lines if line.endswith("\n")]
    file.write_text("".join(whole))  # without what an interrupted command has half written
    fields = tasks[0]._fields if tasks else ()
    known = {tuple(each[field] for field in fields): each for each in map(json.loads, whole)}
    yield from (known[task] for task in tasks if task in known)
    with parallel_map(workers) as run, file.open("a") as appended:
        for result in run(work, [task for task in tasks if task not in known]):
            appended.write(json.dumps(result) + "\n")
            appended.flush()
            yield result


def count(text: str) -> int:
    """Parse a number of things, at least one."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"invalid number {text!r}: expected at least 1")
    return int(text)


def main() -> None:
    """Print how many deals have a line that wins, are lost, and are open, for each number of players."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", choices=PLAYERS, default=PLAYERS, help="(default: 1 2 3 4)")
    parser.add_argument("--deals", type=count, default=1000, help="for each number of players (default: %(default)s)")
    parser.add_argument("--deal-seed", default="practice", help="of the tournament (default: %(default)s)")
    parser.add_argument("--workers", type=count, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--file", type=Path, default=Path("ceiling.jsonl"), help="(default: %(default)s)")
    options = parser.parse_args()
    if not options.file.parent.is_dir():
        parser.error(f"cannot write {options.file}: {options.file.parent} is not a folder")
    tasks = [Task(options.deal_seed, players, deal) for deal in range(options.deals) for players in options.players]
    counts = Counter[tuple[int, str]]()
    for result in resumed(options.file, solve, tasks, options.workers):
        kind = "won" if result["line"] else "lost" if result["lost"] else "open"
        counts[result["players"], kind] += 1
    print("| players | a line wins | no diamond: lost | open |\n|---|---|---|---|")
    for players in options.players:
        print(f"| {players} | {' | '.join(f'{counts[players, kind]:,}' for kind in ('won', 'lost', 'open'))} |")


if __name__ == "__main__":
    main()
