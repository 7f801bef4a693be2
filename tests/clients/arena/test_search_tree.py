"""The tree of a search: when it stops early, which moves it ranks first, and how it grows."""

from __future__ import annotations

from regicide import Position, parse_view
from regicide_arena.bots.search import MoveSearch, kernel_numbers
from regicide_arena.bots.search_settings import SearchSettings
from regicide_arena.bots.view_types import seat_view
from regicide_kernel.tree import Node, find_child

SEARCHES = [(f"tree/{number}", number % 4 + 1) for number in range(24)]


def searched(seed: str, players: int, rollouts: int, *, thorough: bool) -> MoveSearch:
    """A search at the start of a game."""
    view = seat_view(Position.new(seed, players), 0)
    settings = SearchSettings(rollouts=rollouts)
    search = MoveSearch(parse_view(view), kernel_numbers(players), settings, seed)
    search.candidates(thorough=thorough)
    return search


def root_visits(search: MoveSearch) -> dict[int, int]:
    """The visits of the children of the root, by node."""
    return {number: int(node.visits) for number, node in enumerate(nodes(search)) if number and node.parent == 0}


def nodes(search: MoveSearch) -> list[Node]:
    """The nodes in use."""
    return list(search.state.nodes[: search.state.tree.node_count])


def test_the_two_most_visited_moves_are_known() -> None:
    """At any time: they decide whether the search may stop."""
    for seed, players in SEARCHES:
        search = searched(seed, players, 40, thorough=True)
        visits, tree = root_visits(search), search.state.tree
        assert [visits[tree.best], visits[tree.second]] == sorted(visits.values(), reverse=True)[:2], seed


def test_a_search_stops_as_soon_as_no_other_move_can_win() -> None:
    """The lead exceeds the rollouts that are left, which it did not one rollout before."""
    leads = []
    for seed, players in SEARCHES:
        search = searched(seed, players, 60, thorough=False)
        if left := 60 - search.rollouts:
            most, second, *_ = sorted(root_visits(search).values(), reverse=True)
            leads.append(most - second - left)
    assert len(leads) > len(SEARCHES) / 2
    assert {*leads} == {1, 2}  # the last rollout adds at most two to the lead


def test_a_search_that_stops_early_chooses_as_one_that_does_not() -> None:
    """Its random numbers are the same."""
    for seed, players in SEARCHES:
        early, late = (root_visits(searched(seed, players, 60, thorough=thorough)) for thorough in (False, True))
        assert max(early, key=early.__getitem__) == max(late, key=late.__getitem__), seed


def test_a_tree_that_grows_keeps_its_nodes() -> None:
    """Each node is found by its parent and its move, and the visits of children add up."""
    search = searched("growing", 2, 5000, thorough=True)
    found, state = nodes(search), search.state
    assert len(state.nodes) > 4096
    for number, node in enumerate(found[1:], 1):
        assert find_child(state.nodes, state.slots, int(node.parent), int(node.move)) == number
    assert sum(root_visits(search).values()) == search.rollouts == 5000
