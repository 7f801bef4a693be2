"""The report of a cup: what is in it, for whom it is legible, and that it needs nothing else."""

from __future__ import annotations

import base64
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browser import chromium, complaints, requests, width
from selenium.webdriver import Chrome
from shown_cups import ODD, SEED, Cup, cup

from regicide_arena.cup.report.colours import FAINT, INK, PAPER, SERIES, Colour
from regicide_arena.cup.report.report import report

pytestmark = pytest.mark.xdist_group("report")  # one process makes each report once, and has one browser

VOID = {"meta", "br", "hr", "img", "link", "input"}
LONG = [f"a-name-of-forty-characters-that-is-no-{number:02d}" for number in range(20)]
SECTIONS = {
    *("Result", "What was played", "Leaderboard", "Who is better", "Playing with others", "Convergence"),
    *("Time for an action", "Failures", "How to read this", "How to check the deals"),
}


class Page(HTMLParser):
    """A report as a reader's program takes it in: its elements with their attributes, and the texts in them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element."""
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element that is empty."""
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """End the element that was begun last."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self.texts.append((self.open[-1] if self.open else "", " ".join(data.split())))

    def within(self, tag: str) -> list[str]:
        """The texts right in elements of this kind."""
        return [text for around, text in self.texts if around == tag and text]

    def attributes(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of this kind."""
        return [attributes for name, attributes in self.elements if name == tag]


@cache
def example() -> Cup:
    """A cup with all that there can be."""
    return cup()


@cache
def html() -> str:
    """Its report."""
    return report(*example())


@cache
def page() -> Page:
    """The same, read."""
    return Page(html())


@cache
def large() -> str:
    """The report of a cup of many with long names."""
    return report(*cup(LONG, players=(1, 2), deals=20, is_mixed=False))


def test_every_section_is_there() -> None:
    """A cup with all that there can be has all sections."""
    assert {*page().within("h2")} == SECTIONS


def test_elements_are_nested_well() -> None:
    """Whatever begins also ends, where it should."""
    assert page().open == []


@pytest.mark.parametrize("name", example().facts.entrants)
def test_every_entrant_is_named_and_told(name: str) -> None:
    """Each entrant is in a table, as what it is called and what it is."""
    assert name in page().within("th")
    assert example().facts.entrants[name] in page().within("td")


def test_names_are_no_html() -> None:
    """What looks like an element in a name is text, in tables and in figures."""
    assert ODD in page().within("text")
    assert not {"b", "i"} & {tag for tag, _ in page().elements}


def test_names_are_no_formulas() -> None:
    """A name between dollar signs is written as it is, not as mathematics."""
    assert "$x_1$" in Page(report(*cup(["$x_1$", "other"], [1]))).within("text")


def test_every_win_rate_is_told() -> None:
    """The table has the win rate of each team, and its interval."""
    rows = example().standings.teams
    assert {f"{row.win_rate.value:.1%}" for row in rows} <= {*page().within("td")}
    assert {f"{100 * row.win_rate.low:.1f} to {100 * row.win_rate.high:.1f}" for row in rows} <= {
        *page().within("small")
    }


def test_a_decided_pair_is_told_in_words() -> None:
    """It says who is better than whom."""
    assert "anna is better than bert" in page().within("th")


def test_an_open_pair_is_told_in_words() -> None:
    """It says that it is open."""
    made = example()
    comparisons = [each._replace(better=None) for each in made.standings.comparisons]
    told = Page(report(*made._replace(standings=made.standings._replace(comparisons=comparisons))))
    assert "anna or bert: open so far" in told.within("th")


def test_whoever_does_better_is_named_first() -> None:
    """A pair is turned round if the second is better, and so are its figures."""
    made = example()
    turned = made.standings.comparisons[0]
    turned = turned._replace(
        first="bert",
        second="anna",
        only_first=turned.only_second,
        only_second=turned.only_first,
        difference=turned.difference._replace(
            value=-turned.difference.value, low=-turned.difference.high, high=-turned.difference.low
        ),
        defeated_difference=turned.defeated_difference._replace(
            value=-turned.defeated_difference.value,
            low=-turned.defeated_difference.high,
            high=-turned.defeated_difference.low,
        ),
    )
    comparisons = [turned, *made.standings.comparisons[1:]]
    assert report(*made._replace(standings=made.standings._replace(comparisons=comparisons))) == html()


def test_failures_are_told() -> None:
    """What happened first is in the table."""
    assert "deal 7: 1.2 s of 1 s" in page().within("td")


def test_no_failures_are_told_as_well() -> None:
    """A cup without failures says so, and has no table of them."""
    assert "No bot failed." in Page(report(*cup(players=[2])._replace(failures=[]))).within("p")


def test_the_command_gives_the_commitment() -> None:
    """Whoever runs the command of the report sees the commitment, even for a seed with quotes in it."""
    command = next(text for text in page().within("code") if text.startswith("printf"))
    found = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert found.stdout.split()[0] == example().facts.commitment


def test_a_secret_seed_is_not_told() -> None:
    """As long as the cup is not over, neither the seed nor a command with it is there."""
    told = Page(report(*cup(players=[1], seed=None)))
    assert "Secret until the cup is over." in told.within("dd")
    assert SEED not in " ".join(told.within("code"))


def test_nothing_is_outside_of_the_file() -> None:
    """No script, no attribute and no style asks for anything but places in the page."""
    links = [str(value) for _, has in page().elements for name, value in has.items() if re.search("src|href", name)]
    assert all(link.startswith("#") for link in links)
    assert not re.search(r"<script|<link|@import|https?:|url\((?!#)", html())


def test_references_lead_to_something() -> None:
    """Each identifier is there once, and whatever is referred to is there."""
    idents = [str(has["id"]) for _, has in page().elements if "id" in has]
    assert len(idents) == len({*idents})
    assert {*re.findall(r'(?:url\(|href=")#([^)"]+)', html())} <= {*idents}


def test_the_same_cup_has_the_same_report() -> None:
    """Not a byte differs."""
    assert report(*cup()) == html()


def test_figures_say_what_they_show() -> None:
    """Each is an image with a title and a description, which exist."""
    idents = {has.get("id") for _, has in page().elements}
    drawings = page().attributes("svg")
    assert all(has["role"] == "img" and {*str(has["aria-labelledby"]).split()} <= idents for has in drawings)
    assert len(drawings) == 7 * 4 - 1  # seven for each number of players; there is no cross-play for one


def test_tables_say_what_they_are() -> None:
    """Each has a caption, and all its heads say of what they are the heads."""
    assert len(page().attributes("caption")) == len(page().attributes("table")) > 12
    assert all(has["scope"] in {"row", "col"} for has in page().attributes("th"))


def test_the_language_is_told() -> None:
    """A page without it is read out with the wrong voice."""
    assert page().attributes("html") == [{"lang": "en"}]


@pytest.mark.parametrize("colour", [INK, FAINT], ids=lambda colour: colour.name)
def test_letters_stand_out_from_the_paper(colour: Colour) -> None:
    """By WCAG's AA: 4.5 to 1, by light and in the dark."""
    assert contrast(colour.light, PAPER.light) >= 4.5
    assert contrast(colour.dark, PAPER.dark) >= 4.5


@pytest.mark.parametrize("colour", SERIES, ids=lambda colour: colour.name)
def test_figures_stand_out_from_the_paper(colour: Colour) -> None:
    """By WCAG's AA: 3 to 1, by light and in the dark."""
    assert contrast(colour.light, PAPER.light) >= 3
    assert contrast(colour.dark, PAPER.dark) >= 3


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG defines it."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_deal_is_enough(players: int) -> None:
    """A cup of a single deal for a single number of players has its report."""
    assert f"{players} player{'s' if players > 1 else ''}: 1 deal for each team" in Page(
        report(*cup(players=[players], deals=1))
    ).within("caption")


def test_no_game_is_enough() -> None:
    """A cup that has not begun has its report."""
    made = cup(players=[], seed=None)
    assert "No game is over yet." in Page(report(*made)).within("p")


def test_every_one_of_many_is_named() -> None:
    """Twenty entrants with names of forty characters are all in tables, in full."""
    assert {*LONG} <= {*Page(large()).within("th")}


def test_of_many_the_result_names_few() -> None:
    """Where one is better than many others, the result says how many they are."""
    assert any("It is better than 17 of the 19 others." in text for text in Page(large()).within("dd"))


def test_of_many_pairs_those_are_told_that_matter() -> None:
    """Of 190 pairs there are those with the first one, those next to each other, and how many are left out."""
    told = Page(large())
    assert "153 pairs are left out: those with the first one, and those next to each other in rank are here." in (
        told.within("p")
    )
    assert not any(LONG[5] in text and LONG[9] in text for text in told.within("th"))


def test_long_pairs_of_names_are_shortened_in_figures() -> None:
    """What is left out of a long name beside another is in its middle: how it begins and ends is told."""
    assert any(re.fullmatch(r"a-name-of.*….*no-\d\d ▸", text) for text in Page(large()).within("text"))


@pytest.fixture(scope="module")
def shared_browser() -> Iterator[Chrome]:
    """One browser for all tests here."""
    with chromium() as browser:
        yield browser


@pytest.fixture(params=["example", "large"])
def shown(request: pytest.FixtureRequest, shared_browser: Chrome, tmp_path: Path) -> Chrome:
    """A browser that shows a report, with nothing said and nothing asked for before."""
    path = tmp_path / "report.html"
    path.write_text(html() if request.param == "example" else large(), "utf-8")
    complaints(shared_browser)
    requests(shared_browser)
    shared_browser.get(path.as_uri())
    return shared_browser


def measured(shown: Chrome, selector: str, what: str) -> list[float]:
    """A measure of all elements that are selected, in pixels."""
    script = "return [...document.querySelectorAll(arguments[0])].map(e => e.getBoundingClientRect()[arguments[1]])"
    found: list[float] = shown.execute_script(script, selector, what)
    return found


@pytest.mark.browser
@pytest.mark.parametrize("pixels", [360, 1200])
def test_nothing_is_wider_than_the_page(shown: Chrome, pixels: int) -> None:
    """On a telephone and on a desk, only wide tables are moved sideways, each for itself."""
    width(shown, pixels)
    assert shown.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert max(measured(shown, "svg text", "right")) <= pixels


@pytest.mark.browser
def test_the_browser_has_nothing_to_complain_about(shown: Chrome) -> None:
    """Nothing is logged, and nothing is asked for over a network."""
    assert (complaints(shown), requests(shown)) == ([], [])


@pytest.mark.browser
def test_it_fits_on_paper(shown: Chrome) -> None:
    """As wide as a page of A4 inside of its margins, nothing is wider; and no figure is higher than such a page."""
    width(shown, 672)
    shown.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    right, height = measured(shown, "table, svg", "right"), measured(shown, ".panel", "height")
    shown.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert max(right) <= 673
    assert max(height) <= 975  # 297 mm less the margins


@pytest.mark.browser
def test_it_can_be_printed(shown: Chrome) -> None:
    """It becomes a PDF of some pages."""
    printed = shown.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"]
    assert len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed))) > 5
