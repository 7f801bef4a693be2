"""The deal in twenty lines of JavaScript equals the deal of the rules library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from nodes import EXAMPLES, computed, node
from records import NONCE

import regicide

SEEDS = ["open1/0", "long-live-the-king", "~!#", "x" * 128, *(f"seed-{number}" for number in range(60))]
START = str(regicide.Position.new(SEEDS[0], 2))

DEALS = """
import { commitment, deal } from "./deal.mjs";
const nonce = process.argv[3];
const commitments = (seed) => [commitment(seed), commitment(seed, nonce)];
const dealt = (seed) => [commitments(seed), ...[1, 2, 3, 4].map((players) => deal(seed, players))];
console.log(JSON.stringify(JSON.parse(process.argv[2]).map(dealt)));
"""


@pytest.fixture(scope="module")
def dealt() -> list[list[Any]]:
    """For each seed its commitments and its deals for one to four players, computed in JavaScript."""
    deals: list[list[Any]] = computed(DEALS, json.dumps(SEEDS), NONCE)
    return deals


def of_rules(seed: str, players: int) -> dict[str, Any]:
    """The deal of a seed by the rules library, each hand in alphabetical order."""
    parts = dict(part.split("=") for part in str(regicide.Position.new(seed, players)).split(" "))
    hands = [sorted(hand.split(",")) for hand in parts["hands"].split("/")]
    return {"castle": parts["castle"].split(","), "tavern": parts["tavern"].split(","), "hands": hands}


def test_the_commitments_are_the_same(dealt: list[list[Any]]) -> None:
    """For every seed, without and with a nonce."""
    expected = [[regicide.commitment(seed), regicide.commitment(seed, NONCE)] for seed in SEEDS]
    assert [each[0] for each in dealt] == expected


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_deals_are_the_same(dealt: list[list[Any]], players: int) -> None:
    """Castle, tavern and hands, for every seed."""
    here = [each[players] | {"hands": [sorted(hand) for hand in each[players]["hands"]]} for each in dealt]
    assert here == [of_rules(seed, players) for seed in SEEDS]


def test_the_example_is_short() -> None:
    """About twenty lines, none of them long."""
    lines = (EXAMPLES / "deal.mjs").read_text().splitlines()
    assert len([line for line in lines if line]) <= 20
    assert max(map(len, lines)) <= 120


FORGED = {
    "commitment": {"commitment": regicide.commitment("another")},
    "nonce": {"nonce": "0" * 31},
    "castle": {"start": START.replace("castle=JC,JH", "castle=JH,JC")},
    "tavern": {"start": START.replace("tavern=7D,8C", "tavern=8C,7D")},
    "hand": {"start": START.replace("tavern=7D", "tavern=AC").replace("hands=AC", "hands=7D")},
}


def record_of(path: Path, changed: Mapping[str, str], nonce: str | None = NONCE) -> str:
    """Write the record of a game of two players without actions. Returns the path."""
    record = regicide.game_record(regicide.Position.new(SEEDS[0], 2), [], nonce=nonce)
    path.write_text(json.dumps({**record, **changed}))
    return str(path)


@pytest.mark.parametrize("nonce", [NONCE, None])
def test_a_record_that_starts_with_the_deal_of_its_seed_holds(nonce: str | None, tmp_path: Path) -> None:
    """With and without a nonce. The output is one line."""
    ended = node("check-deal.mjs", record_of(tmp_path / "record.json", {}, nonce))
    assert (ended.stdout, ended.returncode) == ("the deal holds\n", 0)


def test_a_game_that_began_at_a_position_has_no_deal(tmp_path: Path) -> None:
    """Nothing is forged then."""
    file = tmp_path / "record.json"
    file.write_text(json.dumps(regicide.game_record(regicide.Position.new(SEEDS[0], 2), [], dealt=False)))
    ended = node("check-deal.mjs", str(file))
    assert (ended.stdout, ended.returncode) == ("the game began at a position: there is no deal to check\n", 0)


@pytest.mark.parametrize("fault", FORGED)
def test_a_mismatch_is_named(fault: str, tmp_path: Path) -> None:
    """The commitment, the nonce, the castle, the tavern, a hand."""
    ended = node("check-deal.mjs", record_of(tmp_path / "record.json", FORGED[fault]))
    assert fault in ended.stdout
    assert ended.returncode == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "expected one argument: the file of a record"),
        ("", "cannot read record.json: Unexpected end of JSON input"),
        ("null", "record.json is not a record of a game: expected the members seed, players and start"),
        ('{"seed": "x", "players": 5, "start": "hands=2C"}', "record.json is not a record of a game: "),
        ('{"seed": "x", "players": 2, "start": "a b"}', "record.json is not a record of a game: "),
    ],
)
def test_a_file_that_is_no_record_is_reported_in_one_line(content: str | None, message: str, tmp_path: Path) -> None:
    """On standard error, with the exit code 2."""
    file = tmp_path / "record.json"
    file.write_text(content or "")
    ended = node("check-deal.mjs", *([] if content is None else [str(file)]))
    assert ended.stderr.replace(str(file), "record.json").startswith(f"check-deal: {message}")
    assert (ended.stderr.count("\n"), ended.stdout, ended.returncode) == (1, "", 2)


def test_a_missing_record_is_reported_in_one_line(tmp_path: Path) -> None:
    """With the name of the file."""
    ended = node("check-deal.mjs", str(tmp_path / "nowhere.json"))
    assert ended.stderr.startswith(f"check-deal: cannot read {tmp_path}/nowhere.json: ENOENT")
    assert (ended.stderr.count("\n"), ended.returncode) == (1, 2)
