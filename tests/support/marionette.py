"""Firefox for the tests, over its remote protocol Marionette: Debian has no geckodriver, which only translates to it.

Messages are JSON arrays with their length in front: `[0, id, command, parameters]` and `[1, id, error, result]`. The
commands are those of WebDriver (W3C) under names of their own.
"""

from __future__ import annotations

import json
import socket
import time
from contextlib import suppress
from typing import Any, Final

from selenium.webdriver.remote.command import Command

START_TIMEOUT_S: Final = 60
ANSWER_TIMEOUT_S: Final = 120

NAMES: Final = {
    Command.NEW_SESSION: "WebDriver:NewSession",
    Command.DELETE_SESSION: "WebDriver:DeleteSession",
    Command.QUIT: "Marionette:Quit",
    Command.GET: "WebDriver:Navigate",
    Command.REFRESH: "WebDriver:Refresh",
    Command.GO_BACK: "WebDriver:Back",
    Command.GO_FORWARD: "WebDriver:Forward",
    Command.GET_CURRENT_URL: "WebDriver:GetCurrentURL",
    Command.GET_TITLE: "WebDriver:GetTitle",
    Command.GET_PAGE_SOURCE: "WebDriver:GetPageSource",
    Command.FIND_ELEMENT: "WebDriver:FindElement",
    Command.FIND_ELEMENTS: "WebDriver:FindElements",
    Command.FIND_CHILD_ELEMENT: "WebDriver:FindElement",
    Command.FIND_CHILD_ELEMENTS: "WebDriver:FindElements",
    Command.W3C_GET_ACTIVE_ELEMENT: "WebDriver:GetActiveElement",
    Command.CLICK_ELEMENT: "WebDriver:ElementClick",
    Command.CLEAR_ELEMENT: "WebDriver:ElementClear",
    Command.SEND_KEYS_TO_ELEMENT: "WebDriver:ElementSendKeys",
    Command.GET_ELEMENT_TEXT: "WebDriver:GetElementText",
    Command.GET_ELEMENT_TAG_NAME: "WebDriver:GetElementTagName",
    Command.GET_ELEMENT_PROPERTY: "WebDriver:GetElementProperty",
    Command.GET_ELEMENT_ATTRIBUTE: "WebDriver:GetElementAttribute",
    Command.GET_ELEMENT_RECT: "WebDriver:GetElementRect",
    Command.GET_ELEMENT_VALUE_OF_CSS_PROPERTY: "WebDriver:GetElementCSSValue",
    Command.GET_ELEMENT_ARIA_LABEL: "WebDriver:GetComputedLabel",
    Command.GET_ELEMENT_ARIA_ROLE: "WebDriver:GetComputedRole",
    Command.IS_ELEMENT_ENABLED: "WebDriver:IsElementEnabled",
    Command.IS_ELEMENT_SELECTED: "WebDriver:IsElementSelected",
    Command.W3C_EXECUTE_SCRIPT: "WebDriver:ExecuteScript",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "WebDriver:ExecuteAsyncScript",
    Command.W3C_ACTIONS: "WebDriver:PerformActions",
    Command.W3C_CLEAR_ACTIONS: "WebDriver:ReleaseActions",
    Command.W3C_GET_CURRENT_WINDOW_HANDLE: "WebDriver:GetWindowHandle",
    Command.W3C_GET_WINDOW_HANDLES: "WebDriver:GetWindowHandles",
    Command.SWITCH_TO_WINDOW: "WebDriver:SwitchToWindow",
    Command.NEW_WINDOW: "WebDriver:NewWindow",
    Command.CLOSE: "WebDriver:CloseWindow",
    Command.SET_WINDOW_RECT: "WebDriver:SetWindowRect",
    Command.SCREENSHOT: "WebDriver:TakeScreenshot",
    Command.SET_TIMEOUTS: "WebDriver:SetTimeouts",
    Command.W3C_ACCEPT_ALERT: "WebDriver:AcceptAlert",
    Command.W3C_DISMISS_ALERT: "WebDriver:DismissAlert",
    "setContext": "Marionette:SetContext",
}
"""The commands of Selenium that the tests use."""


class Marionette:
    """A connection to a Firefox, which executes the commands of Selenium's driver."""

    w3c = True

    def __init__(self, port: int) -> None:
        self._socket = _connected(port)
        self._reader = self._socket.makefile("rb")
        self._number = 0
        self._message()

    def execute(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a command. Returns its result as the driver of Selenium expects it."""
        if command not in NAMES:
            raise NotImplementedError(f"Firefox: unsupported command {command!r}: expected one of {sorted(NAMES)}")
        self._number += 1
        content = json.dumps([0, self._number, NAMES[command], _parameters(command, params)])
        self._socket.sendall(f"{len(content.encode())}:{content}".encode())
        _, _, error, result = self._message()
        return _answer(error, result)

    def close(self) -> None:
        """Close the connection."""
        self._reader.close()
        self._socket.close()

    def _message(self) -> Any:
        length = b""
        while (digit := self._reader.read(1)) != b":":
            if not digit:
                raise ConnectionError("Firefox has closed the connection")
            length += digit
        return json.loads(self._reader.read(int(length)))


def _connected(port: int) -> socket.socket:
    """A connection to the port, as soon as Firefox listens there."""
    end = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < end:
        with suppress(ConnectionRefusedError):
            return socket.create_connection(("127.0.0.1", port), ANSWER_TIMEOUT_S)
        time.sleep(0.05)
    raise AssertionError(f"Firefox does not listen on port {port}")


def _parameters(command: str, params: dict[str, Any]) -> dict[str, Any]:
    """The parameters of Marionette: elements are named otherwise."""
    given = {name: value for name, value in params.items() if name != "sessionId"}
    if command in {Command.FIND_CHILD_ELEMENT, Command.FIND_CHILD_ELEMENTS}:
        given["element"] = given.pop("id")
    if command == Command.NEW_SESSION:
        return {"strictFileInteractability": True}
    if command == Command.NEW_WINDOW:
        return {"type": given.get("type"), "focus": True}
    return given


def _answer(error: dict[str, str] | None, result: Any) -> dict[str, Any]:
    """An answer as WebDriver has it over HTTP."""
    if error:
        return {"status": 500, "value": json.dumps({"value": error})}
    value = result["value"] if isinstance(result, dict) and set(result) == {"value"} else result
    return {"status": 0, "value": value}
