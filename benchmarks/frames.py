"""The frames that the web client shows on a slow telephone while an action is shown: `frames.py`.

A round follows an action of another player in Chromium, whose processor is throttled, until its view is shown: cards
fly, the shield and the damage count, the enemy strikes. Before it, an empty page with one moving element shows what the
machine allows in the same seconds. Both are traced, and the result is the ratio of the two rates.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import httpx
from harness import print_table, regicide_server, store
from websocket import WebSocket, create_connection

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))
from browser import chromium, width
from selenium.webdriver import Chrome
from web_clients import WebClient, act_from_elsewhere, created_game

import regicide
from regicide.effects import Heal, Shield, Strike
from regicide_arena.bots.planner import policy
from regicide_arena.bots.view_types import seat_view

TELEPHONE: Final = (360, 740)
PLAYERS: Final = 2
CATEGORIES: Final = "blink.user_timing,devtools.timeline.frame,disabled-by-default-devtools.timeline.frame"
BASELINE_MS: Final = 900
"""How long the element of the empty page moves: as long as an action is shown."""
EMPTY_PAGE: Final = "data:text/html,<body><b style='position:absolute;width:60px;height:84px;background:red'>"
MOVE: Final = f"""const [done] = arguments, element = document.querySelector("b");
    performance.mark("begin");
    const keyframes = {{ transform: ["none", "translate(200px, 300px)"] }};
    element.animate(keyframes, {BASELINE_MS}).finished.then(() => (performance.mark("end"), done()));"""
MARK_STEPS: Final = """
    const table = document.querySelector(".table");
    const mark = () => performance.mark(table.dataset.settled ? "end" : "begin");
    new MutationObserver(mark).observe(table, { attributeFilter: ["data-settled"] });"""


class Rate(NamedTuple):
    """The frames that were shown, and the seconds that they took."""

    frames: int
    seconds: float

    @property
    def per_second(self) -> float:
        """The frames per second."""
        return self.frames / self.seconds


class Deal(NamedTuple):
    """A game up to an action with many parts: its seed, the actions before, that action and its seat."""

    seed: str
    before: list[str]
    action: str
    seat: int


def blow() -> Deal:
    """The first play of a game that heals, shields, and is answered by a strike."""
    for seed in map("frames/{}".format, count()):
        position, before = regicide.Position.new(seed, PLAYERS), list[str]()
        while not position.is_over:
            action = policy(seat_view(position, position.turn))
            [step] = regicide.replay(position, [regicide.Action.parse(action)])
            if {Heal, Shield, Strike} <= {type(effect) for effect in step.effects}:
                return Deal(seed, before, action, step.seat)
            before.append(action)
            position = step.position
    raise AssertionError


@contextmanager
def tracing(browser: Chrome, events: list[dict[str, Any]]) -> Iterator[None]:
    """Trace the browser. The events are there afterwards."""
    address = browser.capabilities["goog:chromeOptions"]["debuggerAddress"]
    url = httpx.get(f"http://{address}/json/version").json()["webSocketDebuggerUrl"]
    connection = create_connection(url, timeout=60, suppress_origin=True)
    try:
        _send(connection, "Tracing.start", traceConfig={"includedCategories": CATEGORIES.split(",")})
        yield
        _send(connection, "Tracing.end")
        while (message := json.loads(connection.recv())).get("method") != "Tracing.tracingComplete":
            events += message.get("params", {}).get("value", [])
    finally:
        connection.close()


def _send(connection: WebSocket, method: str, **params: object) -> None:
    connection.send(json.dumps({"id": 1, "method": method, "params": params}))
    while "id" not in json.loads(connection.recv()):
        pass


def rate(events: list[dict[str, Any]]) -> Rate:
    """The rate of the frames that were drawn between the first beginning and the last end that the page marked."""
    marks = {name: [event["ts"] for event in events if event["name"] == name] for name in ("begin", "end")}
    first, last = min(marks["begin"]), max(marks["end"])
    drawn = [event for event in events if event["name"] == "DrawFrame" and first <= event["ts"] <= last]
    return Rate(len(drawn), (last - first) / 1e6)


def empty(browser: Chrome) -> Rate:
    """The rate of an empty page in which one element moves."""
    browser.get(EMPTY_PAGE)
    events = list[dict[str, Any]]()
    with tracing(browser, events):
        browser.execute_async_script(MOVE)
    return rate(events)


def shown(browser: Chrome, client: WebClient, deal: Deal) -> Rate:
    """The rate while the page shows the action of the other player."""
    created = created_game(client.server, PLAYERS, deal.seed)
    game, turn, tokens = created["game"]["id"], created["game"]["turn"], [each["token"] for each in created["seats"]]
    for version, action in enumerate(deal.before, 1):
        turn = act_from_elsewhere(client.server, game, tokens[turn], version, action)["turn"]
    client.sit(created, 1 - deal.seat)
    version = len(deal.before) + 1
    client.find(f".table[data-settled='{version}']")
    browser.execute_script(MARK_STEPS)
    events = list[dict[str, Any]]()
    with tracing(browser, events):
        act_from_elsewhere(client.server, game, tokens[turn], version, deal.action)
        client.find(f".table[data-settled='{version + 1}']")
    return rate(events)


def main() -> None:
    """Print the rates of each round, and the median of their ratios."""
    parser = argparse.ArgumentParser(description="Measure the frames that the web client shows on a slow telephone.")
    parser.add_argument("--rounds", type=int, default=7, help="how often to measure (7)")
    parser.add_argument("--throttle", type=float, default=6, help="how much slower the processor is (6)")
    options = parser.parse_args()
    deal, rounds = blow(), list[tuple[Rate, Rate]]()
    with store() as redis_url, regicide_server(redis_url) as server, chromium() as browser:
        client = WebClient(browser, f"http://127.0.0.1:{server.port}")
        width(browser, *TELEPHONE)
        for number in range(options.rounds + 1):
            browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": options.throttle})
            measured = empty(browser), shown(browser, client, deal)
            rounds += [measured] * (number > 0)  # the first one loads the page
    names = ("empty page", "action", "of the frames of 60 Hz", "ratio")
    rows = [
        (
            f"{plain.per_second:.0f}",
            f"{own.per_second:.0f}",
            f"{own.per_second / 60:.2f}",
            f"{own.per_second / plain.per_second:.2f}",
        )
        for plain, own in rounds
    ]
    print_table(names, rows)
    print(f"median of the ratios: {median(own.per_second / plain.per_second for plain, own in rounds):.2f}")


if __name__ == "__main__":
    main()
