"""The search of the kernel: equal to a reference, in both backends, over fair samples of the hidden cards."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from kernels import facts, in_plain_python, search_results
from strategies import examples, positions_to_act_in

from regicide import Position, observe, parse_view
from regicide.cards import members
from regicide.rulebook import FULL_HAND
from regicide_kernel.backend import copy, records
from regicide_kernel.determinization import determinize, hidden_cards
from regicide_kernel.game import Game
from regicide_kernel.policy import find_cheapest_cover, list_minimal_covers
from regicide_kernel.positions import load_information_set, new_game
from regicide_kernel.random_numbers import random_state
from regicide_kernel.weights import UNTUNED, weights_records
from regicide_kernel.workspace import Workspace

REFERENCE = [json.loads(line) for line in Path(__file__).with_name("searches.jsonl").read_text("utf-8").splitlines()]
"""Results in all phases, with 1 to 4 players (`python -m kernels transcript`)."""


@pytest.mark.parametrize("search", REFERENCE, ids=lambda search: search["seed"])
def test_a_search_gives_the_results_of_the_reference(search: dict[str, Any]) -> None:
    """The same moves in the same order with the same visits, and the same means."""
    found = search_results(search["position"], search["seed"], search["rollouts"])
    assert [row[:2] for row in found] == [row[:2] for row in search["candidates"]]
    assert [row[2:] for row in found] == [pytest.approx(row[2:], rel=1e-9) for row in search["candidates"]]


def test_a_search_is_the_same_in_plain_python() -> None:
    """The means are equal to the last bit."""
    searches = [(each["position"], each["seed"], 12) for each in REFERENCE[::4]]
    plain = json.loads(in_plain_python("-m", "kernels", "search", json.dumps(searches)))
    assert plain == json.loads(json.dumps([search_results(*each) for each in searches]))


@examples(100)
@given(positions_to_act_in())
def test_a_determinization_is_consistent_with_the_view(there: Position) -> None:
    """The player sees the same, and each card is in one place."""
    information_set = parse_view(observe(there, there.turn))
    game = records(Game, 1)[0]
    load_information_set(game, information_set)
    determinize(game, hidden_cards(information_set), random_state("consistent"))
    ours, theirs = facts(game), facts(new_game(there))
    assert ours["hands"][there.turn] == theirs["hands"][there.turn]
    known = there.known_on_top
    assert ours["tavern"][len(ours["tavern"]) - known :] == theirs["tavern"][len(theirs["tavern"]) - known :]
    for table in (ours, theirs):
        table["cards"] = sorted(
            [*table.pop("tavern"), *(each for hand in table.pop("hands") for each in members(hand))]
        )
        table["castle"] = [sorted(table["castle"][-1:]), sorted(table["castle"])]
    assert ours == theirs


def test_every_hidden_card_is_as_likely_in_a_hand() -> None:
    """Of two players at the start: each of 33 cards is in the other hand in 7 of 33 samples."""
    there = Position.new("fair", 2)
    information_set = parse_view(observe(there, 0))
    games, hidden, rng = records(Game, 2), hidden_cards(information_set), random_state("fair")
    load_information_set(games[0], information_set)
    counts: Counter[int] = Counter()
    for _ in range(3300):
        copy(games, 1, 0)
        determinize(games[1], hidden, rng)
        counts.update(members(int(games[1].hands[1])))
    assert (len(counts), sum(counts.values())) == (33, 3300 * FULL_HAND[2])
    assert all(580 < count < 820 for count in counts.values()), counts


@examples(100)
@given(positions_to_act_in())
def test_minimal_covers_need_each_of_their_cards(there: Position) -> None:
    """They cover the damage, and without their cheapest card they do not; the cheapest cover is one of them."""
    attack, hand, work = max(1, there.attack), there.hands[there.turn], records(Workspace, 1)[0]
    covers = [int(cover) for cover in work.moves[: list_minimal_covers(hand, attack, work)]]
    assert len(set(covers)) == len(covers)
    for cover in covers:
        values = [min(card % 13 + 1, 10) + 5 * max(0, card % 13 - 10) for card in members(cover)]
        assert sum(values) >= attack > sum(values) - min(values)
        assert cover & ~hand == 0
    cheapest = find_cheapest_cover(hand, attack, weights_records(UNTUNED)[0], work)
    assert not covers or any(cover & ~cheapest == 0 for cover in covers)
