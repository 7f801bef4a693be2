"""Headless Firefox for the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from marionette import Marionette
from selenium.webdriver import FirefoxOptions, Remote
from selenium.webdriver.remote.command import Command
from selenium.webdriver.support.wait import WebDriverWait
from servers import reserved_port

PREFERENCES: Final = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "dom.w3c_touch_events.enabled": 1,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}
COLOURS: Final = {"dark": 0, "light": 1}
STOP_TIMEOUT_S: Final = 20
CHANGE_TIMEOUT_S: Final = 20
TELEPHONE_PX: Final = 600
"""Pages that are narrower are shown as on a telephone."""

_ERRORS: Final = """
    const found = Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError);
    Services.console.reset();
    return found.filter((each) => !(each.flags & Ci.nsIScriptError.warningFlag) && /^http/.test(each.sourceName))
        .map((each) => each.toString());"""
_REQUESTS: Final = """
    const chrome = gBrowser.selectedBrowser.ownerDocument.defaultView;
    if (!chrome.seenRequests) {
        chrome.seenRequests = [];
        const observe = (channel) => chrome.seenRequests.push(channel.QueryInterface(Ci.nsIChannel).URI.spec);
        Services.obs.addObserver({ observe }, "http-on-modify-request");
    }
    return chrome.seenRequests.splice(0);"""
_MANIFEST: Final = """
    const { ManifestObtainer } = ChromeUtils.importESModule("resource://gre/modules/ManifestObtainer.sys.mjs");
    return ManifestObtainer.browserObtainManifest(gBrowser.selectedBrowser, { checkConformance: true });"""
_SIZE: Final = """
    const [width, height] = [...arguments].slice(0, 2).map((pixels) => `${pixels}px`);
    const style = { width, height, minHeight: height, maxHeight: height, flex: "none", alignSelf: "start" };
    Object.assign(gBrowser.selectedBrowser.style, style);
    Services.prefs.setIntPref("ui.useOverlayScrollbars", arguments[2]);"""


class Firefox(Remote):
    """A Firefox, with what its privileged scripts can do. A test that needs Chromium's own protocol is skipped."""

    def execute_cdp_cmd(self, command: str, _: object) -> object:
        """Skip the test: Firefox does not have the Chrome DevTools Protocol."""
        pytest.skip(f"{command} is a command of Chromium")

    def get_log(self, name: str) -> list[dict[str, Any]]:
        """Skip the test: WebDriver has no logs."""
        pytest.skip(f"the log {name!r} is Chromium's")

    def privileged(self, script: str, *arguments: object) -> Any:
        """Run a script with the rights of the browser itself."""
        self.execute("setContext", {"value": "chrome"})
        try:
            return self.execute_script(script, *arguments)
        finally:
            self.execute("setContext", {"value": "content"})

    def motion(self, preference: str) -> None:
        """Set what the user prefers: `reduce` or `no-preference`."""
        script = "Services.prefs.setIntPref('ui.prefersReducedMotion', arguments[0])"
        self.privileged(script, int(preference == "reduce"))
        self._await(f"matchMedia('(prefers-reduced-motion: {preference})').matches")

    def touch(self, x: float, y: float) -> None:
        """Put a finger on a point of the window."""
        move = {"type": "pointerMove", "origin": "viewport", "x": round(x), "y": round(y), "duration": 0}
        self._fingers(move, {"type": "pointerDown", "button": 0})

    def lift(self) -> None:
        """Lift the finger."""
        self._fingers({"type": "pointerUp", "button": 0})

    def _fingers(self, *actions: dict[str, Any]) -> None:
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": list(actions)}
        self.execute(Command.W3C_ACTIONS, {"actions": [finger]})

    def colours(self, scheme: str) -> None:
        """Set the preferred colour scheme, `light` or `dark`."""
        name = "layout.css.prefers-color-scheme.content-override"
        self.privileged("Services.prefs.setIntPref(arguments[0], arguments[1])", name, COLOURS[scheme])
        self._await(f"matchMedia('(prefers-color-scheme: {scheme})').matches")

    def size(self, width: int, height: int) -> None:
        """Set the size of the page in pixels; scroll bars lie over the pages of telephones."""
        self.set_window_size(max(width, 800) + 100, height + 200)
        self.privileged(_SIZE, width, height, int(width < TELEPHONE_PX))
        self._await(f"innerWidth === {width} && innerHeight === {height}")

    def _await(self, expression: str) -> None:
        """Wait until the page has a change of the browser."""
        waiting = WebDriverWait(self, CHANGE_TIMEOUT_S, 0.01)
        waiting.until(lambda _: self.execute_script(f"return {expression}"), expression)

    def regain_focus(self) -> None:
        """Return the focus to the page, if Tab has left it for the toolbar."""
        if not self.execute_script("return document.hasFocus()"):
            self.privileged("gBrowser.selectedBrowser.focus()")

    def offline(self, is_offline: bool) -> None:
        """Cut the page from the network, or connect it again."""
        self.privileged("gBrowser.selectedBrowser.browsingContext.forceOffline = arguments[0]", is_offline)

    def clear_cache(self) -> None:
        """Remove what the browser has cached."""
        self.privileged("Services.cache2.clear()")

    def manifest(self) -> dict[str, Any]:
        """The manifest of the page as Firefox reads it, with the faults that it finds in `moz_validation`."""
        read: dict[str, Any] = self.privileged(_MANIFEST)
        return read

    def requests(self) -> list[str]:
        """The URLs of network requests since the last call; none at the first call."""
        return [str(url) for url in self.privileged(_REQUESTS)]

    def errors(self) -> list[str]:
        """The errors of pages since the last call."""
        return [str(message) for message in self.privileged(_ERRORS)]


@contextmanager
def firefox() -> Iterator[Firefox]:
    """A browser with an empty profile. Skips the test where Firefox is not installed, but not in CI."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        assert "CI" not in os.environ, "CI installs firefox-esr before it runs the tests"
        pytest.skip("firefox is not installed: tools/install-system-packages firefox")
    with tempfile.TemporaryDirectory(prefix="regicide-firefox-", ignore_cleanup_errors=True) as profile:
        port = reserved_port()
        _write_preferences(Path(profile), port)
        command = [
            program,
            "--headless",
            "--marionette",
            "--remote-allow-system-access",
            "--no-remote",
            "--profile",
            profile,
            "about:blank",
        ]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, env=os.environ | {"HOME": profile}, **quiet) as process:  # type: ignore[call-overload]
            yield from _driven(process, port)


def _driven(process: subprocess.Popen[bytes], port: int) -> Iterator[Firefox]:
    connection = Marionette(port)
    try:
        yield Firefox(connection, options=FirefoxOptions())  # type: ignore[arg-type]
    finally:
        connection.close()
        process.terminate()
        process.wait(STOP_TIMEOUT_S)


def _write_preferences(profile: Path, port: int) -> None:
    texts = {
        name: f'"{value}"' if isinstance(value, str) else str(value).lower() for name, value in PREFERENCES.items()
    }
    texts["marionette.port"] = str(port)
    lines = [f'user_pref("{name}", {text});\n' for name, text in texts.items()]
    (profile / "user.js").write_text("".join(lines))
