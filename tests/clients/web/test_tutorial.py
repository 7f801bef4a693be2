"""The tutorial: a real game on a fixed deal, whose texts say what its view has."""

from __future__ import annotations

import json
import re
from itertools import groupby
from typing import Any

import httpx
import pytest
from browser import animation, motion, width
from house_bot_answers import act, answer, show_awake
from players import SEED
from selenium.webdriver.common.keys import Keys
from web_clients import WebClient, created_game
from web_modules import MODULES, evaluated

import regicide

pytestmark = pytest.mark.browser

ACTIONS = [None, None, None, "5S", "-5D", None, None, "yield", "-5H", None, None, "4C+AD"]
"""What the learner does at each step but the last: an action, or a press of the button that leads on."""

VALUES = {"A": 1, "4": 4, "5": 5}
TOP_DISCARD = "[data-pile='discard'] .pile-picture [data-card]"


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
    client.until(lambda: re.match(rf"\w+ {step} ", client.text(".coach-count")))
    return client.text("#coach-text")


def take(client: WebClient, action: str | None) -> None:
    """Do what a step asks for."""
    if action is None:
        client.click("#coach-next")
    elif action == "yield":
        client.click("[data-action='yield']")
        client.click("#act:not([aria-disabled])")
    else:
        client.act(action)


def begin(client: WebClient, steps: int) -> None:
    """Open the tutorial and do its first steps."""
    client.open("/#/tutorial")
    do(client, steps)


def do(client: WebClient, steps: int) -> None:
    """Do the first steps of the open tutorial."""
    for step, action in enumerate(ACTIONS[:steps], 1):
        at_step(client, step)
        take(client, action)
    at_step(client, steps + 1)


def test_a_guest_learns_the_game_before_the_seat(ana: WebClient, bo: WebClient) -> None:
    """The invitation says what the game is; the lesson leads back to the seat, also if it is left before its end."""
    game = ana.create("link")
    bo.open(f"/#/game/{game}")
    assert "cooperative card game" in bo.text(".what-it-is")
    assert bo.find(".table-picture").is_displayed()
    bo.click("#lesson-first")
    do(bo, len(ACTIONS))
    back = f"#/game/{game}"
    assert bo.attributes("#leave-tutorial, #after-tutorial", "href") == [back, back]
    bo.click("#after-tutorial")
    bo.click("[data-take]")
    for client in (bo, ana):
        client.find(".hand-card")
    bo.open("/#/tutorial?game=nowhere")
    bo.find("#coach-text")
    assert bo.attributes("#leave-tutorial", "href") == ["#/"]


def test_every_step_of_the_tutorial_is_that_of_the_game(ana: WebClient) -> None:
    """All its numbers, from the deal to the fall of the first enemy, which is an exact kill.

    On a desk, the tutorial is as high as the window, as the table of a game.
    """
    width(ana.browser, 1440, 900)
    ana.open("/#/tutorial")
    at_step(ana, 1)
    assert ana.browser.execute_script("return document.documentElement.scrollHeight") == 900
    for step, action in enumerate([*ACTIONS, None], 1):
        text, view = at_step(ana, step), state(ana)
        assert {*map(int, re.findall(r"\d+", text))} <= numbers_of(view, action), text
        assert "{" not in text
        if step <= len(ACTIONS):
            take(ana, action)
    assert (view["defeated"], view["tavern_top"], view["turn"]) == (1, ["JH"], 0)
    assert "the jack of hearts lies on top of the tavern" in text


@pytest.mark.parametrize("language", ["en", "es", "ca", "it"])
def test_a_telephone_shows_every_step_of_the_tutorial(ana: WebClient, language: str) -> None:
    """Without scrolling: the coach covers nothing of its step, and the text, of at most two sentences, is whole."""
    width(ana.browser, 360, 740)
    ana.browser.execute_script("localStorage['regicide.language'] = arguments[0]", language)
    ana.open("/#/tutorial")
    for step, action in enumerate([*ACTIONS, None], 1):
        text = at_step(ana, step)
        assert len(re.findall(r"[.!?](?= |$)", text)) <= 2, text
        for size in ((740, 360), (360, 740)):
            width(ana.browser, *size)
            assert ana.browser.execute_async_script(COVERED) == [], (step, size)
            ana.until(lambda high=size[1]: ana.boxes("html")[0]["height"] == high, f"no scrolling in step {step}")
        if step <= len(ACTIONS):
            take(ana, action)


COVERED = """
    const done = arguments[0];
    const box = (each) => each.getBoundingClientRect();
    const look = () => {
        const [dock, coach] = [".dock", ".coach"].map((each) => box(document.querySelector(each)));
        const isVisible = ({ top, bottom }) => top >= -1 && bottom <= dock.top + 1;
        const pointed = [...document.querySelectorAll(".felt [data-pointed]")];
        const covered = pointed.filter((each) => !isVisible(box(each))).map((each) => each.outerHTML.slice(0, 60));
        const text = box(document.querySelector("#coach-text"));
        done(text.bottom <= coach.bottom + 1 && dock.bottom <= innerHeight + 1 ? covered : ["text", ...covered]);
    };
    requestAnimationFrame(() => requestAnimationFrame(look));
"""


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


def test_the_button_that_shows_a_turn_is_off_meanwhile(ana: WebClient) -> None:
    """It leads on only once the turn has been shown."""
    ana.open()
    ana.set_speed("normal")
    begin(ana, 5)
    motion(ana.browser, "no-preference")
    assert ana.attributes("#coach-next", "aria-disabled") == [None]
    with animation(ana.browser, 0.01):
        ana.click("#coach-next")
        assert ana.attributes("#coach-next", "aria-disabled") == ["true"]


def test_the_lesson_goes_on_with_its_own_cards(ana: WebClient) -> None:
    """Another card gets a remark, which ends with the choice; another action is put back.

    A click on a card of the lesson selects it alone, although no play has both cards; it is not drawn grey. A ring
    is at what the learner presses next: the card, then the button, and the card again after another choice.
    """
    begin(ana, 3)
    ana.click(".hand-card[data-card='6D']")
    assert "play the five of spades" in ana.text("#coach-remark")
    assert "Press the six of diamonds again" in ana.text("#coach-remark")
    ana.click("#act:not([aria-disabled])")
    ana.until(lambda: "The rules allow that, too" in ana.text("#coach-remark"))
    assert state(ana)["version"] == 1
    assert ana.all(".hand-card[aria-pressed=true]") == []
    ana.click(".hand-card[data-card='8D']")
    ana.until(lambda: "Press the eight of diamonds again" in ana.text("#coach-remark"))
    ana.click(".hand-card[data-card='8D'][aria-pressed=true]")
    ana.until(lambda: not ana.text("#coach-remark"))
    ana.click(".hand-card[data-card='8D']")
    assert ana.find(".hand-card[data-card='5S'] .card").value_of_css_property("filter") == "none"
    ana.click(".hand-card[data-card='5S']")
    assert ana.attributes(".hand-card[aria-pressed=true]", "data-card") == ["5S"]
    assert ana.text("#coach-remark") == ""
    assert ana.attributes("[data-pointed]", "id") == [None, "act"]
    ana.click("[data-action='yield']")
    ana.until(lambda: ana.attributes(".hand [data-pointed]", "data-card") == ["5S"])
    ana.click("#act:not([aria-disabled])")
    ana.until(lambda: "The rules allow that, too" in ana.text("#coach-remark"))
    ana.find("[data-action='yield']")
    ana.click(".hand-card[data-card='5S']")
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


def test_a_finished_tutorial_stays_until_it_is_left(ana: WebClient) -> None:
    """After a reload, too; then it begins anew. Without bots, one person plays on at both seats.

    The focus has gone from the cards of the last action to the button that leads on.
    """
    begin(ana, len(ACTIONS))
    assert ana.browser.switch_to.active_element == ana.find("#play-on-tutorial")
    game = state(ana)["id"]
    ana.browser.refresh()
    at_step(ana, len(ACTIONS) + 1)
    assert state(ana)["id"] == game
    assert ana.text("#task").startswith("No bot plays on this server")
    ana.click(".hand-card[data-card='3H']")
    assert "press “Play on from here”" in ana.text("#coach-remark")
    ana.click(".hand-card[data-card='3H'][aria-pressed=true]")
    ana.until(lambda: ana.text("#task").startswith("No bot plays on this server"))
    ana.click("#play-on-tutorial")
    ana.until(lambda: ana.text(".actor") == "You act for Player 1")
    ana.open()
    assert ana.attributes(".tile.main", "id") == ["play-bot"]
    ana.click("#to-tutorial")
    at_step(ana, 1)
    assert state(ana)["id"] != game


def test_the_lesson_ends_at_the_same_table_with_a_bot(ana: WebClient, advised_url: str) -> None:
    """The bot that is there plays in Bo's seat, advice is allowed, the discard pile lies as before, and nothing is said
    of the seed.
    """
    ana.server = advised_url
    show_awake(advised_url, "planner-fast")
    begin(ana, len(ACTIONS))
    left, top = state(ana), ana.attributes(TOP_DISCARD, "data-card")
    assert ana.text("#task").startswith("If you play on, the bot Puck takes Bo's seat")
    ana.click("#play-on-tutorial")
    ana.until(lambda: ana.text("[data-seat='1'] .seat-name").startswith("Puck"))
    assert sorted(ana.hand()) == sorted(left["hand"])
    ana.until(lambda: ana.attributes(TOP_DISCARD, "data-card") == top == ["AD"])
    assert "seed" not in ana.text(".game-log")
    ana.click("#ask:not([aria-disabled])")
    advised = [{"action": "yield", "won": 0.5, "defeated": 6, "share": 1}]
    answer(advised_url, "planner-fast", actions=advised)
    ana.find("[data-advised='yield']")
    ana.act("yield")
    ana.until(lambda: "Suffer" in ana.text("#task"))
    ana.click("#cheapest")
    ana.click("#act:not([aria-disabled])")
    ana.until(lambda: ana.text("#task").startswith("Waiting for Puck"))
    act(advised_url, "planner-fast", ana.browser.current_url.rpartition("/")[2])
    ana.until(lambda: "Puck" in ana.text("#news"))


def test_the_game_after_the_lesson_counts(ana: WebClient) -> None:
    """In figures and achievements, though it does not begin with its deal."""
    begin(ana, len(ACTIONS))
    ana.click("#play-on-tutorial")
    ana.find("[data-page=game] .hand-card")
    ana.click("#ways")
    ana.click("#give-up")
    ana.click("#yes")
    ana.find("#ending")
    history = "return Object.values(JSON.parse(localStorage['regicide.history'] ?? '{}'))"
    [game] = ana.until(lambda: ana.browser.execute_script(history))
    assert (game["practice"], game["bot"], game["falls"]) == (False, None, "x")


def test_a_hint_is_shown_until_it_is_followed(ana: WebClient) -> None:
    """In the game after the lesson, before anything is chosen; what an action follows is known after a reload, too."""
    begin(ana, len(ACTIONS))
    ana.click("#play-on-tutorial")
    assert ana.find("[data-page=game] [data-hint]").get_attribute("data-hint") == "hint.exact"
    ana.click(".hand-card[data-card='3H']")
    assert ana.all("[data-hint]") == []
    ana.click("#act ~ .clear")
    ana.find("[data-hint='hint.exact']")
    ana.act("AC+9D")
    ana.find("[data-hint='hint.heal']")
    ana.until(lambda: followed(ana) == ["hint.exact", "hint.pair"])
    ana.browser.refresh()
    ana.find("[data-hint='hint.heal']")
    ana.act("3H")
    ana.find("[data-hint='hint.discard']")
    ana.until(lambda: followed(ana) == ["hint.exact", "hint.pair", "hint.heal"])


def test_the_first_game_alone_tells_what_the_jesters_do(ana: WebClient) -> None:
    """Once: in the next game alone nothing is said of them."""
    for first in ("hint.lesson", "hint.flip"):
        ana.open()
        ana.click("#play-solo")
        ana.find(f"[data-hint='{first}']")
        ana.browser.execute_script("localStorage['regicide.tutorial-taken'] = ''")
    assert "draws 8 cards" in ana.text("[data-hint]")
    ana.act(next(card for card in ana.hand() if card[0] in "23456789"))
    ana.until(lambda: "Suffer" in ana.text("#task"))
    assert "hint.flip" in followed(ana)
    ana.open()
    ana.click("#play-solo")
    ana.find(".hand-card")
    assert ana.all("[data-hint]") == []


def followed(client: WebClient) -> list[str]:
    """The hints that the player has followed, from the storage."""
    stored: list[str] = client.browser.execute_script("return JSON.parse(localStorage['regicide.hints-followed'])")
    return stored


def test_a_newcomer_sees_hints_whole_above_the_legend(ana: WebClient) -> None:
    """In all languages; the legend stays while cards are chosen, until a game is finished."""
    ana.open()
    ana.click("#play-solo")
    ana.find("[data-hint]")
    texts = [json.loads(file.read_text()) for file in (MODULES.parent / "texts").glob("*.json")]
    played = [{key: text for key, text in each.items() if key != "hint.discard"} for each in texts]
    hints = [text for each in played for key, text in each.items() if key.startswith("hint.")]
    for size in ((360, 740), (740, 360), (820, 1180), (1440, 900)):
        width(ana.browser, *size)
        assert ana.browser.execute_script(CUT_HINTS, hints) == [], size
        assert ana.browser.execute_script(LEGEND_IN_SIGHT), size
    for size in ((1440, 900), (820, 1180), (740, 360), (360, 740)):
        width(ana.browser, *size)
        ana.click(".hand-card:last-child")
        assert ana.text("#why")
        assert ana.browser.execute_script(LEGEND_IN_SIGHT), size
        ana.press(Keys.ESCAPE)
    ana.click("#ways")
    ana.click("#give-up")
    ana.click("#yes")
    ana.find("#ending")
    ana.sit(created_game(ana.server, 1, SEED), 0)
    ana.find(".area-own:not(.newcomer) .hand-card")


CUT_HINTS = """
    const [hint, panels] = [document.querySelector(".hint > span"), document.querySelectorAll(".why, .own-text")];
    return arguments[0].filter((text) => {
        hint.textContent = text.replace("{hand}", "8");
        return [...panels].some((panel) => panel.scrollHeight - panel.clientHeight > 2);
    });
"""
"""The hints that do not fit into the texts above the hand; two pixels are below the line of the letters."""
LEGEND_IN_SIGHT = """
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
    const [items, [text], [card]] = [boxes(".legend li"), boxes(".own-text"), boxes(".hand-card:nth-child(2)")];
    return items.length === 4 && items.every(({ top, bottom, right }) =>
        top >= text.bottom && (bottom <= card.top || right <= card.left) && bottom <= innerHeight)
        && document.querySelector(".legend li").checkVisibility({ visibilityProperty: true });
"""


def test_a_button_ends_the_hints(ana: WebClient) -> None:
    """Of this game for good; the hint covers nothing and moves nothing, and another game has none."""
    begin(ana, len(ACTIONS))
    ana.click("#play-on-tutorial")
    ana.find("[data-page=game] [data-hint]")
    with_hints = {}
    sizes = ((360, 740), (740, 360), (820, 1180), (1440, 900))
    for size in sizes:
        width(ana.browser, *size)
        [text], [area] = ana.boxes(".hint > span"), ana.boxes(".own-text")
        assert text["bottom"] <= area["bottom"] + 1, size
        with_hints[size] = ana.boxes(".dock, .hand, .own-buttons > *")
    ana.click("#end-hints")
    assert ana.all("[data-hint]") == []
    for size in sizes:
        width(ana.browser, *size)
        assert ana.boxes(".dock, .hand, .own-buttons > *") == with_hints[size]
    ana.browser.refresh()
    ana.find("#act")
    assert ana.all("[data-hint]") == []
    ana.sit(created_game(ana.server, 2, SEED), 0)
    ana.find("#act")
    assert ana.all("[data-hint]") == []


PLAY = {"turn": 0, "you": 0, "seats": [{}], "enemy": {"shield": 4}}

HINTED: dict[str, tuple[dict[str, Any], list[str]]] = {
    "only a yield is safe": ({"3C": {"covers": "no"}, "yield": {"covers": "yes"}}, ["yield", "keep"]),
    "a play is safe": ({"3C": {"covers": "yes"}, "9C": {"covers": "no"}, "yield": {"covers": "yes"}}, ["keep"]),
    "a shield is not safe": ({"3S": {"covers": "no", "shield": 7}, "5C": {"covers": "yes", "shield": 4}}, ["keep"]),
    "a shield blocks": ({"9S": {"shield": 13}, "5C": {"covers": "yes", "shield": 4}}, ["shield"]),
    "hearts heal": ({"3H": {"covers": "yes", "healed": 3}, "5C": {"covers": "yes"}}, ["heal"]),
    "hearts lose": ({"3H": {"covers": "yes", "healed": 3, "outcome": "lost"}, "5C": {"covers": "yes"}}, ["keep"]),
    "an ace pairs": ({"AC+3D": {"covers": "yes"}, "AC": {"covers": "yes"}, "3D": {"covers": "yes"}}, ["pair"]),
    "a combo": ({"4C+4D": {"covers": "yes"}, "4C": {"covers": "yes"}, "4D": {"covers": "yes"}}, ["pair"]),
    "an exact kill": ({"3D": {"exact": True}, "5C": {}}, ["exact"]),
    "nothing to choose": ({"5C": {"covers": "yes"}}, []),
    "a discard": ({"-5C-7D": None, "-KD": None, "-9C": None}, ["discard"]),
    "the same discards": ({"-9D": None, "-9C": None}, []),
}


def test_hints_follow_from_the_view_and_its_previews() -> None:
    """Each is shown where some legal actions follow it, and others do not."""
    facts = {"shield": 0, "healed": 0, "exact": False, "covers": None, "outcome": None}
    views = [
        PLAY
        | {"legal_actions": list(actions)}
        | {"previews": [facts | fact | {"action": action} for action, fact in actions.items() if fact is not None]}
        for actions, _ in HINTED.values()
    ]
    found = evaluated(
        "tutorial/hints.ts", "given.map((view) => m.hintsAt(view).map(({ text }) => text.replace('hint.', '')))", views
    )
    assert dict(zip(HINTED, found, strict=True)) == {case: hints for case, (_, hints) in HINTED.items()}


def test_the_tutorial_is_resumed(ana: WebClient) -> None:
    """At the step where the player left, which the home page says; starting again begins another game.

    A saved step that does not fit the game, as its answer was lost, gives way to the step of the game. One that is
    finished can be opened anew.
    """
    save = """const saved = JSON.parse(localStorage['regicide.tutorial']);
        localStorage['regicide.tutorial'] = JSON.stringify({ ...saved, step: arguments[0] });"""
    begin(ana, 4)
    game = state(ana)["id"]
    ana.click("#leave-tutorial")
    assert ana.text("#to-tutorial").endswith("Continue the lessonStep 5 of 13")
    ana.browser.execute_script(save, 12)
    ana.open()
    assert "Take the lesson" in ana.text("#to-tutorial")
    ana.browser.execute_script(save, 3)
    ana.open()
    ana.click("#to-tutorial")
    at_step(ana, 5)
    assert state(ana)["id"] == game
    ana.click("#leave-tutorial")
    assert ana.text("#to-tutorial").endswith("Continue the lessonStep 5 of 13")
    ana.click("#to-tutorial")
    at_step(ana, 5)
    ana.click("#again-tutorial")
    at_step(ana, 1)
    assert state(ana)["id"] != game
