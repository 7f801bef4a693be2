"""Addresses in the hash: those without a page, and malformed ones."""

from __future__ import annotations

import pytest
from web_clients import WebClient

pytestmark = pytest.mark.browser


def test_an_address_without_a_page_leads_home(ana: WebClient) -> None:
    """To the home page itself, or by a link below an alert; the header is there."""
    ana.open()
    for address in ("constructor", "toString", "__proto__", "nothing", "game", "replay"):
        ana.open(f"/#/{address}")
        ana.find("#top .brand")
        ana.find(".lobby")
    for address in ("game/%", "game/%E0%A4%A", "replay/%"):
        ana.open(f"/#/{address}")
        ana.find("#top .brand")
        ana.find("[role=alert]")
        ana.find("#page a[href='#/']")


def test_a_missing_game_is_told_on_the_page(ana: WebClient) -> None:
    """With a title, a sentence and the way home; no second message covers it."""
    ana.open("/#/game/0123456789abcdef0123")
    assert ana.text("#page [role=alert] h1") == "The game does not exist"
    assert "0123456789abcdef0123" in ana.text("#page [role=alert] p")
    assert ana.all("#page [role=alert] a.main[href='#/']")
    assert ana.all("#alerts *") == []
