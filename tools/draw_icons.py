"""Draw the icons of the web client as PNG files from their SVG files, in Chromium."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Final

from browser import chromium
from selenium.webdriver import Chrome

ICONS: Final = Path(__file__).parents[1] / "clients" / "web" / "icons"
DRAWN: Final = {
    "icon-192": "icon",
    "icon-512": "icon",
    "maskable-192": "maskable",
    "maskable-512": "maskable",
    "touch-180": "maskable",
}
"""The pictures, each with its drawing; the number is the size in pixels."""


def main() -> None:
    """Draw all icons."""
    with chromium() as browser:
        for name, drawing in DRAWN.items():
            (ICONS / f"{name}.png").write_bytes(draw(browser, drawing, int(name.rpartition("-")[2])))


def draw(browser: Chrome, drawing: str, pixels: int) -> bytes:
    """A drawing as a square PNG on a transparent ground."""
    size = {"width": pixels, "height": pixels, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", {"color": {"r": 0, "g": 0, "b": 0, "a": 0}})
    browser.get((ICONS / f"{drawing}.svg").as_uri())
    picture = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    return base64.b64decode(picture["data"])


if __name__ == "__main__":
    main()
