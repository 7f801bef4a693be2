"""Film a bot's turn in which an enemy falls: screenshots of the web client's page at regular times."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import httpx
from browser import chromium, colours, width
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from servers import regicide_server, valkey_server

import regicide
from regicide.effects import Defeat
from regicide_arena.bots.planner import policy
from regicide_arena.bots.view_types import View

PLAYERS: Final = ("Ana", "Bo", "Cleo")
SLOWNESS: Final = 20
"""The page's animations run slower by this factor, as a screenshot takes longer than a frame."""
TIMEOUT_S: Final = 20


class Scene(NamedTuple):
    """A game before an action by which an enemy falls: its seed, the actions before, and the filmed ones."""

    seed: str
    before: list[str]
    filmed: list[str]


def main() -> None:
    """Film a scene into a folder."""
    options = _parser().parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    scene = next(scene for scene in scenes(exact=options.exact) if set(options.suits) <= suits(scene.filmed[0]))
    with valkey_server() as store, regicide_server(REDIS_URL=store) as server, chromium() as browser:
        width(browser, options.width, options.height)
        colours(browser, options.scheme)
        for name in film(browser, server, scene, options):
            print(name)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="of the pictures, one for each time of the film in milliseconds")
    parser.add_argument("--suits", default="", help="letters of the suits of the play: C, D, H, S")
    parser.add_argument("--exact", action="store_true", help="the enemy is killed exactly")
    parser.add_argument("--speed", default="normal", choices=["slow", "normal", "fast"])
    parser.add_argument("--width", type=int, default=1280, help="of the page in pixels")
    parser.add_argument("--height", type=int, default=800, help="of the page in pixels")
    parser.add_argument("--scheme", default="light", choices=["light", "dark"])
    parser.add_argument("--step", type=int, default=60, metavar="MS", help="time between two pictures")
    return parser


def suits(action: str) -> set[str]:
    """The suits of a play."""
    return {card[-1] for card in action.split("+")}


def scenes(*, exact: bool) -> Iterator[Scene]:
    """Plays by which an enemy falls, of a player other than the first, with the next action of the same player."""
    for number in count():
        seed, actions = f"film/{number}", list[str]()
        position = regicide.Position.new(seed, len(PLAYERS))
        while not position.is_over:
            turn, chosen = position.turn, chosen_in(position)
            position, effects = regicide.step(position, regicide.Action.parse(chosen))
            actions.append(chosen)
            if turn and not position.is_over and _falls(effects, exact=exact):
                following = chosen_in(position)
                yield Scene(seed, actions[:-1], [chosen, following])


def chosen_in(position: regicide.Position) -> str:
    """The action of a bot."""
    return policy(cast("View", regicide.observe(position, position.turn)))


def _falls(effects: tuple[regicide.Effect, ...], *, exact: bool) -> bool:
    return any(isinstance(each, Defeat) and each.exact == exact for each in effects)


def film(browser: Chrome, server: str, scene: Scene, options: argparse.Namespace) -> Iterator[str]:
    """Play a scene and take its pictures. Returns the name of each picture."""
    game = Game(server, scene.seed)
    game.play(scene.before)
    browser.get(f"{server}/styles/icon.svg")
    saved = {game.id: {"tokens": {"0": game.tokens[0]}, "at": "2026-01-01T12:00:00Z"}}
    settings = {"games": saved, "preferences": {"speed": options.speed}}
    for name, value in settings.items():
        browser.execute_script("localStorage[`regicide.${arguments[0]}`] = arguments[1]", name, json.dumps(value))
    browser.get(f"{server}/#/game/{game.id}")
    wait = WebDriverWait(browser, TIMEOUT_S)
    wait.until(lambda page: page.find_elements(By.CSS_SELECTOR, ".hand-card"))
    wait.until(lambda page: page.execute_script("return !document.getAnimations().length"))
    browser.execute_cdp_cmd("Animation.enable", {})
    browser.execute_cdp_cmd("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWNESS})
    start = browser.execute_script(NOW)
    game.play(scene.filmed)
    yield from _pictures(browser, start, game.version, options)


def _pictures(browser: Chrome, start: float, version: int, options: argparse.Namespace) -> Iterator[str]:
    """Take a picture at each time step, until the page shows the last version at rest."""
    following, settled = 0.0, False
    while not settled:
        settled = browser.execute_script("return document.querySelector('.table').dataset.settled") == str(version)
        now = browser.execute_script(NOW) - start
        if now < following and not settled:
            continue
        following = now + options.step
        name = f"{round(now):05d}.png"
        browser.save_screenshot(str(options.folder / name))
        yield name


NOW: Final = "return document.timeline.currentTime"


class Game:
    """A game of three players, whose actions come from elsewhere."""

    def __init__(self, server: str, seed: str) -> None:
        request = {"players": len(PLAYERS), "seed": seed, "first_player": 0}
        seats = [{"name": name} for name in PLAYERS]
        created = httpx.post(f"{server}/v1/games", json=request | {"seats": seats}).raise_for_status().json()
        self.id: str = created["game"]["id"]
        self.tokens = [seat["token"] for seat in created["seats"]]
        self.path = f"{server}/v1/games/{self.id}"
        self.version, self.turn = 1, 0

    def play(self, actions: list[str]) -> None:
        """Take actions, each from the seat whose turn it is."""
        for action in actions:
            bearer = {"Authorization": f"Bearer {self.tokens[self.turn]}"}
            body = {"version": self.version, "action": action}
            answer = httpx.post(f"{self.path}/actions", json=body, headers=bearer)
            view: dict[str, Any] = answer.raise_for_status().json()
            self.version, self.turn = view["version"], view["turn"]


if __name__ == "__main__":
    main()
