"""Take screenshots of the web client: those of the documentation, or with `--states FOLDER` of every state.

The documentation shows one game, seen by one of its players. The states are those of `pictured_states.py`, each at the
sizes of telephones, tablets and desktops, light and dark; `--only NAME` takes some of them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Final

import httpx
from browser import chromium, colours, width
from gunicorns import gunicorn
from pictured_states import STATES, Stage
from PIL import Image
from players import BOTS_KEY
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from servers import LIMITS_OFF, regicide_server, valkey_server

from regicide_arena.bots.planner import policy

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"
SEED: Final = "a-game-to-look-at"
PLAYERS: Final = ("Ana", "Bo", "Cleo")
MIN_ACTIONS: Final = 12
"""The picture is of Ana's next turn after this number of actions."""
MAX_HEIGHT_PX: Final = 2000
HEIGHT_PX: Final = 900
TELEPHONE_HEIGHT_PX: Final = 740


SIZES: Final = ((360, 740), (740, 360), (820, 1180), (1440, 900), (2560, 1440))
"""Width and height of the pictures of a state, in pixels."""


def main() -> None:
    """Take the screenshots of the documentation, or of the states."""
    parser = argparse.ArgumentParser(description="Take screenshots of the web client.")
    parser.add_argument("--states", type=Path, metavar="FOLDER", help="take those of every state into this folder")
    parser.add_argument("--only", nargs="+", choices=STATES, default=list(STATES), help="the states to take")
    options = parser.parse_args()
    if options.states:
        take_states(options.states, options.only)
    else:
        take_documentation()


def take_documentation() -> None:
    """Take the screenshots of the documentation."""
    PICTURES.mkdir(exist_ok=True)
    with valkey_server() as store, regicide_server(REDIS_URL=store) as server, chromium() as browser:
        game, token = play(server)
        browser.get(f"{server}/styles/icon.svg")
        saved = {game: {"tokens": {"0": token}, "at": "2026-01-01T12:00:00Z"}}
        browser.execute_script("localStorage['regicide.games'] = arguments[0]", json.dumps(saved))
        take(browser, f"{server}/", "lobby", 1280, "light")
        take(browser, f"{server}/#/game/{game}", "table", 1280, "light")
        take(browser, f"{server}/#/game/{game}", "telephone", 360, "dark")


def take_states(folder: Path, names: Iterable[str]) -> None:
    """Take the screenshots of states: what each size shows without scrolling. The bots of the server do not run."""
    logs = tempfile.TemporaryDirectory(prefix="regicide-pictures-")
    settings = LIMITS_OFF | {"BOTS_KEY": BOTS_KEY}
    with logs as log, valkey_server() as store, gunicorn(Path(log), None, (), REDIS_URL=store, **settings) as server:
        for name in names:
            with chromium() as browser:
                take_state(Stage(browser, server.url), name, folder)


def take_state(stage: Stage, name: str, folder: Path) -> None:
    """Bring the browser to a state, and take all its sizes: `FOLDER/NAME-360x740-light.png`."""
    width(stage.browser, *SIZES[-1])
    STATES[name](stage)
    folder.mkdir(parents=True, exist_ok=True)
    for pixels, height in SIZES:
        for scheme in ("light", "dark"):
            width(stage.browser, pixels, height)
            colours(stage.browser, scheme)
            stage.browser.save_screenshot(str(folder / f"{name}-{pixels}x{height}-{scheme}.png"))


def play(server: str) -> tuple[str, str]:
    """Play a game until Ana may play cards. Returns its id and the token of seat 0."""
    request = {"players": len(PLAYERS), "seed": SEED, "seats": [{"name": name} for name in PLAYERS]}
    created = httpx.post(f"{server}/v1/games", json=request).raise_for_status().json()
    path, tokens = f"{server}/v1/games/{created['game']['id']}", [seat["token"] for seat in created["seats"]]
    view = created["game"]
    while view["version"] <= MIN_ACTIONS or (view["turn"], view["phase"]) != (0, "play"):
        bearer = {"Authorization": f"Bearer {tokens[view['turn']]}"}
        view = httpx.get(path, headers=bearer).raise_for_status().json()
        body = {"version": view["version"], "action": policy(view)}
        view = httpx.post(f"{path}/actions", json=body, headers=bearer).raise_for_status().json()
    return created["game"]["id"], tokens[0]


def take(browser: Chrome, url: str, name: str, pixels: int, scheme: str) -> None:
    """Take a screenshot of a whole page, `pixels` wide, in a colour scheme."""
    colours(browser, scheme)
    width(browser, pixels, TELEPHONE_HEIGHT_PX if pixels < SIZES[1][0] else HEIGHT_PX)
    browser.get("about:blank")
    browser.get(url)
    WebDriverWait(browser, 20).until(lambda page: page.find_elements(By.CSS_SELECTOR, "#create, .hand-card"))
    for card in browser.find_elements(By.CSS_SELECTOR, ".hand-card")[:1]:
        card.click()
    page = browser.find_element(By.TAG_NAME, "html")
    size = {
        "width": pixels,
        "height": min(MAX_HEIGHT_PX, page.size["height"]),
        "deviceScaleFactor": 1,
        "mobile": pixels < 600,
    }
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    screenshot = Image.open(BytesIO(browser.get_screenshot_as_png())).convert("RGB")
    screenshot.save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
