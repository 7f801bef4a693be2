"""The searches and the policy for positions and views of the engine: run the kernel within a budget.

A search from a root finds the best action, and the figures of given actions; the policy chooses without a search. The
package has a file with their numbers for each number of players, which `tuning` has written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeAlias

from regicide import Action, InformationSet, Position
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.bots.advice import MAX_BEST, ConsideredAction
from regicide_arena.bots.calibration import Situation, calibrated
from regicide_arena.bots.search_settings import ANY_WIN, MAX_ROLLOUTS, SearchSettings
from regicide_kernel.backend import IS_COMPILED, extended, integers, records
from regicide_kernel.determinization import HiddenCards, hidden_cards
from regicide_kernel.estimate import Estimator, estimator_of
from regicide_kernel.game import ALL_TURNS, Game, Move, enemies_defeated
from regicide_kernel.policy import choose_move
from regicide_kernel.positions import decode_move, encode_action, load_information_set, load_position
from regicide_kernel.random_numbers import random_state
from regicide_kernel.tree import (
    Node,
    Parameters,
    Search,
    Tree,
    fill_slots,
    find_child,
    halve,
    list_candidates,
    round_parts,
    round_passes,
    run_passes,
    start,
)
from regicide_kernel.weights import Weights, suits_of, weights_records
from regicide_kernel.workspace import Workspace

FOLDER: Final = files("regicide_arena.bots") / "tuned"
BATCH: Final = 128 if IS_COMPILED else 1
"""Rollouts between looks at the clock and at signals: less than a millisecond where they are compiled."""
MAX_JUDGED: Final = 20
"""The most actions with figures, as many as an answer to a question has."""
FURTHER_ROLLOUTS: Final = 1000
"""The most rollouts for the figures of an action that a search does not consider."""
_NODES: Final = 1024
"""The room for nodes at first, a power of two."""
_ROOT_AND_CHILD: Final = 2

Root: TypeAlias = InformationSet | Position
"""Where a search starts: from what the player to act knows, or from a position with all cards open."""


class Numbers(NamedTuple):
    """The numbers of a search in the form of the kernel, which only reads them."""

    suits: list[Weights]
    estimator: Estimator


def tuned_numbers(players: int, folder: Path | None = None) -> dict[str, Any]:
    """Read the file of tuned numbers for a number of players, of the package if no folder is given. Raises OSError."""
    contents: dict[str, Any] = json.loads(((folder or FOLDER) / f"{players}.json").read_text("utf-8"))
    return contents


@cache
def kernel_numbers(players: int, folder: Path | None = None) -> Numbers:
    """Return the tuned numbers for a number of players.

    Raises OSError, and ValueError for a file with too many or too few numbers.
    """
    contents = tuned_numbers(players, folder)
    return Numbers(weights_records(suits_of(contents["policy"])), estimator_of(contents))


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


def new_search(numbers: Numbers, settings: SearchSettings, players: int, seed: str) -> Search:
    """Return the arrays of a search, with room for a few nodes."""
    return Search(
        games=records(Game, 3),
        hidden=records(HiddenCards, 1)[0],
        suits=numbers.suits,
        estimator=numbers.estimator,
        parameters=_parameters(settings, players),
        work=records(Workspace, 1)[0],
        tree=records(Tree, 1)[0],
        nodes=records(Node, _NODES),
        slots=integers(2 * _NODES),
        chances=random_state(seed),
        rng=integers(1),
    )


class MoveSearch:
    """A search for the player to act, deterministic for a seed unless it has a time limit.

    `state` has its records and arrays, which the kernel changes.
    """

    def __init__(self, root: Root, numbers: Numbers, settings: SearchSettings, seed: str) -> None:
        self._ends = None if settings.milliseconds is None else perf_counter() + settings.milliseconds / 1000
        self.state = new_search(numbers, settings, _players(root), seed)
        game = self.state.games[0]
        _load_root(game, root)
        if isinstance(root, InformationSet):  # otherwise there are no hidden cards to deal
            self.state = self.state._replace(hidden=hidden_cards(root))
        until = int(enemies_defeated(game)) + settings.horizons[game.players - 1]
        self.state.parameters.until = min(ENEMIES_IN_CASTLE, until)

    def action_of(self, move: Move) -> Action:
        """Return the action that a move encodes."""
        return decode_move(move, self.state.games[0].phase)

    @property
    def situation(self) -> Situation:
        """Where the search starts."""
        game = self.state.games[0]
        return Situation(int(game.players), int(game.enemies_left))

    @property
    def is_over_at_once(self) -> bool:
        """Whether no rollout has gone beyond the first move, so that this move ends the game."""
        return bool(self.state.tree.node_count == _ROOT_AND_CHILD)

    @property
    def rollouts(self) -> int:
        """The number of rollouts so far."""
        return int(self.state.nodes[0].visits)

    def candidates(self) -> list[Candidate]:
        """Spend the budget on the moves considered; return them, the chosen one first, those dropped first last."""
        tree = self.state.tree
        start(self.state, count := list_candidates(self.state, self.state.games[0]))
        while tree.moves_left > 1:
            self._run_round()
            halve(self.state)
        return [self._candidate(int(move)) for move in tree.moves[:count]]

    def evaluation(self, action: Action) -> Candidate:
        """Spend the whole budget on one legal action.

        Evaluations with the same seed meet the same chances, so that their differences vary less.
        """
        start(self.state, 1)
        self.state.tree.moves[0] = move = encode_action(action)
        self._run_round()
        return self._candidate(move)

    def _run_round(self) -> None:
        for passes in self._passes():
            while self.state.tree.node_count + passes * self.state.tree.moves_left > len(self.state.nodes):
                self._grow()
            run_passes(self.state, passes)

    def _passes(self) -> Iterator[int]:
        """Yield the number of passes to run next, until the share of the round in the budget is spent.

        With a limit of time, each round has some.
        """
        at_once = max(1, BATCH // self.state.tree.moves_left)
        if self._ends is None:
            for left in range(round_passes(self.state), 0, -at_once):
                yield min(at_once, left)
            return
        now = perf_counter()
        ends = now + (self._ends - now) / round_parts(self.state)
        yield at_once
        while perf_counter() < ends and self.rollouts < MAX_ROLLOUTS:
            yield at_once

    def _grow(self) -> None:
        """Double the room for nodes."""
        number = len(self.state.nodes)
        nodes = extended(self.state.nodes, records(Node, number))
        self.state = self.state._replace(nodes=nodes, slots=integers(4 * number))
        fill_slots(nodes, self.state.slots, self.state.tree.node_count)

    def _candidate(self, move: Move) -> Candidate:
        child = find_child(self.state.nodes, self.state.slots, 0, move)
        if not child:
            return Candidate(move, 0, 0.0, 0.0, 0.0)
        node = self.state.nodes[child]
        visits = int(node.visits)
        return Candidate(move, visits, *(float(each) / visits for each in (node.worth, node.won, node.defeated)))


def _players(root: Root) -> int:
    return root.players if isinstance(root, Position) else root.visible.players


def _parameters(settings: SearchSettings, players: int) -> Parameters:
    parameters = records(Parameters, 1)[0]
    parameters.rollouts = MAX_ROLLOUTS if settings.milliseconds is not None else settings.rollouts
    parameters.until = ENEMIES_IN_CASTLE
    parameters.turns = settings.solo_turns if players == 1 else ALL_TURNS
    parameters.exploration = settings.exploration[players - 1]
    parameters.temperature = settings.temperature
    parameters.plays = settings.plays
    parameters.discards = settings.discards
    parameters.hope = settings.hope
    parameters.gold, parameters.silver, parameters.bronze = settings.worth if players == 1 else (1.0, 1.0, 1.0)
    return parameters


class RootSearch:
    """The searches from what the player to act knows, or from a position with all cards open.

    Chances to win are calibrated, unless they are asked for as the search estimates them.
    """

    def __init__(
        self, root: Root, numbers: Numbers, settings: SearchSettings, seed: str, *, is_calibrated: bool = True
    ) -> None:
        self._root, self._numbers, self._settings, self._seed = root, numbers, settings, seed
        self._is_calibrated = is_calibrated
        self._evaluations: dict[str, Candidate] = {}

    def choice(self) -> str:
        """Return the action that is left at the end of a search."""
        search = self._search(self._seed)
        return str(search.action_of(search.candidates()[0].move))

    def considered(self, judged: int | None = None) -> list[ConsideredAction]:
        """Return the actions considered after the whole budget, the best first.

        The first `judged` ones, or all, have searches of their own, whose figures order the best three; the others
        follow in the order of the search. Without `judged`, further legal actions follow that the search did not
        consider, up to MAX_JUDGED in all, with figures from smaller searches.
        """
        search = self._search(self._seed)
        found = search.candidates()
        actions = [str(search.action_of(each.move)) for each in found]
        total = sum(each.visits for each in found)
        shares = [each.visits / total if total else float(place == 0) for place, each in enumerate(found)]
        others = [] if judged is None else [self._shown(each, search) for each in found[judged:]]
        means = [*map(self.evaluation, actions[:judged]), *others]
        considered = [
            ConsideredAction(action, own.visits, mean.won, mean.defeated, mean.worth, share, mean.visits)
            for action, own, mean, share in zip(actions, found, means, shares, strict=True)
        ]
        further = self._further(actions) if judged is None else []
        return sorted(considered[:MAX_BEST], key=self._value, reverse=True) + considered[MAX_BEST:] + further

    def _further(self, actions: list[str]) -> list[ConsideredAction]:
        """Return the legal actions besides the given ones that the policy rates best; none with a time limit."""
        if self._settings.milliseconds is not None:
            return []
        rollouts = min(self._settings.rollouts, FURTHER_ROLLOUTS)
        settings = self._settings._replace(rollouts=rollouts, plays=MAX_JUDGED, discards=MAX_JUDGED)
        search = RootSearch(self._root, self._numbers, settings, self._seed, is_calibrated=self._is_calibrated)
        others = [action for action in search.listed() if action not in actions]
        figures = [(action, search.evaluation(action)) for action in others[: MAX_JUDGED - len(actions)]]
        return [
            ConsideredAction(action, 0, each.won, each.defeated, each.worth, 0.0, each.visits)
            for action, each in figures
        ]

    def listed(self) -> list[str]:
        """Return the actions that a search considers, those first that the policy rates best."""
        search = self._search(self._seed)
        count = list_candidates(search.state, search.state.games[0])
        return [str(search.action_of(int(move))) for move in search.state.work.candidates[:count]]

    def _value(self, action: ConsideredAction) -> tuple[float, ...]:
        return (action.won, action.worth) if self._settings.worth == ANY_WIN else (action.worth,)

    def evaluation(self, action: str) -> Candidate:
        """Return the figures of a legal action after a search of its own with the whole budget."""
        if action not in self._evaluations:
            search = self._search(f"{self._seed}/evaluation")
            found = search.evaluation(Action.parse(action))
            self._evaluations[action] = found if search.is_over_at_once else self._shown(found, search)
        return self._evaluations[action]

    def _search(self, seed: str) -> MoveSearch:
        return MoveSearch(self._root, self._numbers, self._settings, seed)

    def _shown(self, candidate: Candidate, search: MoveSearch) -> Candidate:
        """Return a candidate with the figures that are shown.

        The number of enemies is a possible one: the estimate, a linear regression, may exceed it.
        """
        bounded = candidate._replace(defeated=min(max(0.0, candidate.defeated), ENEMIES_IN_CASTLE))
        if not self._is_calibrated:
            return bounded
        return bounded._replace(**calibrated(bounded.won, bounded.defeated, search.situation)._asdict())


def choose(root: Root) -> Action:
    """Choose an action of the player to act by the policy, which ignores hidden cards."""
    game = records(Game, 1)[0]
    _load_root(game, root)
    move = choose_move(game, kernel_numbers(_players(root)).suits, records(Workspace, 1)[0])
    return decode_move(int(move), game.phase)


def _load_root(game: Game, root: Root) -> None:
    if isinstance(root, Position):
        load_position(game, root)
    else:
        load_information_set(game, root)
