"""Information-set tree search: what is best on average over all that may be hidden?

Every simulation redeals the hidden cards anew, so no choice can rest on what the player does not know (Cowling, Powley
and Whitehouse: Information Set Monte Carlo Tree Search, 2012). In the tree a move is chosen by its mean so far and the
policy's opinion of it (PUCT: Rosin 2011, Silver et al. 2017); beyond the tree the policy plays; where a few more
enemies are defeated, the win estimate stands in for the rest of the game.
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
from regicide_arena.bots.estimate import Estimate, Outlook, Worth
from regicide_arena.bots.hands import narrow_covers
from regicide_arena.bots.policy import Policy

MOST_ROLLOUTS: Final = 100_000
"""A search remembers about 5 kilobytes of each rollout."""


class Settings(NamedTuple):
    """How a search searches."""

    rollouts: int = 100
    """Simulations for each choice, MOST_ROLLOUTS at most …"""
    milliseconds: float | None = None
    """… or, in place of that number, the time for each; what is chosen depends on the machine then."""
    horizons: tuple[int, int, int, int] = (3, 2, 2, 2)
    """So many enemies are to fall in a simulation before the estimate stands in for the rest, with 1 to 4 players."""
    exploration: float = 0.5
    """How much the policy's opinion counts against the means. With less, a search trusts the first few rollouts …"""
    temperature: float = 25.0
    """… and so many points of the policy make a move 2.7 times as promising: with fewer, it sees as the policy does."""
    plays: int = 8
    """Moves looked at where a turn begins …"""
    discards: int = 5
    """… and where damage is suffered."""
    hope: float = 0.1
    """What a loss would be worth with all twelve enemies defeated, so that a lost game is played as far as it goes."""
    worth: Worth = Worth()


class Candidate(NamedTuple):
    """A move that was looked at."""

    move: Move
    visits: int
    """In how many simulations it was taken."""
    outlook: Outlook
    """What is to be expected after it, on average."""


class Node:
    """A moment in the game as far as everybody saw it: what was done since the search began."""

    __slots__ = ("children", "defeated", "promising", "visits", "won", "worth")

    def __init__(self) -> None:
        self.visits = 0
        self.worth = self.won = self.defeated = 0.0
        self.children: dict[Move, Node] = {}
        self.promising: dict[tuple[CardSet, int, int, int, CardSet], list[tuple[float, Move]]] = {}

    def note(self, outlook: Outlook) -> None:
        """Add what came of a simulation."""
        self.visits += 1
        self.worth += outlook.worth
        self.won += outlook.won
        self.defeated += outlook.defeated

    def outlook(self) -> Outlook:
        """What is to be expected after this moment, on average."""
        visits = max(1, self.visits)
        return Outlook(self.worth / visits, self.won / visits, self.defeated / visits)


class Search:
    """Searches for the best move of the player to act."""

    def __init__(self, policy: Policy, estimate: Estimate, settings: Settings) -> None:
        self.policy, self.estimate, self.settings = policy, estimate, settings

    def candidates(
        self, first: Rollout, positions: Iterator[Position], rng: Random, *, thorough: bool
    ) -> list[Candidate]:
        """What was looked at in simulations from these positions, which look to the player to act like the first one.

        The most visited move comes first; among equals, the one that the policy prefers. A search that is not thorough
        ends as soon as it is settled which one that is.
        """
        promising = [move for _, move in self._promising(first)]
        root = Node()
        if len(promising) > 1:
            until = min(ENEMIES_IN_CASTLE, first.defeated + self.settings.horizons[first.players - 1])
            for _ in self._budget(root, thorough=thorough):
                self._simulate(root, Rollout(next(positions)), until, rng)
        children = [(move, root.children.get(move, Node())) for move in promising]
        children.sort(key=lambda child: -child[1].visits)
        return [Candidate(move, node.visits, node.outlook()) for move, node in children]

    def _budget(self, root: Node, *, thorough: bool) -> Iterator[None]:
        """Go on for as long as simulations are left."""
        if self.settings.milliseconds is not None:
            ends = perf_counter() + self.settings.milliseconds / 1000
            while root.visits < MOST_ROLLOUTS and perf_counter() < ends:
                yield
        else:
            while root.visits < self.settings.rollouts and (thorough or not self._is_settled(root)):
                yield

    def _is_settled(self, root: Node) -> bool:
        """Whether the move that is visited most will be, however the simulations end that are left."""
        left = self.settings.rollouts - root.visits
        if left >= root.visits:
            return False
        first, *others = sorted([child.visits for child in root.children.values()], reverse=True)
        return first - max(others, default=0) > left

    def _simulate(self, root: Node, game: Rollout, until: int, rng: Random) -> None:
        """Descend the tree to a new moment, let the policy play on from there, and note what came of it."""
        path = self._descend(root, game, until, rng)
        self.policy.play_out(game, until, rng)
        outlook = self._outlook(game)
        for node in path:
            node.note(outlook)

    def _descend(self, root: Node, game: Rollout, until: int, rng: Random) -> list[Node]:
        """Take the most promising moves until something new; all moments on the way."""
        path, node = [root], root
        while (node is root or node.visits) and game.phase != OVER and game.defeated < until:
            move = self._select(node, self._looked_at(node, game))
            game.play(move, rng)
            if move not in node.children:
                node.children[move] = Node()
            node = node.children[move]
            path.append(node)
        return path

    def _select(self, node: Node, promising: list[tuple[float, Move]]) -> Move:
        """The move with the best mean, plus what its prior promises for as long as it is little visited."""
        mean, scale = (
            node.worth / node.visits if node.visits else 0.5,
            self.settings.exploration * sqrt(node.visits + 1),
        )
        best, chosen = -1.0, promising[0][1]
        for prior, move in promising:
            child = node.children.get(move)
            if child is None:
                score = mean + scale * prior
            else:
                score = child.worth / child.visits + scale * prior / (1 + child.visits)
            if score > best:
                best, chosen = score, move
        return chosen

    def _outlook(self, game: Rollout) -> Outlook:
        """What is to be expected where a simulation ends. A loss counts the same whether it is there or only likely."""
        worth, won, defeated = self._end(game) if game.phase == OVER else self.estimate.outlook(game)
        return Outlook(worth + (1.0 - won) * self.settings.hope * defeated / ENEMIES_IN_CASTLE, won, defeated)

    def _end(self, game: Rollout) -> Outlook:
        """What the end of a game is."""
        if not game.won:
            return Outlook(0.0, 0.0, game.defeated)
        grades = self.settings.worth
        return Outlook(grades[2 - game.jesters_left] if game.players == 1 else 1.0, 1.0, ENEMIES_IN_CASTLE)

    # What is looked at

    def _looked_at(self, node: Node, game: Rollout) -> list[tuple[float, Move]]:
        """The promising moves; at one node they depend on the hand and on how the enemy stands.

        Who has been revealed is not part of a node, so the same moves may have defeated one enemy and not another.
        """
        key = (game.hands[game.turn], game.phase, game.enemy_health, game.attack, game.immune_suit)
        if key not in node.promising:
            node.promising[key] = self._promising(game)
        return node.promising[key]

    def _promising(self, game: Rollout) -> list[tuple[float, Move]]:
        """The moves that the policy rates best, with how promising each is: together 1."""
        if game.phase == PLAY:
            rated = sorted(self.policy.rated_turn(game), reverse=True)[: self.settings.plays]
        elif game.phase == SUFFER:
            rated = self._rated_discards(game)
        else:
            rated = sorted(
                [(_SIZE * self.policy.rate_seat(game, seat), seat) for seat in range(game.players)], reverse=True
            )
        best = rated[0][0]
        weighed = [(exp((rating - best) / self.settings.temperature), move) for rating, move in rated]
        total = sum([weight for weight, _ in weighed])
        return [(weight / total, move) for weight, move in weighed]

    def _rated_discards(self, game: Rollout) -> list[tuple[float, Move]]:
        """The sets of cards that cover the damage and have none too many, and the flip, the least worthy first."""
        hand = game.hands[game.turn]
        rated = [(-self.policy.hands.worth(cards), cards) for cards in narrow_covers(hand & ~JESTERS, game.attack)]
        if game.jesters_left:
            rated.append((-self.policy.price_of_flip(hand), FLIP_MOVE))
        return sorted(rated, reverse=True)[: self.settings.discards]


_SIZE: Final = 4.0
"""The points of a card more in the hand of the player who goes next."""
