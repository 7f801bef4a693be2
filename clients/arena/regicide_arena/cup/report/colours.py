"""The colours of a report: those of figures are variables of the page, so that they change in the dark."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple


class Colour(NamedTuple):
    """A colour by light and in the dark."""

    name: str
    light: str
    dark: str


PAPER: Final = Colour("paper", "#fffefb", "#15171b")
INK: Final = Colour("ink", "#1c1f24", "#e8e5de")
FAINT: Final = Colour("faint", "#5a626c", "#a9b0ba")
LINE: Final = Colour("line", "#d8d6cf", "#3d424a")

SERIES: Final = (
    Colour("blue", "#0072b2", "#56a9e4"),
    Colour("vermilion", "#d55e00", "#f0854a"),
    Colour("green", "#008f68", "#2fc39b"),
    Colour("purple", "#a84f89", "#dc96bf"),
    Colour("ochre", "#a87300", "#e6b13f"),
    Colour("sky", "#3a8fc9", "#a3d6f5"),
    Colour("slate", "#6a6f76", "#b5bac1"),
)
"""Okabe and Ito's, which colour-blind people can tell apart: their light ones darker, to be seen on paper."""

ALL: Final = (PAPER, INK, FAINT, LINE, *SERIES)


def of_entrants(names: Iterable[str]) -> dict[str, str]:
    """The colour of each entrant in all figures, by light. Where there are many they come again: names tell them."""
    return {name: SERIES[number % len(SERIES)].light for number, name in enumerate(names)}


def as_variables(drawing: str) -> str:
    """A drawing whose colours are the page's."""
    for colour in ALL:
        drawing = drawing.replace(colour.light, f"var(--{colour.name})")
    return drawing
