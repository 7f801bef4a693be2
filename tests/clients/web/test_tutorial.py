"""The tutorial: a real game on a fixed deal, whose texts say what its view has."""

from __future__ import annotations

import json
import re
from itertools import groupby
from typing import Any

import httpx
import pytest
from browser import animation, width
from web_clients import WebClient
from web_modules import MODULES

import regicide

pytestmark = pytest.mark.browser

ACTIONS = [None, None, None, "5S", "-5D", None, "yield", "-5H", None, "4C+AD"]
"""What the learner does at each step but the last: an action, or a press of the button that leads on."""

VALUES = {"A": 1, "4": 4, "5": 5}


def state(client: WebClient) -> dict[str, Any]:
    """What the learner sees of the game, from the API."""
    saved = json.loads(client.browser.execute_script("return localStorage['regicide.tutorial']"))
    url = f"{client.server}/v1/games/{saved['id']}?include=previews"
    headers = {"Authorization": f"Bearer {saved['tokens'][0]}"}
    view: dict[str, Any] = httpx.get(url, headers=headers).raise_for_status().json()
    return view


def numbers_of(view: dict[str, Any], action: str | None) -> set[int]:
    """The numbers of a view, and of the preview of an action and the value of its cards."""
    enemy = view["enemy"]
    known = {enemy[name] for name in ("attack", "health", "shield", "strikes_for", "damage")}
    known |= {enemy["health"] - enemy["damage"], view["castle_size"], view["tavern_size"]}
    known |= {len(view["discard"]), len(view["hand"])}
    for preview in view["previews"]:
        if preview["action"] == action:
            known |= {preview["damage"], preview["strike"], preview["health_left"], sum(preview["drawn"])}
            values = [int(re.sub("^A", "1", card[:-1])) for card in preview["action"].split("+") if card[0] in "A4"]
            known |= {sum(values), *values}
    return known


def at_step(client: WebClient, step: int) -> str:
    """The text of a step, once it is shown."""
    client.until(lambda: re.match(rf"Step {step} of", client.text(".coach-head .label")))
    return client.text("#coach-text")


def take(client: WebClient, action: str | None) -> None:
    """Do what a step asks for."""
    if action is None:
        client.click("#coach-next")
    elif action == "yield":
        client.click("[data-action='yield']")
        client.click("[data-action='yield'][aria-pressed=true]")
    else:
        client.act(action)


def begin(client: WebClient, steps: int) -> None:
    """Open the tutorial and do its first steps."""
    client.open("/#/tutorial")
    for step, action in enumerate(ACTIONS[:steps], 1):
        at_step(client, step)
        take(client, action)
    at_step(client, steps + 1)


def test_every_number_of_the_tutorial_is_that_of_the_game(ana: WebClient) -> None:
    """From the deal to the fall of the first enemy, which is an exact kill."""
    ana.open("/#/tutorial")
    for step, action in enumerate([*ACTIONS, None], 1):
        text, view = at_step(ana, step), state(ana)
        assert {*map(int, re.findall(r"\d+", text))} <= numbers_of(view, action), text
        assert "{" not in text
        if step <= len(ACTIONS):
            take(ana, action)
    assert (view["defeated"], view["tavern_top"], view["turn"]) == (1, ["JH"], 0)
    assert "the jack of hearts lies on top of the tavern" in text


def test_the_tutorial_shows_all_suits_an_immunity_and_an_exact_kill() -> None:
    """By the effects of its actions on its deal."""
    source = (MODULES / "tutorial" / "steps.ts").read_text()
    [seed] = re.findall(r'SEED = "([^"]+)"', source)
    taken = re.findall(r"(?:action|watched): (.*?) \}", source)
    position, effects = regicide.Position.new(seed, 2), []
    for action in re.findall(r'"([^"]+)"', " ".join(taken)):
        position, caused = regicide.step(position, regicide.Action.parse(action))
        effects += [effect.to_json(regicide.OMNISCIENT) for effect in caused]
    assert {each["type"] for each in effects} >= {"shield", "draw", "damage", "strike", "discard", "reveal"}
    assert "heal" not in {each["type"] for each in effects}
    assert [each["exact"] for each in effects if each["type"] == "defeat"] == [True]


def test_the_lesson_goes_on_with_its_own_cards(ana: WebClient) -> None:
    """Another card gets a remark, which ends with the choice; another action is not sent.

    A click on a card of the lesson selects it alone, although no play has both cards; it is not drawn grey.
    """
    begin(ana, 3)
    ana.click(".hand-card[data-card='6D']")
    assert "play five of spades" in ana.text("#coach-remark")
    assert "Press the six of diamonds again" in ana.text("#coach-remark")
    ana.click("#act:not([aria-disabled])")
    ana.until(lambda: "The rules allow that, too" in ana.text("#coach-remark"))
    assert state(ana)["version"] == 1
    ana.click(".hand-card[data-card='6D'][aria-pressed=true]")
    ana.until(lambda: not ana.text("#coach-remark"))
    ana.click(".hand-card[data-card='8D']")
    ana.until(lambda: ana.text("#coach-remark"))
    assert ana.find(".hand-card[data-card='5S'] .card").value_of_css_property("filter") == "none"
    ana.click(".hand-card[data-card='5S']")
    assert ana.attributes(".hand-card[aria-pressed=true]", "data-card") == ["5S"]
    assert ana.text("#coach-remark") == ""
    ana.click("#act:not([aria-disabled])")
    at_step(ana, 5)


def test_the_actions_of_the_tutorial_are_shown_step_by_step(ana: WebClient) -> None:
    """Bo's turn and the fall of the enemy, whose place is empty before the next one comes."""
    ana.open()
    ana.set_speed("fast")
    with animation(ana.browser, 20):
        begin(ana, 5)
        ana.browser.execute_script(RECORD)
        for step, action in enumerate(ACTIONS[5:], 6):
            take(ana, action)
            at_step(ana, step + 1)
    shown = [each for each, _ in groupby(ana.browser.execute_script("return window.recorded"))]
    assert shown[1:3] == [["5S,2H", "15", False], ["5S,2H", "13", False]]
    assert any(is_fallen for *_, is_fallen in shown)


RECORD = """
    const shown = () => [
        [...document.querySelectorAll("#played [data-card]")].map((each) => each.dataset.card).join(),
        document.querySelector('[data-number="health"]')?.dataset.value,
        document.querySelector(".fallen") !== null,
    ];
    window.recorded = [shown()];
    new MutationObserver(() => window.recorded.push(shown()))
        .observe(document.body, { subtree: true, childList: true });
"""


@pytest.mark.parametrize("size", [(360, 740), (740, 360)], ids=["telephone", "on-its-side"])
def test_the_coach_covers_nothing_of_its_step(ana: WebClient, size: tuple[int, int]) -> None:
    """The table scrolls to what the step is about; the text is shown in whole."""
    width(ana.browser, *size)
    ana.open("/#/tutorial")
    for step, action in enumerate([*ACTIONS, None], 1):
        at_step(ana, step)
        assert ana.browser.execute_async_script(COVERED) == [], step
        if step <= len(ACTIONS):
            take(ana, action)


COVERED = """
    const done = arguments[0];
    const box = (each) => each.getBoundingClientRect();
    const look = () => {
        const [dock, coach] = [".dock", ".coach"].map((each) => box(document.querySelector(each)));
        const isVisible = ({ top, bottom }) => top >= -1 && bottom <= dock.top + 1;
        const pointed = [...document.querySelectorAll(".felt .pointed")];
        const covered = pointed.filter((each) => !isVisible(box(each))).map((each) => each.outerHTML.slice(0, 60));
        const text = box(document.querySelector("#coach-text"));
        done(text.bottom <= coach.bottom + 1 && dock.bottom <= innerHeight + 1 ? covered : ["text", ...covered]);
    };
    requestAnimationFrame(() => requestAnimationFrame(look));
"""


def test_the_tutorial_is_as_high_as_the_window_of_a_desk(ana: WebClient) -> None:
    """As the table of a game."""
    width(ana.browser, 1440, 900)
    begin(ana, 0)
    assert ana.browser.execute_script("return document.documentElement.scrollHeight") == 900


def test_a_finished_tutorial_stays_until_it_is_left(ana: WebClient) -> None:
    """After a reload, too; then it begins anew. Its game is played on by one person at both seats."""
    begin(ana, len(ACTIONS))
    game = state(ana)["id"]
    ana.browser.refresh()
    at_step(ana, len(ACTIONS) + 1)
    assert state(ana)["id"] == game
    ana.click("#play-on-tutorial")
    ana.find("[data-page=game] .hand-card")
    assert ana.browser.current_url.endswith(f"#/game/{game}")
    assert ana.text(".actor") == "You act for Player 1"
    ana.open()
    ana.click("#to-tutorial")
    at_step(ana, 1)
    assert state(ana)["id"] != game


def test_the_tutorial_is_resumed(ana: WebClient) -> None:
    """At the step where the player left; starting again begins another game.

    A saved step that does not fit the game, as its answer was lost, gives way to the step of the game.
    """
    begin(ana, 4)
    game = state(ana)["id"]
    script = "const saved = JSON.parse(localStorage['regicide.tutorial']); saved.step = 3;"
    ana.browser.execute_script(script + "localStorage['regicide.tutorial'] = JSON.stringify(saved)")
    ana.browser.refresh()
    at_step(ana, 5)
    ana.click("#leave-tutorial")
    ana.click("#to-tutorial")
    at_step(ana, 5)
    assert state(ana)["id"] == game
    ana.click("#again-tutorial")
    at_step(ana, 1)
    assert state(ana)["id"] != game


def test_the_home_page_offers_to_go_on_with_the_tutorial(ana: WebClient) -> None:
    """At its step; one that is finished can be opened anew."""
    begin(ana, 2)
    ana.click("#leave-tutorial")
    assert ana.text("#to-tutorial") == "Continue the tutorialStep 3 of 11"
    saved = "const saved = JSON.parse(localStorage['regicide.tutorial']); saved.step = 10;"
    ana.browser.execute_script(saved + "localStorage['regicide.tutorial'] = JSON.stringify(saved)")
    ana.open()
    assert ana.text("#to-tutorial").startswith("Learn to play")
