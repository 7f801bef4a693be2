"""The states of the web client that pictures show: each is a function that brings the browser there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
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

    def open(self, place: str, ready: str, **stored_too: object) -> None:
        """Open a page with the saved games and other stored values, and wait for an element."""
        self.browser.get(f"{self.server}/styles/icon.svg")
        script = (
            "localStorage.clear(); Object.entries(arguments[0]).forEach(([name, text]) => localStorage[name] = text)"
        )
        others = {f"regicide.{name}": content for name, content in stored_too.items()}
        stored = {"regicide.games": self.saved, "regicide.preferences": {"speed": "off"}, **others}
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

    def go(self, place: str, ready: str) -> None:
        """Load a page with the storage as it is."""
        self.browser.get("about:blank")
        self.browser.get(f"{self.server}/{place}")
        self.find(ready)

    def stored(self, name: str) -> Any:
        """A value in the storage of the page."""
        return json.loads(self.browser.execute_script("return localStorage[`regicide.${arguments[0]}`]", name))

    def act(self, action: str) -> None:
        """Act by clicks; a yield is confirmed."""
        if action == "yield":
            self.click("[data-action=yield]:not([aria-disabled])")
        for card in action.strip("-").replace("-", "+").split("+") if action != "yield" else ():
            self.click(f".hand-card[data-card='{card}'][aria-pressed=false]")
        self.click("#act:not([aria-disabled])")

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
def yielding(stage: Stage) -> None:
    """The player has chosen to yield, and is to confirm it."""
    stage.game(lambda view: view["turn"] == 0 and "yield" in view["legal_actions"])
    stage.click("[data-action=yield]")
    stage.find("[data-action=yield][aria-pressed=true]")


@state
def settings(stage: Stage) -> None:
    """The menu of the settings, over a game."""
    my_turn(stage)
    stage.click("#open-settings")
    stage.find("#settings:popover-open")


@state
def rules_panel(stage: Stage) -> None:
    """The rules beside a game, or over it on small screens."""
    my_turn(stage)
    stage.click("#open-rules")
    stage.find("#rules h3, #rules h2 ~ * h2, #rules section")


@state
def rules_page(stage: Stage) -> None:
    """The rules as a page of their own."""
    stage.open("#/rules", "main section")


LESSON: Final = (None, None, None, "5S", "-5D", None, "yield", "-5H", None, "4C+AD")
"""What the learner does at each step of the tutorial but the last: an action, or None for the button that leads on."""


@state
def tutorial_first(stage: Stage) -> None:
    """The first step of the tutorial."""
    _learn(stage, 0)


@state
def tutorial_middle(stage: Stage) -> None:
    """A step of the tutorial in which the learner covers a strike."""
    _learn(stage, 4)


@state
def tutorial_last(stage: Stage) -> None:
    """The end of the tutorial, after the first enemy's fall."""
    _learn(stage, len(LESSON))


def _learn(stage: Stage, steps: int) -> None:
    """Do the first steps of the tutorial."""
    stage.open("#/tutorial", "#coach-text:not(:empty)")
    for number, action in enumerate(LESSON[:steps], 1):
        if action:
            stage.act(action)
        else:
            stage.click("#coach-next")
        WebDriverWait(stage.browser, TIMEOUT_S).until(lambda _, done=number: stage.stored("tutorial")["step"] == done)
        stage.find(".table:not([data-settled=''])")


@state
def today(stage: Stage) -> None:
    """Today's deal before it is played."""
    stage.open("#/today", "#today-solo")


@state
def today_ending(stage: Stage) -> None:
    """The end of a solo game of today's deal."""
    stage.open("#/today", "#today-solo")
    stage.click("#today-solo")
    stage.find(".hand-card")
    [(game, saved)] = stage.stored("games").items()
    created = httpx.get(f"{stage.server}/v1/games/{game}").raise_for_status().json()
    list(stage.play({"game": created, "seats": [{"token": saved["tokens"]["0"]}]}))
    stage.go(f"#/game/{game}", "#day-ending .squares")


@state
def today_played(stage: Stage) -> None:
    """Today's deal after a game of it, with its result and the statistics."""
    today_ending(stage)
    stage.go("#/today", ".day-result")


@state
def today_later(stage: Stage) -> None:
    """Today's deal with the results of earlier days."""
    days = [datetime.now(UTC).date() - timedelta(days=number) for number in (1, 2, 3, 5)]
    result = {"outcome": "lost", "grade": None, "falls": "dxdxx"}
    won = {"outcome": "won", "grade": "gold", "falls": "dxxddxdxxdxd"}
    entries = {f"{day}/1": {"game": f"day{day}", "result": won if day == days[1] else result} for day in days}
    stage.open("#/today", "#statistics", deals=entries)


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
