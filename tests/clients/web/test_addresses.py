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
