"""The tree of a search: how it drops moves, what the moves of a pass have in common, and how it grows."""

from __future__ import annotations

from itertools import pairwise

import pytest

from regicide import Position, parse_view
from regicide_arena.bots.search import Candidate, MoveSearch, kernel_numbers
from regicide_arena.bots.search_settings import SearchSettings
from regicide_arena.bots.view_types import seat_view
from regicide_kernel.tree import find_child

SEARCHES = [(f"tree/{number}", number % 4 + 1) for number in range(24)]


def new_search(seed: str, players: int, rollouts: int) -> MoveSearch:
    """A search at the start of a game."""
    view = seat_view(Position.new(seed, players), 0)
    return MoveSearch(parse_view(view), kernel_numbers(players), SearchSettings(rollouts=rollouts), seed)


def means(found: Candidate) -> tuple[float, float, float]:
    """The means of a candidate."""
    return found.worth, found.won, found.defeated


@pytest.mark.parametrize(("seed", "players"), SEARCHES)
def test_the_worse_half_of_the_moves_is_dropped_after_each_round(seed: str, players: int) -> None:
    """The moves of a round have as many rollouts; the next round has about twice as many as this one."""
    visits = [each.visits for each in new_search(seed, players, 2000).candidates()]
    assert visits == sorted(visits, reverse=True)
    budgets, left = [], len(visits)
    while left > 1:
        budgets.append(left * (visits[left - 1] - (visits[left] if left < len(visits) else 0)))
        assert len({*visits[(left + 1) // 2 : left]}) == 1
        left = (left + 1) // 2
    assert 2000 - len(visits) < sum(visits) == sum(budgets) <= 2000
    assert all(later / budget == pytest.approx(2, abs=0.1) for budget, later in pairwise(budgets))


@pytest.mark.parametrize("rollouts", range(1, 20))
def test_no_budget_is_exceeded(rollouts: int) -> None:
    """A round without enough for a pass goes by what is known; without any, the policy's choice is left."""
    search = new_search("small", 3, rollouts)
    found = search.candidates()
    assert sum(each.visits for each in found) == search.rollouts <= rollouts
    assert rollouts >= len(found) or not search.rollouts or found[-1].visits == 0
    unsearched = new_search("small", 3, 1).candidates()
    assert rollouts >= 2 or found == unsearched


@pytest.mark.parametrize(("seed", "players"), SEARCHES[:8])
def test_moves_meet_the_chances_of_a_pass_whatever_the_other_moves(seed: str, players: int) -> None:
    """The worst move has in the first round the means that it has alone."""
    worst = (search := new_search(seed, players, 700)).candidates()[-1]
    alone = new_search(seed, players, worst.visits).evaluation(search.action_of(worst.move))
    assert alone.visits == worst.visits > 0
    assert means(alone) == pytest.approx(means(worst), rel=1e-12)


def test_a_tree_that_grows_keeps_its_nodes() -> None:
    """Each node is found by its parent and its move, and the visits of children add up."""
    search = new_search("growing", 2, 5000)
    found, state = search.candidates(), search.state
    nodes = state.nodes[: state.tree.node_count]
    assert len(state.nodes) > 4096
    for number, node in enumerate(nodes[1:], 1):
        assert find_child(state.nodes, state.slots, int(node.parent), int(node.move)) == number
    roots = sorted(int(node.visits) for node in nodes[1:] if node.parent == 0)
    assert roots == sorted(each.visits for each in found)
