"""The end of a game in the web client: its story from view and events, and the scene."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any, Final

import pytest
from browser import SETTLE, width
from house_bot_answers import answer, reviewed_moves
from PIL import Image
from players import LOSING, SEED
from selenium.webdriver.common.keys import Keys
from shared_http import HTTP
from web_clients import WebClient, created_game, play, post
from web_modules import evaluated

JACK: Final = {"card": "JD", "attack": 10, "health": 20, "damage": 5, "shield": 0, "strikes_for": 10}
KING: Final = {"card": "KH", "attack": 20, "health": 40, "damage": 33, "shield": 8, "strikes_for": 12}


def event(seat: int, action: str, *effects: dict[str, Any]) -> dict[str, Any]:
    """An action with its effects."""
    return {"type": "action", "seat": seat, "action": action, "effects": list(effects)}


def effect(kind: str, **members: Any) -> dict[str, Any]:
    """An effect."""
    return {"type": kind, **members}


def over(reason: str) -> dict[str, Any]:
    """The end of a game as an effect."""
    return effect("over", reason=reason, outcome="won" if reason == "last-king" else "lost")


def ended(reason: str, defeated: int = 0, **members: Any) -> dict[str, Any]:
    """The view of a finished game of two, whose first seat is the reader's."""
    outcome = "won" if reason == "last-king" else "lost"
    result = {"outcome": outcome, "reason": reason, "seat": 0, "defeated": defeated, "grade": None}
    seats = [{"seat": 0, "name": "Ana", "own": True}, {"seat": 1, "name": "Bo"}]
    return {"status": outcome, "result": result, "enemy": JACK, "hands": [[], []], "seats": seats} | members


STRUCK: Final = [
    event(0, "AD", effect("damage", amount=1), effect("strike", amount=10)),
    event(0, "-9S-2H", effect("discard", cards=["9S", "2H"]), effect("turn", seat=1)),
    event(1, "2C", effect("damage", amount=4), effect("strike", amount=10)),
    event(1, "-10C", effect("discard", cards=["10C"]), effect("turn", seat=0)),
    event(0, "yield", effect("strike", amount=10), over("cannot-cover-damage")),
]
KILLED: Final = [
    event(0, "X1", effect("cancel-immunity")),
    event(0, ">1", effect("turn", seat=1)),
    event(
        1, "10C", effect("damage", amount=20), effect("defeat", enemy="JC", exact=True), effect("reveal", enemy="KH")
    ),
    event(1, "AC+KC", effect("damage", amount=42), effect("defeat", enemy="KH", exact=False), over("last-king")),
]


@pytest.mark.parametrize(
    ("view", "events", "told", "title", "why"),
    [
        pytest.param(
            ended("cannot-cover-damage", hands=[["3D", "4D"], ["8H"]]),
            STRUCK,
            {"turns": 3, "exact": 0, "strongest": ["2C"], "amount": 4, "missing": 3, "number": 3},
            "The castle stands",
            "The jack of diamonds struck for 10. You had cards worth 7. 3 points were missing.",
            id="a strike",
        ),
        pytest.param(
            ended("cannot-play-or-yield", 11, enemy=KING),
            [event(0, "5C", effect("damage", amount=10), over("cannot-play-or-yield"))],
            {"turns": 1, "exact": 0, "strongest": ["5C"], "amount": 10, "missing": None, "number": 1},
            "The castle stands",
            "You could neither play a card against the king of hearts nor yield.",
            id="stuck",
        ),
        pytest.param(
            ended("last-king", 2, enemy=None),
            KILLED,
            {"turns": 3, "exact": 1, "strongest": ["AC", "KC"], "amount": 42, "missing": None, "number": 4},
            "The castle has fallen",
            "You defeated the king of hearts, the last of them.",
            id="a victory",
        ),
        pytest.param(
            ended("last-king", 2, enemy=None, you=0),
            KILLED,
            {"turns": 3, "exact": 1, "strongest": ["AC", "KC"], "amount": 42, "missing": None, "number": 4},
            "You have won!",
            "You defeated the king of hearts, the last of them.",
            id="a victory of the reader",
        ),
        pytest.param(
            ended("given-up", seats=[{"seat": 0, "name": "Ana", "own": True}, {"seat": 1, "agent": "greedy"}]),
            [STRUCK[0], {"type": "give-up", "seat": 0, "effects": [over("given-up")]}],
            {"turns": 1, "exact": 0, "strongest": ["AD"], "amount": 1, "missing": None, "number": 1},
            "You gave up",
            "The game is lost.",
            id="given up by the only person",
        ),
        pytest.param(
            ended("given-up"),
            [STRUCK[0], {"type": "give-up", "seat": 0, "effects": [over("given-up")]}],
            {"turns": 1, "exact": 0, "strongest": ["AD"], "amount": 1, "missing": None, "number": 1},
            "Given up",
            None,
            id="given up",
        ),
        pytest.param(
            ended("timeout"),
            [{"type": "timeout", "seat": 0, "effects": [over("timeout")]}],
            {"turns": 0, "exact": 0, "strongest": None, "amount": None, "missing": None, "number": None},
            "Out of time",
            "Your time has run out: the game is lost.",
            id="no time",
        ),
    ],
)
def test_a_game_has_a_story(view: Any, events: Any, told: Any, title: str, why: str | None) -> None:
    """From its view and events: how it ended, its turns, the strongest play, and what was missing."""
    story = """(() => {
        const [story, s] = [m.storyOf(given.view, given.events), given.sentences];
        const { strongest, shortfall, falls, turns } = story;
        const exact = falls.filter((fall) => fall.exact).length;
        const missing = shortfall && shortfall.strike - shortfall.hand;
        const play = { strongest: strongest?.cards ?? null, amount: strongest?.amount ?? null };
        return [{ turns, exact, ...play, missing, number: strongest?.number ?? null }, m.isComplete(given.events)];
    })()"""
    assert evaluated("story/story.ts", story, {"view": view, "events": events}) == [told, True]
    said = (
        "[m.titleText(given), m.whyTexts(given, (await own('story/story.ts')).storyOf(given, given.events)).join(' ')]"
    )
    shown = evaluated("story/sentences.ts", said, view | {"events": events})
    assert shown[0] == title
    assert why is None or shown[1] == why


def test_the_enemy_of_each_play_follows_from_the_falls() -> None:
    """Also that of a jester, which deals no damage; falls before the events begin are not exact."""
    expression = """[
        m.storyOf(given[0], given[1]).plays.map(({ number, cards, enemy }) => [number, cards.join("+"), enemy]),
        m.fallsText(m.storyOf(given[0], given[1]), 4),
    ]"""
    plays, falls = evaluated("story/story.ts", expression, [ended("last-king", 4, enemy=None), KILLED])
    assert plays == [[1, "X1", "JC"], [3, "10C", "JC"], [4, "AC+KC", "KH"]]
    assert falls == "ddxd"


def test_a_story_names_the_bots_that_stood_in() -> None:
    """With the number and the seat of each of their actions."""
    first, *others = KILLED
    events = [first, *(each | {"agent": "greedy"} if each["seat"] == 1 else each for each in others)]
    stood = evaluated("story/story.ts", "m.storyOf(given[0], given[1]).standIns", [ended("last-king", 12), events])
    assert {(each["seat"], each["agent"]) for each in stood} == {(1, "greedy")}
    actions = [each for each in events if each["type"] == "action"]
    assert [each["number"] for each in stood] == [n for n, each in enumerate(actions, 1) if "agent" in each]
    assert stood


def test_real_stories_have_feats() -> None:
    """A victory by a single blow at a king, with no card left; a defeat has none."""
    expression = """Promise.all(given.map(async ([view, events]) =>
        m.featsOf({ outcome: view.status, players: 4, grade: null, hands: view.hands },
            (await own("story/story.ts")).storyOf(view, events))))"""
    given = [[ended("last-king", 12, enemy=None), KILLED], [ended("cannot-cover-damage"), STRUCK]]
    won, defeat = evaluated("history/achievements.ts", f"await {expression}", given)
    assert (set(won), defeat) == ({"victory", "four-players", "single-blow", "last-card", "swift"}, [])


def rated(action: str, won: float | None) -> dict[str, Any]:
    """An action of a review."""
    return {"action": action, "won": won}


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ([("2C", [rated("2C", 0.8), rated("3C", 0.5)]), ("4C", [rated("4C", 0.9), rated("5C", 0.85)])], [1, 30]),
        ([("2C", [rated("3C", 0.8), rated("2C", 0.5)])], None),
        ([("2C", [rated("2C", 0.8)]), ("4C", [rated("4C", None), rated("5C", None)])], None),
    ],
    ids=["by most points", "not played", "without a rival"],
)
def test_the_best_move_is_ahead_of_the_next_one(moves: Any, best: Any) -> None:
    """By the most points; there is none if no played move is."""
    review = {"moves": [{"number": n, "action": action, "best": rates} for n, (action, rates) in enumerate(moves, 1)]}
    expression = "(([found]) => found ? [found.move.number, found.points] : null)(m.bestMoves(given, 1))"
    assert evaluated("replay/chances.ts", expression, review) == best


def test_the_best_move_of_the_reader_is_told_beside_those_of_others() -> None:
    """Unless it is among the best ones, or none of them is better than all others."""
    best = [{"seat": seat, "action": "2C", "best": [rated("2C", 0.9), rated("3C", low)]} for seat, low in BEST]
    review = {"moves": [{"number": number, **move} for number, move in enumerate(best, 1)]}
    own = "m.ownBest(given, m.bestMoves(given, 2), ({ seat }) => seat === reader)?.move.number ?? null"
    assert evaluated("replay/chances.ts", f"[0, 1, 2, 3].map((reader) => {own})", review) == [3, None, None, None]


BEST: Final = ((1, 0.5), (2, 0.6), (0, 0.7), (0, 0.8), (3, 0.9))
"""The seats of moves, and the chance of the next best action."""


def lost(client: WebClient) -> str:
    """Play a game of two to its end, and open it as its first player. Returns its id."""
    created = created_game(client.server, 2, SEED)
    play(client.server, created, LOSING)
    client.sit(created, 0)
    client.find("#ending [data-fact=standing]")
    return str(created["game"]["id"])


@pytest.mark.browser
def test_the_end_is_a_scene_over_the_table(ana: WebClient) -> None:
    """It says why and shows the twelve, without a strongest play if none fell; keys lead to the table and back.

    The result is there as text and as a picture.
    """
    ana.open()
    game = lost(ana)
    assert ana.text("#ending-title") == "The castle stands"
    assert ana.text(".ending-why").startswith("The jack of diamonds struck for 10. You had cards worth 0.")
    assert len(ana.all("#ending .rank-squares .standing")) == 12
    assert ana.all("[data-fact=strongest]") == []
    assert ana.attributes(".ending-tip a", "href") == ["#/tutorial"]
    assert len(ana.all("#page .main")) == 1
    ana.tab_to("#ending-more")
    ana.press(Keys.ENTER)
    ana.tab_to("#to-table")
    ana.press(Keys.ENTER)
    assert not ana.find("#ending").is_displayed()
    assert ana.attributes(":focus", "id") == ["to-scene"]
    ana.press(Keys.ENTER)
    ana.until(lambda: ana.find("#ending").is_displayed())
    ana.click("#share-result")
    ana.click("#copy-result")
    text = str(ana.find("#copied-result").get_attribute("value")).split("\n")
    assert text == [
        "Regicide, 2 players: 0 of 12",
        "⬛⬛⬛⬛ ⬛⬛⬛⬛ ⬛⬛⬛⬛",
        ana.text(".ending-why"),
        f"{ana.server}/#/replay/{game}",
    ]
    ana.needs_page_scripts()
    ana.browser.execute_script(KEEP_FILES)
    ana.click("#save-picture")
    data = ana.until(lambda: ana.browser.execute_script("return window.saved"))
    picture = Image.open(BytesIO(bytes(json.loads(data))))
    assert ana.text(".copied") == "Saved as regicide.png in your downloads."
    assert (picture.size, picture.format) == ((1200, 630), "PNG")
    assert len(picture.convert("RGB").getcolors(1 << 24) or []) > 500


KEEP_FILES = """
    const url = URL.createObjectURL;
    URL.createObjectURL = (file) => {
        if (file.name) file.arrayBuffer().then((bytes) => (window.saved = JSON.stringify([...new Uint8Array(bytes)])));
        return url(file);
    };
"""


@pytest.mark.browser
def test_an_end_with_achievements_is_on_the_first_screen(ana: WebClient, won_actions: tuple[str, list[str]]) -> None:
    """Of telephones and tablets: what happened, what to do, and what was achieved; the hands are beside that."""
    ana.open()
    seed, actions = won_actions
    created = created_game(ana.server, 1, seed)
    play(ana.server, created, actions)
    ana.sit(created, 0)
    ana.find("#earned li + li")
    assert ana.attributes("#earned > a", "href") == ["#/history"]
    assert ana.all(".ending-record > .open-hands")
    for size in ((360, 740), (740, 360), (820, 1180)):
        width(ana.browser, *size)
        ana.browser.execute_async_script(SETTLE)
        boxes = ana.boxes("#ending-title, .ending-counts, .ending-ways .button, .ending-ways .main, #earned li")
        assert max(box["bottom"] for box in boxes if box["width"]) <= size[1], size
    width(ana.browser, 1440, 900)
    assert len({round(box["width"]) for box in ana.boxes("#earned li")}) == 1


@pytest.mark.browser
def test_the_scene_asks_for_a_review_when_its_reader_does(ana: WebClient, advised_url: str) -> None:
    """It names the costliest move, with a link into the review at its step, and still does on the way back."""
    ana.server = advised_url
    ana.open()
    game = lost(ana)
    record = HTTP.get(f"{advised_url}/v1/games/{game}/record").raise_for_status().json()
    ana.click("#ask-highlights")
    ana.find("#highlights .waiting")
    answer(advised_url, "planner-fast", moves=reviewed_moves(record, {1: 0.04, 3: 0.22}))
    ana.find("#highlights a")
    assert ana.attributes("#highlights a", "href")[-1] == f"#/replay/{game}/move-2?review=planner-fast"
    assert ana.attributes("#to-replay", "href") == [f"#/replay/{game}?review=planner-fast"]
    about = ana.text("#highlights")
    assert re.search(r"against the jack of diamonds\n?\s*The chance to win falls by 22%\. Better: ", about)
    assert about.index("Costliest move") < about.index("Best move"), "first what cost most, as the game is lost"
    ana.click("#highlights a[href$='move-2?review=planner-fast']")
    ana.find(".curve")
    ana.browser.back()
    ana.find("#highlights a")
    ana.until(lambda: ana.attributes("#to-replay", "href") == [f"#/replay/{game}?review=planner-fast"])


@pytest.mark.browser
def test_a_cancelled_game_and_one_given_up_have_their_scenes(ana: WebClient) -> None:
    """A cancelled one leads to a new game; one that is given up says so, and shows the hands."""
    ana.open()
    created = created_game(ana.server, 2, SEED)
    ana.sit(created, 0, 1, alone=True)
    for seat in (0, 1):
        post(ana.server, created, seat, "give-up", agree=True)
    ana.find("#ending.lost")
    assert ana.text("#ending-title") == "Given up"
    assert len(ana.all("[data-open-hand] .open-card")) == 14
