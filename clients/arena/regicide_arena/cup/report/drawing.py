"""How a figure becomes a part of the page: an SVG that says what it shows, with the colours and letters of the page."""

from __future__ import annotations

import re
import warnings
from io import StringIO
from typing import Any, Final

from markupsafe import Markup, escape
from matplotlib import rc_context
from matplotlib.figure import Figure

from regicide_arena.cup.report.colours import FAINT, LINE, as_variables

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
"""Letters are written as such, names are never read as formulas, and the same figure is the same text every time."""
PARTS: Final = re.compile(
    r"<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->", re.DOTALL
)
"""What an SVG inside of a page does without."""
REFERENCES: Final = re.compile(r'( id="|url\(#|href="#)')
SIZE: Final = re.compile(r'<svg [^>]*?viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')


def drawn(figure: Figure, ident: str, title: str, about: str) -> Markup:
    """The SVG of a figure. No other one of the page may have the same identifier."""
    text = StringIO()
    with rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # the reader's letters are used, not ours
        figure.savefig(text, format="svg", metadata={"Date": None})
    picture = REFERENCES.sub(rf"\1{ident}-", PARTS.sub("", text.getvalue()))
    head = (
        rf'<svg class="drawing" viewBox="0 0 \1 \2" role="img" aria-labelledby="{ident}-title {ident}-desc">'
        f'\n<title id="{ident}-title">{_plain(title)}</title>\n<desc id="{ident}-desc">{_plain(about)}</desc>'
    )
    return Markup(as_variables(SIZE.sub(head, picture, count=1)).strip())  # noqa: S704 - matplotlib escapes all texts


def _plain(text: str) -> str:
    return str(escape(text)).replace("\\", r"\\")
