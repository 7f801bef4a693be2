"""Take screenshots of the web client: those of the documentation, or with `--states FOLDER` of every state, or
with `--cards FILE` of all faces of cards.

The documentation shows one game, seen by one of its players. A state is a function that brings the browser there; it is
taken at the sizes of telephones, tablets and desktops, light and dark, and `--only NAME` takes some of them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, Final

from browser import SETTLE, Browser, chromium, colours, width
from browser import offline as set_offline
from gunicorns import gunicorn
from house_bot_answers import answer
from PIL import Image
from players import BOTS_KEY, LOSING, SEED, bearing
from servers import LIMITS_OFF, valkey_server
from shared_http import HTTP
from web_clients import WebClient, act_from_elsewhere
from web_modules import evaluated

import regicide
from regicide_api.services.agents import house_token
from regicide_arena.bots.greedy import choose as greedy
from regicide_arena.bots.planner import BUDGETS, policy
from regicide_arena.bots.view_types import View as SeatView
from regicide_arena.bots.view_types import seat_view
from regicide_arena.review.record import recorded_game
from regicide_arena.review.review import ReviewSearch, costliest, reviewed_moves

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures"
DOCUMENTED_SEED: Final = "a-game-to-look-at"
DOCUMENTED: Final = (("lobby", 1280, "dark"), ("table", 1280, "dark"), ("telephone", 360, "light"))
"""The pictures of the documentation: names, widths and colour schemes."""
REVIEWED_SEED: Final = "review/4"
"""The deal of a game of two that a simple bot loses, by costly moves and by its cards."""
HEIGHT_PX: Final = 900
TELEPHONE_HEIGHT_PX: Final = 740
SIZES: Final = ((360, 740), (740, 360), (820, 1180), (1440, 900), (2560, 1440))
"""Width and height of the pictures of a state, in pixels."""
PLAYERS: Final = ("Ana", "Bo", "Cleo", "Dana")
MIN_VERSION: Final = 14
"""Of the games in progress: the piles and the log have something to show."""
STORE: Final = """
    localStorage.clear();
    Object.entries(arguments[0]).forEach(([name, text]) => localStorage[`regicide.${name}`] = text)"""

View = dict[str, Any]


class Stage(WebClient):
    """A browser whose saved games a state sets, on a server whose bots do not run."""

    def __init__(self, browser: Browser, server: str, language: str = "en") -> None:
        super().__init__(browser, server)
        self.language = language
        self.saved: dict[str, Any] = {}

    def show(self, place: str, ready: str, **others: object) -> None:
        """Open a page with the saved games and other stored values, and wait for an element."""
        self.browser.get(f"{self.server}/icons/icon.svg")
        stored = {"games": self.saved, "preferences": {"speed": "off"}, **others}
        texts = {name: json.dumps(content) for name, content in stored.items()}
        self.browser.execute_script(STORE, texts | {"name": "Ana", "language": self.language})
        self.go(place, ready)

    def go(self, place: str, ready: str) -> None:
        """Load a page with the storage as it is."""
        self.open(f"/{place}")
        self.find(ready)
        self.find("body > .scenery")

    def stored(self, name: str) -> Any:
        """A value in the storage of the page."""
        return json.loads(self.browser.execute_script("return localStorage[`regicide.${arguments[0]}`]", name))

    def await_stored(self, name: str, member: str, content: object) -> None:
        """Wait until a value in the storage of the page has this member."""
        self.until(lambda: self.stored(name)[member] == content, f"{name} with {member} {content}")

    def create_by_api(self, players: int, seed: str, **wishes: Any) -> dict[str, Any]:
        """Create a game by the API and save seat 0. Returns the response."""
        named = [{"name": name} for name in PLAYERS[:players]]
        request = {"players": players, "seed": seed, "seats": named, **wishes}
        created: dict[str, Any] = HTTP.post(f"{self.server}/v1/games", json=request).raise_for_status().json()
        tokens, at = {"0": created["seats"][0]["token"]}, created["game"]["created_at"]
        owner = (created.get("owner") or {}).get("token")
        self.saved = {created["game"]["id"]: {"tokens": tokens, "owner": owner, "at": at}}
        return created

    def play(self, created: dict[str, Any]) -> Iterator[View]:
        """Play a game by the policy: the view of the seat to act before each action, and the last one."""
        game, turn = created["game"]["id"], created["game"]["turn"]
        while turn is not None:
            token = created["seats"][turn]["token"]
            view = HTTP.get(f"{self.server}/v1/games/{game}", headers=bearing(token)).raise_for_status().json()
            yield view
            turn = act_from_elsewhere(self.server, game, token, view["version"], policy(view))["turn"]

    def game(self, fits: Callable[[View], bool], min_version: int = MIN_VERSION, deals: str = "pictures") -> None:
        """Open a game of three whose view fits, played by the policy; another deal if it ends before."""
        for number in count():
            created = self.create_by_api(3, f"{deals}/{number}" if number else deals)
            if any(view["version"] >= min_version and fits(view) for view in self.play(created)):
                break
        self.show(f"#/game/{created['game']['id']}", ".hand-card")

    def finished(self, players: int, seed: str, actions: tuple[str, ...]) -> str:
        """A finished game. Returns its id."""
        created = self.create_by_api(players, seed)
        game, turn = created["game"]["id"], created["game"]["turn"]
        for version, action in enumerate(actions, 1):
            turn = act_from_elsewhere(self.server, game, created["seats"][turn]["token"], version, action)["turn"]
        return str(game)


CARDS_WIDTH_PX: Final = 1560
CARDS_HEIGHT_PX: Final = 1500
SHOW_CARDS: Final = """
    document.body.style = "align-items: start; background: #22302d; display: grid; gap: 8px";
    document.body.style.gridTemplateColumns = "repeat(12, 1fr)";
    for (const text of arguments[0]) {
        const face = document.body.appendChild(document.createElement("div"));
        face.innerHTML = text;
        face.attachShadow({ mode: "open" }).append(...face.childNodes);
        face.style = "background: #f4ead3; border-radius: 8% / 5.7%; line-height: 0";
    }"""
"""Each in a tree of its own, as their gradients have the same names."""

STATES: Final[dict[str, Callable[[Stage], object]]] = {}
"""The states by their name."""


def state(function: Callable[[Stage], object]) -> Callable[[Stage], object]:
    """Enter a state under the name of its function."""
    STATES[function.__name__.replace("_", "-")] = function
    return function


@state
def lobby(stage: Stage) -> None:
    """The home page, with a game that waits for this device."""
    stage.game(lambda view: view["you"] == 0 == view["turn"])
    stage.show("", "#start")


@state
def create(stage: Stage) -> None:
    """The form of a new game for four, with all its options."""
    stage.show("", "#start")
    stage.click("#more-ways > summary")
    stage.click("[name=players][value='4']")
    stage.click(".more summary")
    stage.browser.execute_script("document.querySelector('#start').scrollIntoView({block: 'end'})")


@state
def waiting(stage: Stage) -> None:
    """A game with open seats, as its creator sees it."""
    created = stage.create_by_api(3, SEED, seats=[{"name": "Ana"}, {"open": True}, {"open": True}])
    stage.show(f"#/game/{created['game']['id']}", "#link, #invite, .invitation")


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
    stage.find("#act:not([aria-disabled])")


@state
def advice(stage: Stage) -> None:
    """The advice of a bot about actions whose chances are alike."""
    created = stage.create_by_api(2, SEED)
    stage.show(f"#/game/{created['game']['id']}", ".hand-card")
    advise(stage, ("9S", 0.968), ("AD+3D", 0.961), ("yield", 0.957))


@state
def advice_chosen(stage: Stage) -> None:
    """The advice of a bot, after a choice on a telephone."""
    width(stage.browser, *SIZES[0])
    my_turn(stage)
    advise(stage, ("yield", 0.86), ("2C", 0.84), ("10H", 0.45))
    stage.click(".hand-card")


def advise(stage: Stage, *rated: tuple[str, float]) -> None:
    """Ask a bot, and answer with actions and their chances."""
    stage.click("#ask")
    chances = [{"action": action, "won": won, "defeated": 11.7, "share": 0.3} for action, won in rated]
    answer(stage.server, actions=chances)
    stage.find(".suggestion")
    stage.find(".adviser > span .face img")


@state
def solo(stage: Stage) -> None:
    """A solo game, with its jesters."""
    created = stage.create_by_api(1, SEED)
    next(view for view in stage.play(created) if view["version"] > MIN_VERSION and view["phase"] == "play")
    stage.show(f"#/game/{created['game']['id']}", ".hand-card")


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
    stage.show("#/rules", "main section")


LESSON: Final = (None, None, None, "5S", "-5D", None, None, "yield", "-5H", None, None, "4C+AD")
"""What the learner does at each step of the tutorial but the last: an action, or None for the button that leads on."""


def learn(stage: Stage, steps: int) -> None:
    """Do the first steps of the tutorial."""
    stage.show("#/tutorial", "#coach-text:not(:empty)")
    for number, action in enumerate(LESSON[:steps], 1):
        if action:
            stage.act(action)
        else:
            stage.click("#coach-next")
        stage.await_stored("tutorial", "step", number)
        stage.find(".table:not([data-settled=''])")


STATES["tutorial-first"] = partial(learn, steps=0)
STATES["tutorial-middle"] = partial(learn, steps=4)
STATES["tutorial-last"] = partial(learn, steps=len(LESSON))


@state
def today(stage: Stage) -> None:
    """Today's deal before it is played."""
    stage.show("#/today", "#today-solo")


@state
def today_ending(stage: Stage) -> None:
    """The end of a solo game of today's deal."""
    stage.show("#/today", "#today-solo")
    stage.click("#today-solo")
    stage.find(".hand-card")
    [(game, saved)] = stage.stored("games").items()
    created = HTTP.get(f"{stage.server}/v1/games/{game}").raise_for_status().json()
    list(stage.play({"game": created, "seats": [{"token": saved["tokens"]["0"]}]}))
    stage.go(f"#/game/{game}", "#day-ending #copy-result")


@state
def today_played(stage: Stage) -> None:
    """Today's deal after a game of it, with its result, those of others, and the statistics."""
    today_ending(stage)
    enter_rivals(stage)
    stage.go("#/today", ".day-result")


@state
def today_later(stage: Stage) -> None:
    """Today's deal with the results of earlier days."""
    days = [datetime.now(UTC).date() - timedelta(days=number) for number in (1, 2, 3, 5)]
    result = {"outcome": "lost", "grade": None, "falls": "dxdxx"}
    won = {"outcome": "won", "grade": "gold", "falls": "dxxddxdxxdxd"}
    entries = {f"{day}/1": {"game": f"day{day}", "result": won if day == days[1] else result} for day in days}
    stage.show("#/today", "#statistics", deals=entries)


RIVALS: Final = {"Cleo": 400, "Bo": 70, "Dana & the cat": 30, "Gwendolyn Featherstonehaugh": 12, "Éric": 30}
"""The names on a board, and the actions after which each gives up, or the end."""


@state
def today_board(stage: Stage) -> None:
    """The board of today's deal with others' results, one's own, and a bot's."""
    today_ending(stage)
    enter_rivals(stage)
    stage.go("#/today", "#boards .board-table")
    stage.click("#enter-result")
    stage.find(".board-table .own")
    stage.browser.execute_script("document.activeElement.blur(); document.querySelector('#boards').scrollIntoView()")


@state
def today_week(stage: Stage) -> None:
    """The board of the week of a new group, with its link."""
    today_board(stage)
    stage.click("#new-group")
    stage.find("#group-name").send_keys("Sunday round")
    stage.click("#yes")
    stage.find(".day-board .qr-code")
    stage.click("#enter-result")
    stage.find(".board-table .own")
    stage.click("#board-week")
    stage.find(".board-week")
    stage.browser.execute_script("document.activeElement.blur(); document.querySelector('#boards').scrollIntoView()")


def enter_rivals(stage: Stage) -> None:
    """Let others, and a house bot, play today's deal, and enter their results into the public board."""
    bot = bearing(house_token(BOTS_KEY, "greedy"))
    turns = f"{stage.server}/v1/agents/me/turns?limit=100"
    HTTP.get(turns, headers=bot)
    HTTP.get(f"{stage.server}/v1/deals/today")
    for view in HTTP.get(turns, headers=bot).json()["items"]:
        list(stage.play({"game": view, "seats": [{"token": house_token(BOTS_KEY, "greedy")}] * view["players"]}))
    for name, most in RIVALS.items():
        created = HTTP.post(f"{stage.server}/v1/games", json={"players": 1, "deal": "today"}).json()
        path, owner = f"{stage.server}/v1/games/{created['game']['id']}", bearing(created["owner"]["token"])
        for _ in zip(range(most), stage.play(created), strict=False):
            pass
        HTTP.post(f"{path}/give-up", json={"agree": True}, headers=bearing(created["seats"][0]["token"]))
        entry = f"{stage.server}/v1/boards/public/games/{created['game']['id']}"
        HTTP.put(entry, json={"name": name}, headers=owner).raise_for_status()


@state
def history(stage: Stage) -> None:
    """The finished games of a device, with some achievements."""
    feats: tuple[list[str], ...] = (
        ["victory", "exact-king", "companions"],
        ["wall"],
        ["victory", "gold"],
        [],
        ["victory", "exact-six"],
    )
    games = {
        f"{number:020}": {
            "at": f"2026-11-{number + 1:02}T20:00:00Z",
            "players": 1 + (number + 2) % 4,
            "reason": "",
            "feats": found,
            "outcome": "won" if "victory" in found else "lost",
            "grade": "gold" if "gold" in found else None,
            "falls": "dxxd" * 3 if "victory" in found else "dxd",
            "turns": 36 + number,
            "deal": None,
            "practice": number == 3,
            "bot": None,
        }
        for number, found in enumerate(feats)
    }
    stage.saved = {}
    stage.show("#/history", "[data-feat=gold].earned", history=games)


@state
def kill(stage: Stage) -> None:
    """The moment after the first enemy's fall."""
    stage.game(lambda view: view["defeated"] == 1, min_version=1)


@state
def ending_lost(stage: Stage) -> None:
    """A lost game of two."""
    stage.show(f"#/game/{stage.finished(2, SEED, LOSING)}", "#ending, .ending")


@state
def ending_won(stage: Stage) -> None:
    """A won solo game."""
    games = (_played(1, f"won/{number}", policy) for number in count())
    seed, actions = next((seed, actions) for seed, actions, end in games if end.won)
    stage.show(f"#/game/{stage.finished(1, seed, actions)}", "#ending, .ending")


@state
def replay(stage: Stage) -> None:
    """A step of a replay."""
    stage.show(f"#/replay/{stage.finished(2, SEED, LOSING)}/move-2", "#narration")


@state
def review(stage: Stage) -> None:
    """A replay with the review of a bot, before the costliest move of a lost game."""
    seed, actions, _ = _played(2, REVIEWED_SEED, greedy)
    game, bot = stage.finished(2, seed, actions), "planner-fast"
    path = f"{stage.server}/v1/games/{game}"
    HTTP.get(f"{path}/review").raise_for_status()
    record = recorded_game(HTTP.get(f"{path}/record").raise_for_status().json(), game)
    moves = [*reviewed_moves(record.moves, ReviewSearch(bot, BUDGETS[bot].rollouts, seed), 1)]
    answer(stage.server, bot, moves=moves)
    stage.show(f"#/replay/{game}/move-{costliest(moves)[0]['number'] - 1}?review={bot}", "#curve svg")


@state
def puzzle(stage: Stage) -> None:
    """A puzzle of the week."""
    stage.show("#/puzzles/1", ".puzzle-board .hand-card")


@state
def puzzle_answer(stage: Stage) -> None:
    """The line of play after a wrong action."""
    stage.show("#/puzzles/1", ".puzzle-board .hand-card")
    stage.click(".puzzle-board .hand-card")
    stage.click("#act:not([aria-disabled])")
    stage.click("#next")


@state
def offline(stage: Stage) -> None:
    """A game without the server, from its last state."""
    my_turn(stage)
    stage.browser.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
    set_offline(stage.browser, is_offline=True)
    stage.browser.refresh()
    stage.find("#offline")
    stage.find(".hand-card")


@state
def error(stage: Stage) -> None:
    """The address of a game that the server does not have."""
    stage.show("#/game/0123456789abcdef0123", "[role=alert]")


def _played(
    players: int, seed: str, choose: Callable[[SeatView], str]
) -> tuple[str, tuple[str, ...], regicide.Outcome]:
    """The seed, the actions and the end of a game by a bot."""
    position, actions = regicide.Position.new(seed, players), []
    while not position.outcome:
        actions.append(choose(seat_view(position, position.turn)))
        position = regicide.apply(position, regicide.Action.parse(actions[-1]))
    return seed, tuple(actions), position.outcome


def take_documentation(stage: Stage) -> None:
    """Take the screenshots of the documentation: what a window shows, at Ana's turn after twelve actions."""
    stage.game(lambda view: (view["turn"], view["phase"]) == (0, "play"), 13, DOCUMENTED_SEED)
    [game] = stage.saved
    for name, pixels, scheme in DOCUMENTED:
        colours(stage.browser, scheme)
        width(stage.browser, pixels, HEIGHT_PX if pixels > SIZES[1][0] else TELEPHONE_HEIGHT_PX)
        if name == "lobby":
            stage.go("", "#create")
        else:
            stage.go(f"#/game/{game}", ".hand-card")
            stage.click(".hand-card")
        stage.find(".scenery")
        stage.browser.execute_async_script("document.fonts.ready.then(() => setTimeout(arguments[0], 1000))")
        screenshot = Image.open(BytesIO(stage.browser.get_screenshot_as_png())).convert("RGB")
        screenshot.save(PICTURES / f"{name}.webp", quality=80, method=6)


def take_state(stage: Stage, name: str, folder: Path) -> None:
    """Bring the browser to a state, and take what each size shows without scrolling: `NAME-360x740-light.png`."""
    width(stage.browser, *SIZES[-1])
    STATES[name](stage)
    stage.until(lambda: not stage.all(".face:empty"), "the faces of bots")
    for pixels, height in SIZES:
        for scheme in ("light", "dark"):
            width(stage.browser, pixels, height)
            colours(stage.browser, scheme)
            stage.browser.execute_async_script(SETTLE)
            stage.browser.save_screenshot(str(folder / f"{name}-{pixels}x{height}-{scheme}.png"))


def take_cards(browser: Browser, file: Path) -> None:
    """Take one picture of the faces of all cards, those of the court in all their moods, for designers."""
    plain = [f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 11))] + ["X1", "back"]
    faces = [(code, "calm") for code in plain]
    moods = ("calm", "angry", "hurt", "desperate")
    faces += [(f"{rank}{suit}", mood) for rank in "JQK" for suit in "CDHS" for mood in moods]
    draw = "given.map(([code, mood]) => m.picture(code, mood, (suit) => shapes[suit]))"
    shapes = "const shapes = (await own('cards/faces.ts')).SUIT_SHAPES; return"
    drawn = evaluated("cards/pictures.ts", f"await (async () => {{ {shapes} {draw}; }})()", faces)
    width(browser, CARDS_WIDTH_PX, CARDS_HEIGHT_PX)
    browser.get("about:blank")
    browser.execute_script(SHOW_CARDS, drawn)
    browser.save_screenshot(str(file))


def main() -> None:
    """Take the screenshots of the documentation, or of the states."""
    parser = argparse.ArgumentParser(description="Take screenshots of the web client.")
    parser.add_argument("--states", type=Path, metavar="FOLDER", help="take those of every state into this folder")
    parser.add_argument("--only", nargs="+", choices=STATES, default=list(STATES), help="the states to take")
    parser.add_argument("--cards", type=Path, metavar="FILE", help="take one picture of all faces of cards")
    parser.add_argument("--language", default="en", choices=("en", "es", "ca", "it"), help="the language of the page")
    options = parser.parse_args()
    if options.cards:
        with chromium() as browser:
            take_cards(browser, options.cards)
        return
    pictures: list[Callable[[Stage], None]] = [take_documentation]
    if options.states:
        options.states.mkdir(parents=True, exist_ok=True)
        pictures = [partial(take_state, name=name, folder=options.states) for name in options.only]
    settings = LIMITS_OFF | {"BOTS_KEY": BOTS_KEY}
    with (
        tempfile.TemporaryDirectory(prefix="regicide-pictures-") as log,
        valkey_server() as store,
        gunicorn(Path(log), None, (), REDIS_URL=store, **settings) as server,
    ):
        for take in pictures:
            with chromium() as browser:
                take(Stage(browser, server.url, options.language))


if __name__ == "__main__":
    main()
