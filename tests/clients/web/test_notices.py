"""What tells of the player's turn: the tab, a sound, a notification."""

from __future__ import annotations

from typing import Any

import pytest
from browser import motion
from players import SEED
from web_clients import WebClient, created_game, play

pytestmark = pytest.mark.browser

RECORDING = """
    window.told = [];
    window.Notification = class {
        static permission = "default";
        static async requestPermission() { told.push("asked"); return Notification.permission = "granted"; }
        constructor(title, { body, tag }) { told.push(body); }
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { told.push("tone"); start.call(this, at); };
    const Context = AudioContext;
    window.AudioContext = class extends Context { constructor() { super(); told.push("audio"); } };
"""
"""Records what the page does with two interfaces of the browser."""


@pytest.fixture
def waiting(ana: WebClient, server_url: str) -> tuple[WebClient, dict[str, Any]]:
    """A game in which Ana waits for the other player."""
    game = created_game(server_url, 2, SEED)
    ana.sit(game, 1)
    ana.browser.execute_script(RECORDING)
    return ana, game


def told(client: WebClient) -> list[str]:
    """What the page has done."""
    recorded: list[str] = client.browser.execute_script("return told")
    return recorded


def pass_turn(client: WebClient, game: dict[str, Any]) -> None:
    """Let the other player end the turn."""
    play(client.server, game, ["9S", "-2H"])
    client.until(lambda: client.browser.title == "● Regicide")


def test_the_tab_is_marked(waiting: tuple[WebClient, dict[str, Any]]) -> None:
    """In its title and its icon, until the page is left; no notification tells of the turn by default."""
    client, game = waiting
    [other] = client.attributes("link[rel=icon]", "href")
    client.find("#page").click()
    pass_turn(client, game)
    assert client.attributes("link[rel=icon]", "href") == client.attributes("link[rel=icon]", "data-turn") != [other]
    assert "Your turn: play cards or yield." in client.text("#announcer")
    client.click(".brand")
    client.until(lambda: client.browser.title == "Regicide")
    client.find("#create")
    assert client.text("#announcer") == ""
    assert client.attributes("link[rel=icon]", "href") == [other]


def test_a_hidden_page_sounds_at_the_turn_alone(waiting: tuple[WebClient, dict[str, Any]]) -> None:
    """After the first click, unless the sounds are switched off in the header; the choice is remembered.

    A visible page sounds when a card is chosen, too.
    """
    client, game = waiting
    client.find(".hand-card").click()
    client.until(lambda: told(client) == ["audio", "tone"])
    client.browser.execute_script("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    client.find(".hand-card").click()
    pass_turn(client, game)
    client.until(lambda: told(client) == ["audio", *["tone"] * 3])
    client.browser.execute_script("delete document.hidden")
    client.click("#sound[aria-checked=true]")
    client.find(".hand-card").click()
    assert len(told(client)) == 4
    client.browser.refresh()
    client.find("#sound[aria-checked=false]")


def test_reduced_motion_switches_sounds_off_by_default(ana: WebClient) -> None:
    """The switch turns them on, and sounds at once."""
    ana.needs_page_scripts()
    motion(ana.browser, "reduce")
    ana.open()
    ana.browser.execute_script(RECORDING)
    ana.find("#sound[aria-checked=false]").click()
    ana.find("#sound[aria-checked=true]")
    ana.until(lambda: told(ana) == ["audio", "tone", "tone"])


def test_a_hidden_page_notifies_on_request(waiting: tuple[WebClient, dict[str, Any]]) -> None:
    """After the permission, which is asked for at the click; the setting stays off if it is refused."""
    client, game = waiting
    client.browser.execute_script("window.ask = Notification.requestPermission")
    client.browser.execute_script("Notification.requestPermission = async () => 'denied'")
    client.find("#open-settings").click()
    client.find("#notify").click()
    client.until(lambda: "does not allow notifications" in client.text("#settings"))
    assert not client.find("#notify").is_selected()
    client.browser.execute_script("Notification.requestPermission = window.ask")
    client.find("#notify").click()
    client.until(lambda: client.find("#notify").is_selected())
    client.browser.execute_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    pass_turn(client, game)
    client.until(lambda: [each for each in told(client) if " " in each] == ["It is your turn."])
    assert told(client).count("asked") == 1


TURNS = """(async () => {
    let hidden = true;
    const told = [];
    window.Notification = class {
        static permission = "granted";
        constructor(title, { body, tag }) { told.push([tag, body]); }
    };
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    const notice = new m.TurnNotice("game");
    const show = (turn, more = {}) => {
        notice.show({ phase: "play", ...more }, turn ? "" : JSON.stringify(more));
        return told.splice(0).length;
    };
    const wish = (notify) => localStorage.setItem("regicide.preferences", JSON.stringify({ notify }));
    const counts = {};
    wish(true);
    counts.first = show(0);
    counts.repeated = show(1) + show(0) + show(0);
    counts.suffering = show(1) + show(0, { phase: "suffer", hand: ["3C"] });
    counts.next = show(0, { hand: ["4C"] });
    hidden = false;
    counts.visible = show(1) + show(0);
    hidden = true;
    wish(false);
    counts.unwanted = show(1) + show(0);
    wish(true);
    Notification.permission = "denied";
    counts.denied = show(1) + show(0);
    return counts;
})()"""


def test_a_new_turn_is_told_once(ana: WebClient) -> None:
    """Not that of the first view, which the player has just opened, and no discard, which is a part of the own turn."""
    ana.needs_page_scripts()
    ana.open()
    told = ana.module("notice/turn_notice.ts", TURNS)
    silent = dict.fromkeys(("first", "suffering", "visible", "unwanted", "denied"), 0)
    assert told == silent | {"repeated": 1, "next": 1}


BY_WORKER = """(async () => {
    const told = [];
    window.Notification = class { static permission = "granted"; constructor() { throw new TypeError("illegal"); } };
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    const showNotification = async (title, { body, tag }) => void told.push([title, body, tag]);
    const container = { getRegistration: async () => ({ showNotification }) };
    Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: container });
    localStorage.setItem("regicide.preferences", '{"notify": true}');
    await m.notify("game", "It is your turn.");
    return told;
})()"""


def test_a_telephone_notifies_by_the_service_worker(ana: WebClient) -> None:
    """Its browser refuses the constructor of notifications."""
    ana.needs_page_scripts()
    ana.open()
    assert ana.module("notice/notification.ts", BY_WORKER) == [["Regicide", "It is your turn.", "game"]]
