"""How many enemies teams defeat before their game ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.cup.plan import Lineup
from regicide_arena.cup.report.figures.rows import Rows
from regicide_arena.cup.scores import Scores
from regicide_arena.cup.wording import mean, team


def enemies(lineups: Sequence[Lineup], scores: Scores, colours: Mapping[str, str]) -> Figure:
    """The share of games that end after 0 to 12 enemies, all on the same scale."""
    counts = {lineup: np.bincount(scores[lineup].defeated, minlength=ENEMIES_IN_CASTLE + 1) for lineup in lineups}
    shares = {lineup: count / count.sum() for lineup, count in counts.items()}
    highest = max(share.max() for share in shares.values())
    figure = Rows(len(lineups), 30, "enemies defeated")
    for lineup, share in shares.items():
        base = figure.add(team(lineup), f"mean {mean(float(scores[lineup].defeated.mean()))}")
        figure.rule(base)
        figure.bars(np.arange(ENEMIES_IN_CASTLE + 1), share / highest, base, 0.82, colours[lineup[0]])
    figure.axes.set_xlim(-0.6, ENEMIES_IN_CASTLE + 0.6)
    figure.axes.set_xticks(range(ENEMIES_IN_CASTLE + 1))
    return figure.figure
