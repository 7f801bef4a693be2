"""Information-set Monte Carlo tree search: finds the move that is best on average over the hidden cards.

Every rollout starts from a new determinization, so that no choice rests on hidden cards (Cowling, Powley and
Whitehouse: Information Set Monte Carlo Tree Search, 2012). Inside the tree, moves are selected by their mean and by the
policy's prior (PUCT: Rosin 2011, Silver et al. 2017). Beyond the tree the policy plays. After a few more turns or
defeated enemies the estimate replaces the rest of the game.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final, NamedTuple

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_kernel.backend import compiled, copy
from regicide_kernel.determinization import HiddenCards, determinize
from regicide_kernel.estimate import Estimator, Evaluation, evaluate
from regicide_kernel.game import FLIP_MOVE, OVER, PLAY, SUFFER, Game, enemies_defeated
from regicide_kernel.policy import Limit, flip_cost, list_minimal_covers, play_out, rate_seat, rate_turn, worth_of
from regicide_kernel.record import Record
from regicide_kernel.rules import play_move
from regicide_kernel.weights import Weights
from regicide_kernel.workspace import MAX_MOVES, Workspace

_SEAT_SCALE: Final = 4.0
"""Points for each card in the hand of the player to appoint."""
ANY_MOVE: Final = -2
"""No move: the search selects the first move of a rollout."""


class Node(Record):
    """A sequence of public actions since the root, with sums over the rollouts through it."""

    visits: int
    worth: float
    won: float
    defeated: float
    parent: int
    move: int
    """The last action."""


class Tree(Record):
    """The state of a tree. Node 0 is the root."""

    node_count: int
    best: int
    """The child of the root with the most visits; 0 before the first."""
    second: int
    """The one with the most visits among the others."""


class Parameters(Record):
    """The parameters of a search."""

    rollouts: int
    until: int
    """The defeated enemies at which a rollout ends."""
    turns: int
    """The turns after which it ends, beyond the tree."""
    exploration: float
    temperature: float
    plays: int
    discards: int
    hope: float
    gold: float
    """The worth of a win with two jesters left; for several players, all three are 1."""
    silver: float
    bronze: float
    first_move: int
    """The move with which every rollout begins, or ANY_MOVE."""


class Search(NamedTuple):
    """The records and arrays of a search."""

    games: list[Game]
    """The game as it is seen, and the game of the rollout."""
    hidden: HiddenCards
    weights: Weights
    estimator: Estimator
    parameters: Parameters
    work: Workspace
    tree: Tree
    nodes: list[Node]
    slots: list[int]
    """The hash table of the children: node numbers, 0 for a free slot. Its length is a power of two."""
    rng: list[int]
    deals: list[int]
    """The random numbers of the determinizations, which may be those of all else.

    With their own state, searches from the same view draw the same hidden cards, whatever else they draw.
    """


@compiled
def clear_tree(search: Search) -> None:
    """Remove all nodes but the root, and what it knows."""
    tree, root = search.tree, search.nodes[0]
    tree.node_count = 1
    tree.best = tree.second = 0
    root.visits, root.parent = 0, -1
    root.worth = root.won = root.defeated = 0.0
    for slot in range(len(search.slots)):
        search.slots[slot] = 0


@compiled
def run_rollouts(search: Search, rollouts: int, until_settled: bool) -> int:
    """Run a number of rollouts, or as many as it takes to settle the choice; return their number."""
    for done in range(rollouts):
        if until_settled and _is_settled(search):
            return done
        _run_rollout(search)
    return rollouts


@compiled
def _is_settled(search: Search) -> bool:
    """Whether the most visited move stays so, whatever the remaining rollouts visit."""
    tree, nodes = search.tree, search.nodes
    left = search.parameters.rollouts - nodes[0].visits
    if left >= nodes[0].visits:
        return False
    second = nodes[tree.second].visits if tree.second else 0
    return nodes[tree.best].visits - second > left


@compiled
def _run_rollout(search: Search) -> None:
    """Descend to a new node, play on by the policy, and add the result to every node on the path."""
    copy(search.games, 1, 0)
    game, parameters = search.games[1], search.parameters
    determinize(game, search.hidden, search.deals)
    node = _descend(search, game)
    play_out(game, Limit(parameters.until, parameters.turns), search.weights, search.work, search.rng)
    evaluation = evaluate(game, search.estimator, search.work)
    worth = _worth_of(evaluation, parameters)
    while node >= 0:
        seen = search.nodes[node]
        seen.visits += 1
        seen.worth += worth
        seen.won += evaluation.won
        seen.defeated += evaluation.defeated
        if seen.parent == 0:
            _rank(search, node)
        node = seen.parent


@compiled
def _worth_of(evaluation: Evaluation, parameters: Parameters) -> float:
    """Return the worth of an end. A loss adds the same in a game that is over as in an estimate."""
    bronze, silver, gold = parameters.bronze, parameters.silver, parameters.gold
    worth = bronze * evaluation.won + (silver - bronze) * evaluation.silver + (gold - silver) * evaluation.gold
    return worth + (1.0 - evaluation.won) * parameters.hope * evaluation.defeated / ENEMIES_IN_CASTLE


@compiled
def _rank(search: Search, node: int) -> None:
    """Update the two most visited children of the root after a visit to one of them."""
    tree, nodes = search.tree, search.nodes
    if node == tree.best:
        return
    if not tree.best or nodes[node].visits > nodes[tree.best].visits:
        tree.second = tree.best
        tree.best = node
    elif not tree.second or nodes[node].visits > nodes[tree.second].visits:
        tree.second = node


# Inside the tree


@compiled
def _descend(search: Search, game: Game) -> int:
    """Play selected moves until a node without visits, which is added to the tree; return it."""
    nodes, until, node = search.nodes, search.parameters.until, 0
    while (node == 0 or nodes[node].visits) and game.phase != OVER and enemies_defeated(game) < until:
        move = _next_move(search, node, game)
        play_move(game, move, search.rng)
        node = _child(search, node, move)
    return node


@compiled
def _next_move(search: Search, node: int, game: Game) -> int:
    """Return the move to which the search is restricted at the root, or select one."""
    if node == 0 and search.parameters.first_move != ANY_MOVE:
        return search.parameters.first_move
    return _select(search, node, list_candidates(search, game))


@compiled
def _select(search: Search, node: int, count: int) -> int:
    """Select the candidate with the best sum of mean and exploration bonus, which falls with its visits (PUCT)."""
    nodes, work = search.nodes, search.work
    visits = nodes[node].visits
    mean = nodes[node].worth / visits if visits else 0.5
    scale = search.parameters.exploration * sqrt(visits + 1)
    best, chosen = -1.0, work.candidates[0]
    for place in range(count):
        move, prior = work.candidates[place], work.priors[place]
        child = find_child(nodes, search.slots, node, move)
        if child:
            score = nodes[child].worth / nodes[child].visits + scale * prior / (1 + nodes[child].visits)
        else:
            score = mean + scale * prior
        if score > best:
            best, chosen = score, move
    return chosen


@compiled
def find_child(nodes: list[Node], slots: list[int], parent: int, move: int) -> int:
    """Return the node after a move, or 0."""
    return slots[_slot_of(nodes, slots, parent, move)]


@compiled
def _child(search: Search, parent: int, move: int) -> int:
    """Return the node after a move, which is added if it is missing."""
    nodes, slots = search.nodes, search.slots
    slot = _slot_of(nodes, slots, parent, move)
    if not slots[slot]:
        node = search.tree.node_count
        search.tree.node_count += 1
        slots[slot] = node
        nodes[node].visits = 0
        nodes[node].worth = nodes[node].won = nodes[node].defeated = 0.0
        nodes[node].parent = parent
        nodes[node].move = move
    return slots[slot]


@compiled
def _slot_of(nodes: list[Node], slots: list[int], parent: int, move: int) -> int:
    """Return the slot of the node after a move, or the free slot for it (open addressing)."""
    mask = len(slots) - 1
    mixed = move % 1000003 * 31 + parent * 40503
    slot = (mixed ^ mixed >> 15) & mask
    while slots[slot] and (nodes[slots[slot]].move != move or nodes[slots[slot]].parent != parent):
        slot = slot + 1 & mask
    return slot


@compiled
def fill_slots(nodes: list[Node], slots: list[int], node_count: int) -> None:
    """Enter all nodes into an empty hash table."""
    for node in range(1, node_count):
        slots[_slot_of(nodes, slots, nodes[node].parent, nodes[node].move)] = node


# The moves considered


@compiled
def list_candidates(search: Search, game: Game) -> int:
    """List in `candidates` the moves that the policy rates best, with their priors; return their number.

    The priors sum to 1 (softmax).
    """
    parameters, work, count, most = search.parameters, search.work, game.players, game.players
    if game.phase == PLAY:
        count, most = rate_turn(game, search.weights, work), parameters.plays
    elif game.phase == SUFFER:
        count, most = _rate_discards(game, search.weights, work), parameters.discards
    else:
        for seat in range(game.players):
            work.moves[seat], work.ratings[seat] = seat, _SEAT_SCALE * rate_seat(game, seat, search.weights)
    count = _best(work, count, most)
    best, total = work.priors[0], 0.0
    for place in range(count):
        work.priors[place] = exp((work.priors[place] - best) / parameters.temperature)
        total += work.priors[place]
    for place in range(count):
        work.priors[place] /= total
    return count


@compiled
def _rate_discards(game: Game, weights: Weights, work: Workspace) -> int:
    """List the minimal covers of the damage, and the flip, with their ratings; return their number."""
    hand = game.hands[game.turn]
    count = list_minimal_covers(hand, game.attack, work)
    for place in range(count):
        work.ratings[place] = -worth_of(work.moves[place], weights)
    if game.jesters_left:
        work.moves[count], work.ratings[count] = FLIP_MOVE, -flip_cost(hand, weights)
        count += 1
    return count


@compiled
def _best(work: Workspace, count: int, most: int) -> int:
    """Copy the moves with the best ratings, the best first; among equals, the highest number. Return their number."""
    kept, most = 0, min(most, MAX_MOVES)
    for number in range(count):
        rating, move, place = work.ratings[number], work.moves[number], kept
        while place and _is_better(rating, move, work.priors[place - 1], work.candidates[place - 1]):
            if place < most:
                work.priors[place], work.candidates[place] = work.priors[place - 1], work.candidates[place - 1]
            place -= 1
        if place < most:
            work.priors[place], work.candidates[place] = rating, move
            kept = min(most, kept + 1)
    return kept


@compiled
def _is_better(rating: float, move: int, other_rating: float, other_move: int) -> bool:
    return rating > other_rating or (rating == other_rating and move > other_move)
