"""Information-set Monte Carlo tree search: finds the move that is best on average over the hidden cards.

Every rollout starts from a determinization, so that no choice rests on hidden cards (Cowling, Powley and Whitehouse:
Information Set Monte Carlo Tree Search, 2012). At the root, a pass gives a rollout to each move that is left, all with
the same chances, so that the moves differ by less luck; after each of a few rounds the worse half of the moves is
dropped (sequential halving: Karnin, Koren and Somekh 2013), with budgets that double from round to round. Deeper in the
tree, moves are selected by their mean and by the policy's prior (PUCT: Rosin 2011, Silver et al. 2017). Beyond the tree
the policy plays. After a few more turns or defeated enemies the estimate replaces the rest of the game.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Annotated, Final, NamedTuple

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_kernel.backend import compiled, copy
from regicide_kernel.determinization import HiddenCards, determinize
from regicide_kernel.estimate import Estimator, Evaluation, evaluate
from regicide_kernel.game import FLIP_MOVE, OVER, PLAY, SUFFER, Game, Move, enemies_defeated, enemy_suit
from regicide_kernel.policy import Limit, flip_cost, list_minimal_covers, play_out, rate_seat, rate_turn, worth_of
from regicide_kernel.random_numbers import draw_state
from regicide_kernel.record import Record
from regicide_kernel.rules import play_move
from regicide_kernel.weights import Weights
from regicide_kernel.workspace import MAX_MOVES, Workspace

_SEAT_SCALE: Final = 4.0
"""Points for each card in the hand of the player to appoint."""


SEEN: Final = 0
DEALT: Final = 1
ROLLOUT: Final = 2


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
    moves_left: int
    """The moves of the root that are not dropped: the first ones."""
    moves: Annotated[list[int], MAX_MOVES]
    """The moves of the root, from the best to the first one dropped."""
    priors: Annotated[list[float], MAX_MOVES]
    scores: Annotated[list[float], MAX_MOVES]


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


class Search(NamedTuple):
    """The records and arrays of a search."""

    games: list[Game]
    """The game as it is seen, that with the hidden cards of a pass, and that of a rollout: SEEN, DEALT and ROLLOUT."""
    hidden: HiddenCards
    suits: list[Weights]
    estimator: Estimator
    parameters: Parameters
    work: Workspace
    tree: Tree
    nodes: list[Node]
    slots: list[int]
    """The hash table of the children: node numbers, 0 for a free slot. Its length is a power of two."""
    chances: list[int]
    """The random numbers from which those of each pass are made: those of searches of other moves may be the same."""
    rng: list[int]
    """Those of a rollout."""


@compiled
def search_move(search: Search) -> Move:
    """Search for the best move at the root within the budget of rollouts, and return it."""
    start(search, list_candidates(search, search.games[SEEN]))
    while search.tree.moves_left > 1:
        run_passes(search, round_passes(search))
        halve(search)
    return search.tree.moves[0]


@compiled
def start(search: Search, count: int) -> None:
    """Forget all nodes but the root, and what it knows; the moves of the root are the candidates listed last."""
    tree, root, work = search.tree, search.nodes[0], search.work
    tree.node_count, tree.moves_left = 1, count
    root.visits, root.parent = 0, -1
    root.worth = root.won = root.defeated = 0.0
    for slot in range(len(search.slots)):
        search.slots[slot] = 0
    for place in range(count):
        tree.moves[place], tree.priors[place] = work.candidates[place], work.priors[place]


@compiled
def round_passes(search: Search) -> int:
    """Return the passes of a round within the budget of rollouts; while it has enough for one pass, at least one."""
    left, moves = search.parameters.rollouts - search.nodes[0].visits, search.tree.moves_left
    return max(min(1, left // moves), left // round_parts(search) // moves)


@compiled
def round_parts(search: Search) -> int:
    """Return of how many parts of the rest of the budget a round has one; later rounds have 2, 4, 8 of them."""
    parts, moves = 1, search.tree.moves_left
    while moves > 2:
        parts, moves = 2 * parts + 1, (moves + 1) // 2
    return parts


@compiled
def run_passes(search: Search, passes: int) -> None:
    """Run a number of passes: a rollout each for all moves that are left, with the same chances."""
    rng = search.rng
    for _ in range(passes):
        rng[0] = draw_state(search.chances)
        copy(search.games, DEALT, SEEN)
        determinize(search.games[DEALT], search.hidden, rng)
        state = rng[0]
        for place in range(search.tree.moves_left):
            rng[0] = state
            _run_rollout(search, search.tree.moves[place])


@compiled
def halve(search: Search) -> None:
    """Sort the moves that are left by their scores, the best first, and drop the worse half."""
    tree = search.tree
    for place in range(tree.moves_left):
        move, prior = tree.moves[place], tree.priors[place]
        score, better = _score(search, 0, move, prior), place
        while better and tree.scores[better - 1] < score:
            tree.moves[better], tree.priors[better] = tree.moves[better - 1], tree.priors[better - 1]
            tree.scores[better] = tree.scores[better - 1]
            better -= 1
        tree.moves[better], tree.priors[better], tree.scores[better] = move, prior, score
    tree.moves_left = (tree.moves_left + 1) // 2


@compiled
def _run_rollout(search: Search, move: Move) -> None:
    """Play a move and descend to a new node, play on by the policy, and add the result to every node on the path."""
    copy(search.games, ROLLOUT, DEALT)
    game, parameters = search.games[ROLLOUT], search.parameters
    node = _descend(search, game, move)
    play_out(game, Limit(parameters.until, parameters.turns), search.suits, search.work, search.rng)
    evaluation = evaluate(game, search.estimator, search.work)
    worth = _worth_of(evaluation, parameters)
    while node >= 0:
        seen = search.nodes[node]
        seen.visits += 1
        seen.worth += worth
        seen.won += evaluation.won
        seen.defeated += evaluation.defeated
        node = seen.parent


@compiled
def _worth_of(evaluation: Evaluation, parameters: Parameters) -> float:
    """Return the worth of an end. A loss adds the same in a game that is over as in an estimate."""
    bronze, silver, gold = parameters.bronze, parameters.silver, parameters.gold
    worth = bronze * evaluation.won + (silver - bronze) * evaluation.silver + (gold - silver) * evaluation.gold
    return worth + (1.0 - evaluation.won) * parameters.hope * evaluation.defeated / ENEMIES_IN_CASTLE


# Inside the tree


@compiled
def _descend(search: Search, game: Game, first: Move) -> int:
    """Play a move at the root and then selected ones, until a node without visits, which is added; return it."""
    nodes, until, node, move = search.nodes, search.parameters.until, 0, first
    while True:
        play_move(game, move, search.rng)
        node = _child(search, node, move)
        if not nodes[node].visits or game.phase == OVER or enemies_defeated(game) >= until:
            return node
        move = _select(search, node, list_candidates(search, game))


@compiled
def _select(search: Search, node: int, count: int) -> Move:
    """Select the candidate with the best score."""
    best, chosen = -1.0, search.work.candidates[0]
    for place in range(count):
        score = _score(search, node, search.work.candidates[place], search.work.priors[place])
        if score > best:
            best, chosen = score, search.work.candidates[place]
    return chosen


@compiled
def _score(search: Search, node: int, move: Move, prior: float) -> float:
    """Return the sum of the mean and the exploration bonus, which falls with the visits (PUCT)."""
    nodes = search.nodes
    visits = nodes[node].visits
    bonus = search.parameters.exploration * sqrt(visits + 1) * prior
    child = find_child(nodes, search.slots, node, move)
    if child:
        return nodes[child].worth / nodes[child].visits + bonus / (1 + nodes[child].visits)
    return bonus + (nodes[node].worth / visits if visits else 0.5)


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
    parameters, work, weights = search.parameters, search.work, search.suits[enemy_suit(game)]
    count = most = game.players
    if game.phase == PLAY:
        count, most = rate_turn(game, weights, work), parameters.plays
    elif game.phase == SUFFER:
        count, most = _rate_discards(game, weights, work), parameters.discards
    else:
        for seat in range(game.players):
            work.moves[seat], work.ratings[seat] = seat, _SEAT_SCALE * rate_seat(game, seat, weights)
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
