"""Deals and records in the JavaScript client."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from bot_games import play_game
from players import SEED
from records import NONCE, given_up_record, lost_record, served_record, tampered

import regicide
from regicide_arena.bots import greedy

pytestmark = pytest.mark.costly

WITHOUT_SUBTLE = 'Object.defineProperty(globalThis, "crypto", { value: { subtle: undefined } });'
"""A page over HTTP has no WebCrypto."""


@pytest.fixture
def failing(evaluate: Callable[..., Any]) -> Callable[..., list[set[str]]]:
    """Finds the names of the checks that fail of each record, with a commitment from the start."""

    def found(*records: dict[str, Any], saved: str | None = None, before: str = "") -> list[set[str]]:
        program = f"{before} return Promise.all(given.records.map((each) => m.verifyRecord(each, given.saved)));"
        checked = evaluate(program, records=records, saved=saved)
        return [{check["name"] for check in checks if not check["holds"]} for checks in checked]

    return found


def test_a_tampered_record_does_not_hold(failing: Callable[..., list[set[str]]]) -> None:
    """The failed checks are named; the result follows from the last action, or from the last incident."""
    record = lost_record()
    tavern = record["start"].partition("tavern=")[2].split(" ")[0]
    swapped = record["events"][0]["position"].replace(tavern, ",".join(reversed(tavern.split(","))))
    forged = [
        (("seed", "another"), {"commitment", "castle", "hands", "tavern"}),
        (("commitment", "0" * 64), {"commitment"}),
        (("nonce", "0" * 32), {"commitment"}),
        (("nonce", None), {"commitment"}),
        (("nonce", ""), {"commitment"}),
        (("start", ""), {"castle", "hands", "tavern", "draws"}),
        (("events", 0, "position", swapped), {"draws"}),
        (("events", []), {"ending"}),
        (("result", "reason", "given-up"), {"ending"}),
    ]
    assert failing(*(tampered(*path, game=record) for path, _ in forged)) == [names for _, names in forged]
    ended = [tampered(*path, game=given_up_record()) for path in (("result", "reason", "timeout"), ("incidents", []))]
    assert failing(*ended) == [{"ending"}] * 2


@pytest.mark.parametrize("before", ["", WITHOUT_SUBTLE])
def test_whole_games_hold(before: str, failing: Callable[..., list[set[str]]]) -> None:
    """Every draw, heal and exact kill of a game that has all of them, and a game that was given up."""
    solo = served_record(regicide.Position.new("whole", 1), play_game([greedy.choose], "whole").steps)
    assert {effect["type"] for event in solo["events"] for effect in event["effects"]} >= {"heal", "draw", "defeat"}
    assert failing(solo, lost_record(), given_up_record(), before=before) == [set()] * 3


def test_the_commitment_from_the_start_is_compared(failing: Callable[..., list[set[str]]]) -> None:
    """The server cannot show another one at the end."""
    assert failing(lost_record(), saved="f" * 64) == [{"promise"}]
    assert failing(lost_record(), saved=lost_record()["commitment"]) == [set()]


@pytest.mark.parametrize("before", ["", WITHOUT_SUBTLE])
def test_commitments_and_deals_are_those_of_the_rules(before: str, evaluate: Callable[..., Any]) -> None:
    """For every number of players and seeds of every length; with a nonce and without one, and not with a wrong one."""
    nonces = [NONCE, NONCE.upper(), None, NONCE[:-1], f"{NONCE}:a", f"{NONCE}\n"]
    seeds = [SEED, *("s" * length for length in range(1, 129))]
    starts = [str(regicide.Position.new(seed, 1 + index % 4)) for index, seed in enumerate(seeds)]
    program = f"""{before}
        return {{
            commitments: await Promise.all(given.nonces.map((nonce) => m.commitmentOf(given.seeds[0], nonce))),
            deals: await Promise.all(given.seeds.map((seed, index) => m.deal(seed, 1 + index % 4))),
            starts: given.starts.map(m.parsePosition),
        }};
    """
    found = evaluate(program, nonces=nonces, seeds=seeds, starts=starts)
    assert found["commitments"] == [*(regicide.commitment(SEED, nonce) for nonce in nonces[:3]), None, None, None]
    for dealt, start in zip(found["deals"], found["starts"], strict=True):
        assert (dealt["castle"], dealt["tavern"]) == (start["castle"], start["tavern"])
        assert [sorted(hand) for hand in dealt["hands"]] == [sorted(hand) for hand in start["hands"]]


SHOWN = ("enemy", "castle_size", "tavern_size", "tavern_top", "discard", "played", "flips_left", "defeated")


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_boards_of_a_record_are_those_of_its_positions(players: int, evaluate: Callable[..., Any]) -> None:
    """The enemy and the piles as spectators see them, also of a game that began after the first plays."""
    records, expected = [], []
    for number in range(8):
        steps = random_game(f"boards/{number}", players)
        for begun in (0, 2):
            record = regicide.game_record(steps[begun].position, steps[begun + 1 :], dealt=False)
            records.append(record | {"seats": [{"seat": seat} for seat in range(players)]})
            expected.append([regicide.observe(step.position, None) for step in steps[begun:]])
    boards = evaluate("return given.records.map(m.boards);", records=records)
    shown = [[{name: board[name] for name in SHOWN} for board in game] for game in boards]
    assert shown == json.loads(
        json.dumps([[{name: view[name] for name in SHOWN} for view in game] for game in expected])
    )


def random_game(seed: str, players: int) -> list[regicide.Step]:
    """The steps of a game of random actions that lasts for five or more."""
    rng = Random(seed)
    steps: list[regicide.Step] = []
    while len(steps) < 5:
        position, steps = regicide.Position.new(f"{seed}/{rng.random()}", players), []
        while not position.is_over:
            steps += regicide.replay(position, [rng.choice(position.legal_actions)])
            position = steps[-1].position
    return steps
