"""The HTML report of a tournament: content, accessibility, independence of other files."""

from __future__ import annotations

import base64
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from browser import chromium, console_messages, requests, width
from selenium.webdriver import Chrome
from summary_samples import DEALS, HTML_NAME, SEED, sample_summary

from regicide_arena.svg import FAINT, INK, PAPER, SERIES
from regicide_arena.tournament.report.html import render_html
from regicide_arena.tournament.schedule import derive_deal
from regicide_arena.tournament.stats.model import Comparison, Estimate
from regicide_arena.tournament.summary import Summary

pytestmark = pytest.mark.costly

WEB_CLIENT = "http://cards.example/play"
VOID = {"meta", "br", "hr", "img", "link", "input"}
LONG = [f"a-name-of-forty-characters-that-is-no-{number:02d}" for number in range(20)]
SECTIONS = {
    *("Result", "What was played", "Leaderboard", "Who is better", "Playing with others"),
    *("Time per action", "Failures", "Games", "How to read this", "How to check the deals"),
}


class Page(HTMLParser):
    """A parsed report: elements with their attributes, and texts with the tags around them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an element."""
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an empty element."""
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Check that the innermost element ends."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Record a text."""
        self.texts.append((self.open[-1] if self.open else "", " ".join(data.split())))

    def within(self, tag: str) -> list[str]:
        """List the texts directly within elements of this tag."""
        return [text for around, text in self.texts if around == tag and text]

    def attributes(self, tag: str) -> list[dict[str, str | None]]:
        """List the attributes of all elements of this tag."""
        return [attributes for name, attributes in self.elements if name == tag]


def report(summary: Summary) -> str:
    """Return the report of a tournament, with a deal."""
    return render_html(summary, DEALS, WEB_CLIENT)


@cache
def example() -> Summary:
    """Return a tournament with every kind of content."""
    return sample_summary()


@cache
def html() -> str:
    """Return its report."""
    return report(example())


@cache
def page() -> Page:
    """Return its parsed report."""
    return Page(html())


@cache
def small() -> Summary:
    """Return a tournament for two players."""
    return sample_summary(players=[2])


@cache
def small_html() -> str:
    """Return its report."""
    return report(small())


@cache
def long_named() -> Summary:
    """Return a tournament of many entrants with long names."""
    return sample_summary(LONG, players=(1, 2), deals=20, is_mixed=False)


@cache
def large() -> str:
    """Return its report."""
    return report(long_named())


def compared(made: Summary, change: Callable[[Comparison], Comparison]) -> Summary:
    """The tournament with another first comparison."""
    first, *others = made.standings.comparisons
    return made._replace(standings=made.standings._replace(comparisons=[change(first), *others]))


def undecided(comparison: Comparison) -> Comparison:
    """The comparison without a verdict."""
    return comparison._replace(better=None)


def exchanged(comparison: Comparison) -> Comparison:
    """The comparison with the second team first."""
    return comparison._replace(
        first=comparison.second,
        second=comparison.first,
        only_first=comparison.only_second,
        only_second=comparison.only_first,
        difference=negative(comparison.difference),
        defeated_difference=negative(comparison.defeated_difference),
    )


def negative(estimate: Estimate) -> Estimate:
    """The estimate of the opposite difference."""
    return Estimate(-estimate.value, -estimate.high, -estimate.low)


CONTENTS: list[tuple[Callable[[], Summary], str, set[str]]] = [
    (example, "h2", SECTIONS),
    (example, "th", {*example().facts.entrants}),
    (example, "td", {*example().facts.entrants.values(), "deal 7: 1.2 s of 1 s"}),
    (example, "text", {HTML_NAME}),
    (example, "td", {f"{row.win_rate.value:.1%}" for row in example().standings.teams}),
    (
        example,
        "small",
        {f"{100 * row.win_rate.low:.1f} to {100 * row.win_rate.high:.1f}" for row in example().standings.teams},
    ),
    (small, "th", {"anna is better than bert"}),
    (lambda: compared(small(), undecided), "th", {"anna or bert: undecided"}),
    (lambda: small()._replace(failures=[]), "p", {"No bot failed."}),
    (lambda: sample_summary(["$x_1$", "other"], [1]), "text", {"$x_1$"}),  # and no formula
    (lambda: sample_summary(players=[], seed=None), "p", {"No deal is complete yet."}),
    (lambda: sample_summary(players=[1], deals=1), "caption", {"1 player: 1 deal for each team"}),
    (lambda: sample_summary(players=[4], deals=1), "caption", {"4 players: 1 deal for each team"}),
    (long_named, "th", {*LONG}),
]


@pytest.mark.parametrize(("summary", "tag", "texts"), CONTENTS)
def test_a_report_has_its_contents(summary: Callable[[], Summary], tag: str, texts: set[str]) -> None:
    """Sections, entrants with their bots, win rates with intervals, verdicts, failures, and notices instead."""
    assert texts <= {*Page(report(summary())).within(tag)}


def test_names_are_escaped() -> None:
    """A name that looks like HTML makes no element."""
    assert not {"b", "i"} & {tag for tag, _ in page().elements}


def test_the_better_team_is_named_first() -> None:
    """A pair whose second team is better is exchanged with its figures."""
    assert report(compared(small(), exchanged)) == small_html()


def test_elements_are_nested() -> None:
    """Every element ends within its parent."""
    assert page().open == []


def test_the_commands_prove_the_deals() -> None:
    """The shell commands of the report print the commitment and deals that it states, even for a seed with quotes."""
    commands = [text for text in page().within("code") if text.startswith("printf")]
    found = [subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True) for command in commands]
    deals = [derive_deal(SEED, players, 0).seed for players in (1, 2, 3, 4)]
    assert [re.findall("[0-9a-f]{64}", ended.stdout) for ended in found] == [
        [each] for each in (example().facts.commitment, *deals)
    ]
    assert {example().facts.commitment, *deals} <= {*page().within("code")}


def test_public_deals_are_named_as_such() -> None:
    """A sealed set refers to its commitment instead."""
    public = Page(report(small()._replace(facts=small().facts._replace(deal_set="public"))))
    assert any(text.startswith("Public: their seed can be guessed") for text in public.within("dd"))
    assert any(text.startswith("Sealed: ") for text in page().within("dd"))


def test_the_seed_is_secret_until_the_end() -> None:
    """Neither the seed nor the command that contains it is on the page."""
    parsed = Page(report(sample_summary(players=[1], seed=None)))
    assert "Secret until the tournament is over." in parsed.within("dd")
    assert SEED not in " ".join(parsed.within("code"))


def test_the_page_is_self_contained() -> None:
    """Attributes and styles refer only to places within the page, and to replays; its one script is its own."""
    links = [str(value) for _, has in page().elements for name, value in has.items() if re.search("src|href", name)]
    replays = [link for link in links if not link.startswith("#")]
    assert replays == [f"{WEB_CLIENT}/#/replay/{game}/move-3" for game in ("one", "two")]
    assert not re.search(r"<script .|<link|@import|url\((?!#)", html())
    assert set(re.findall(r"https?:[^\"<]*", html())) == {WEB_CLIENT, *replays}


def test_games_are_shown_in_words() -> None:
    """The moment of a deal, who chose what, and how it ended; the number of deals that are listed is stated."""
    moment = "Action 3: player 1 has 2♥, and plays against J♦, which has 20 health left."
    assert moment in page().within("dd")
    assert {f"{HTML_NAME}: play 2♥", "bert: yield"} <= {*page().within("a")}
    assert {". The game was won.", ". The game was lost."} <= {*page().within("li")}
    assert "2 players: 1 of 40 deals" in page().within("p")


def test_references_resolve() -> None:
    """Ids are unique, and every reference has its id."""
    idents = [str(has["id"]) for _, has in page().elements if "id" in has]
    assert len(idents) == len({*idents})
    assert {*re.findall(r'(?:url\(|href=")#([^)"]+)', html())} <= {*idents}


def test_reports_are_reproducible() -> None:
    """The same summary gives the same bytes."""
    assert report(sample_summary(players=[2])) == small_html()


def test_figures_are_described() -> None:
    """Each is an image with a title and a description."""
    idents = {has.get("id") for _, has in page().elements}
    drawings = page().attributes("svg")
    assert all(has["role"] == "img" and {*str(has["aria-labelledby"]).split()} <= idents for has in drawings)
    assert len(drawings) == 4 * 4


def test_tables_are_described() -> None:
    """Each has a caption, and all headings have a scope."""
    assert len(page().attributes("caption")) == len(page().attributes("table")) > 12
    assert all(has["scope"] in {"row", "col"} for has in page().attributes("th"))


def test_the_language_is_declared() -> None:
    """Screen readers choose their voice by it."""
    assert page().attributes("html") == [{"lang": "en"}]


def test_colours_have_contrast() -> None:
    """WCAG AA requires 4.5 to 1 of text and 3 to 1 of charts, in light and dark mode."""
    least = dict.fromkeys((INK, FAINT), 4.5) | dict.fromkeys(SERIES, 3)
    for colour, ratio in least.items():
        assert min(contrast(colour.light, PAPER.light), contrast(colour.dark, PAPER.dark)) >= ratio, colour.name


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours by WCAG."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_conclusions_count_many_names() -> None:
    """Instead of many names they give a number."""
    assert any("It is better than 17 of the 19 others." in text for text in Page(large()).within("dd"))


def test_of_many_pairs_the_relevant_ones_are_listed() -> None:
    """Of 190 pairs these are the ones with the first team and of adjacent ranks; the others are counted."""
    parsed = Page(large())
    assert "153 pairs are not shown; these are the pairs with the first team, and of adjacent ranks." in (
        parsed.within("p")
    )
    assert not any(LONG[5] in text and LONG[9] in text for text in parsed.within("th"))


def test_long_names_of_pairs_are_shortened_in_figures() -> None:
    """The middle of a name is cut."""
    assert any(re.fullmatch(r"a-name-of.*….*no-\d\d ▸", text) for text in Page(large()).within("text"))


@pytest.fixture(scope="module")
def shared_browser() -> Iterator[Chrome]:
    """One browser for all tests of this module."""
    with chromium() as browser:
        yield browser


@pytest.fixture(params=["example", "large"])
def shown(request: pytest.FixtureRequest, shared_browser: Chrome, tmp_path: Path) -> Chrome:
    """A browser that shows a report, with empty logs."""
    path = tmp_path / "report.html"
    path.write_text(html() if request.param == "example" else large(), "utf-8")
    console_messages(shared_browser)
    requests(shared_browser)
    shared_browser.get(path.as_uri())
    assert (console_messages(shared_browser), requests(shared_browser)) == ([], [])
    return shared_browser


def measured(shown: Chrome, selector: str, what: str) -> list[float]:
    """Return a measure of all selected elements, in pixels."""
    script = "return [...document.querySelectorAll(arguments[0])].map(e => e.getBoundingClientRect()[arguments[1]])"
    found: list[float] = shown.execute_script(script, selector, what)
    return found


@pytest.mark.browser
def test_a_report_fits_on_screen_and_paper(shown: Chrome) -> None:
    """On telephones and desktops, only wide tables scroll sideways, each by itself; an A4 page has margins.

    The browser logs nothing, and sends no request.
    """
    for pixels in (360, 1200):
        width(shown, pixels)
        assert shown.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert max(measured(shown, "svg text", "right")) <= pixels
    width(shown, 672)
    shown.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    right, height = measured(shown, "table, svg", "right"), measured(shown, ".panel", "height")
    printed = shown.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"]
    shown.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert max(right) <= 673
    assert max(height) <= 975  # 297 mm less the margins
    assert len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed))) > 5
