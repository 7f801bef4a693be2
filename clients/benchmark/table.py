"""Prints the tables of the benchmark from results folders of its tracks, as Markdown.

    python clients/benchmark/table.py FOLDER...

Intervals are those of the tournament, 95%. A machine is measured by `policy`, which plays in every track.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from regicide import Position
from regicide.cards import DIAMONDS

YARDSTICK: Final = "policy"
CLASSES: Final = {"fast": 20, "normal": 250, "deep": 2500}
"""The class of a bot, by the most that its mean time per action may be, as a multiple of the yardstick's."""


class Results:
    """The results of a track."""

    def __init__(self, folder: Path) -> None:
        self.standings = json.loads((folder / "standings.json").read_text())
        self.times = json.loads((folder / "times.json").read_text())
        self._games = folder / "games.jsonl"

    @property
    def players(self) -> list[int]:
        """The numbers of players."""
        return [*map(int, self.standings["facts"]["deals"])]

    @property
    def heading(self) -> str:
        """What was played."""
        facts = self.standings["facts"]
        deals = ", ".join(sorted({f"{deals:,}" for deals in facts["deals"].values()}))
        return (
            f"{facts['name']}: {deals} deals of the {facts['deal_set']} set with the commitment {facts['commitment']}"
        )

    def team(self, entrant: str, players: int) -> Mapping[str, Any]:
        """The row of an entrant in all seats."""
        rows: list[Mapping[str, Any]] = self.standings["teams"]
        return next(row for row in rows if row["lineup"] == [entrant] * players)

    def slowness(self, entrant: str) -> float:
        """The mean time of an entrant per action, as a multiple of the yardstick's."""
        return self._mean_ms(entrant) / self._mean_ms(YARDSTICK)

    def _mean_ms(self, entrant: str) -> float:
        spread = [bucket for row in self.times if row["entrant"] == entrant for bucket in row["spread"]]
        return float(np.average([bound for bound, _ in spread], weights=[count for _, count in spread]))

    def without_diamonds(self, entrant: str) -> tuple[int, int]:
        """The games of an entrant alone with no diamond in any hand at the start, won and all."""
        won = total = 0
        for line in self._games.open():
            game = json.loads(line)
            start = Position.new(game["seed"], game["players"], game["first_player"])
            if {*game["lineup"]} == {entrant} and has_no_diamond(start):
                total += 1
                won += game["result"] is not None and game["result"]["outcome"] == "won"
        return won, total


def has_no_diamond(start: Position) -> bool:
    """Whether no hand of a deal has a diamond."""
    return not any(hand & DIAMONDS for hand in start.hands)


def percent(estimate: Mapping[str, float]) -> str:
    """A share with its interval."""
    return f"{estimate['value']:.1%} ({100 * estimate['low']:.1f} to {100 * estimate['high']:.1f})"


def class_of(multiple: float) -> str:
    """The class of a bot that is slower than the yardstick by this factor."""
    return next((name for name, most in CLASSES.items() if multiple <= most), "unlimited")


def lines(columns: list[str], rows: list[list[str]]) -> Iterator[str]:
    """The lines of a table."""
    for row in [columns, ["---"] * len(columns), *rows]:
        yield f"| {' | '.join(row)} |"


def teams(results: Results) -> Iterator[str]:
    """The table of bots in all seats: of a solo track with the share of gold."""
    is_solo, rows = results.players == [1], []
    for entrant in results.standings["facts"]["entrants"]:
        multiple, won = results.slowness(entrant), results.without_diamonds(entrant)
        found = [results.team(entrant, players) for players in results.players]
        gold = [f"{found[0]['grades']['gold'] / found[0]['games']:.1%}"] if is_solo else []
        shares = [percent(row["win_rate"]) for row in found]
        rows.append([entrant, class_of(multiple), f"{multiple:.0f}", *shares, *gold, f"{won[0]} of {won[1]}"])
    players = [f"{number} player{'s' if number > 1 else ''}" for number in results.players]
    return lines(["bot", "class", "time", *players, *(["gold"] if is_solo else []), "no diamond"], rows)


def strangers(results: Results) -> Iterator[str]:
    """The table of the newcomer beside each partner."""
    newcomer, rows = results.standings["facts"]["newcomer"], []
    slowness = results.slowness(newcomer)
    speed = [class_of(slowness), f"{slowness:.0f}"]
    for players in results.players:
        cells = [
            ({cell["first"], cell["second"]} - {newcomer}, cell["win_rate"])
            for cell in results.standings["cross"]
            if cell["players"] == players and newcomer in {cell["first"], cell["second"]}
        ]
        beside = {partner.pop(): share for partner, share in cells if partner}
        mean = next(
            row["value"]
            for row in results.standings["partners"]
            if (row["entrant"], row["players"]) == (newcomer, players)
        )
        worst = min(beside, key=lambda partner: beside[partner]["value"])
        own = results.team(newcomer, players)["win_rate"]
        rows.append([str(players), *speed, percent(mean), f"{worst}: {percent(beside[worst])}", percent(own)])
    return lines(["players", "class", "time", "mean over partners", "worst partner", "with itself"], rows)


def main() -> None:
    """Print the tables of the folders that the arguments name."""
    for folder in map(Path, sys.argv[1:]):
        if not (folder / "games.jsonl").exists():
            sys.exit(f"{folder} has no games.jsonl: expected the results folder of a finished track")
        results = Results(folder)
        table = strangers(results) if results.standings["partners"] else teams(results)
        print("\n".join([results.heading, "", *table, ""]))


if __name__ == "__main__":
    main()
