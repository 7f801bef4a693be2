"""The games of the report: on the deals that moved the ranking most, with the action at which two of them part.

A deal moves the ranking by each pair of teams of which one wins it; of deals with as many such pairs, by the difference
in enemies defeated. The two games are those with different results that begin with the most equal actions: up to there
both teams did the same, so their next actions decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from regicide import Phase, Position, RegicideError, card_names
from regicide.rulebook import health_of
from regicide_arena.tournament.engine import TournamentEngine
from regicide_arena.tournament.games.game import Game, Replay
from regicide_arena.tournament.model import Lineup, is_pure
from regicide_arena.tournament.report.texts import listed_teams, player_counts, team_name
from regicide_arena.tournament.stats.model import Outcomes
from regicide_arena.tournament.summary import Summary
from regicide_arena.words import action_text, card_text, cards_text, end_text

MAX_GAMES: Final = 120
"""Games linked for each number of players: a link has the whole record, 3 to 5 KB."""


class LinkedGame(NamedTuple):
    """A game in words, and its replay."""

    title: str
    """The team or, where two games part, who chose what."""
    end: str
    link: str
    """The hash of the replay in the web client, after the choice."""


class LinkedDeal(NamedTuple):
    """The games with a deal."""

    number: int
    moment: str
    """The situation in which the first two games part; empty if all teams have the same result."""
    games: list[LinkedGame]


class LinkedDeals(NamedTuple):
    """The deals with a number of players, those first that moved the ranking most."""

    players: int
    listed: list[LinkedDeal]
    total: int


class _Played(NamedTuple):
    game: Game
    replay: Replay

    @property
    def result(self) -> tuple[bool, int, int]:
        """What teams are ranked by."""
        won, _, defeated, grade = self.game.score
        return won, grade, defeated


def linked_deals(engine: TournamentEngine, summary: Summary) -> list[LinkedDeals]:
    """Return for each number of players the deals that moved the ranking most, with the games of the listed teams."""
    all_deals: list[LinkedDeals] = []
    for players in player_counts(summary.standings.teams):
        lineups = [row.lineup for row in listed_teams(summary.standings, players)]
        ranked = _ranked_deals(summary.outcomes, lineups)
        numbers = ranked[: max(1, MAX_GAMES // len(lineups))]
        games = [dict(_played(engine, lineup, sorted(numbers))) for lineup in lineups]
        listed = [_linked_deal(each, [found[each] for found in games if each in found]) for each in numbers]
        all_deals.append(LinkedDeals(players, listed, len(ranked)))
    return all_deals


def _ranked_deals(outcomes: Outcomes, lineups: Sequence[Lineup]) -> list[int]:
    """Rank the deals by the pairs of teams of which one wins, then by the spread of the enemies defeated."""
    won = np.sum([outcomes[lineup].won for lineup in lineups], axis=0)
    spread = np.ptp([outcomes[lineup].defeated for lineup in lineups], axis=0)
    return [*map(int, np.lexsort((-spread, -won * (len(lineups) - won))))]


def _played(engine: TournamentEngine, lineup: Lineup, deals: Sequence[int]) -> Iterator[tuple[int, _Played]]:
    """Yield games by deal, without those that a bot has forged, which `verify-tournament` reports."""
    for game in engine.games(lineup, deals):
        with suppress(RegicideError):
            yield game.deal, _Played(game, Replay.of(game))


def _linked_deal(number: int, games: Sequence[_Played]) -> LinkedDeal:
    pairs = [pair for pair in combinations(games, 2) if pair[0].result != pair[1].result]
    if not pairs:
        return LinkedDeal(number, "", [_linked(game) for game in games])
    pair = max(pairs, key=_nearness)
    place = _equal_actions(*pair)
    others = [_linked(game) for game in games if not any(game is each for each in pair)]
    return LinkedDeal(number, _moment(pair[0].replay, place), [*(_linked(game, place) for game in pair), *others])


def _nearness(pair: tuple[_Played, _Played]) -> tuple[bool, int, int]:
    """Return what makes a pair of games show a decision: one is won, and they part late, with a large difference."""
    one, two = (played.game.score for played in pair)
    return one.won != two.won, _equal_actions(*pair), abs(one.defeated - two.defeated)


def _equal_actions(one: _Played, two: _Played) -> int:
    """Return the number of first actions that are the same."""
    actions = zip(one.game.actions, two.game.actions, strict=False)
    shorter = min(len(one.game.actions), len(two.game.actions))
    return next((number for number, (first, second) in enumerate(actions) if first != second), shorter)


def _moment(replay: Replay, place: int) -> str:
    """Describe the position after some actions: who has which cards, and has to do what."""
    position = replay.steps[place - 1].position if place else replay.first
    hand = cards_text(card_names(position.hands[position.turn])) or "no cards"
    return f"Action {place + 1}: player {position.turn + 1} has {hand}, and {_task(position)}."


def _task(position: Position) -> str:
    enemy, left = card_text(position.castle[0]), health_of(position.castle[0]) - position.damage
    match position.phase:
        case Phase.PLAY:
            return f"plays against {enemy}, which has {left} health left"
        case Phase.SUFFER:
            return f"must cover {position.attack} damage by {enemy}, which has {left} health left"
        case _:
            return f"appoints who plays next against {enemy}"


def _linked(played: _Played, place: int | None = None) -> LinkedGame:
    """Describe a game; where it parts from another one, by its choice after so many actions."""
    game, (lineup, _, steps) = played
    outcome, team = played.replay.last.outcome, team_name(lineup)
    end = end_text(outcome) if outcome else f"The game was forfeited: {_failure(game)}."
    if place is None:
        return LinkedGame(team, end, played.replay.link())
    if place == len(steps):
        return LinkedGame(f"{team}: {_failure(game)}", end, played.replay.link(place))
    who = lineup[steps[place].seat]
    players = [f"player {seat + 1}" for seat in range(len(lineup))]
    choice = f"{who if is_pure(lineup) else f'{who} in {team}'}: {action_text(game.actions[place], players)}"
    return LinkedGame(choice, end, played.replay.link(place + 1))


def _failure(game: Game) -> str:
    """Return which bot failed at the end of a forfeited game, and how."""
    last = game.failures[-1]
    return f"{game.lineup[last.seat]} failed ({last.kind})"
