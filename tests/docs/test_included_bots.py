"""The page on the included bots shows the figures that the server gives of its house bots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from regicide_api.endpoints.bodies import FIGURES, SHORTEST_MOVE_MS
from regicide_api.reference.texts import text
from regicide_api.services.agents import HOUSE_BOTS

PAGE: Final = (Path(__file__).parents[2] / "docs/included-bots.md").read_text()


def rows(bot: str) -> list[list[str]]:
    """The cells of the rows about a bot."""
    lines = [line for line in PAGE.splitlines() if line.startswith(f"| `{bot}` |")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def written(rate: Mapping[str, float]) -> str:
    """A win rate in the table."""
    return f"{rate['rate']:.1%} ({100 * rate['low']:.1f} to {100 * rate['high']:.1f})"


def test_every_house_bot_has_figures() -> None:
    """And no other bot."""
    assert FIGURES.keys() == {*HOUSE_BOTS}


@pytest.mark.parametrize("bot", HOUSE_BOTS)
def test_the_page_has_the_description_and_the_time(bot: str) -> None:
    """In the first table."""
    longest = FIGURES[bot]["move_ms"]
    shortest = SHORTEST_MOVE_MS.get(bot, longest)
    time = f"{longest:g}" if shortest == longest else f"{shortest:g} to {longest:g}"
    description = text(f"bot.{bot}", "en").rstrip(".")
    assert rows(bot)[0] == [f"`{bot}`", "yes", description[0].lower() + description[1:], time]


@pytest.mark.parametrize("bot", HOUSE_BOTS)
def test_the_page_has_the_win_rates(bot: str) -> None:
    """In the second table, by number of players; a cell is empty where none was measured."""
    rates = {rate["players"]: rate for rate in FIGURES[bot]["win_rates"]}
    _, deals, *cells = rows(bot)[1]
    assert cells == [written(rates[players]) if players in rates else "" for players in (1, 2, 3, 4)]
    games = [f"{rates[players]['games']:,}" if players in rates else "none" for players in (1, 2, 3, 4)]
    assert deals == (games[0] if len({*games}) == 1 else f"{', '.join(games[:3])} and {games[3]}")
