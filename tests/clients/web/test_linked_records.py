"""A link of a replay that has the record itself, and the reports of tournaments with such links."""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest
from web_clients import WebClient
from web_modules import evaluated

import regicide
from regicide.rulebook import health_of
from regicide_arena.cli import main
from regicide_arena.tournament.games.game import Replay

MODULE = "replay/linked_record.ts"


def replay() -> Replay:
    """A game of first legal actions."""
    first = position = regicide.Position.new("linked", 2)
    steps: list[regicide.Step] = []
    while not position.is_over:
        steps += regicide.replay(position, [position.legal_actions[0]])
        position = steps[-1].position
    return Replay(("one", "two"), first, steps)


LINKED = """Promise.all(given.map(async (link) =>
    [m.isRecord(link), await m.linkedRecord(link).catch((error) => error.constructor.name)]))"""


def test_the_record_is_that_of_the_link() -> None:
    """With the seats; its id is that part of the link, so that the links of its steps have it, too.

    A damaged link, one that is cut, and an id of a game have none.
    """
    record, packed = replay().record(), replay().link().removeprefix("#/replay/")
    broken, ids = ["!" + packed, packed[:-9], "x" * 200], ["0123456789abcdef0123", "x", "x" * 100_001]
    found, *others = evaluated(MODULE, f"await {LINKED}", [packed, *broken, *ids])
    seats = [{"seat": 0, "name": "one"}, {"seat": 1, "name": "two"}]
    assert found == [True, json.loads(json.dumps(record | {"seats": seats, "id": packed}))]
    assert [error for _, error in others[: len(broken)]] == ["NoGameAddress"] * len(broken)
    assert [is_record for is_record, _ in others[len(broken) :]] == [False] * len(ids)


def changed(place: str, value: Any) -> dict[str, Any]:
    """A record with another value at a place of dots."""
    record: dict[str, Any] = json.loads(json.dumps(replay().record() | {"seats": [{"seat": 0}, {"seat": 1}]}))
    *path, name = place.split(".")
    target: Any = record
    for part in path:
        target = target[int(part) if isinstance(target, list) else part]
    target[int(name) if isinstance(target, list) else name] = value
    return record


def packed(content: str) -> str:
    """The part of a link that has a content."""
    return urlsafe_b64encode(zlib.compress(content.encode(), 9)).decode().rstrip("=")


CHANGES: list[tuple[str, Any]] = [
    *(("players", 10**9), ("players", "2"), ("seats", []), ("seats.0.seat", 1), ("seats.0.name", 5), ("seed", None)),
    *(
        ("events", None),
        ("events", {"length": 1}),
        ("events", [None]),
        ("events.0.seat", 9),
        ("events.0.action", "11C"),
    ),
    *(("events.0.action", ["4C"]), ("events.0.effects", {}), ("events.0.effects.0.type", 5), ("start", "castle=KC")),
    *(("events.0.effects.0", {"type": "reveal", "enemy": "<b>"}), ("events.0.effects.0", {"type": "defeat"})),
    *(
        ("events.0.effects.0", {"type": "heal", "count": 10**9}),
        ("events.0.position", "x"),
        ("events.0.position", None),
    ),
    *(("result", 5), ("result.outcome", "<b>"), ("result.seat", 2), ("result.defeated", 13), ("result.grade", "x")),
    *(("events", []), ("events", replay().record()["events"] * 400)),
]
"""Changes of a record after which it is none."""


def test_a_link_without_a_game_is_refused() -> None:
    """Whatever is wrong in its record; what unpacks to megabytes is not read to its end."""
    good = changed("events.0.agent", "one")
    contents = [json.dumps(good), *(json.dumps(changed(*each)) for each in CHANGES), "[1]", "null"]
    links = [packed(content) for content in contents]
    links.append(packed(json.dumps(good | {"x": "a" * 2_000_000})))
    found = evaluated(MODULE, f"await {LINKED}", links)
    assert found[0] == [True, good | {"id": links[0]}]
    assert [error for _, error in found[1:]] == ["NoGameAddress"] * len(links[1:])


FORFEITED = """(async () => {
    const { boards, verifyRecord } = await own("regicide-client");
    const [full, record] = await Promise.all(given.map(m.linkedRecord)), last = boards(record).at(-1);
    const failing = async (each) => (await verifyRecord(each)).filter(({ holds }) => !holds).map(({ name }) => name);
    const checked = [full, record, { ...record, result: full.result }].map(failing);
    return [[record.result, last.status, last.turn], ...(await Promise.all(checked))];
})()"""


def test_a_record_without_a_result_holds() -> None:
    """It is that of a forfeited game: the seat to act is known at its end, and its deal and draws are verified."""
    whole = replay()
    packed = [each.link().removeprefix("#/replay/") for each in (whole, whole._replace(steps=whole.steps[:3]))]
    last, *failing = evaluated(MODULE, f"await {FORFEITED}", packed)
    assert last == [None, "active", whole.steps[2].position.turn]
    assert failing == [[], [], ["ending"]]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a tournament of two bots, for the web client at its default address."""
    folder = tmp_path_factory.mktemp("report") / "results"
    entrants = ["--entrant", "greedy", "--entrant", "random", "--players", "2", "--deals", "4"]
    assert main(["tournament", *entrants, "--deal-seed", "open", "--workers", "0", "--results", str(folder)]) == 0
    return folder / "report.html"


@pytest.mark.browser
def test_a_report_opens_its_games(ana: WebClient, report: Path) -> None:
    """At the action at which two of them part, in the web client whose address the reader enters."""
    ana.browser.get(report.as_uri())
    field = ana.find("#client")
    assert field.get_attribute("value") == "http://127.0.0.1:8000"
    field.clear()
    field.send_keys(f"{ana.server}/")
    moment = ana.text("section[aria-labelledby=games] dd").strip()
    step = int(re.match(r"Action (\d+): ", moment)[1])  # type: ignore[index] # it matches
    links = ana.attributes("a.replay", "href")[:2]
    choices = [ana.browser.execute_script("return arguments[0].textContent", each) for each in ana.all("a.replay")[:2]]
    played = [opened(str(link)) for link in links]
    assert played[0]["events"][: step - 1] == played[1]["events"][: step - 1]
    for link, choice, record in zip(links, choices, played, strict=True):
        assert str(link).startswith(f"{ana.server}/#/replay/")
        ana.browser.get("about:blank")
        ana.browser.get(str(link))
        ana.until(lambda: ana.text("#step").startswith(f"Move {step} of "))
        event = record["events"][step - 1]
        assert choice.startswith(f"{record['seats'][0]['name']}: ")
        assert f"{record['seats'][0]['name']} ({event['seat'] + 1})" in ana.text("#narration strong")
        position = regicide.Position.parse(event["position"])
        health = [str(health_of(position.castle[0]) - position.damage)]
        ana.until(lambda health=health: ana.attributes("[data-health]", "data-health") == health)
        shown = ana.attributes(f"[data-seat='{event['seat']}'] [data-card]", "data-card")
        assert {*shown} == {*regicide.card_names(position.hands[event["seat"]])}


def opened(link: str) -> dict[str, Any]:
    """The record of a link."""
    packed = link.partition("#/replay/")[2].partition("/")[0]
    record: dict[str, Any] = json.loads(zlib.decompress(urlsafe_b64decode(packed + "==")))
    return record
