"""The cards: a portrait of each court card with three moods, plain cards without them, and the index in a hand."""

from __future__ import annotations

import gzip
import re
from itertools import product
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from browser import width
from firefox import Firefox
from players import SEED
from web_clients import WebClient, created_game
from web_modules import CLIENT, evaluated

MAX_PICTURES_BYTES = 24 * 1024
"""Of the script that draws the pictures, compressed: the page loads it after its first paint."""
MOODS = ("calm", "angry", "hurt", "desperate")
COURT = ["".join(card) for card in product("JQK", "CDHS")]
OTHERS = ["".join(card) for card in product(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10"), "CDHS")] + [
    "X1",
    "back",
]

DRAW = "given.map(([code, mood]) => m.picture(code, mood, () => 'M0 0h24v24z'))"


def drawn(*pictures: tuple[str, str]) -> list[str]:
    """The SVG texts of pictures."""
    texts: list[str] = evaluated("cards/pictures.ts", DRAW, pictures)
    return texts


def test_every_court_card_has_its_own_portrait_with_four_moods() -> None:
    """Its shapes differ from those of all others, not only its colours; the SVG is complete."""
    portraits = drawn(*product(COURT, MOODS))
    shapes = {re.sub(r"#[0-9a-f]{3,6}", "", portrait) for portrait in portraits}
    assert len(shapes) == len(COURT) * len(MOODS)
    for portrait in portraits:
        assert not re.search("undefined|NaN|null", portrait)
        assert len([*ET.fromstring(portrait).iter("{http://www.w3.org/2000/svg}path")]) > 60


def test_every_other_card_has_its_own_picture() -> None:
    """Each companion has its animal; a card of 10 has 10 pips."""
    pictures = dict(zip(OTHERS, drawn(*((code, "calm") for code in OTHERS)), strict=True))
    assert len({*pictures.values()}) == len(OTHERS)
    for code, picture in pictures.items():
        assert ET.fromstring(picture).tag.endswith("svg")
        if code[:-1].isdigit():
            assert picture.count('href="#p"') == int(code[:-1])


def test_the_mood_of_an_enemy_follows_from_its_health() -> None:
    """Hurt with half of it, desperate with a quarter; before, it is angry while it strikes."""
    given = [{"damage": damage, "health": 20} for damage in (0, 9, 10, 14, 15, 20)]
    moods = evaluated("cards/images.ts", "given.map((enemy) => m.moodOf(enemy))", given)
    assert moods == ["calm", "calm", "hurt", "hurt", "desperate", "desperate"]
    moods = evaluated("cards/images.ts", "given.map((enemy) => m.moodOf(enemy, true))", given)
    assert moods == ["angry", "angry", "hurt", "hurt", "desperate", "desperate"]


def test_the_pictures_are_small() -> None:
    """With the faces of bots, they are a script of their own, which the first load does not request."""
    [script] = (CLIENT / "dist" / "assets").glob("pictures-*.js")
    assert len(gzip.compress(script.read_bytes())) <= MAX_PICTURES_BYTES
    assert script.name not in (CLIENT / "dist" / "index.html").read_text()


HEALTH = """
    const enemy = document.querySelector('.enemy'), meter = enemy.querySelector('[role=meter]');
    return {
        mood: enemy.dataset.mood,
        left: Number(meter.ariaValueNow) / Number(meter.ariaValueMax),
        picture: enemy.querySelector('.picture')?.getAttribute('href') ?? null,
        card: enemy.querySelector('.open-card').ariaLabel,
    }"""


@pytest.mark.browser
def test_the_portrait_of_the_enemy_has_its_mood(ana: WebClient, won_game: str) -> None:
    """In a replay, too: each mood of an enemy is another picture, and its name stays the same."""
    ana.open(f"/#/replay/{won_game}")
    ana.find(".enemy .picture")
    pictures: dict[tuple[str, str], set[str]] = {}
    for _ in range(int(ana.find("[type=range]").get_attribute("max") or 0)):
        shown: dict[str, Any] = ana.browser.execute_script(HEALTH)
        moods = {"calm", "angry"} if shown["left"] > 1 / 2 else {"hurt"} if shown["left"] > 1 / 4 else {"desperate"}
        assert shown["mood"] in moods
        pictures.setdefault((shown["card"], shown["mood"]), set()).add(shown["picture"])
        ana.click("#next")
    assert {mood for _, mood in pictures} == {*MOODS}
    assert all(len(found) == 1 for found in pictures.values())
    assert len(set.union(*pictures.values())) == len(pictures)


@pytest.mark.browser
def test_a_card_is_plain_without_its_picture(ana: WebClient, lost_game: str) -> None:
    """If the script of the pictures cannot be loaded, and nothing has another size or place."""
    if isinstance(ana.browser, Firefox):
        pytest.skip("needs Chromium's own protocol")
    boxes = "return [...document.querySelectorAll('.card')].map((card) => JSON.stringify(card.getBoundingClientRect()))"
    ana.open(f"/#/replay/{lost_game}")
    ana.find(".enemy .picture")
    painted = ana.browser.execute_script(boxes)
    ana.browser.execute_cdp_cmd("Network.enable", {})
    ana.browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/assets/pictures-*"]})
    try:
        ana.open(f"/#/replay/{lost_game}")
        ana.find(".enemy .card > g > .suit")
        ana.until(lambda: ana.browser.execute_script(boxes) == painted)
        assert not ana.all(".picture")
    finally:
        ana.browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})


@pytest.mark.browser
@pytest.mark.parametrize("seat", [0, 1])
def test_the_rank_of_a_card_in_a_hand_can_be_read_on_a_telephone(ana: WebClient, seat: int) -> None:
    """22 pixels at a width of 360, with its suit in the visible strip.

    On a picture 16, which leaves more of it to be seen, and both lie on a tab of paper.
    """
    ana.sit(created_game(ana.server, 2, SEED), seat)
    width(ana.browser, 360, 740)
    ana.find(".hand-card .picture")
    sizes = ana.browser.execute_script("""
        return [...document.querySelectorAll('.hand-card')].map((card) => {
            const rank = card.querySelector('.rank'), scale = rank.getScreenCTM().a;
            const [strip, suit] = [card, card.querySelector('.index .suit')].map((it) => it.getBoundingClientRect());
            const beyond = Math.max(suit.right, rank.getBoundingClientRect().right) - strip.right;
            const isPainted = card.querySelector('.painted') !== null;
            return [parseFloat(getComputedStyle(rank).fontSize) * scale, isPainted, beyond];
        })""")
    assert all(size >= (16 if is_painted else 22) for size, is_painted, _ in sizes)
    assert max(beyond for *_, beyond in sizes) <= 0
    tabs = "return ['painted', 'pips'].map((kind) => [...document.querySelectorAll(`.${kind} .tab`)].map(shown))"
    shown = "const shown = (tab) => getComputedStyle(tab).display !== 'none';"
    painted, pips = ana.browser.execute_script(shown + tabs)
    assert all(painted)
    assert not any(pips)
