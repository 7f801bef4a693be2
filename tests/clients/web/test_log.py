"""The game log: it stays at its end, and has the faces of cards."""

from __future__ import annotations

from itertools import pairwise

import pytest
from browser import width
from players import SEED
from web_clients import WebClient, act_from_elsewhere, created_game, play

pytestmark = pytest.mark.browser

RESIZED = """(async () => {
    const log = new m.Log(), frame = () => new Promise(requestAnimationFrame), hidden = [];
    document.body.append(log.element);
    log.element.open = true;
    Object.assign(log.list.style, { height: "200px", maxHeight: "none", overflow: "auto", position: "static" });
    for (let entry = 0; entry < 30; entry++) log.add([[`Entry ${entry}`]], true);
    for (const height of ["80px", "160px", "60px"]) {
        log.list.style.height = height;
        await frame(), await frame(), await frame();
        hidden.push(Math.round(log.list.scrollHeight - log.list.clientHeight - log.list.scrollTop));
        log.add([["One more"]], true);
    }
    log.list.scrollTop = 100;
    await frame(), await frame();
    log.add([["Unseen"]], true);
    log.list.style.height = "90px";
    await frame(), await frame();
    const top = log.list.scrollTop;
    log.element.remove();
    return [hidden, top];
})()"""


def test_the_log_stays_at_its_end_when_its_box_changes(ana: WebClient) -> None:
    """As after a kill, when the table has another height; a reader who has scrolled up is left there."""
    ana.open()
    assert ana.module("table/log.ts", RESIZED) == [[0, 0, 0], 100]


def test_cards_have_faces_in_the_log(ana: WebClient) -> None:
    """The names are read aloud, rank and suit are seen. The first entries follow each other."""
    created = created_game(ana.server, 2, SEED)
    ana.sit(created, 0)
    play(ana.server, created, ["AD+3D"])
    ana.until(lambda: "Ana plays" in ana.text(".log") or "You play" in ana.text(".log"))
    assert ana.attributes(".log li:last-child .small-face", "data-rank") == ["A", "3"]
    assert "You play the ace of diamonds and the three of diamonds." in ana.text(".log")
    assert len(ana.all(".log .small-face svg")) == 2
    assert (
        ana.attributes(".log li:last-child strong .small-faces + *, #news .small-faces + *", "class") == ["hidden"] * 2
    )
    assert ana.text("#news").endswith("You play the ace of diamonds and the three of diamonds. −4 · Strikes for 10")
    assert ana.attributes("#news .small-face", "data-rank") == ["A", "3"]
    play(ana.server, {**created, "game": created["game"] | {"version": 2}}, ["-6H-9S"])
    ana.until(lambda: len(ana.all(".log li")) == 2)
    ana.click(".game-log summary")
    lines = ana.boxes(".log li > *")
    assert max(below["top"] - line["bottom"] for line, below in pairwise(lines)) < 20


def test_the_news_keep_the_turn_of_the_other_player(ana: WebClient) -> None:
    """The play and the discard, until the own next action."""
    created = created_game(ana.server, 2, SEED)
    ana.sit(created, 0)
    play(ana.server, created, ["9S", "-AD"])
    game, other = created["game"]["id"], created["seats"][1]["token"]
    view = act_from_elsewhere(ana.server, game, other, 3, "2C")
    ana.until(lambda: ana.text("#news").startswith("Player 2 plays the two of clubs."))
    act_from_elsewhere(ana.server, game, other, 4, view["legal_actions"][0])
    ana.until(lambda: "Player 2 discards" in ana.text("#news"))
    assert ana.text("#news").startswith("Player 2 plays the two of clubs.")
    ana.act("3D")
    ana.until(lambda: ana.text("#news").startswith("You play the three of diamonds."))
    assert "Player 2" not in ana.text("#news")


def test_the_news_of_a_telephone_ends_with_a_whole_result(ana: WebClient) -> None:
    """The last results are left out where the line has no room for them; the log has them."""
    width(ana.browser, 360, 740)
    created = created_game(ana.server, 2, SEED)
    ana.sit(created, 0)
    ana.find("#connection[data-state=live]")
    effects = [{"type": "damage", "amount": 20}, {"type": "defeat", "enemy": "JD", "exact": False}]
    effects += [{"type": "shield", "amount": 10, "total": 10}, {"type": "draw", "seat": 0, "count": 6}]
    event = {"type": "action", "version": 2, "seat": 1, "action": "5D+5S", "effects": effects}
    told = ana.module("table/log.ts", TOLD, event, created["game"]["seats"])
    assert told["height"] <= told["room"]
    assert told["text"].startswith("Player 2 plays")
    assert told["text"][-1] not in "· "


TOLD = """(async () => {
    const news = new m.News(), line = document.querySelector("#news");
    line.replaceWith(news.element);
    news.tell(a[0], a[1]);
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    const { innerText: text, firstElementChild: told, clientHeight: room } = news.element;
    return { text, room, height: told.offsetHeight };
})()"""
