"""The states of the web client that pictures show: each is a function that brings the browser there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Any, Final, cast

import httpx
from house_bot_answers import answer, reviewed_moves
from players import LOSING, SEED
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

import regicide
from regicide_arena.bots.planner import policy

if TYPE_CHECKING:
    from regicide_arena.bots import view_types as bot_types

TIMEOUT_S: Final = 20
PLAYERS: Final = ("Ana", "Bo", "Cleo", "Dana")
MIN_VERSION: Final = 14
"""Of the games in progress: the piles and the log have something to show."""

STATES: Final[dict[str, Callable[[Stage], object]]] = {}
"""The states by their name."""

View = dict[str, Any]


class Stage:
    """A server and a browser whose saved games a state sets."""

    def __init__(self, browser: Chrome, server: str) -> None:
        self.browser = browser
        self.server = server
        self.saved: dict[str, Any] = {}

    def open(self, place: str, ready: str) -> None:
        """Open a page with the saved games, and wait for an element."""
        self.browser.get(f"{self.server}/styles/icon.svg")
        script = (
            "localStorage.clear(); Object.entries(arguments[0]).forEach(([name, text]) => localStorage[name] = text)"
        )
        stored = {"regicide.games": self.saved, "regicide.preferences": {"speed": "off"}}
        texts = {name: json.dumps(content) for name, content in stored.items()}
        self.browser.execute_script(script, texts | {"regicide.name": "Ana"})
        self.browser.get(f"{self.server}/{place}")
        self.find(ready)

    def find(self, selector: str) -> None:
        """Wait for an element."""
        wait = WebDriverWait(self.browser, TIMEOUT_S)
        wait.until(lambda page: page.find_elements(By.CSS_SELECTOR, selector), f"no element {selector}")

    def click(self, selector: str) -> None:
        """Click the first element of a selector."""
        self.find(selector)
        self.browser.execute_script("document.querySelector(arguments[0]).click()", selector)

    def create(self, players: int, seed: str, **wishes: Any) -> dict[str, Any]:
        """Create a game by the API and save seat 0. Returns the response."""
        named = [{"name": name} for name in PLAYERS[:players]]
        request = {"players": players, "seed": seed, "seats": named, **wishes}
        created: dict[str, Any] = httpx.post(f"{self.server}/v1/games", json=request).raise_for_status().json()
        tokens, at = {"0": created["seats"][0]["token"]}, created["game"]["created_at"]
        owner = (created.get("owner") or {}).get("token")
        self.saved = {created["game"]["id"]: {"tokens": tokens, "owner": owner, "at": at}}
        return created

    def play(self, created: dict[str, Any]) -> Iterator[View]:
        """Play a game by the policy: the view of the seat to act before each action, and the last one."""
        path = f"{self.server}/v1/games/{created['game']['id']}"
        turn = created["game"]["turn"]
        while turn is not None:
            bearer = {"Authorization": f"Bearer {created['seats'][turn]['token']}"}
            view = httpx.get(path, headers=bearer).raise_for_status().json()
            yield view
            body = {"version": view["version"], "action": policy(view)}
            turn = httpx.post(f"{path}/actions", json=body, headers=bearer).raise_for_status().json()["turn"]

    def game(self, fits: Callable[[View], bool], players: int = 3, min_version: int = MIN_VERSION) -> None:
        """Open a game whose view fits, played by the policy; another deal if it ends before."""
        for number in count():
            created = self.create(players, f"pictures/{number}")
            if any(view["version"] >= min_version and fits(view) for view in self.play(created)):
                break
        self.open(f"#/game/{created['game']['id']}", ".hand-card")

    def finished(self, players: int, seed: str, actions: tuple[str, ...]) -> str:
        """A finished game. Returns its id."""
        created = self.create(players, seed)
        game, turn = created["game"]["id"], created["game"]["turn"]
        for version, action in enumerate(actions, 1):
            bearer = {"Authorization": f"Bearer {created['seats'][turn]['token']}"}
            body = {"version": version, "action": action}
            path = f"{self.server}/v1/games/{game}/actions"
            turn = httpx.post(path, json=body, headers=bearer).raise_for_status().json()["turn"]
        return str(game)


def state(function: Callable[[Stage], object]) -> Callable[[Stage], object]:
    """Enter a state under the name of its function."""
    STATES[function.__name__.replace("_", "-")] = function
    return function


@state
def lobby(stage: Stage) -> None:
    """The home page, with a game that waits for this device."""
    stage.game(lambda view: view["you"] == 0 == view["turn"])
    stage.open("", "#start")


@state
def create(stage: Stage) -> None:
    """The form of a new game for four, with all its options."""
    stage.open("", "#start")
    stage.click("[name=players][value='4']")
    stage.click(".more summary")
    stage.browser.execute_script("document.querySelector('#start').scrollIntoView({block: 'end'})")


@state
def waiting(stage: Stage) -> None:
    """A game with open seats, as its creator sees it."""
    created = stage.create(3, SEED, seats=[{"name": "Ana"}, {"open": True}, {"open": True}])
    stage.open(f"#/game/{created['game']['id']}", "#link, #invite, .invitation")


@state
def my_turn(stage: Stage) -> None:
    """The player's turn, nothing selected."""
    stage.game(lambda view: view["turn"] == 0 and view["phase"] == "play", 4)


@state
def selection(stage: Stage) -> None:
    """The player's turn, with a card selected."""
    my_turn(stage)
    stage.click(".hand-card")


@state
def discard(stage: Stage) -> None:
    """The player has to cover the strike, with a card selected."""
    stage.game(lambda view: view["turn"] == 0 and view["phase"] == "suffer")
    stage.click(".hand-card")


@state
def other_turn(stage: Stage) -> None:
    """Another player's turn."""
    stage.game(lambda view: view["turn"] == 1)


@state
def kill(stage: Stage) -> None:
    """The moment after the first enemy's fall."""
    stage.game(lambda view: view["defeated"] == 1, min_version=1)


@state
def ending_lost(stage: Stage) -> None:
    """A lost game of two."""
    stage.open(f"#/game/{stage.finished(2, SEED, LOSING)}", "#ending, .ending")


@state
def ending_won(stage: Stage) -> None:
    """A won solo game."""
    seed, actions = next(won for number in count() if (won := _won_solo(f"won/{number}")))
    stage.open(f"#/game/{stage.finished(1, seed, actions)}", "#ending, .ending")


@state
def replay(stage: Stage) -> None:
    """A step of a replay."""
    stage.open(f"#/replay/{stage.finished(2, SEED, LOSING)}/move-2", "#narration")


@state
def review(stage: Stage) -> None:
    """A replay with the review of a bot."""
    game = stage.finished(2, SEED, LOSING)
    path = f"{stage.server}/v1/games/{game}"
    httpx.get(f"{path}/review").raise_for_status()
    record = httpx.get(f"{path}/record").raise_for_status().json()
    answer(stage.server, "planner-fast", moves=reviewed_moves(record, {1: 0.04, 3: 0.22}))
    stage.open(f"#/replay/{game}/move-3?review=planner-fast", ".curve, #curve, svg polyline")


@state
def offline(stage: Stage) -> None:
    """A game without the server, from its last state."""
    my_turn(stage)
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    stage.browser.execute_cdp_cmd("Network.enable", {})
    stage.browser.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
    stage.browser.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": True})
    stage.browser.refresh()
    stage.find("#offline")
    stage.find(".hand-card")


@state
def error(stage: Stage) -> None:
    """The address of a game that the server does not have."""
    stage.open("#/game/0123456789abcdef0123", "[role=alert]")


def _won_solo(seed: str) -> tuple[str, tuple[str, ...]] | None:
    """The seed and the actions of a solo game by the policy, or None if it loses."""
    position, actions = regicide.Position.new(seed, 1), []
    while not position.outcome:
        actions.append(policy(cast("bot_types.View", regicide.observe(position, 0))))
        position = regicide.apply(position, regicide.Action.parse(actions[-1]))
    return (seed, tuple(actions)) if position.outcome.won else None
