"""Games for tuning, at all seats of which the policy or the search plays.

Those of the policy have sums of their results, or the reveals of their enemies, to which the regressions are fitted.
Those of the search are solo games; they have the starts of turns, to which the value network is fitted. To know what
its mistakes cost, the network also needs positions that good players avoid: games are played on from positions that
searches evaluated, too.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from regicide.rulebook import ENEMIES_IN_CASTLE, SOLO_JESTERS
from regicide_kernel.backend import compiled, copy, integers, lowest, records
from regicide_kernel.deals import deal_game
from regicide_kernel.features import find_features
from regicide_kernel.game import ALL_TURNS, OVER, PLAY, Game, Move, enemies_defeated, tavern_cards
from regicide_kernel.policy import Limit, choose_move, play_out
from regicide_kernel.random_numbers import draw_below, random_state
from regicide_kernel.record import Record, SixtyFour
from regicide_kernel.rules import play_move
from regicide_kernel.tree import Search, clear_tree, list_candidates, run_rollouts
from regicide_kernel.value_network import NO_TARGET
from regicide_kernel.weights import PolicyWeights, Weights, weights_record
from regicide_kernel.workspace import REGRESSION_FEATURES, Workspace

# Games of the policy


class Reveal(Record):
    """The moment when an enemy is revealed, from the second enemy on, and the result of its game."""

    features: Annotated[list[float], REGRESSION_FEATURES]
    stage: int
    """The number of enemies defeated, 1 to 11."""
    is_last: int
    """Whether no further enemy is revealed in the game."""
    won: int
    """1 for a game that is won."""
    defeated: int
    """The number of enemies defeated at the end of the game."""


class PolicyRun(NamedTuple):
    """The records of a run of games.

    Deals and heals have random numbers of their own: runs of one seed have the same deals, whatever their policy.
    """

    game: Game
    work: Workspace
    weights: Weights
    deals: list[int]
    heals: list[int]


def policy_run(weights: PolicyWeights, seed: str) -> PolicyRun:
    """Return the records of a new run."""
    deals, heals = random_state(f"{seed}/deals"), random_state(f"{seed}/heals")
    return PolicyRun(records(Game, 1)[0], records(Workspace, 1)[0], weights_record(weights), deals, heals)


@compiled
def play_policy_games(run: PolicyRun, players: int, number: int) -> tuple[int, int]:
    """Play games, each with another first player; return the numbers of games won and of enemies defeated."""
    game, won, defeated = run.game, 0, 0
    for each in range(number):
        deal_game(game, players, each % players, run.deals)
        play_out(game, Limit(ENEMIES_IN_CASTLE, ALL_TURNS), run.weights, run.work, run.heals)
        won += game.won
        defeated += enemies_defeated(game)
    return won, defeated


@compiled
def trace_policy_games(run: PolicyRun, players: int, number: int, reveals: list[Reveal]) -> int:
    """Play games, and write their reveals, at most 11 for each; return the number of reveals."""
    game, count = run.game, 0
    for each in range(number):
        deal_game(game, players, each % players, run.deals)
        first = count
        play_out(game, Limit(1, ALL_TURNS), run.weights, run.work, run.heals)
        while game.phase != OVER:
            _write_reveal(game, run.work, reveals[count])
            count += 1
            play_out(game, Limit(enemies_defeated(game) + 1, ALL_TURNS), run.weights, run.work, run.heals)
        for place in range(first, count):
            reveals[place].won = game.won
            reveals[place].defeated = enemies_defeated(game)
            reveals[place].is_last = 1 if place == count - 1 else 0
    return count


@compiled
def _write_reveal(game: Game, work: Workspace, reveal: Reveal) -> None:
    find_features(game, work)
    for feature in range(REGRESSION_FEATURES):
        reveal.features[feature] = work.features[feature]
    reveal.stage = enemies_defeated(game)


# Games of the search

_SEEN: Final = 0
"""The game as the player sees it, in the games of a search."""
_ROLLOUT: Final = 1
"""The game of the rollout."""
FIRST: Final = 2
"""The first position of a run."""
_DEALT: Final = 64
"""The pool of the cards of the deal; those on top of the tavern have lower numbers."""
MOST_TURNS: Final = 250
"""More than the turns of a game."""


class Knowledge(Record):
    """What the player knows of the order of the tavern: pools of cards, as in a view."""

    pools: SixtyFour
    """The pool of each card."""
    top: int
    """The lowest number."""
    bottom: int
    """The highest number."""


class SearchRun(NamedTuple):
    """The arrays of a run of games; positions are the games of the search from FIRST on."""

    search: Search
    knowledge: list[Knowledge]
    """That of each position."""
    ends: list[int]
    """The position at the end of the game of each position; 0 for positions that are not the start of a turn."""
    deals: list[int]
    """The random numbers of the deals, then those of all else."""
    chances: list[int]


def search_run(search: Search, seed: str) -> SearchRun:
    """Return the arrays of a new run; they hold as many positions as the search has games."""
    number = len(search.games)
    deals, chances = random_state(f"{seed}/deals"), random_state(f"{seed}/chances")
    return SearchRun(search, records(Knowledge, number), integers(number), deals, chances)


@compiled
def trace_search_games(run: SearchRun, games: int, forks: int) -> int:
    """Play solo games, and others that start from evaluated positions; return the number after the last position."""
    position = FIRST
    for _ in range(games):
        first = position
        deal_game(run.search.games[first], 1, 0, run.deals)
        _know_nothing(run.knowledge[first])
        last = _play_to_end(run, first)
        position = last + 1
        for _ in range(forks):
            if _fork(run, first + draw_below(run.chances, last - first), position):
                position = _play_to_end(run, position) + 1
    return position


@compiled
def collect_positions(run: SearchRun, end: int, targets: list[list[float]]) -> int:
    """Move the starts of turns to the first places, write the targets of their outputs, and return their number."""
    games, count = run.search.games, 0
    for position in range(FIRST, end):
        if run.ends[position]:
            _write_targets(games[position], games[run.ends[position]], targets[count])
            copy(games, count, position)
            count += 1
    return count


@compiled
def _write_targets(game: Game, over: Game, targets: list[float]) -> None:
    """Write what the network should say: the result of the game."""
    targets[0] = float(over.won)
    for jesters in range(1, SOLO_JESTERS + 1):
        targets[jesters] = NO_TARGET
        if game.jesters_left >= jesters:
            targets[jesters] = 1.0 if over.won and over.jesters_left >= jesters else 0.0
    targets[3] = enemies_defeated(over) / ENEMIES_IN_CASTLE


@compiled
def _play_to_end(run: SearchRun, first: int) -> int:
    """Play a game on, and keep its positions at the starts of turns; return the last position."""
    games, position = run.search.games, first
    while games[position].phase != OVER:
        move = _choose(run, position)
        if games[position].phase == PLAY:
            copy(games, position + 1, position)
            copy(run.knowledge, position + 1, position)
            position += 1
        _play(run, position, move)
    for place in range(first, position):
        run.ends[place] = position
    run.ends[position] = 0
    return position


@compiled
def _choose(run: SearchRun, position: int) -> Move:
    """Choose by a search, or by the policy if it has no rollouts."""
    search = run.search
    clear_tree(search)
    if not search.parameters.rollouts:
        return choose_move(search.games[position], search.weights, search.work)
    _see(run, position)
    if list_candidates(search, search.games[_SEEN]) == 1:
        return search.work.candidates[0]
    run_rollouts(search, search.parameters.rollouts, True)
    return search.nodes[search.tree.best].move


@compiled
def _fork(run: SearchRun, position: int, fork: int) -> bool:
    """Write the last position that a search evaluates into another place; return whether the game is not over there."""
    games = run.search.games
    _choose(run, position)
    if not run.search.nodes[0].visits or games[_ROLLOUT].phase == OVER:
        return False
    copy(games, fork, _ROLLOUT)
    copy(run.knowledge, fork, position)
    before, knowledge, castle = games[position], run.knowledge[fork], 0
    for place in range(before.enemies_left):
        castle |= 1 << before.castle[place]
    tavern = tavern_cards(games[fork])
    _learn_of_heals(knowledge, tavern & ~castle & ~tavern_cards(before))
    _learn_of_enemies(knowledge, tavern & castle)
    return True


# What the player knows


@compiled
def _know_nothing(knowledge: Knowledge) -> None:
    for card in range(54):
        knowledge.pools[card] = _DEALT
    knowledge.top = knowledge.bottom = _DEALT


@compiled
def _play(run: SearchRun, position: int, move: Move) -> None:
    """Play a move, and update what the player knows."""
    game, knowledge = run.search.games[position], run.knowledge[position]
    discard, enemies, enemy = game.discard, game.enemies_left, game.castle[game.enemies_left - 1]
    play_move(game, move, run.chances)
    _learn_of_heals(knowledge, discard & ~game.discard)
    if game.enemies_left < enemies and not game.discard >> enemy & 1:
        _learn_of_enemies(knowledge, 1 << enemy)


@compiled
def _learn_of_heals(knowledge: Knowledge, cards: int) -> None:
    """Note cards under the tavern."""
    knowledge.bottom += 1 if cards else 0
    while cards:
        knowledge.pools[lowest(cards)] = knowledge.bottom
        cards &= cards - 1


@compiled
def _learn_of_enemies(knowledge: Knowledge, cards: int) -> None:
    """Note enemies on the tavern."""
    while cards:
        knowledge.top -= 1
        knowledge.pools[lowest(cards)] = knowledge.top
        cards &= cards - 1


@compiled
def _see(run: SearchRun, position: int) -> None:
    """Write what the player sees, and the hidden cards."""
    games, hidden = run.search.games, run.search.hidden
    copy(games, _SEEN, position)
    seen, knowledge, tavern = games[_SEEN], run.knowledge[position], tavern_cards(games[position])
    end = hidden.pools = 0
    for pool in range(knowledge.top, knowledge.bottom + 1):
        start, rest = end, tavern
        while rest:
            card = lowest(rest)
            if knowledge.pools[card] == pool:
                hidden.cards[end] = card
                end += 1
            rest &= rest - 1
        if end > start:
            hidden.ends[hidden.pools] = end
            hidden.pools += 1
    seen.tavern_bottom = 0
    _hide_castle(run, seen.enemies_left - 1)


@compiled
def _hide_castle(run: SearchRun, enemies: int) -> None:
    """Write where the ranks end among the hidden enemies: four kings, four queens, four jacks."""
    hidden = run.search.hidden
    hidden.ranks = (enemies + 3) // 4
    for rank in range(hidden.ranks):
        hidden.rank_ends[rank] = min(4 * rank + 4, enemies)
