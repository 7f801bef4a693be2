"""The scenarios that a bot goes through, and the faults found in them.

Sample positions are of every phase and of rare kinds, taken from games, so that each can occur in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import regicide
from regicide import Phase
from regicide.cards import JESTERS, CardSet, rank
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.view_types import seat_view
from regicide_arena.compliance.probe import BotProbe, Fault, ScenarioCutShort, Turn, Violation
from regicide_arena.protocol.messages import NewGame

PLAYERS: Final = (1, 2, 3, 4)
COMPARED_DEAL: Final = "compliance/apart"
"""The seed of the deal of the games that are compared."""
RESTART: Final = Turn("compliance/restarts", players=4, step=3)
"""The turn before which the process restarts."""

MAX_GAMES: Final = 120
"""The games searched for samples, for each number of players."""
SAMPLES_PER_KIND: Final = 3
MANY_ACTIONS: Final = 60


class PositionKind(NamedTuple):
    """A kind of positions: its phase, the numbers of players with which it occurs, and a condition."""

    name: str
    phase: Phase
    players: tuple[int, ...]
    condition: Callable[[regicide.Position], bool] = bool

    def includes(self, position: regicide.Position) -> bool:
        """Whether a position is of this kind."""
        return position.phase is self.phase and position.players in self.players and self.condition(position)


class SamplePosition(NamedTuple):
    """A position of a kind, and the game that it comes from."""

    kind: str
    position: regicide.Position
    deal: str
    step: int
    """The number of actions before it."""


_SOLO: Final = (1,)
_SEVERAL: Final = (2, 3, 4)
_WITH_JESTERS: Final = (3, 4)


def _hand(position: regicide.Position) -> CardSet:
    return position.hands[position.turn]


POSITION_KINDS: Final = (
    PositionKind("start of a turn (S1)", Phase.PLAY, PLAYERS),
    PositionKind("no yield, as all others have yielded (R1)", Phase.PLAY, _SEVERAL, lambda at: not at.may_yield),
    PositionKind("empty hand (S1)", Phase.PLAY, PLAYERS, lambda at: not _hand(at)),
    PositionKind("jester in hand (S1)", Phase.PLAY, _WITH_JESTERS, lambda at: bool(_hand(at) & JESTERS)),
    PositionKind("cancelled immunity (S2)", Phase.PLAY, _WITH_JESTERS, lambda at: at.immunity_cancelled),
    PositionKind("start of a turn with a flip left (Solo)", Phase.PLAY, _SOLO, lambda at: at.may_flip),
    PositionKind("empty tavern", Phase.PLAY, PLAYERS, lambda at: not at.tavern),
    PositionKind("a king as enemy", Phase.PLAY, PLAYERS, lambda at: rank(at.castle[0]) == "K"),
    PositionKind("damage to suffer (S4)", Phase.SUFFER, PLAYERS, lambda at: not at.may_flip),
    PositionKind("damage to suffer with a flip left (Solo)", Phase.SUFFER, _SOLO, lambda at: at.may_flip),
    PositionKind(
        "many ways to suffer damage (S4)",
        Phase.SUFFER,
        (1, 2, 3),
        lambda at: len(at.legal_actions) > MANY_ACTIONS,
    ),
    PositionKind("next player to appoint (Jester)", Phase.APPOINT, _WITH_JESTERS),
)
"""Every phase, and its rare cases."""


@cache
def sample_positions(players: int) -> tuple[SamplePosition, ...]:
    """Return samples of each kind for a number of players, no two of one kind from the same game."""
    missing = {kind: SAMPLES_PER_KIND for kind in POSITION_KINDS if players in kind.players}
    samples: list[SamplePosition] = []
    for game in range(MAX_GAMES):
        deal, left = f"compliance/{game}", {kind for kind, count in missing.items() if count}
        for step, position in enumerate(_positions(players, deal, by_greedy=game % 2 == 1) if left else ()):
            for kind in [each for each in POSITION_KINDS if each in left and each.includes(position)]:
                left.discard(kind)
                missing[kind] -= 1
                samples.append(SamplePosition(kind.name, position, deal, step))
    return tuple(samples)


def _positions(players: int, deal: str, *, by_greedy: bool) -> Iterator[regicide.Position]:
    """Yield the positions of a game that `greedy` or `random` plays. Neither needs the kernel."""
    bot = find_bot("greedy" if by_greedy else "random").make(deal)
    position = regicide.Position.new(deal, players)
    while position.outcome is None:
        yield position
        position = regicide.apply(position, regicide.Action.parse(bot(seat_view(position, position.turn))))


class ScenarioResult(NamedTuple):
    """The number of games or positions tried, the faults, and the actions of each game."""

    times: int
    faults: list[Fault]
    games: list[list[str]]
    is_cut_short: bool = False
    """Whether the scenario has ended early, because of too many late answers or repeated failures."""


Scenario: TypeAlias = Callable[[BotProbe, int], ScenarioResult]
"""A scenario of a bot, with a number of whole games for each number of players."""
Ask: TypeAlias = Callable[[BotProbe, NewGame, regicide.Position, Turn], str]
"""Asks for the action in a position, on a turn."""


def whole_games(probe: BotProbe, games: int) -> ScenarioResult:
    """Play whole games with every number of players."""
    return _play(probe, BotProbe.ask, [(f"compliance/{game}", players) for players in PLAYERS for game in range(games)])


def sampled_positions(probe: BotProbe, _games: int) -> ScenarioResult:
    """Ask in every kind of position, each time in a game that is new for the bot."""
    faults, samples = list[Fault](), [sample for players in PLAYERS for sample in sample_positions(players)]
    for times, (kind, position, deal, step) in enumerate(samples):
        turn = Turn(deal, position.players, step, kind)
        seat = probe.seat(position.turn, turn)
        try:
            probe.ask(seat, position, turn)
        except Violation as violation:
            faults.append(violation.fault)
        except ScenarioCutShort:
            return ScenarioResult(times, faults, [], is_cut_short=True)
        finally:
            probe.over(seat)
    return ScenarioResult(len(samples), faults, [])


def restarts(probe: BotProbe, _games: int) -> ScenarioResult:
    """Play games that begin anew for the bot before each action, once in a new process."""
    return _play(probe, _ask_anew, _one_game_each(RESTART.deal))


def retries(probe: BotProbe, _games: int) -> ScenarioResult:
    """Play games in which each action is asked for twice, as after a lost response."""
    return _play(probe, _ask_twice, _one_game_each("compliance/retries"))


def server_views(probe: BotProbe, _games: int) -> ScenarioResult:
    """Play games with the additional members of a server's views, and one that a later version might add."""
    return _play(probe, _ask_as_server, _one_game_each("compliance/server"))


def sequential_games(probe: BotProbe, _games: int) -> ScenarioResult:
    """Play the compared games one after the other, in a new process."""
    probe.end_process()
    return _play(probe, BotProbe.ask, _one_game_each(COMPARED_DEAL))


def interleaved_games(probe: BotProbe, _games: int) -> ScenarioResult:
    """Play the compared games at the same time, one action of each in turn, in a new process."""
    probe.end_process()
    faults, is_cut_short = list[Fault](), False
    running = [(_actions(probe, BotProbe.ask, *game), list[str]()) for game in _one_game_each(COMPARED_DEAL)]
    games = [taken for _, taken in running]
    while running:
        for game in [*running]:
            try:
                action = next(game[0], None)
            except Violation as violation:
                faults.append(violation.fault)
                action = None
            except ScenarioCutShort:
                action, is_cut_short = None, True
            if action is None:
                running.remove(game)
            else:
                game[1].append(action)
    return ScenarioResult(len(games), faults, games, is_cut_short)


def _play(probe: BotProbe, ask: Ask, games: Iterable[tuple[str, int]]) -> ScenarioResult:
    result = ScenarioResult(0, [], [])
    for deal, players in games:
        taken: list[str] = []
        result.games.append(taken)
        try:
            for action in _actions(probe, ask, deal, players):
                taken.append(action)  # noqa: PERF402 - up to a violation
        except Violation as violation:
            result.faults.append(violation.fault)
        except ScenarioCutShort:
            return result._replace(times=len(result.games) - 1, is_cut_short=True)
    return result._replace(times=len(result.games))


def _actions(probe: BotProbe, ask: Ask, deal: str, players: int) -> Iterator[str]:
    """Play a game, and yield its actions one at a time. Raises Violation and ScenarioCutShort."""
    position, turn = regicide.Position.new(deal, players), Turn(deal, players)
    seats = [probe.seat(number, turn) for number in range(players)]
    try:
        for seat in seats:
            probe.begin(seat, turn)
        while position.outcome is None:
            action = ask(probe, seats[position.turn], position, turn)
            yield action
            position, turn = regicide.apply(position, regicide.Action.parse(action)), turn._replace(step=turn.step + 1)
    finally:
        result = position.outcome.to_json() if position.outcome else None
        for seat in seats:
            probe.over(seat, result)


def _ask_anew(probe: BotProbe, seat: NewGame, position: regicide.Position, turn: Turn) -> str:
    if turn == RESTART:
        probe.end_process()
    probe.over(seat)
    return probe.ask(seat, position, turn)


def _ask_twice(probe: BotProbe, seat: NewGame, position: regicide.Position, turn: Turn) -> str:
    probe.ask(seat, position, turn)
    return probe.ask(seat, position, turn)


def _ask_as_server(probe: BotProbe, seat: NewGame, position: regicide.Position, turn: Turn) -> str:
    return probe.ask(seat, position, turn, _server_members(turn))


def _server_members(turn: Turn) -> dict[str, Any]:
    return {
        "id": f"{turn.deal}-{turn.players}",
        "version": turn.step,
        "status": "in_progress",
        "commitment": "0" * 64,
        "seed": None,
        "nonce": None,
        "seed_origin": "server",
        "deadline": None,
        "now": "2026-01-31T12:00:00.000Z",
        "a_member_of_a_later_version": {"of": ["any", "type"]},
    }


def _one_game_each(deal: str) -> list[tuple[str, int]]:
    return [(deal, players) for players in PLAYERS]
