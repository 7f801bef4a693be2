"""Games for tuning, at all seats of which the policy or the search plays.

Those of the policy have sums of their results, or the reveals of their enemies, to which the regressions are fitted.
Those of the search are solo games; they have the starts of turns, to which the value network is fitted. To know what
its mistakes cost, the network also needs positions that good players avoid: games are played on from positions that
searches evaluated, too.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from regicide.rulebook import ENEMIES_IN_CASTLE, SOLO_JESTERS
from regicide_kernel.backend import compiled, copy, integers, records
from regicide_kernel.deals import deal_game
from regicide_kernel.estimate import regression_of
from regicide_kernel.features import find_features
from regicide_kernel.game import ALL_TURNS, OVER, PLAY, Game, Move, enemies_defeated, tavern_cards
from regicide_kernel.knowledge import Knowledge, note_deal, note_move
from regicide_kernel.policy import Limit, choose_move, play_out
from regicide_kernel.random_numbers import draw_below, random_state
from regicide_kernel.record import Record
from regicide_kernel.rules import play_move
from regicide_kernel.tree import ROLLOUT, SEEN, Search, search_move
from regicide_kernel.value_network import NO_TARGET
from regicide_kernel.weights import Suits, Weights, weights_records
from regicide_kernel.workspace import REGRESSION_FEATURES, Workspace

# Games of the policy


class Reveal(Record):
    """The moment when an enemy is revealed, from the second enemy on, and the result of its game."""

    features: Annotated[list[float], REGRESSION_FEATURES]
    regression: int
    """The number of the regression that estimates there, 4 to 47."""
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
    suits: list[Weights]
    deals: list[int]
    heals: list[int]


def policy_run(suits: Suits, seed: str) -> PolicyRun:
    """Return the records of a new run."""
    deals, heals = random_state(f"{seed}/deals"), random_state(f"{seed}/heals")
    return PolicyRun(records(Game, 1)[0], records(Workspace, 1)[0], weights_records(suits), deals, heals)


@compiled
def play_policy_games(run: PolicyRun, players: int, number: int) -> tuple[int, int]:
    """Play games, each with another first player; return the numbers of games won and of enemies defeated."""
    game, won, defeated = run.game, 0, 0
    for each in range(number):
        deal_game(game, players, each % players, run.deals)
        play_out(game, Limit(ENEMIES_IN_CASTLE, ALL_TURNS), run.suits, run.work, run.heals)
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
        play_out(game, Limit(1, ALL_TURNS), run.suits, run.work, run.heals)
        while game.phase != OVER:
            _write_reveal(game, run.work, reveals[count])
            count += 1
            play_out(game, Limit(enemies_defeated(game) + 1, ALL_TURNS), run.suits, run.work, run.heals)
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
    reveal.regression = regression_of(game)


# Games of the search

FIRST: Final = ROLLOUT + 1
"""The first position of a run."""
MOST_TURNS: Final = 250
"""More than the turns of a game."""


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
        note_deal(run.search.games[first], run.knowledge[first])
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
        game = games[position]
        discard = game.discard
        play_move(game, move, run.chances)
        note_move(game, run.knowledge[position], discard)
    for place in range(first, position):
        run.ends[place] = position
    run.ends[position] = 0
    return position


@compiled
def _choose(run: SearchRun, position: int) -> Move:
    """Choose by a search, or by the policy if it has no rollouts."""
    search = run.search
    if not search.parameters.rollouts:
        return choose_move(search.games[position], search.suits, search.work)
    _see(run, position)
    return search_move(search)


@compiled
def _fork(run: SearchRun, position: int, fork: int) -> bool:
    """Write the last position that a search evaluates into another place; return whether the game is not over there."""
    games = run.search.games
    _choose(run, position)
    if not run.search.nodes[0].visits or games[ROLLOUT].phase == OVER:
        return False
    copy(games, fork, ROLLOUT)
    copy(run.knowledge, fork, position)
    before, knowledge, castle = games[position], run.knowledge[fork], 0
    for place in range(before.enemies_left):
        castle |= 1 << before.castle[place]
    knowledge.hidden = tavern_cards(before)
    note_move(games[fork], knowledge, ~castle)
    return True


# What the player sees


@compiled
def _see(run: SearchRun, position: int) -> None:
    """Write what the player sees, and the hidden cards."""
    games, hidden, knowledge = run.search.games, run.search.hidden, run.knowledge[position]
    copy(games, SEEN, position)
    seen = games[SEEN]
    hidden.pools = 0
    for depth in range(seen.tavern_size):
        card = seen.tavern[seen.tavern_bottom + seen.tavern_size - 1 - depth & 63]
        if depth and knowledge.pool_of[card] != knowledge.pool_of[hidden.cards[depth - 1]]:
            hidden.ends[hidden.pools] = depth
            hidden.pools += 1
        hidden.cards[depth] = card
    if seen.tavern_size:
        hidden.ends[hidden.pools] = seen.tavern_size
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
