"""Sorts the deals that a planner loses by what would win them: other chances, more rollouts, or open cards.

    regicide-arena bench planner --json > planner.json
    python clients/benchmark/losses.py planner.json

Each lost deal is played again with other seeds of the search: with the same rollouts, with ten times as many, with all
hands open, and with all cards open, so that only the shuffles of healed cards are hidden. A solver, which foresees
these, too, looks for a line that wins. The file has a JSON object for each lost deal; an interrupted command goes on
with the missing ones.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from ceiling import WIDTHS, count, never_draws, resumed
from regicide import Action, InformationSet, Position, apply, parse_view
from regicide.cards import card_set, members
from regicide_arena.bots.compilation import ensure_compiled
from regicide_arena.bots.search import Root, RootSearch, kernel_numbers
from regicide_arena.bots.search_settings import SearchSettings
from regicide_arena.bots.view_types import seat_view
from regicide_kernel.solver import winning_line


class LostDeal(NamedTuple):
    """A deal that a planner loses, and how it is played again."""

    players: int
    seed: str
    first_player: int
    rollouts: int
    tries: int


def seen(position: Position) -> InformationSet:
    """What the player to act knows."""
    return parse_view(seat_view(position, position.turn))


def open_hands(position: Position) -> InformationSet:
    """What the player to act would know if all hands were open."""
    known, others = seen(position), {seat: hand for seat, hand in enumerate(position.hands) if seat != position.turn}
    tavern = [pool._replace(cards=tuple(members(card_set(pool.cards) & ~sum(others.values())))) for pool in known.pools]
    hidden = [pool._replace(hands=(0,) * position.players) for pool in tavern if pool.cards]
    opened = [
        known.pools[0]._replace(
            cards=cards, hands=tuple(len(cards) * (each == seat) for each in range(position.players))
        )
        for seat, hand in others.items()
        if (cards := tuple(members(hand)))
    ]
    return known._replace(pools=(*hidden, *opened))


def open_cards(position: Position) -> Position:
    """What the player to act would know if all cards were open."""
    return position


WAYS: Final[dict[str, tuple[Callable[[Position], Root], int]]] = {
    "other seeds": (seen, 1),
    "10 times the rollouts": (seen, 10),
    "open hands": (open_hands, 1),
    "open cards": (open_cards, 1),
}
"""What the search starts from, and the factor of its rollouts."""


def wins(deal: LostDeal, way: str, number: int) -> bool:
    """Whether the search of a planner wins a deal in one of the ways; the number gives its chances."""
    root_of, factor = WAYS[way]
    settings, numbers = SearchSettings(rollouts=deal.rollouts * factor), kernel_numbers(deal.players)
    position = Position.new(deal.seed, deal.players, deal.first_player)
    while not position.outcome:
        action, *others = position.legal_actions
        if others:
            search = RootSearch(root_of(position), numbers, settings, f"{way}/{number}:{position}")
            action = Action.parse(search.choice())
        position = apply(position, action)
    return position.outcome.won


def retry(deal: LostDeal) -> dict[str, Any]:
    """The tries that win a lost deal in each of the ways, and whether a line of play wins it."""
    ensure_compiled()
    start = Position.new(deal.seed, deal.players, deal.first_player)
    won = {way: sum(wins(deal, way, number) for number in range(deal.tries)) for way in WAYS}
    line = not never_draws(start) and any(winning_line(start, width) for width in WIDTHS)
    return {**deal._asdict(), "won": won, "line": line}


def lost_deals(file: Path, rollouts: int, tries: int) -> list[LostDeal]:
    """The deals that the one bot of a bench has lost."""
    deals = json.loads(file.read_text())["deals"]
    return [
        LostDeal(deal["players"], deal["seed"], deal["first_player"], rollouts, tries)
        for deal in deals
        if not all(result["won"] for result in deal["results"].values())
    ]


def main() -> None:
    """Print the share of tries that win, for each number of players and each way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, nargs="+", metavar="FILE", help="JSON of `bench` with one planner")
    parser.add_argument("--rollouts", type=count, default=10_000, help="of that planner (default: %(default)s)")
    parser.add_argument("--tries", type=count, default=10, help="in each way (default: %(default)s)")
    parser.add_argument("--workers", type=count, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--file", type=Path, default=Path("losses.jsonl"), help="(default: %(default)s)")
    options = parser.parse_args()
    tasks = [deal for file in options.results for deal in lost_deals(file, options.rollouts, options.tries)]
    found = [*resumed(options.file, retry, tasks, options.workers)]
    print(f"| players | lost | {' | '.join(WAYS)} | a line wins |\n|---|---|{'---|' * len(WAYS)}---|")
    for players in sorted({deal.players for deal in tasks}):
        rows = [each for each in found if each["players"] == players]
        shares = [sum(each["won"][way] for each in rows) / len(rows) / options.tries for way in WAYS]
        cells = [f"{share:.0%}" for share in shares]
        print(f"| {players} | {len(rows)} | {' | '.join(cells)} | {sum(each['line'] for each in rows)} |")


if __name__ == "__main__":
    main()
