"""A planner with options: its time, and the values of a solo win."""

from typing import Annotated

from regicide_arena.bots.planner import Planner
from regicide_arena.bots.search_settings import SearchSettings, WinWorth


def hasty(
    seed: str,
    *,
    milliseconds: Annotated[float, "time for each choice"] = 20.0,
    silver: Annotated[float, "value of a solo win with one jester left"] = 0.7,
    bronze: Annotated[float, "value of a solo win without jesters"] = 0.5,
) -> Planner:
    """Searches for a time, so that its choices depend on the machine."""
    return Planner(seed, SearchSettings(milliseconds=milliseconds, worth=WinWorth(1.0, silver, bronze)))
