"""The steps in which the page shows actions, as they are really drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, groupby
from typing import Any, NamedTuple

import pytest
from browser import animation, motion, width
from players import SEED
from selenium.webdriver.common.keys import Keys
from web_clients import WebClient, act_from_elsewhere, created_game
from web_modules import evaluated

import regicide
from regicide.effects import Defeat, Draw
from regicide_arena.bots.planner import policy

pytestmark = pytest.mark.browser

PLAYERS = 2
MOST_ACTIONS = 6
"""The page jumps to the view when more than eight events wait."""


class Scene(NamedTuple):
    """A part of a game: its seed, the actions before it, the position there, and the steps that are shown."""

    seed: str
    before: list[str]
    position: regicide.Position
    steps: list[regicide.Step]

    @property
    def shown(self) -> list[str]:
        """The actions that are shown."""
        return [str(step.action) for step in self.steps]


@cache
def scene(wanted: Callable[[list[regicide.Step]], bool], length: int = 1) -> Scene:
    """The first part of a game of two bots, within a number of steps, that is wanted."""
    for seed in map("theatre/{}".format, count()):
        position, steps = regicide.Position.new(seed, PLAYERS), list[regicide.Step]()
        while not position.is_over:
            action = regicide.Action.parse(policy(regicide.observe(position, position.turn)))
            steps += regicide.replay(position, [action])
            position = steps[-1].position
            for start in range(max(1, len(steps) - length), len(steps)):
                if wanted(steps[start:]):
                    before = [str(step.action) for step in steps[:start]]
                    return Scene(seed, before, steps[start - 1].position, steps[start:])
    raise AssertionError


def two_enemies_fall(steps: list[regicide.Step]) -> bool:
    """By the first and by the last step."""
    return len(steps) > 1 and all(any(isinstance(each, Defeat) for each in steps[end].effects) for end in (0, -1))


def second_seat_draws(steps: list[regicide.Step]) -> bool:
    """Both players draw by a play of seat 1, whose turn goes on: no enemy falls."""
    draws = [effect for effect in steps[0].effects if isinstance(effect, Draw)]
    position = steps[0].position
    return steps[0].seat == position.turn == 1 and len(draws) == PLAYERS and not position.is_over


def two_kills() -> Scene:
    """A few actions of a game by which two enemies fall."""
    return scene(two_enemies_fall, MOST_ACTIONS)


class Table:
    """A game of two, which Ana watches from her seats, and whose actions come from elsewhere."""

    def __init__(self, client: WebClient, scene: Scene, *seats: int, alone: bool = False) -> None:
        self.client = client
        self.created = created_game(client.server, PLAYERS, scene.seed)
        self.id, self.turn, self.version = self.created["game"]["id"], self.created["game"]["turn"], 1
        self.play(scene.before)
        client.sit(self.created, *(seats or (0,)), alone=alone)
        client.until(lambda: self.settled == self.version)

    def play(self, actions: list[str]) -> None:
        """Take actions, each from the seat whose turn it is."""
        for action in actions:
            token = self.created["seats"][self.turn]["token"]
            view = act_from_elsewhere(self.client.server, self.id, token, self.version, action)
            self.turn, self.version = view["turn"], view["version"]

    @property
    def settled(self) -> int:
        """The version of the view that the page shows; 0 while it shows steps."""
        return int(self.client.attributes(".table", "data-settled")[0] or 0)

    def record(self) -> None:
        """Record from now on what the page shows after each change."""
        self.client.browser.execute_script(RECORD)

    def recorded(self) -> list[dict[str, Any]]:
        """What the page has shown, without repetitions."""
        shown = self.client.browser.execute_script("return window.recorded")
        return [each for each, _ in groupby(shown)]


RECORD = """
    const number = (name) => Number(document.querySelector(`[data-number="${name}"]`)?.dataset.value);
    const size = (pile) => Number(document.querySelector(`[data-pile="${pile}"] [data-size]`).dataset.size);
    const texts = (selector, attribute) =>
        [...document.querySelectorAll(selector)].map((each) => each.getAttribute(attribute));
    const shown = () => ({
        enemy: document.querySelector(".fallen") ? null : {
            card: document.querySelector(".enemy-card [data-card]").dataset.card,
            health: number("health"), shield: number("shield"), strikes: number("strikes"),
        },
        castle: size("castle"), tavern: size("tavern"), discard: size("discard"),
        played: texts("#played [data-card]", "data-card"), hand: texts(".hand [data-card]", "data-card"),
    });
    window.recorded = [shown()];
    window.struck = [];
    new MutationObserver(() => {
        window.recorded.push(shown());
        const marks = [...document.querySelectorAll(".mark")].map((mark) => mark.textContent);
        window.struck.push([window.recorded.at(-1).enemy?.card ?? null, marks]);
    }).observe(document.body, { subtree: true, childList: true });
"""

FRAMES = """given.events.reduce(
    (frames, event) => [
        ...frames,
        ...m.nextFrames(frames.at(-1), { type: "action", ...event }).map(({ frame }) => frame),
    ],
    [given.board],
)"""


def expected_frames(scene: Scene, viewer: int = 0) -> list[dict[str, Any]]:
    """What the page is to show, without repetitions; test_frames.py compares these frames with the rules."""
    events = [
        {"seat": step.seat, "action": str(step.action), "effects": [effect.to_json(viewer) for effect in step.effects]}
        for step in scene.steps
    ]
    given = {"board": regicide.observe(scene.position, viewer), "events": events}
    return [each for each, _ in groupby(map(visible, evaluated("theatre/frames.ts", FRAMES, given)))]


def visible(frame: dict[str, Any]) -> dict[str, Any]:
    """What the page shows of a frame."""
    enemy = frame["enemy"]
    return {
        "enemy": enemy
        and {
            "card": enemy["card"],
            "health": max(0, enemy["health"] - enemy["damage"]),
            "shield": enemy["shield"],
            "strikes": enemy["strikes_for"],
        },
        "castle": frame["castle_size"],
        "tavern": frame["tavern_size"],
        "discard": len(frame["discard"]),
        "played": [card for cards in frame["played"] for card in cards],
        "hand": frame["hand"],
    }


@pytest.fixture
def animated(ana: WebClient) -> Iterator[WebClient]:
    """Ana with animations that run twenty times as fast as usual."""
    ana.open()
    ana.set_speed("normal")
    with animation(ana.browser, 20):
        yield ana


@pytest.fixture
def table(animated: WebClient) -> Table:
    """The table before two enemies fall."""
    return Table(animated, two_kills())


@pytest.fixture
def slow_table(table: Table) -> Table:
    """The table with animations that run a hundred times slower than usual."""
    table.client.browser.execute_cdp_cmd("Animation.setPlaybackRate", {"playbackRate": 0.01})
    return table


def test_each_drawn_frame_is_a_state_of_the_game(table: Table) -> None:
    """In order, while two enemies fall and the next ones turn up; the last one is the view.

    No damage and no defeat is marked over the next enemy.
    """
    kills = two_kills()
    table.record()
    table.play(kills.shown)
    table.client.until(lambda: table.settled == table.version)
    assert table.recorded() == expected_frames(kills)
    shown = table.client.browser.execute_script("return window.struck")
    fallen = [step for step in kills.steps if any(isinstance(effect, Defeat) for effect in step.effects)]
    assert len(fallen) == 2
    assert {enemy for enemy, marks in shown if {*marks} & {"Defeated!", "Exact kill!"}} == {None}


def test_the_draws_of_a_second_seat_are_drawn(animated: WebClient) -> None:
    """One person plays both seats: the cards that seat 1 draws come step by step, as those of seat 0."""
    drawing = scene(second_seat_draws)
    table, expected = Table(animated, drawing, 0, 1, alone=True), expected_frames(drawing, viewer=1)
    animated.until(lambda: animated.hand() == expected[0]["hand"])
    table.record()
    table.play(drawing.shown)
    animated.until(lambda: table.settled == table.version)
    assert table.recorded() == expected


def test_the_log_of_a_shared_device_names_no_drawn_cards(ana: WebClient) -> None:
    """Of neither player; all look at it."""
    drawing = scene(second_seat_draws)
    table = Table(ana, drawing, 0, 1)
    table.play(drawing.shown)
    ana.until(lambda: table.settled == table.version)
    ana.until(lambda: "Player 2 draws" in ana.text(".log li:last-child"))
    assert re.search(r"Player 1 draws \d", ana.text(".log li:last-child"))
    assert re.search(r"Player 2 draws \d", ana.text(".log li:last-child"))


def test_the_dock_tells_what_is_shown(slow_table: Table) -> None:
    """The play, as long as it is shown, then what is to do. No card is dimmed meanwhile."""
    client, waiting = slow_table.client, slow_table.client.text("#task")
    slow_table.play(two_kills().shown[:1])
    client.until(lambda: client.text("#task").startswith(("You play ", "Player 2 plays ")))
    assert client.all(".flying")
    assert client.all(".hand-card.dimmed") == []
    client.until(lambda: client.press(Keys.ESCAPE) or slow_table.settled == slow_table.version)
    assert client.text("#task").startswith(("Your turn", "Suffer", "Waiting"))
    assert waiting.startswith(("Your turn", "Waiting"))


@pytest.mark.parametrize("way", ["click", "key"])
def test_a_click_or_a_key_skips_the_steps(slow_table: Table, way: str) -> None:
    """All actions that have come are then drawn at once, and announced to screen readers.

    A card is chosen meanwhile: it stays chosen, and nothing is skipped.
    """
    client = slow_table.client
    skip = {"click": lambda: client.find(".area-enemy").click(), "key": lambda: client.press(Keys.ENTER)}[way]
    slow_table.play(two_kills().shown)
    client.until(lambda: client.all(".flying"))
    client.find(".hand-card").click()
    assert len(client.all(".hand-card[aria-pressed=true]")) == 1
    assert not slow_table.settled
    told = len(client.all("#announcer p"))
    client.until(lambda: skip() or slow_table.settled == slow_table.version)
    assert client.all(".flying") == []
    assert len(client.all("#announcer p")) > told


def test_the_steps_of_a_hidden_page_end_at_once(slow_table: Table) -> None:
    """The view is drawn when the page is hidden, without another event."""
    client = slow_table.client
    slow_table.play(two_kills().shown[:1])
    client.until(lambda: client.all(".flying"))
    client.browser.execute_script(HIDE)
    client.until(lambda: slow_table.settled == slow_table.version)
    assert client.all(".flying") == []


HIDE = """
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
"""


@pytest.mark.parametrize("size", [(360, 740), (740, 360)], ids=["telephone", "on-its-side"])
def test_the_cards_of_another_player_fly_on_a_telephone(animated: WebClient, size: tuple[int, int]) -> None:
    """From the seat, which shows no cards there."""
    client, created = animated, created_game(animated.server, 3, SEED)
    turn = created["game"]["turn"]
    width(client.browser, *size)
    client.sit(created, (turn + 1) % 3)
    client.find("#connection[data-state=live]")
    client.browser.execute_cdp_cmd("Animation.setPlaybackRate", {"playbackRate": 0.01})
    card = next(card for card in map(str, regicide.Position.new(SEED, 3).legal_actions) if "+" not in card)
    act_from_elsewhere(client.server, created["game"]["id"], created["seats"][turn]["token"], 1, card)
    client.until(lambda: card in client.attributes("#played [data-card]", "data-card"))
    assert len(client.all(".flying")) == 1


def test_a_mark_is_on_the_screen_of_a_telephone_and_beside_the_numbers(ana: WebClient) -> None:
    """Also when the mark is largest; the gained shield is above the number of the shield."""
    width(ana.browser, 360, 740)
    ana.sit(created_game(ana.server, PLAYERS, SEED), 0)
    damage, shield, number = ana.module("theatre/stage.ts", LARGEST_MARKS)
    assert damage["left"] >= 4
    assert shield["bottom"] <= number["top"] + number["height"] / 2


LARGEST_MARKS = """(() => {
    const [stage, enemy] = [new m.Stage(document.querySelector('.table')), { health: 20, damage: 0 }];
    const largest = (type, amount) => {
        const before = { enemy, played: [["10C"]] };
        stage.perform({ step: { type, amount, frame: before }, before, duration: 1000 }, () => {});
        const mark = document.querySelector(`.mark.${type}`);
        mark.getAnimations()[0].currentTime = 120;
        return mark.getBoundingClientRect().toJSON();
    };
    const number = document.querySelector("[data-number=shield]").getBoundingClientRect().toJSON();
    const found = [largest("damage", 20), largest("shield", 3), number];
    stage.close();
    return found;
})()"""


def test_a_fallen_enemy_lies_on_the_pile_when_its_halves_have_come(ana: WebClient) -> None:
    """Until then the pile looks as before: here it is empty."""
    ana.sit(created_game(ana.server, PLAYERS, SEED), 0)
    falling, fallen = ana.module("theatre/stage.ts", FALLING)
    assert falling == [["0"], [""], 1]
    assert fallen == [["1"], 0]


FALLING = """(async () => {
    const [stage, pile] = [new m.Stage(document.querySelector('.table')), '[data-pile=discard] .pile-picture'];
    const step = { type: "defeat", enemy: "JD", exact: false, frame: { defeated: 1 } };
    const draw = () => document.querySelector(pile).append(document.querySelector('.hand .card').cloneNode(true));
    stage.perform({ step, before: { played: [] }, duration: 60000 }, draw);
    const opacities = () =>
        [...document.querySelectorAll(`${pile} > .card`)].map((card) => getComputedStyle(card).opacity);
    const [hidden, before] = [opacities(), [...document.querySelectorAll(`${pile} > .before`)]];
    const falling = [hidden, before.map((pile) => pile.innerHTML), document.querySelectorAll('.flying.split').length];
    stage.close();
    await new Promise((resolve) => setTimeout(resolve));
    return [falling, [opacities(), document.querySelectorAll(`${pile} > .before`).length]];
})()"""


def test_the_health_and_its_bar_change_in_the_same_frames(ana: WebClient) -> None:
    """Each number that is drawn has the bar of its health, which gets the colour of a low one with it."""
    ana.sit(created_game(ana.server, PLAYERS, SEED), 0)
    drawn, last = ana.module("theatre/stage.ts", COUNTING)
    assert len(drawn) > 1
    assert [
        each for each in drawn if abs(each["bar"] - each["number"]) > ROUNDING or each["low"] != each["isLow"]
    ] == []
    assert [last["number"], last["bar"], last["low"]] == [4, 4, True]


ROUNDING = 0.51
COUNTING = """(async () => {
    const [stage, bar] = [new m.Stage(document.querySelector(".table")), document.querySelector(".health-bar")];
    const number = document.querySelector(".health [data-number]");
    const boards = [20, 4].map((left) => ({ enemy: { card: "JD", health: 20, damage: 20 - left }, played: [["8C"]] }));
    const shown = () => {
        const left = 20 * new DOMMatrix(getComputedStyle(bar.querySelector(".life")).transform).a;
        const low = bar.classList.contains("low");
        return { number: parseInt(number.textContent), bar: Math.round(left * 100) / 100, low, isLow: left <= 5 };
    };
    const drawn = [];
    const observer = new MutationObserver(() => drawn.push(shown()));
    const draw = () => {
        number.firstChild.data = "4 of 20 health";
        bar.classList.add("low");
        observer.observe(number, { characterData: true, subtree: true });
    };
    const step = { type: "damage", amount: 16, frame: boards[1] };
    await stage.perform({ step, before: boards[0], duration: 300 }, draw);
    await new Promise((resolve) => setTimeout(resolve));
    stage.close();
    return [drawn, shown()];
})()"""


def test_an_own_card_moves_before_the_server_answers(ana: WebClient) -> None:
    """If the server refuses the action, the card is in the hand again."""
    ana.sit(created_game(ana.server, PLAYERS, SEED), 0)
    ana.set_speed("fast")
    motion(ana.browser, "no-preference")
    ana.browser.execute_script(REFUSE)
    ana.act("9S")
    ana.until(lambda: ana.attributes("#played [data-card]", "data-card") == ["9S"])
    assert "9S" not in ana.hand()
    assert ana.text("#news").endswith("You play the nine of spades.")
    assert ana.text("#why") == ""
    ana.browser.execute_script("window.answer()")
    ana.find("[role=alert]")
    ana.until(lambda: "9S" in ana.hand())
    assert ana.text("#news") == ""
    assert ana.attributes("#played [data-card]", "data-card") == []


REFUSE = """
    const send = window.fetch;
    const problem = { type: "about:blank", status: 409, code: "busy", title: "Busy", detail: "Not now." };
    const type = { "Content-Type": "application/problem+json" };
    const refusal = () => new Response(JSON.stringify(problem), { status: 409, headers: type });
    const refused = new Promise((resolve) => (window.answer = () => resolve(refusal())));
    window.fetch = (url, request) => (request.method === "POST" ? refused : send(url, request));
"""


def test_a_replay_plays_a_step_forward_and_jumps_elsewhere(ana: WebClient, lost_game: str) -> None:
    """The board is that of the step in the end."""
    ana.open(f"/#/replay/{lost_game}")
    ana.find("#step")
    ana.set_speed("fast")
    motion(ana.browser, "no-preference")
    ana.browser.execute_script(
        "window.flights = 0;"
        "const count = (changes) => changes.forEach(({ target }) => target.matches('.flights') && window.flights++);"
        "new MutationObserver(count).observe(document.body, { childList: true, subtree: true })"
    )
    ana.click("#next")
    ana.until(lambda: "damage" in ana.text("#narration"))
    assert ana.browser.execute_script("return window.flights") > 0
    ana.until(lambda: ana.attributes("#played [data-card]", "data-card") == ["AD"] and not ana.all(".flights > *"))
    ana.browser.execute_script("window.flights = 0")
    ana.press(Keys.END)
    ana.until(lambda: ana.text("#step") == "Move 5 of 5")
    ana.press(Keys.ARROW_LEFT)
    ana.until(lambda: ana.text("#step") == "Move 4 of 5")
    assert ana.browser.execute_script("return window.flights") == 0
