"""The game log: it stays at its end, and has the faces of cards."""

from __future__ import annotations

import pytest
from players import LOSING, SEED
from web_clients import WebClient, created_game, play

pytestmark = pytest.mark.browser

RESIZED = """(async () => {
    const log = new m.Log(), frame = () => new Promise(requestAnimationFrame), hidden = [];
    document.body.append(log.element);
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
    """The names are read aloud, rank and suit are seen."""
    created = created_game(ana.server, 2, SEED)
    ana.sit(created, 0)
    play(ana.server, created, ["AD+3D"])
    ana.until(lambda: "Ana plays" in ana.text(".log") or "You play" in ana.text(".log"))
    assert ana.attributes(".log li:last-child .small-face", "data-rank") == ["A", "3"]
    assert "You play ace of diamonds and three of diamonds." in ana.text(".log")
    assert len(ana.all(".log .small-face svg")) == 2
    assert (
        ana.attributes(".log li:last-child strong .small-faces + *, #news .small-faces + *", "class") == ["hidden"] * 2
    )
    assert ana.text("#news").endswith("You play ace of diamonds and three of diamonds. −4 · Strikes for 10")
    assert ana.attributes("#news .small-face", "data-rank") == ["A", "3"]


def test_the_player_who_could_not_go_on_is_named_at_the_end(ana: WebClient) -> None:
    """In the log and by the result."""
    created = created_game(ana.server, 2, SEED)
    ana.sit(created, 0)
    play(ana.server, created, LOSING)
    named = "You cannot cover the damage: the game is lost."
    ana.until(lambda: named in ana.text(".log"))
    ana.until(lambda: ana.text("#ending p").startswith(named))
