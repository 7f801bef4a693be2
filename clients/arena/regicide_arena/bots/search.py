"""Information-set Monte Carlo tree search: finds the move that is best on average over the hidden cards.

Every rollout starts from a new determinization, so that no choice rests on hidden cards (Cowling, Powley and
Whitehouse: Information Set Monte Carlo Tree Search, 2012). Inside the tree, moves are selected by their mean and by the
policy's prior (PUCT: Rosin 2011, Silver et al. 2017). Beyond the tree the policy plays. After a few more defeated
enemies the win estimate replaces the rest of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, sqrt
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from regicide import Position
from regicide.cards import JESTERS, CardSet
from regicide.rollout import FLIP_MOVE, OVER, PLAY, SUFFER, Move, Rollout
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.bots.estimate import Estimate, Evaluation, WinWorth
from regicide_arena.bots.policy import Policy, minimal_covers

MAX_ROLLOUTS: Final = 100_000
"""The limit of rollouts for each choice; the tree takes about 5 kB of memory for each."""


class SearchSettings(NamedTuple):
    """The parameters of a search."""

    rollouts: int = 100
    """Rollouts for each choice, at most MAX_ROLLOUTS."""
    milliseconds: float | None = None
    """A time limit for each choice instead of a number of rollouts; choices then depend on the machine."""
    horizons: tuple[int, int, int, int] = (3, 2, 2, 2)
    """Enemies to defeat in a rollout before the estimate replaces the rest, for 1 to 4 players."""
    exploration: float = 0.5
    """The weight of the priors against the means. With less, a search trusts the first few rollouts."""
    temperature: float = 25.0
    """Points of the policy's rating that change a prior by the factor e; with fewer, the search follows the policy."""
    plays: int = 8
    """Moves considered at the start of a turn."""
    discards: int = 5
    """Moves considered when damage is suffered."""
    hope: float = 0.1
    """The worth of a loss after all twelve enemies; a loss counts in proportion, so that a lost game is played on."""
    worth: WinWorth = WinWorth()


class Candidate(NamedTuple):
    """A move that the search considered."""

    move: Move
    visits: int
    """The rollouts that took it."""
    evaluation: Evaluation
    """The mean result of these rollouts."""


class Node:
    """A node of the tree: the sequence of public actions since the root, with statistics of the rollouts through it."""

    __slots__ = ("children", "defeated", "priors", "visits", "won", "worth")

    def __init__(self) -> None:
        self.visits = 0
        self.worth = self.won = self.defeated = 0.0
        self.children: dict[Move, Node] = {}
        self.priors: dict[tuple[CardSet, int, int, int, CardSet], list[tuple[float, Move]]] = {}

    def update(self, evaluation: Evaluation) -> None:
        """Add the result of a rollout."""
        self.visits += 1
        self.worth += evaluation.worth
        self.won += evaluation.won
        self.defeated += evaluation.defeated

    def mean(self) -> Evaluation:
        """Return the mean result of the rollouts."""
        visits = max(1, self.visits)
        return Evaluation(self.worth / visits, self.won / visits, self.defeated / visits)


class Search:
    """Searches for the best move of the player to act."""

    def __init__(self, policy: Policy, estimate: Estimate, settings: SearchSettings) -> None:
        self.policy, self.estimate, self.settings = policy, estimate, settings

    def candidates(
        self, first: Rollout, positions: Iterator[Position], rng: Random, *, thorough: bool
    ) -> list[Candidate]:
        """Return the moves considered, the most visited first; among equals, the one with the higher prior.

        The positions are determinizations: the player to act cannot distinguish them from the first one. A search that
        is not thorough ends as soon as the most visited move can no longer change.
        """
        moves = [move for _, move in self._rated_moves(first)]
        root = Node()
        if len(moves) > 1:
            until = min(ENEMIES_IN_CASTLE, first.defeated + self.settings.horizons[first.players - 1])
            for _ in self._budget(root, thorough=thorough):
                self._simulate(root, Rollout(next(positions)), until, rng)
        children = [(move, root.children.get(move, Node())) for move in moves]
        children.sort(key=lambda child: -child[1].visits)
        return [Candidate(move, node.visits, node.mean()) for move, node in children]

    def _budget(self, root: Node, *, thorough: bool) -> Iterator[None]:
        """Yield once for each rollout of the budget."""
        if self.settings.milliseconds is not None:
            ends = perf_counter() + self.settings.milliseconds / 1000
            while root.visits < MAX_ROLLOUTS and perf_counter() < ends:
                yield
        else:
            while root.visits < self.settings.rollouts and (thorough or not self._is_settled(root)):
                yield

    def _is_settled(self, root: Node) -> bool:
        """Whether the most visited move stays so, whatever the remaining rollouts visit."""
        left = self.settings.rollouts - root.visits
        if left >= root.visits:
            return False
        first, *others = sorted([child.visits for child in root.children.values()], reverse=True)
        return first - max(others, default=0) > left

    def _simulate(self, root: Node, game: Rollout, until: int, rng: Random) -> None:
        """Descend to a new node, play on by the policy, and add the result to every node on the path."""
        path = self._descend(root, game, until, rng)
        self.policy.play_out(game, until, rng)
        evaluation = self._evaluate(game)
        for node in path:
            node.update(evaluation)

    def _descend(self, root: Node, game: Rollout, until: int, rng: Random) -> list[Node]:
        """Select moves until a node without visits, which is added to the tree; return the path."""
        path, node = [root], root
        while (node is root or node.visits) and game.phase != OVER and game.defeated < until:
            move = self._select(node, self._priors(node, game))
            game.play(move, rng)
            if move not in node.children:
                node.children[move] = Node()
            node = node.children[move]
            path.append(node)
        return path

    def _select(self, node: Node, priors: list[tuple[float, Move]]) -> Move:
        """Select the move with the best sum of mean and exploration bonus, which falls with its visits (PUCT)."""
        mean, scale = (
            node.worth / node.visits if node.visits else 0.5,
            self.settings.exploration * sqrt(node.visits + 1),
        )
        best, chosen = -1.0, priors[0][1]
        for prior, move in priors:
            child = node.children.get(move)
            if child is None:
                score = mean + scale * prior
            else:
                score = child.worth / child.visits + scale * prior / (1 + child.visits)
            if score > best:
                best, chosen = score, move
        return chosen

    def _evaluate(self, game: Rollout) -> Evaluation:
        """Evaluate the end of a rollout. A loss adds the same worth in a game that is over as in an estimate."""
        worth, won, defeated = self._result(game) if game.phase == OVER else self.estimate.evaluate(game)
        return Evaluation(worth + (1.0 - won) * self.settings.hope * defeated / ENEMIES_IN_CASTLE, won, defeated)

    def _result(self, game: Rollout) -> Evaluation:
        """Return the result of a game that is over."""
        if not game.won:
            return Evaluation(0.0, 0.0, game.defeated)
        grades = self.settings.worth
        return Evaluation(grades[2 - game.jesters_left] if game.players == 1 else 1.0, 1.0, ENEMIES_IN_CASTLE)

    # The moves considered

    def _priors(self, node: Node, game: Rollout) -> list[tuple[float, Move]]:
        """Return the moves considered at a node, each after its prior, from the node's cache.

        They depend on the hand and the state of the enemy. A revealed enemy is not part of a node, so the same moves
        may have defeated one enemy and not another.
        """
        key = (game.hands[game.turn], game.phase, game.enemy_health, game.attack, game.immune_suit)
        if key not in node.priors:
            node.priors[key] = self._rated_moves(game)
        return node.priors[key]

    def _rated_moves(self, game: Rollout) -> list[tuple[float, Move]]:
        """Return the moves that the policy rates best, each after its prior; the priors sum to 1 (softmax)."""
        if game.phase == PLAY:
            rated = sorted(self.policy.rated_turn(game), reverse=True)[: self.settings.plays]
        elif game.phase == SUFFER:
            rated = self._rated_discards(game)
        else:
            rated = sorted(
                [(_SEAT_SCALE * self.policy.rate_seat(game, seat), seat) for seat in range(game.players)], reverse=True
            )
        best = rated[0][0]
        weighted = [(exp((rating - best) / self.settings.temperature), move) for rating, move in rated]
        total = sum([weight for weight, _ in weighted])
        return [(weight / total, move) for weight, move in weighted]

    def _rated_discards(self, game: Rollout) -> list[tuple[float, Move]]:
        """Return the minimal covers of the damage, and the flip, each after its rating, the cheapest first."""
        hand = game.hands[game.turn]
        rated = [(-self.policy.hands.worth(cards), cards) for cards in minimal_covers(hand & ~JESTERS, game.attack)]
        if game.jesters_left:
            rated.append((-self.policy.flip_cost(hand), FLIP_MOVE))
        return sorted(rated, reverse=True)[: self.settings.discards]


_SEAT_SCALE: Final = 4.0
"""Points for each card in the hand of the player to appoint."""
