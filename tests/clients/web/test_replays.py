"""Replays of finished games, and the verification of their deals in the browser."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from browser import width
from players import LOSING, SEED
from records import NONCE, tampered
from web_clients import WebClient

import regicide

pytestmark = pytest.mark.browser


@pytest.fixture
def record(lost_game: str, server_url: str) -> dict[str, Any]:
    """The record of the game."""
    record: dict[str, Any] = httpx.get(f"{server_url}/v1/games/{lost_game}/record").raise_for_status().json()
    return record


@pytest.fixture
def replay(ana: WebClient, lost_game: str) -> WebClient:
    """The replay page of the game."""
    ana.open(f"/#/replay/{lost_game}")
    ana.find("#step")
    return ana


def test_a_replay_goes_step_by_step(replay: WebClient) -> None:
    """From the deal to the end."""
    sentences = []
    for _ in LOSING:
        replay.click("#next")
        sentences.append(replay.text("#narration strong"))
    assert replay.text("#step") == "5 of 5"
    assert sentences[::4] == ["Player 1 plays ace of diamonds.", "Player 1 yields."]


def test_a_step_shows_its_board(replay: WebClient) -> None:
    """The damage and the played cards; all hands are open."""
    replay.click("#next")
    replay.until(lambda: replay.attributes("[data-health]", "data-health") == ["19"])
    shown = replay.attributes("[data-seat='0'] [data-card]", "data-card")
    assert shown == ["3D", "4D", "2H", "3H", "6H", "9S"]


def test_the_deal_is_verified_in_the_browser(replay: WebClient) -> None:
    """All checks pass."""
    replay.click("#verify")
    replay.find("[data-holds]")
    assert replay.attributes("[data-holds]", "data-holds") == ["true"]
    assert replay.all(".checks .fails") == []


@pytest.mark.parametrize(
    ("changed", "failing"),
    [
        (("seed", "another"), {"commitment", "castle", "hands", "tavern"}),
        (("commitment", "0" * 64), {"commitment"}),
        (("nonce", "0" * 32), {"commitment"}),
        (("nonce", None), {"commitment"}),
        (("nonce", ""), {"commitment"}),
        (("events", 0, "position"), {"draws"}),
    ],
)
def test_a_forged_record_does_not_hold(
    ana: WebClient, record: dict[str, Any], changed: tuple[Any, ...], failing: set[str]
) -> None:
    """The failed check is named."""
    if changed[-1] == "position":
        tavern = record["start"].partition("tavern=")[2].split(" ")[0]
        swapped = ",".join(reversed(tavern.split(",")))
        changed = (*changed, record["events"][0]["position"].replace(tavern, swapped))
    ana.open()
    checks = ana.module("game/verify.js", "m.verify(a[0])", tampered(*changed, game=record))
    assert {check["name"] for check in checks if not check["holds"]} == failing


@pytest.mark.parametrize("changed", [("result", "reason", "given-up"), ("events", [])])
def test_a_forged_end_by_the_rules_does_not_hold(
    ana: WebClient, record: dict[str, Any], changed: tuple[Any, ...]
) -> None:
    """The result follows from the last action."""
    assert failing_checks(ana, tampered(*changed, game=record)) >= {"ending"}


@pytest.mark.parametrize("changed", [("result", "reason", "timeout"), ("incidents", [])])
def test_the_end_of_a_game_that_was_given_up_is_verified(
    ana: WebClient, server_url: str, changed: tuple[Any, ...]
) -> None:
    """It follows from the last incident."""
    record = given_up(server_url)
    assert failing_checks(ana, record) == set()
    assert failing_checks(ana, tampered(*changed, game=record)) == {"ending"}


def failing_checks(ana: WebClient, record: dict[str, Any]) -> set[str]:
    """The names of the checks that fail."""
    ana.open()
    return {check["name"] for check in ana.module("game/verify.js", "m.verify(a[0])", record) if not check["holds"]}


def given_up(server: str) -> dict[str, Any]:
    """The record of a game that its only player gave up."""
    with httpx.Client(base_url=server) as client:
        created = client.post("/v1/games", json={"players": 1}).raise_for_status().json()
        path = f"/v1/games/{created['game']['id']}"
        bearer = {"Authorization": f"Bearer {created['seats'][0]['token']}"}
        client.post(f"{path}/give-up", json={"agree": True}, headers=bearer).raise_for_status()
        record: dict[str, Any] = client.get(f"{path}/record").raise_for_status().json()
        return record


def test_a_changed_commitment_is_found(ana: WebClient, record: dict[str, Any]) -> None:
    """The device saves the commitment at the start of a game."""
    ana.open()
    checks = ana.module("game/verify.js", "m.verify(a[0], a[1])", record, "f" * 64)
    assert [check["name"] for check in checks if not check["holds"]] == ["promise"]


def test_the_commitment_is_that_of_the_rules(ana: WebClient) -> None:
    """With a nonce and without one; a malformed nonce gives none."""
    nonces = [NONCE, NONCE.upper(), None, NONCE[:-1], f"{NONCE}:a", f"{NONCE}\n"]
    ana.open()
    found = ana.module("game/deal.js", "Promise.all(a[1].map((nonce) => m.commitmentOf(a[0], nonce)))", SEED, nonces)
    assert found == [*(regicide.commitment(SEED, nonce) for nonce in nonces[:3]), None, None, None]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_deal_is_that_of_the_rules(ana: WebClient, players: int) -> None:
    """For every number of players."""
    ana.open()
    dealt = ana.module("game/deal.js", "m.deal(a[0], a[1])", SEED, players)
    start = str(regicide.Position.new(SEED, players))
    expected = ana.module("game/positions.js", "m.parsePosition(a[0])", start)
    assert (dealt["castle"], dealt["tavern"]) == (expected["castle"], expected["tavern"])
    assert [sorted(hand) for hand in dealt["hands"]] == [sorted(hand) for hand in expected["hands"]]


def test_whole_games_hold(ana: WebClient, server_url: str) -> None:
    """Every draw, heal and exact kill of a game that has all of them."""
    record = play_well(server_url)
    ana.open()
    checks = ana.module("game/verify.js", "m.verify(a[0])", record)
    assert {effect["type"] for event in record["events"] for effect in event["effects"]} >= {"heal", "draw", "defeat"}
    assert [check["name"] for check in checks if not check["holds"]] == []


def play_well(server: str) -> dict[str, Any]:
    """Play a solo game by a simple strategy. Returns its record."""
    with httpx.Client(base_url=server) as client:
        created = client.post("/v1/games", json={"players": 1, "seed": "long-live-the-queen"}).raise_for_status().json()
        view, path = created["game"], f"/v1/games/{created['game']['id']}"
        bearer = {"Authorization": f"Bearer {created['seats'][0]['token']}"}
        while view["status"] == "active":
            action = chosen(view)
            body = {"version": view["version"], "action": action}
            view = client.post(f"{path}/actions", json=body, headers=bearer).raise_for_status().json()
        record: dict[str, Any] = client.get(f"{path}/record").raise_for_status().json()
    return record


def chosen(view: dict[str, Any]) -> str:
    """The play with the highest value, the discard with the lowest."""
    values = {str(number): number for number in range(2, 11)} | {"A": 1, "J": 10, "Q": 15, "K": 20}

    def worth(action: str) -> int:
        return sum(values.get(card[:-1], 0) for card in action.replace("-", "+").split("+"))

    choose = max if view["phase"] == "play" else min
    return str(choose(view["legal_actions"], key=worth))


@pytest.mark.parametrize("language", ["en", "es", "ca", "it"])
@pytest.mark.parametrize("size", [(360, 740), (740, 360)], ids=["telephone", "on-its-side"])
def test_nothing_overlaps_on_the_board_of_a_telephone(
    ana: WebClient, lost_game: str, won_game: str, size: tuple[int, int], language: str
) -> None:
    """The enemy, the played cards, the piles and the seats, of two players and of one; all are on the felt."""
    ana.browser.execute_script("localStorage['regicide.language'] = arguments[0]", language)
    width(ana.browser, *size)
    for game in (lost_game, won_game):
        ana.open(f"/#/replay/{game}/move-1")
        ana.find("#enemy")
        assert ana.browser.execute_script(OVERLAPS) == []


OVERLAPS = """
    const covered = "svg *, .hidden, .pile-all summary, .effects";
    const isClipped = (part) => part.matches(covered) || getComputedStyle(part).clipPath !== "none";
    const isSeen = (part) => part.checkVisibility() && !isClipped(part);
    const parts = (area) => [area, ...area.querySelectorAll("*")].filter(isSeen);
    const boxes = (area) => parts(area).map((part) => part.getBoundingClientRect());
    const edge = (area) => {
        const seen = boxes(area).filter(({ width, height }) => width && height);
        const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...seen.map((box) => box[side])));
        const [left, top] = ["left", "top"].map((side) => Math.min(...seen.map((box) => box[side])));
        return { left, top, right, bottom };
    };
    const areas = [...document.querySelectorAll("#enemy, #played, .pile, .seat")];
    const edges = areas.map((area) => [area.dataset.pile ?? area.dataset.seat ?? area.id, edge(area)]);
    const felt = document.querySelector(".felt");
    const limit = felt.getBoundingClientRect().bottom - parseFloat(getComputedStyle(felt).borderBottomWidth);
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const pairs = edges.flatMap(([name, box], index) => edges.slice(index + 1)
        .filter(([, other]) => meet(box, other)).map(([other]) => `${name} and ${other}`));
    return [...pairs, ...edges.filter(([, box]) => box.bottom > limit + 1).map(([name]) => `${name} and the rail`)];
"""


def test_moves_show_the_faces_of_their_cards(replay: WebClient) -> None:
    """In the narration and in the list, where the lines of a long move begin below each other; the names are text."""
    replay.click("#next")
    replay.until(lambda: replay.attributes("#narration strong .small-face", "data-rank") == ["A"])
    assert replay.text("[data-move='1'] a").startswith("1. Player 1 plays ace of diamonds")
    assert len(replay.all("[data-move='2'] .small-face")) == 6
    [number, sentence] = replay.browser.execute_script(
        "return [...arguments[0].children].map((each) => each.getBoundingClientRect().toJSON())",
        replay.find("[data-move='2'] a"),
    )
    assert number["right"] <= sentence["left"]
