"""What is said of a cup, worked out from what came out deal by deal; the methods come from scipy and statsmodels."""

from regicide_arena.cup.statistics.deciding import is_decided
from regicide_arena.cup.statistics.whole import live_standings, standings

__all__ = ["is_decided", "live_standings", "standings"]
