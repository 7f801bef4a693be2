"""Searches for the best move of the player to act: runs the kernel's tree search within a budget."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Final, NamedTuple

from regicide import Action, InformationSet
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.bots.search_settings import MAX_ROLLOUTS, SearchSettings
from regicide_arena.bots.tuned_numbers import Numbers
from regicide_arena.kernel.backend import IS_COMPILED, extended, integers, records
from regicide_arena.kernel.determinization import hidden_cards
from regicide_arena.kernel.game import Game, Move, enemies_defeated
from regicide_arena.kernel.positions import decode_move, load_information_set
from regicide_arena.kernel.random_numbers import random_state
from regicide_arena.kernel.tree import (
    Node,
    Parameters,
    Search,
    Tree,
    fill_slots,
    find_child,
    list_candidates,
    run_rollouts,
)
from regicide_arena.kernel.workspace import Workspace

BATCH: Final = 128 if IS_COMPILED else 1
"""Rollouts between looks at the clock and at signals: less than a millisecond where they are compiled."""
_FIRST_NODES: Final = 1024


class Candidate(NamedTuple):
    """A move that the search considered."""

    move: Move
    visits: int
    """The rollouts that took it."""
    worth: float
    """The mean worth of the ends of these rollouts; 0 without any, as below."""
    won: float
    """The probability of winning."""
    defeated: float
    """The expected number of defeated enemies."""


class MoveSearch:
    """A search from the view of the player to act, deterministic for a seed unless it has a time limit."""

    def __init__(self, information_set: InformationSet, numbers: Numbers, settings: SearchSettings, seed: str) -> None:
        self._settings = settings
        games = records(Game, 2)
        load_information_set(games[0], information_set)
        tree, nodes = records(Tree, 1)[0], records(Node, _FIRST_NODES)
        tree.node_count, nodes[0].parent = 1, -1
        self._search = Search(
            games=games,
            hidden=hidden_cards(information_set),
            weights=numbers.weights,
            estimate=numbers.estimate,
            parameters=_parameters(settings, games[0]),
            work=records(Workspace, 1)[0],
            tree=tree,
            nodes=nodes,
            slots=integers(2 * _FIRST_NODES),
            rng=random_state(seed),
        )

    def action_of(self, move: Move) -> Action:
        """Return the action that a move encodes."""
        return decode_move(move, self._search.games[0].phase)

    @property
    def rollouts(self) -> int:
        """The number of rollouts so far."""
        return int(self._search.nodes[0].visits)

    def candidates(self, *, thorough: bool) -> list[Candidate]:
        """Return the moves considered, the most visited first; among equals, the one with the higher prior.

        A search that is not thorough ends as soon as the most visited move can no longer change.
        """
        search = self._search
        count = list_candidates(search, search.games[0])
        moves = [int(move) for move in search.work.candidates[:count]]
        if len(moves) > 1:
            self._run(thorough=thorough)
        return sorted(map(self._candidate, moves), key=lambda candidate: -candidate.visits)

    def _run(self, *, thorough: bool) -> None:
        for batch in self._batches():
            if self._search.tree.node_count + batch > len(self._search.nodes):
                self._grow()
            if run_rollouts(self._search, batch, not thorough) < batch:
                return

    def _batches(self) -> Iterator[int]:
        """Yield the number of rollouts to run next, until the budget is spent."""
        if self._settings.milliseconds is None:
            while (left := self._settings.rollouts - self.rollouts) > 0:
                yield min(BATCH, left)
            return
        ends = perf_counter() + self._settings.milliseconds / 1000
        while perf_counter() < ends and self.rollouts < MAX_ROLLOUTS:
            yield BATCH

    def _grow(self) -> None:
        """Double the room for nodes."""
        number = len(self._search.nodes)
        nodes = extended(self._search.nodes, records(Node, number))
        self._search = self._search._replace(nodes=nodes, slots=integers(4 * number))
        fill_slots(self._search)

    def _candidate(self, move: Move) -> Candidate:
        child = find_child(self._search, 0, move)
        if not child:
            return Candidate(move, 0, 0.0, 0.0, 0.0)
        node = self._search.nodes[child]
        visits = int(node.visits)
        return Candidate(move, visits, *(float(each) / visits for each in (node.worth, node.won, node.defeated)))


def _parameters(settings: SearchSettings, game: Game) -> Parameters:
    parameters = records(Parameters, 1)[0]
    parameters.rollouts = MAX_ROLLOUTS if settings.milliseconds is not None else settings.rollouts
    parameters.until = min(ENEMIES_IN_CASTLE, int(enemies_defeated(game)) + settings.horizons[game.players - 1])
    parameters.exploration = settings.exploration
    parameters.temperature = settings.temperature
    parameters.plays = settings.plays
    parameters.discards = settings.discards
    parameters.hope = settings.hope
    parameters.gold, parameters.silver, parameters.bronze = settings.worth if game.players == 1 else (1.0, 1.0, 1.0)
    return parameters
