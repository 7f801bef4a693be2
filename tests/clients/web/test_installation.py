"""The installation of the web client by a browser: the manifest and its icons."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from firefox import Firefox
from flask.testing import FlaskClient
from web_clients import WebClient

from regicide_api.pages.web import FILES

MANIFEST: dict[str, Any] = json.loads((FILES / "manifest.webmanifest").read_text())
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("icon", MANIFEST["icons"], ids=lambda icon: icon["src"])
def test_an_icon_has_the_size_and_type_of_the_manifest(pages: FlaskClient, icon: dict[str, str]) -> None:
    """As the server sends it."""
    with pages.get(f"/{icon['src']}") as response:
        assert (response.status_code, response.mimetype) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert response.data.startswith(PNG_SIGNATURE)
            assert "{}x{}".format(*struct.unpack(">II", response.data[16:24])) == icon["sizes"]


@pytest.mark.browser
def test_the_browser_finds_nothing_that_prevents_the_installation(ana: WebClient) -> None:
    """It reads the manifest without errors. An icon can be cut to any shape."""
    assert {icon["purpose"] for icon in MANIFEST["icons"]} == {"any", "maskable"}
    ana.open()
    if isinstance(ana.browser, Firefox):
        manifest = ana.browser.manifest()
        assert manifest["start_url"] == f"{ana.server}/"
        assert manifest["moz_validation"] == []
        return
    manifest = ana.browser.execute_cdp_cmd("Page.getAppManifest", {})
    faults = ana.browser.execute_cdp_cmd("Page.getInstallabilityErrors", {})
    assert manifest["url"] == f"{ana.server}/manifest.webmanifest"
    assert (manifest["errors"], faults["installabilityErrors"]) == ([], [])
