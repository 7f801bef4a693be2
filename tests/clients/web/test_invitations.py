"""Inviting friends to a game: the link, its QR code, the seats, and a second seat on one device."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from browser import SETTLE, console_messages, width
from selenium.webdriver.common.keys import Keys
from web_clients import WebClient, new_game
from web_modules import CLIENT

pytestmark = pytest.mark.browser

DECODER = Path(__file__).parents[2] / "support" / "qr_decoder.mjs"
PACKAGE = CLIENT / "node_modules" / "qr"

with_package = pytest.mark.skipif(not PACKAGE.is_dir(), reason="npm ci --prefix clients/web")


def decoded(size: int, dark: str | None) -> str:
    """The text of a QR code, from the path of its dark modules."""
    command = ["node", str(DECODER), str(CLIENT)]
    content = json.dumps({"size": size, "dark": dark})
    return subprocess.run(command, input=content, capture_output=True, text=True, check=True).stdout.strip()


@with_package
def test_the_qr_code_is_the_link(ana: WebClient) -> None:
    """Another program reads it, also with the longest address of a server that fits on a line.

    One that opens on this device alone is told: friends cannot follow it.
    """
    ana.create("link")
    assert "HOST=0.0.0.0" in ana.text("#only-here")
    hosts = ["127.0.0.1:8000", "127.8.9.1", "localhost:1", "a.localhost", "[::1]:80"]
    others = ["192.168.0.2:8000", "127.example.org", "localhost.example.org", "[2001:db8::1]"]
    urls = [f"http://{host}/#/game/x" for host in hosts + others]
    told = ana.module("table/invitation.ts", "a[0].map(m.isLoopback)", urls)
    assert told == [True] * len(hosts) + [False] * len(others)
    ana.find(".qr-code")
    [box], [dark] = ana.attributes(".qr-code", "viewBox"), ana.attributes(".qr-code path", "d")
    assert box
    assert decoded(int(box.split()[2]), dark) == ana.browser.current_url
    url = f"https://{'long-' * 20}name.example:8443/?api=https://other.example/#/game/0123456789abcdef0123"
    script = (
        "m.qrCode(a[0], '').then((code) => [code.viewBox.baseVal.width, code.querySelector('path').getAttribute('d')])"
    )
    assert decoded(*ana.module("table/invitation.ts", script, url)) == url
    assert console_messages(ana.browser) == []


def test_the_castle_stands_whole_above_the_invitation_on_a_tablet(ana: WebClient) -> None:
    """About half as wide as the window, with all its windows."""
    ana.create("link")
    ana.find(".table > .scenery .castle")
    width(ana.browser, 820, 1180)
    ana.browser.execute_async_script(SETTLE)
    [castle], [letter] = ana.boxes(".table > .scenery .castle"), ana.boxes(".invitation.alone")
    assert 0.45 <= castle["width"] / 820 <= 0.55
    assert max(box["bottom"] for box in ana.boxes(".table > .scenery .castle .window .pane")) <= letter["top"]


def test_a_friend_sees_who_invites_and_sits_down(ana: WebClient, bo: WebClient) -> None:
    """With one button; a double click on it takes one seat and shows no error."""
    game = ana.create("link", "link")
    bo.open(f"/#/game/{game}")
    assert bo.text("#invitation-title") == "Ana invites you to a game"
    assert (len(bo.all("[data-take]")), bo.all("#link")) == (1, [])
    bo.find("#sit-name").send_keys("Bo")
    bo.browser.execute_script("const sit = document.querySelector('[data-take]'); sit.click(); sit.click()")
    bo.find("#leave-1")
    assert (bo.all("#alerts *"), len(bo.tokens())) == ([], 1)
    ana.until(lambda: "Bo" in ana.text(".invited-seats"))
    ana.find(".invited-seats li:nth-child(2) [data-presence=here]")
    assert [each.text for each in ana.all(".invited-seats li")] == ["here\nAna", "here\nBo", "Open seat"]


def test_enter_in_the_name_sits_down(ana: WebClient, bo: WebClient) -> None:
    """So does the key of a telephone's keyboard that ends a field."""
    game = ana.create("link", "link")
    bo.open(f"/#/game/{game}")
    bo.find("#sit-name").send_keys("Bo", Keys.ENTER)
    bo.find("#leave-1")
    ana.until(lambda: "Bo" in ana.text(".invited-seats"))


def test_a_guest_is_asked_for_a_name_once(ana: WebClient, bo: WebClient) -> None:
    """An answer may be none; the next invitation shows the name, which can be changed, and the tiles ask no more."""
    game, other = ana.create("link", "link"), ana.create("link", "link")
    bo.open(f"/#/game/{game}")
    bo.find("#sit-name")
    bo.click("[data-take='1']")
    bo.find("#leave-1")
    bo.open(f"/#/game/{other}")
    assert bo.text(".taking summary") == "Your name: Player 2"
    bo.click(".taking summary")
    bo.find("#sit-name").send_keys("Bo")
    assert bo.text(".taking summary") == "Your name: Bo"
    bo.click("[data-take='1']")
    ana.until(lambda: "Bo" in ana.text(".invited-seats"))
    bo.open()
    bo.click("#play-friend")
    bo.find(".invited-seats")


def test_a_bot_keeps_a_public_table_company_until_somebody_comes(ana: WebClient, bo: WebClient, bots_url: str) -> None:
    """The table asks for a name, and runs at once; who comes takes the bot's seat, and sees its hand alone."""
    ana.server = bo.server = bots_url
    ana.open()
    ana.click("#open-table")
    ana.find("#asked-name").send_keys("Ana")
    ana.click("#yes")
    ana.await_turn()
    assert (ana.text("[data-seat='1'] .seat-name"), ana.text("[data-seat='1'] .seat-state")) == ("Puck", "open seat")
    ana.click(".area-ways summary")
    assert ana.find("#link").get_attribute("value") == ana.browser.current_url
    ana.act(next(action for action in ana.hand() if action and action[:-1] in "23456789"))
    bo.open()
    row = bo.find("#public-games a[href$='" + ana.browser.current_url.rpartition("/")[2] + "']")
    assert "Ana: a bot keeps a seat for you" in row.text
    row.click()
    bo.find("#sit-name").send_keys("Bo")
    bo.click("[data-take]")
    bo.find(".hand-card")
    assert set(bo.hand()).isdisjoint(ana.hand())
    assert ana.until(lambda: "Bo" in ana.text("[data-seat='1'] .seat-head"))
    assert "Bo joins the game." in ana.text(".log")
    assert console_messages(ana.browser) + console_messages(bo.browser) == []


def test_all_tabs_of_a_browser_have_its_seats(ana: WebClient, bo: WebClient) -> None:
    """The other tab shows the hand, without a reload."""
    game = ana.create("link")
    bo.open(f"/#/game/{game}")
    bo.find("[data-take]")
    with bo.another_tab():
        bo.open(f"/#/game/{game}")
        bo.click("[data-take]")
        bo.find(".hand-card")
    bo.find(".hand-card")
    assert bo.all("#alerts *") == []


TAKE_TAKEN = """(async () => {
    const [{ showError }, { saveGame }] = [await own("ui/alerts.ts"), await own("storage/saved_games.ts")];
    const session = new m.Session(a[0].game.id, { problem: showError, view() {}, event() {}, connection() {} });
    await session.open();
    if (a[1]) saveGame(a[0]);
    await session.takeSeat(1, "Cleo");
    session.close();
    return [session.seats, document.querySelector("#alerts p")?.textContent ?? null];
})()"""


@pytest.mark.parametrize(
    ("is_own", "told"), [(True, [[1], None]), (False, [[], "The seat is taken: Another player was faster."])]
)
def test_a_taken_seat_is_told_unless_this_browser_has_it(ana: WebClient, is_own: bool, told: list[object]) -> None:
    """The number that the API gives it is another one than the page's."""
    created = new_game(ana.server, {"open": True}, {"name": "Bo"}, {"open": True})
    ana.open()
    assert ana.module("server/session.ts", TAKE_TAKEN, created, is_own) == told


def test_a_second_seat_on_a_device_is_a_deliberate_choice(ana: WebClient) -> None:
    """Behind a disclosure, and after a question."""
    ana.create("link")
    assert not ana.find("[data-take='1']").is_displayed()
    ana.click(".beside summary")
    ana.find("#beside-name").send_keys("Cleo\n")
    ana.click("#no")
    ana.until(lambda: not ana.all("dialog"))
    assert len(ana.tokens()) == 1
    ana.click("[data-take='1']")
    ana.click("#yes")
    ana.find("#uncover")
    assert "Cleo" in ana.text("[data-seat='1'] .seat-name")


def test_the_link_is_shared_and_copied(ana: WebClient) -> None:
    """By the share sheet of the device, where there is one."""
    ana.open()
    script = "navigator.share = (shared) => (window.shared = shared, Promise.resolve())"
    ana.browser.execute_script(script)
    ana.click("[name=players][value='2']")
    ana.click("[name=who-1][value=link]")
    ana.click("#start")
    ana.click("#share-link")
    shared = ana.until(lambda: ana.browser.execute_script("return window.shared"))
    assert shared == {"title": "Regicide", "text": "Play Regicide with me", "url": ana.browser.current_url}
    ana.click("#copy-link")
    ana.until(lambda: "link" in ana.text(".share [role=status]").lower())
