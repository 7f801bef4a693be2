"""Make the fonts of the web client from those of its npm packages: their characters in four languages, as WOFF2.

`--check` fails if `clients/web/fonts` has others. Digits are lining and have one width, so that numbers do not move.
"""

from __future__ import annotations

import argparse
import sys
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from fontTools import subset
from fontTools.ttLib import TTFont

CLIENT: Final = Path(__file__).parents[1] / "clients" / "web"
FONTS: Final = CLIENT / "fonts"
DIGITS: Final = "0123456789"
TEXT: Final = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "ÁÀÄÂÉÈËÊÍÌÏÎÓÒÖÔÚÙÜÛÑÇáàäâéèëêíìïîóòöôúùüûñçß"
    + "·ªº¿¡«»‘’“”…–—•°×€\N{NO-BREAK SPACE}\N{MINUS SIGN}"
)
"""The characters of texts in English, Spanish, Catalan and Italian, and of most names of players."""
CHARACTERS: Final = {
    "alegreya-sans-400": TEXT,
    "alegreya-sans-700": TEXT,
    "cinzel-700": TEXT.translate(dict.fromkeys(map(ord, DIGITS))),
}
"""The characters of each font. Digits of Cinzel are those of Alegreya Sans: its own 1 looks like its I."""
DIGIT_FEATURES: Final = ("lnum", "tnum")
"""The OpenType features that are always on for digits: lining figures, figures of one width."""


def main() -> int:
    """Write the fonts, or compare them."""
    parser = argparse.ArgumentParser(description="Make the fonts of the web client.")
    parser.add_argument("--check", action="store_true", help="fail if a font is not what its package gives")
    is_check = parser.parse_args().check
    stale = [name for name in CHARACTERS if not _is_current(name, font(name), write=not is_check)]
    if is_check and stale:
        print(f"clients/web/fonts: not what the packages give: {', '.join(stale)}: run tools/subset_fonts.py")
    return int(is_check and bool(stale))


def _is_current(name: str, content: bytes, *, write: bool) -> bool:
    path = FONTS / f"{name}.woff2"
    if path.is_file() and path.read_bytes() == content:
        return True
    if write:
        FONTS.mkdir(exist_ok=True)
        path.write_bytes(content)
    return False


def font(name: str) -> bytes:
    """The part of a font that the client needs."""
    family, _, weight = name.rpartition("-")
    package = CLIENT / "node_modules/@fontsource" / family
    whole = TTFont(package / "files" / f"{family}-latin-{weight}-normal.woff2", recalcTimestamp=False)
    _set_digits(whole)
    options = subset.Options(layout_features=["kern"], hinting=False, name_IDs=[1, 2], recalc_timestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=CHARACTERS[name])
    subsetter.subset(whole)
    whole.flavor = "woff2"
    content = BytesIO()
    whole.save(content)
    return content.getvalue()


def _set_digits(whole: Any) -> None:
    """Let each digit have the glyph that the features of digits give, one after the other."""
    for tag in DIGIT_FEATURES:
        glyphs = _substitutions(whole, tag)
        for table in whole["cmap"].tables:
            table.cmap.update(
                {ord(digit): glyphs.get(name, name) for digit in DIGITS if (name := table.cmap.get(ord(digit)))}
            )


def _substitutions(whole: Any, tag: str) -> dict[str, str]:
    """The glyphs that a feature puts in place of others."""
    if "GSUB" not in whole:
        return {}
    table = whole["GSUB"].table
    indices = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == tag
        for index in record.Feature.LookupListIndex
    }
    tables = [
        getattr(each, "ExtSubTable", each)
        for index in sorted(indices)
        for each in table.LookupList.Lookup[index].SubTable
    ]
    return {old: new for each in tables for old, new in getattr(each, "mapping", {}).items()}


if __name__ == "__main__":
    sys.exit(main())
