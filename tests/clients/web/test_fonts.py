"""The fonts of the web client: what they contain, and that nothing moves when they arrive."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from browser import clear_cache, width
from firefox import Firefox
from fontTools.ttLib import TTFont
from web_clients import WebClient
from web_modules import CLIENT

FONTS = CLIENT / "fonts"
NAMES = ["alegreya-sans-400", "alegreya-sans-700", "cinzel-700"]
DIGITS = "0123456789"
MAX_BYTES = 40 * 1024
PICTOGRAPHS = {"♥", "♦", "→"}
"""Characters of texts that the system's fonts have."""


def test_the_fonts_are_what_their_packages_give() -> None:
    """A tool writes them, the same bytes each time."""
    if not (CLIENT / "node_modules/@fontsource").exists():
        assert "CI" not in os.environ, "`make lint` installs the npm packages before the tests are run"
        pytest.skip("no npm packages here: make lint")
    tool = CLIENT.parents[1] / "tools" / "subset_fonts.py"
    done = subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_fonts_have_every_character_of_the_texts() -> None:
    """In all languages, in few bytes; all digits have one width; titles have those of texts."""
    paths = sorted(FONTS.glob("*.woff2"))
    assert [path.stem for path in paths] == NAMES
    assert sum(path.stat().st_size for path in paths) <= MAX_BYTES
    texts = {character for path in (CLIENT / "texts").glob("*.json") for character in _characters(path)}
    for path in paths:
        glyphs = TTFont(path)
        known = glyphs.getBestCmap()
        unknown = {each for each in texts - PICTOGRAPHS if ord(each) not in known}
        others = {"cinzel-700": texts & {*DIGITS}}
        assert unknown == others.get(path.stem, set())
        assert len({glyphs["hmtx"][known[ord(each)]][0] for each in DIGITS if ord(each) in known}) <= 1


def _characters(path: Path) -> set[str]:
    return set("".join(json.loads(path.read_text()).values()))


@pytest.mark.browser
def test_nothing_moves_when_the_fonts_arrive(ana: WebClient) -> None:
    """They are loaded after the lobby has been painted, whose fonts until then are as wide and as high."""
    if isinstance(ana.browser, Firefox):
        pytest.skip("Firefox does not report layout shifts")
    width(ana.browser, 1280)
    clear_cache(ana.browser)
    ana.open()
    ana.find("#start")
    shifts = ana.browser.execute_async_script(SHIFTS)
    assert sorted({*shifts["loaded"]}) == NAMES
    assert shifts["painted"] < shifts["requested"]
    assert shifts["sum"] < 0.02, shifts["moved"]


SHIFTS = """
    const done = arguments[0], resources = () => performance.getEntriesByType("resource");
    const fonts = () => resources().filter(({ name }) => name.endsWith(".woff2"));
    const answer = () => {
        const shifts = [];
        const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        const [painted] = performance.getEntriesByName("first-contentful-paint");
        setTimeout(() => {
            const requested = Math.min(...fonts().map((each) => each.startTime));
            const late = shifts.filter(({ startTime }) => startTime > requested);
            done({
                loaded: fonts().map(({ name }) => name.match(/([a-z]+(?:-[a-z]+)?-\\d+)-/)[1]).sort(),
                painted: painted.startTime,
                requested,
                sum: late.reduce((sum, { value }) => sum + value, 0),
                moved: late.flatMap(({ sources }) => sources.map(({ node }) => node?.className || node?.nodeName)),
            });
        });
    };
    const files = () => new Set(fonts().map(({ name }) => name)).size;
    const wait = () => (files() === 3 ? document.fonts.ready.then(answer) : setTimeout(wait, 20));
    wait();
"""
