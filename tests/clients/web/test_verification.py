"""The verification of a record by the page: its deal, its draws, and its end."""

from __future__ import annotations

from typing import Any

from bot_games import play_game
from players import SEED
from records import NONCE, given_up_record, lost_record, served_record, tampered
from web_modules import evaluated

import regicide
from regicide_arena.bots import greedy


def failing(*records: dict[str, Any], saved: str | None = None) -> list[set[str]]:
    """The names of the checks that fail of each record, on a device that has saved a commitment."""
    expression = "await Promise.all(given.records.map((record) => m.verify(record, given.saved)))"
    checked = evaluated("game/verify.ts", expression, {"records": records, "saved": saved})
    return [{check["name"] for check in checks if not check["holds"]} for checks in checked]


def test_a_forged_record_does_not_hold() -> None:
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
        (("events", 0, "position", swapped), {"draws"}),
        (("events", []), {"ending"}),
        (("result", "reason", "given-up"), {"ending"}),
    ]
    assert failing(*(tampered(*path, game=record) for path, _ in forged)) == [names for _, names in forged]
    ended = [tampered(*path, game=given_up_record()) for path in (("result", "reason", "timeout"), ("incidents", []))]
    assert failing(*ended) == [{"ending"}] * 2


def test_whole_games_hold() -> None:
    """Every draw, heal and exact kill of a game that has all of them, and a game that was given up."""
    solo = served_record(regicide.Position.new("whole", 1), play_game([greedy.choose], "whole").steps)
    assert {effect["type"] for event in solo["events"] for effect in event["effects"]} >= {"heal", "draw", "defeat"}
    assert failing(solo, lost_record(), given_up_record()) == [set()] * 3


def test_a_changed_commitment_is_found() -> None:
    """The device saves the commitment at the start of a game."""
    assert failing(lost_record(), saved="f" * 64) == [{"promise"}]
    assert failing(lost_record(), saved=lost_record()["commitment"]) == [set()]


DEALS = """{
    commitments: await Promise.all(given.nonces.map((nonce) => m.commitmentOf(given.seed, nonce))),
    deals: await Promise.all(given.starts.map((_, index) => m.deal(given.seed, index + 1))),
    positions: given.starts.map((await own("game/positions.ts")).parsePosition),
}"""


def test_commitments_and_deals_are_those_of_the_rules() -> None:
    """For every number of players; with a nonce and without one, while a malformed nonce gives none."""
    nonces = [NONCE, NONCE.upper(), None, NONCE[:-1], f"{NONCE}:a", f"{NONCE}\n"]
    starts = [str(regicide.Position.new(SEED, players)) for players in (1, 2, 3, 4)]
    found = evaluated("game/deal.ts", DEALS, {"seed": SEED, "nonces": nonces, "starts": starts})
    assert found["commitments"] == [*(regicide.commitment(SEED, nonce) for nonce in nonces[:3]), None, None, None]
    for dealt, expected in zip(found["deals"], found["positions"], strict=True):
        assert (dealt["castle"], dealt["tavern"]) == (expected["castle"], expected["tavern"])
        assert [sorted(hand) for hand in dealt["hands"]] == [sorted(hand) for hand in expected["hands"]]
