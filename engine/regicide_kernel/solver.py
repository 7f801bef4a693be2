"""The solver: what can be won from a position when all cards are open. Two searches over the rules of the kernel.

The beam search (`winning_line`) finds a line of play that wins, with the cards in the order in which they lie, and with
what the seed lets hearts heal. It keeps the best positions for each number of defeated enemies, one action after the
other; a line that it finds wins, and where it finds none there may be one.

The proof (`Prover`) classifies the legal actions of a late position with open hands, whatever the order of the cards
whose place is unknown. An action wins if a line of play after it wins and draws no such card; it loses if each line
after it loses and draws no such card; otherwise it is open. The search is exhaustive. It leaves out only discards of
more cards than needed against the last enemy, if no card is left to draw whose place is known: what wins after such a
discard wins after a smaller one, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple

from regicide import Action, Position, apply, shuffle
from regicide.cards import COMPANIONS, HEARTS, JESTERS, value
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_kernel.backend import column, compiled, copy, integers, lowest, records, table
from regicide_kernel.cards import POINTS
from regicide_kernel.game import FLIP_MOVE, OVER, PLAY, SUFFER, YIELD_MOVE, Game, enemies_defeated
from regicide_kernel.moves import list_moves
from regicide_kernel.policy import list_minimal_covers
from regicide_kernel.positions import decode_move, encode_action, load_position, new_game
from regicide_kernel.record import Record
from regicide_kernel.rules import play_move
from regicide_kernel.workspace import MAX_MOVES, Workspace

WIDTH: Final = 100
"""Positions that the beam keeps for each number of defeated enemies."""
MAX_ACTIONS: Final = 200
"""More actions than a line of play has."""
MAX_HEALS: Final = 60
"""The heals of a line whose results are known; a line with more of them is dropped."""
MAX_PROVED: Final = 100_000
"""The positions that a proof visits at most; then the actions that are left stay open."""
_MAX_DEPTH: Final = 80

_GROUPS: Final = ENEMIES_IN_CASTLE + 1
_MULTIPLIER: Final = 2131995753
_MASK: Final = 0xFFFFFFFF
_PROBES: Final = 64


# The moves of both searches


@compiled
def _list_lean_moves(game: Game, work: Workspace) -> int:
    """List the legal moves, of the discards the minimal ones alone; return their number."""
    if game.phase != SUFFER:
        return list_moves(game, work)
    count = list_minimal_covers(game.hands[game.turn], game.attack, work)
    if game.jesters_left:
        work.moves[count] = FLIP_MOVE
        count += 1
    return count


@compiled
def _heals(game: Game, move: int) -> bool:
    """Whether a move uses the power of hearts, even if the discard pile is empty."""
    return game.phase == PLAY and move > YIELD_MOVE and move & HEARTS & ~game.immune_suit != 0


@compiled
def _mixed(digest: int, number: int) -> int:
    return _MULTIPLIER * (digest & _MASK) + (digest >> 32) ^ number


@compiled
def _digest_of(game: Game) -> int:
    """Return a number of 63 bits that differs for most positions."""
    digest = 1
    for seat in range(game.players):
        digest = _mixed(digest, game.hands[seat])
    digest = _mixed(_mixed(digest, game.discard), game.played)
    digest = _mixed(digest, game.enemy_health << 40 | game.attack << 30 | game.blocked_shield << 20 | game.jesters_left)
    digest = _mixed(digest, game.turn << 40 | game.yielded_seats << 30 | game.phase << 20 | game.enemies_left)
    digest = _mixed(digest, game.immune_suit != 0)
    for place in range(game.tavern_size):
        digest = _mixed(digest, game.tavern[game.tavern_bottom + place & 63])
    return _mixed(digest, 0)


# The beam search


def _worth(card: int) -> float:
    """The worth of a card in a hand."""
    if 1 << card & JESTERS:
        return 9.0
    return value(1 << card) + 2.0 + (0.9, 1.5, 1.5, 0.7)[card // 13] + (2.0 if 1 << card & COMPANIONS else 0.0)


_WORTHS: Final[list[float]] = table([_worth(card) for card in range(54)])


class Candidate(Record):
    """A position that the beam may keep: the place of the position before it, and the move that leads to it."""

    score: float
    parent: int
    move: int


class Beam(NamedTuple):
    """The records and arrays of a beam search."""

    width: int
    games: list[Game]
    """Two layers of positions, and the one that is looked at."""
    heals: list[int]
    """The heals before each of them."""
    candidates: list[Candidate]
    """A heap for each number of defeated enemies, the worst candidate first."""
    sizes: list[int]
    """The size of each heap."""
    steps: list[Candidate]
    """What leads to each position of the next layer; first, for a game that is won, what leads to its end."""
    seen: list[int]
    """A hash table of the positions that were candidates."""
    orders: list[list[int]]
    """For each heal, the order of all cards."""
    work: Workspace


@compiled
def expand(beam: Beam, first: int, count: int) -> bool:
    """Put what follows from the positions of a layer into the heaps; return whether a game is won."""
    games, work = beam.games, beam.work
    scratch = 2 * _GROUPS * beam.width
    for group in range(_GROUPS):
        beam.sizes[group] = 0
    for slot in range(len(beam.seen)):
        beam.seen[slot] = 0
    for place in range(first, first + count):
        for number in range(_list_lean_moves(games[place], work)):
            move = work.moves[number]
            copy(games, scratch, place)
            play_move(games[scratch], move, beam.orders[beam.heals[place]])
            if games[scratch].won:
                beam.steps[0].parent, beam.steps[0].move = place - first, move
                return True
            if games[scratch].phase != OVER and beam.heals[place] + _heals(games[place], move) < MAX_HEALS:
                _offer(beam, games[scratch], place, move)
    return False


@compiled
def _offer(beam: Beam, game: Game, parent: int, move: int) -> None:
    """Put a position into its heap, unless it is there, or no better than all of a full heap."""
    group, score = enemies_defeated(game), _score(game)
    size, first = beam.sizes[group], group * beam.width
    if size == beam.width and score <= beam.candidates[first].score:
        return
    if _is_new(beam.seen, _digest_of(game)):
        if size < beam.width:
            beam.sizes[group] = size + 1
            place = _rise(beam.candidates, first, size, score)
        else:
            place = _sink(beam.candidates, first, size, score)
        beam.candidates[place].score = score
        beam.candidates[place].parent = parent
        beam.candidates[place].move = move


@compiled
def _rise(heap: list[Candidate], first: int, place: int, score: float) -> int:
    """Make room for a score in a heap that grows by one; return its place."""
    while place and heap[first + (place - 1) // 2].score > score:
        copy(heap, first + place, first + (place - 1) // 2)
        place = (place - 1) // 2
    return first + place


@compiled
def _sink(heap: list[Candidate], first: int, size: int, score: float) -> int:
    """Make room for a score in the place of the worst one; return its place."""
    place, child = 0, 1
    while child < size:
        if child + 1 < size and heap[first + child + 1].score < heap[first + child].score:
            child += 1
        if heap[first + child].score >= score:
            break
        copy(heap, first + place, first + child)
        place, child = child, 2 * child + 1
    return first + place


@compiled
def _is_new(seen: list[int], digest: int) -> bool:
    """Enter a digest into a hash table; return whether it was not there. A crowded table forgets."""
    slot = (digest >> 7) & (len(seen) - 1)
    for _ in range(_PROBES):
        if seen[slot] == digest:
            return False
        if seen[slot] == 0:
            break
        slot = slot + 1 & (len(seen) - 1)
    seen[slot] = digest
    return True


@compiled
def _score(game: Game) -> float:
    """Return how good a position looks: the worth of the cards by where they are, and the state of the enemy."""
    score = 0.0
    for seat in range(game.players):
        score += _worth_of(game.hands[seat])
    for depth in range(game.tavern_size):
        share = 0.85 if depth < 8 else 0.75 if depth < 16 else 0.65
        score += share * _WORTHS[game.tavern[game.tavern_bottom + game.tavern_size - 1 - depth & 63]]
    score += 0.3 * _worth_of(game.discard | game.played)
    damage = 2 * POINTS[game.castle[game.enemies_left - 1]] - game.enemy_health
    strike = 1.4 if game.phase == SUFFER else 0.8
    return score + 0.55 * damage - strike * game.attack + 12.0 * game.jesters_left


@compiled
def _worth_of(cards: int) -> float:
    total = 0.0
    while cards:
        total += _WORTHS[lowest(cards)]
        cards &= cards - 1
    return total


@compiled
def keep(beam: Beam, first: int, target: int) -> int:
    """Make the next layer of the candidates; return their number."""
    count = 0
    for group in range(_GROUPS):
        for place in range(group * beam.width, group * beam.width + beam.sizes[group]):
            candidate = beam.candidates[place]
            parent, move = candidate.parent, candidate.move
            copy(beam.games, target + count, parent)
            play_move(beam.games[target + count], move, beam.orders[beam.heals[parent]])
            beam.heals[target + count] = beam.heals[parent] + _heals(beam.games[parent], move)
            beam.steps[count].parent, beam.steps[count].move = parent - first, move
            count += 1
    return count


def winning_line(position: Position, width: int = WIDTH) -> list[Action] | None:
    """Return actions that win from a position, with all cards open; None if the beam search finds none.

    Raises ValueError for a position of a game that is over.
    """
    if position.is_over:
        raise ValueError("the game is over: expected a position with legal actions")
    beam, layers = _beam_of(position, width), list[tuple[list[int], list[int]]]()
    first, count = 0, 1
    while count and len(layers) < MAX_ACTIONS:
        if expand(beam, first, count):
            return _line(position, [*layers, ([int(beam.steps[0].parent)], [int(beam.steps[0].move)])])
        target = _GROUPS * width - first
        count = int(keep(beam, first, target))
        steps = beam.steps[:count]
        layers.append(([*map(int, column(steps, "parent"))], [*map(int, column(steps, "move"))]))
        first = target
    return None


def keeping_actions(position: Position, width: int = WIDTH) -> list[Action]:
    """Return the legal actions after which the beam search finds a line that wins, with all cards open."""
    after = [(action, apply(position, action)) for action in position.legal_actions]
    return [action for action, there in after if _is_won(there) or (not there.is_over and winning_line(there, width))]


def _is_won(position: Position) -> bool:
    return position.outcome is not None and position.outcome.won


def _beam_of(position: Position, width: int) -> Beam:
    """Return a beam with the position as its first layer."""
    layer = _GROUPS * width
    beam = Beam(
        width,
        records(Game, 2 * layer + 1),
        integers(2 * layer + 1),
        records(Candidate, layer),
        integers(_GROUPS),
        records(Candidate, layer),
        integers(1 << (8 * layer).bit_length()),
        _orders(position.seed, position.heart_shuffles, MAX_HEALS),
        records(Workspace, 1)[0],
    )
    load_position(beam.games[0], position)
    return beam


def _orders(seed: str, first: int, number: int) -> list[list[int]]:
    """Return for a number of heals the order in which a seed lets hearts heal all cards."""
    return table([shuffle(seed, f"hearts-{first + heal}", range(len(POINTS))) for heal in range(number)])


def _line(position: Position, layers: Sequence[tuple[list[int], list[int]]]) -> list[Action]:
    """Return the actions that lead to the first position of the last layer."""
    moves, place = list[int](), 0
    for parents, found in reversed(layers):
        moves.append(found[place])
        place = parents[place]
    actions = list[Action]()
    for move in reversed(moves):
        actions.append(decode_move(move, int(new_game(position).phase)))
        position = apply(position, actions[-1])
    return actions


# The proof


class Verdict(Enum):
    """What a proof says about an action."""

    WINS = "wins"
    LOSES = "loses"
    OPEN = "open"
    """A card whose place is unknown may decide, or the proof would take too long."""


_WIN: Final = 2000
"""The value of a position from which a line wins. That of one that is lost is less than half of it: it grows with the
enemies defeated and the damage at the end of the line that comes closest to a win."""
_CHANCE: Final = 1000
"""The value of a position that is open."""
_UNKNOWN: Final = -1


class Branch(Record):
    """A position between the root and the position of the search."""

    number: int
    """Its number among those that have been entered."""
    known: int
    """The number of cards on top of the tavern whose place is known."""
    count: int
    """The number of its moves."""
    next: int
    """The place of the move that is looked at next."""
    value: int
    """The best value after the moves before that."""


class Proof(NamedTuple):
    """The records and arrays of a proof."""

    games: list[Game]
    """The positions from the root to the one that is looked at, then those that have been entered, by their numbers."""
    branches: list[Branch]
    moves: list[int]
    """The moves of each depth, from `MAX_MOVES * depth` on."""
    known: list[int]
    """The number of known cards on the tavern of each position that has been entered."""
    values: list[int]
    slots: list[int]
    """A hash table of their numbers, 0 for a free slot."""
    numbers: list[int]
    """The last number that a position has got."""
    order: list[int]
    """Any order of all cards: no card that hearts have healed is drawn."""
    work: Workspace


@compiled
def forget_proved(proof: Proof) -> None:
    """Forget all positions."""
    proof.numbers[0] = _MAX_DEPTH
    for slot in range(len(proof.slots)):
        proof.slots[slot] = 0


@compiled
def value_after(proof: Proof, known: int, move: int) -> int:
    """Return the value of the position after a move in the first game, with a number of known cards on the tavern."""
    depth = 0
    proof.branches[0].known = known
    value = _look(proof, 0, move)
    if value != _UNKNOWN:
        return value
    depth = 1
    while depth:
        branch = proof.branches[depth]
        if branch.next == branch.count or branch.value == _WIN:
            value = branch.value
            proof.values[branch.number] = value
            depth -= 1
        else:
            branch.next += 1
            value = _look(proof, depth, proof.moves[MAX_MOVES * depth + branch.next - 1])
            if value == _UNKNOWN:
                depth += 1
                continue
        if depth:
            proof.branches[depth].value = max(proof.branches[depth].value, value)
    return value


@compiled
def _look(proof: Proof, depth: int, move: int) -> int:
    """Return the value after a move at a depth if it is known; else enter the position at the next depth."""
    games, before = proof.games, proof.games[depth]
    copy(games, depth + 1, depth)
    game = games[depth + 1]
    play_move(game, move, proof.order)
    if game.won:
        return _WIN
    healed = before.tavern_bottom - game.tavern_bottom & 63
    exact = _is_on_top(game, before.castle[before.enemies_left - 1])
    exact = exact and game.enemies_left < before.enemies_left
    drawn = before.tavern_size + healed + exact - game.tavern_size
    known = proof.branches[depth].known - drawn
    if known < 0:
        return _CHANCE
    if game.phase == OVER:
        return _progress(game)
    return _entered(proof, depth + 1, known + exact)


@compiled
def _progress(game: Game) -> int:
    """Return the value of a game that is lost."""
    damage = 2 * POINTS[game.castle[game.enemies_left - 1]] - game.enemy_health
    return 64 * enemies_defeated(game) + damage


@compiled
def _is_on_top(game: Game, card: int) -> bool:
    return game.tavern_size > 0 and game.tavern[game.tavern_bottom + game.tavern_size - 1 & 63] == card


@compiled
def _entered(proof: Proof, depth: int, known: int) -> int:
    """Return the value of the position at a depth if it has been entered; else enter it, with its moves."""
    game, mask = proof.games[depth], len(proof.slots) - 1
    slot = (_digest_of(game) >> 7) & mask
    while proof.slots[slot]:
        number = proof.slots[slot]
        if proof.known[number] == known and _is_same(proof.games[number], game, known):
            return proof.values[number]
        slot = slot + 1 & mask
    number = proof.numbers[0] + 1
    if number == len(proof.games) or depth == _MAX_DEPTH:
        return _CHANCE
    proof.numbers[0], proof.slots[slot], proof.known[number] = number, number, known
    copy(proof.games, number, depth)
    branch = proof.branches[depth]
    branch.number, branch.known, branch.next, branch.value = number, known, 0, 0
    lean = game.enemies_left == 1 and known == 0
    branch.count = _list_lean_moves(game, proof.work) if lean else list_moves(game, proof.work)
    for place in range(branch.count):
        proof.moves[MAX_MOVES * depth + place] = proof.work.moves[place]
    return _UNKNOWN


@compiled
def _is_same(one: Game, other: Game, known: int) -> bool:
    """Whether two positions differ in nothing but the unknown places."""
    for seat in range(one.players):
        if one.hands[seat] != other.hands[seat]:
            return False
    for place in range(known):
        if (
            one.tavern[one.tavern_bottom + one.tavern_size - 1 - place & 63]
            != other.tavern[other.tavern_bottom + other.tavern_size - 1 - place & 63]
        ):
            return False
    return (
        one.discard == other.discard
        and one.played == other.played
        and one.tavern_size == other.tavern_size
        and one.enemy_health == other.enemy_health
        and one.attack == other.attack
        and one.blocked_shield == other.blocked_shield
        and one.immune_suit == other.immune_suit
        and one.jesters_left == other.jesters_left
        and one.turn == other.turn
        and one.phase == other.phase
        and one.yielded_seats == other.yielded_seats
        and one.enemies_left == other.enemies_left
    )


class Prover:
    """Proves what follows from the actions of late positions."""

    def __init__(self, positions: int = MAX_PROVED) -> None:
        """Visit at most a number of positions in each proof."""
        room = _MAX_DEPTH + 1
        self._proof = Proof(
            records(Game, room + positions),
            records(Branch, room),
            integers(MAX_MOVES * room),
            integers(room + positions),
            integers(room + positions),
            integers(2 << positions.bit_length()),
            integers(1),
            _orders("any", 0, 1)[0],
            records(Workspace, 1)[0],
        )

    def verdict(self, position: Position, action: Action) -> Verdict:
        """Return the verdict on a legal action."""
        forget_proved(self._proof)
        load_position(self._proof.games[0], position)
        return _verdict(int(value_after(self._proof, position.known_on_top, encode_action(action))))

    def verdicts(self, position: Position) -> dict[Action, Verdict]:
        """Return the verdict on each legal action."""
        forget_proved(self._proof)
        return {action: _verdict(found) for action, found in self._values(position)}

    def only_winner(self, position: Position) -> Action | None:
        """Return the one legal action that wins, if all others lose; None otherwise."""
        forget_proved(self._proof)
        winner = None
        for action, found in self._values(position):
            if found == _CHANCE or (found == _WIN and winner):
                return None
            winner = action if found == _WIN else winner
        return winner

    def line(self, position: Position) -> list[Action]:
        """Return the actions to the end of the game that win, or else come closest to a win.

        Cards whose place is unknown lie as in the position. Raises ValueError if the position is open.
        """
        actions = list[Action]()
        while not position.is_over:
            forget_proved(self._proof)
            best, most = None, -1
            for action, found in self._values(position):
                if found > most:
                    best, most = action, found
                if found == _WIN:
                    break
            if best is None or most == _CHANCE:
                raise ValueError("the position is open: expected one that is won or lost")
            actions.append(best)
            position = apply(position, best)
        return actions

    def _values(self, position: Position) -> Iterator[tuple[Action, int]]:
        load_position(self._proof.games[0], position)
        for action in position.legal_actions:
            yield action, int(value_after(self._proof, position.known_on_top, encode_action(action)))


def _verdict(value: int) -> Verdict:
    if value == _WIN:
        return Verdict.WINS
    return Verdict.OPEN if value == _CHANCE else Verdict.LOSES
