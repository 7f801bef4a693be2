"""Charts as inline SVG: colours of the page, light and dark, and titles for screen readers."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from io import StringIO
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape
from matplotlib import rc_context
from matplotlib.figure import Figure


class Colour(NamedTuple):
    """A colour for light and dark mode; also a CSS variable of the page."""

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
"""The palette of Okabe and Ito (2008) for colour-blind readers; its light colours are darkened for contrast."""

PALETTE: Final = (PAPER, INK, FAINT, LINE, *SERIES)

STYLE: Final[Any] = {
    "axes.edgecolor": LINE.light,
    "axes.facecolor": "none",
    "axes.labelcolor": FAINT.light,
    "axes.linewidth": 0.8,
    "figure.facecolor": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "savefig.facecolor": "none",
    "svg.fonttype": "none",
    "svg.hashsalt": "regicide",
    "text.color": FAINT.light,
    "text.parse_math": False,
    "xtick.color": LINE.light,
    "xtick.labelcolor": FAINT.light,
    "xtick.labelsize": 9,
}
"""Matplotlib settings: text stays text, names are never parsed as formulas, and the output is reproducible."""
UNUSED_PARTS: Final = re.compile(
    r"<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", re.DOTALL
)
"""Parts of a standalone SVG that an inline one does not need."""
MAX_WIDTH_PX: Final = 760
"""The width of a standalone SVG on a wide screen, where its text is as large as a page's text."""
WIDE_PX: Final = 1000
"""The least width of a wide screen; telephones lay out a picture for 980 pixels, and show it smaller."""
REFERENCES: Final = re.compile(r'( id="|url\(#|href="#)')
SVG_TAG: Final = re.compile(r'<svg [^>]*?viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')


def entrant_colours(names: Iterable[str]) -> dict[str, str]:
    """Assign each entrant its light colour in all charts; colours repeat beyond the palette, names are always shown."""
    return {name: SERIES[number % len(SERIES)].light for number, name in enumerate(names)}


def to_svg(figure: Figure, ident: str, title: str, description: str) -> Markup:
    """Convert a chart to inline SVG. `ident` must be unique on the page: it prefixes all ids."""
    text = StringIO()
    with rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # the reader's fonts are used
        figure.savefig(text, format="svg", metadata={"Date": None})
    svg = REFERENCES.sub(rf"\1{ident}-", UNUSED_PARTS.sub("", text.getvalue()))
    head = (
        rf'<svg class="drawing" viewBox="0 0 \1 \2" role="img" aria-labelledby="{ident}-title {ident}-desc">'
        f'\n<title id="{ident}-title">{_escape(title)}</title>\n<desc id="{ident}-desc">{_escape(description)}</desc>'
    )
    return Markup(_with_css_variables(SVG_TAG.sub(head, svg, count=1)).strip())  # noqa: S704 - matplotlib escapes texts


def _with_css_variables(svg: str) -> str:
    for colour in PALETTE:
        svg = svg.replace(colour.light, f"var(--{colour.name})")
    return svg


def _escape(text: str) -> str:
    """Escape for HTML, and for the replacement of a regular expression."""
    return str(escape(text)).replace("\\", r"\\")


def standalone(svg: Markup) -> str:
    """Return an inline SVG as the content of a file: with its colours for light and dark mode, and a greatest width."""
    light, dark = (_declarations(mode) for mode in ("light", "dark"))
    style = (
        f"<style>svg {{ {light} width: 100%; height: auto; background: var(--paper) }} "
        f"@media (min-width: {WIDE_PX}px) {{ svg {{ max-width: {MAX_WIDTH_PX}px }} }} "
        f"@media (prefers-color-scheme: dark) {{ svg {{ {dark} }} }} "
        "text { font-family: system-ui, sans-serif !important; font-variant-numeric: tabular-nums }</style>"
    )
    head, rest = str(svg).split("</desc>", 1)
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"{head.replace('<svg ', f'<svg {names} ', 1)}</desc>\n{style}{rest}\n"


def _declarations(mode: str) -> str:
    return " ".join(f"--{colour.name}: {getattr(colour, mode)};" for colour in PALETTE)
