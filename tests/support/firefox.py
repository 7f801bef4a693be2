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
from servers import free_port

PREFERENCES: Final = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}
COLOURS: Final = {"dark": 0, "light": 1}
STOP_TIMEOUT_S: Final = 20

_ERRORS: Final = """
    const found = Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError);
    Services.console.reset();
    return found.filter((each) => !(each.flags & Ci.nsIScriptError.warningFlag) && /^http/.test(each.sourceName))
        .map((each) => each.toString());"""


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

    def reduce_motion(self) -> None:
        """Prefer reduced motion."""
        self.privileged("Services.prefs.setIntPref('ui.prefersReducedMotion', 1)")

    def colours(self, scheme: str) -> None:
        """Set the preferred colour scheme, `light` or `dark`."""
        name = "layout.css.prefers-color-scheme.content-override"
        self.privileged("Services.prefs.setIntPref(arguments[0], arguments[1])", name, COLOURS[scheme])

    def size(self, width: int, height: int) -> None:
        """Set the size of the page in pixels."""
        style = "Object.assign(gBrowser.selectedBrowser.parentNode.style, {width: arguments[0], height: arguments[1]})"
        self.set_window_size(max(width, 800) + 100, height + 200)
        self.privileged(style, f"{width}px", f"{height}px")

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
        port = free_port()
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
