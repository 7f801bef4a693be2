"""Headless browsers for the tests: Chromium, with access to its console log and its network requests, or Firefox.

`REGICIDE_BROWSER=firefox` chooses Firefox. Tests that need Chromium's own protocol are then skipped.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from firefox import Firefox, firefox
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

SWITCHES = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1280,900"),
)


Browser = Chrome | Firefox

CLEAR_STORAGE = """const done = arguments[0];
    localStorage.clear();
    (async () => {
        const workers = await navigator.serviceWorker?.getRegistrations() ?? [];
        await Promise.all(workers.map((worker) => worker.unregister()));
        const names = await globalThis.caches?.keys() ?? [];
        await Promise.all(names.map((name) => caches.delete(name)));
    })().then(done, done);"""


def chosen_browser() -> AbstractContextManager[Browser]:
    """The browser that `REGICIDE_BROWSER` names, with an empty profile."""
    chosen = os.environ.get("REGICIDE_BROWSER") or "chromium"
    assert chosen in {"chromium", "firefox"}, f"REGICIDE_BROWSER={chosen}: expected chromium or firefox"
    return firefox() if chosen == "firefox" else chromium()


@contextmanager
def chromium() -> Iterator[Chrome]:
    """A browser with an empty profile. Skips the test where Chromium is not installed, but not in CI."""
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (program and driver):
        assert "CI" not in os.environ, "CI installs chromium and chromium-driver before it runs the tests"
        pytest.skip("chromium is not installed: tools/install-system-packages")
    with tempfile.TemporaryDirectory(prefix="regicide-browser-", ignore_cleanup_errors=True) as profile:
        browser = Chrome(_options(program, profile), Service(driver))
        try:
            yield browser
        finally:
            browser.quit()


def _options(program: str, profile: str) -> ChromeOptions:
    options = ChromeOptions()
    options.binary_location = program
    for switch in (*SWITCHES, f"--user-data-dir={profile}", "about:blank"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return options


def clear_storage(browser: Browser) -> None:
    """Clear the storage of the page's origin; of all origins in Chromium."""
    if isinstance(browser, Chrome):
        everywhere = {"origin": "*", "storageTypes": "local_storage,service_workers,cache_storage"}
        browser.execute_cdp_cmd("Storage.clearDataForOrigin", everywhere)
    browser.execute_async_script(CLEAR_STORAGE)


def clear_cache(browser: Browser) -> None:
    """Remove what the browser has cached."""
    if isinstance(browser, Firefox):
        return browser.clear_cache()
    browser.execute_cdp_cmd("Network.clearBrowserCache", {})
    return None


def colours(browser: Browser, scheme: str) -> None:
    """Set the preferred colour scheme, `light` or `dark`."""
    if isinstance(browser, Firefox):
        return browser.colours(scheme)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    return None


SETTLE = """
    const done = arguments[0], settled = () => document.getAnimations().forEach((each) => each.finish());
    document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(() => done(settled()))));
"""
"""Waits until the page has its fonts and what it measures, and stands still."""


def width(browser: Browser, pixels: int, height: int = 900) -> None:
    """Set the size of the page in pixels."""
    if isinstance(browser, Firefox):
        return browser.size(pixels, height)
    size = {"width": pixels, "height": height, "deviceScaleFactor": 1, "mobile": pixels < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    return None


def offline(browser: Browser, is_offline: bool) -> None:
    """Cut the page from the network, or connect it again."""
    if isinstance(browser, Firefox):
        return browser.offline(is_offline)
    network = {"offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", network)
    return None


def without_animation(browser: Browser) -> None:
    """Let pages show each action's result at once, unless the storage of the browser has another speed.

    Firefox shows it at once in any case: its user prefers reduced motion.
    """
    if isinstance(browser, Firefox):
        return browser.motion("reduce")
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SPEED_OFF})
    return None


def motion(browser: Browser, preference: str) -> None:
    """Set what the user prefers: `reduce` or `no-preference`."""
    if isinstance(browser, Firefox):
        return browser.motion(preference)
    features = [{"name": "prefers-reduced-motion", "value": preference}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    return None


@contextmanager
def animation(browser: Browser, rate: float) -> Iterator[None]:
    """Animations that run `rate` times as fast; at their own rate in Firefox, which cannot change it for all."""
    if isinstance(browser, Firefox):
        browser.motion("no-preference")
    else:
        browser.execute_cdp_cmd("Animation.enable", {})
        browser.execute_cdp_cmd("Animation.setPlaybackRate", {"playbackRate": rate})
    try:
        yield
    finally:
        if isinstance(browser, Firefox):
            browser.motion("reduce")
        else:
            browser.execute_cdp_cmd("Animation.setPlaybackRate", {"playbackRate": 1})
            browser.execute_cdp_cmd("Animation.disable", {})


def touch(browser: Browser, x: float, y: float) -> None:
    """Put a finger on a point of the window."""
    if isinstance(browser, Firefox):
        return browser.touch(x, y)
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    return None


def lift(browser: Browser) -> None:
    """Lift the finger."""
    if isinstance(browser, Firefox):
        return browser.lift()
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    return None


def touch_screen(browser: Browser, is_on: bool) -> None:
    """Give the browser a touch screen, or take it away; Firefox always has one for the tests."""
    if not isinstance(browser, Firefox):
        browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": is_on})


SPEED_OFF = """
    try { localStorage["regicide.preferences"] ??= '{"speed":"off"}' } catch { /* a page without storage */ }
"""


def console_messages(browser: Browser) -> list[str]:
    """The console messages since the last call.

    Chromium requests `/favicon.ico` for a document without an icon, such as a picture that a test opens: the message
    about that is left out.
    """
    if isinstance(browser, Firefox):
        return browser.errors()
    messages = [entry["message"] for entry in browser.get_log("browser")]
    return [message for message in messages if "/favicon.ico " not in message]


def requests(browser: Browser) -> list[str]:
    """The URLs of network requests since the last call. The first call in Firefox returns none."""
    if isinstance(browser, Firefox):
        return [url for url in browser.requests() if url.startswith(("http", "ws"))]
    events: list[dict[str, Any]] = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    urls = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
    return [url for url in urls if url.startswith(("http", "ws"))]
