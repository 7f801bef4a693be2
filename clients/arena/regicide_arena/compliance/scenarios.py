"""The scenarios that a bot goes through, and the faults found in them.

Sample positions are of every phase and of rare kinds, taken from games, so that each can occur in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import regicide
from regicide import Phase
from regicide.cards import JESTERS, CardSet, rank
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.view_types import seat_view
from regicide_arena.compliance.probe import BotProbe, Play, ScenarioResult, Turn
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
        "many ways to suffer damage (S4)", Phase.SUFFER, (1, 2, 3), lambda at: len(at.legal_actions) > MANY_ACTIONS
    ),
    PositionKind("next player to appoint (Jester)", Phase.APPOINT, _WITH_JESTERS),
)
"""Every phase, and its rare cases."""


@cache
def sample_positions(players: int) -> tuple[tuple[Turn, regicide.Position], ...]:
    """Return samples of each kind for a number of players, no two of one kind from the same game."""
    missing = {kind: SAMPLES_PER_KIND for kind in POSITION_KINDS if players in kind.players}
    samples: list[tuple[Turn, regicide.Position]] = []
    for game in range(MAX_GAMES):
        deal, left = f"compliance/{game}", {kind for kind, count in missing.items() if count}
        for step, position in enumerate(_positions(players, deal, by_greedy=game % 2 == 1) if left else ()):
            for kind in [each for each in POSITION_KINDS if each in left and each.includes(position)]:
                left.discard(kind)
                missing[kind] -= 1
                samples.append((Turn(deal, players, step, kind.name), position))
    return tuple(samples)


def _positions(players: int, deal: str, *, by_greedy: bool) -> Iterator[regicide.Position]:
    """Yield the positions of a game that `greedy` or `random` plays. Neither needs the kernel."""
    bot = find_bot("greedy" if by_greedy else "random").make(deal)
    position = regicide.Position.new(deal, players)
    while position.outcome is None:
        yield position
        position = regicide.apply(position, regicide.Action.parse(bot(seat_view(position, position.turn))))


Scenario: TypeAlias = Callable[[BotProbe], ScenarioResult]
"""What a bot is asked."""
Ask: TypeAlias = Callable[[BotProbe, NewGame, regicide.Position, Turn], str]
"""Asks for the action in a position, on a turn."""


def whole_games(probe: BotProbe) -> ScenarioResult:
    """Play whole games with every number of players."""
    deals = [(f"compliance/{game}", players) for players in PLAYERS for game in range(probe.games)]
    return probe.run(_game(probe, BotProbe.ask, *deal) for deal in deals)


def sampled_positions(probe: BotProbe) -> ScenarioResult:
    """Ask in every kind of position, each time in a game that is new for the bot."""
    return probe.run(_position(probe, *sample) for players in PLAYERS for sample in sample_positions(players))


def restarts(probe: BotProbe) -> ScenarioResult:
    """Play games that begin anew for the bot before each action, once in a new process."""
    return probe.run(_one_game_each(probe, RESTART.deal, _ask_anew))


def retries(probe: BotProbe) -> ScenarioResult:
    """Play games in which each action is asked for twice, as after a lost response."""
    return probe.run(_one_game_each(probe, "compliance/retries", _ask_twice))


def server_views(probe: BotProbe) -> ScenarioResult:
    """Play games with the additional members of a server's views, and one that a later version might add."""
    return probe.run(_one_game_each(probe, "compliance/server", _ask_as_server))


def sequential_games(probe: BotProbe) -> ScenarioResult:
    """Play the compared games one after the other, in a new process."""
    probe.end_process()
    return probe.run(_one_game_each(probe, COMPARED_DEAL))


def interleaved_games(probe: BotProbe) -> ScenarioResult:
    """Play the compared games at the same time, one action of each in turn, in a new process."""
    probe.end_process()
    return probe.run(_one_game_each(probe, COMPARED_DEAL), interleaved=True)


def _one_game_each(probe: BotProbe, deal: str, ask: Ask = BotProbe.ask) -> Iterator[Play]:
    return (_game(probe, ask, deal, players) for players in PLAYERS)


def _game(probe: BotProbe, ask: Ask, deal: str, players: int) -> Play:
    """Play a game."""
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


def _position(probe: BotProbe, turn: Turn, position: regicide.Position) -> Play:
    """Ask for one action."""
    seat = probe.seat(position.turn, turn)
    try:
        yield probe.ask(seat, position, turn)
    finally:
        probe.over(seat)


def _ask_anew(probe: BotProbe, seat: NewGame, position: regicide.Position, turn: Turn) -> str:
    if turn == RESTART:
        probe.end_process()
    probe.over(seat)
    return probe.ask(seat, position, turn)


def _ask_twice(probe: BotProbe, seat: NewGame, position: regicide.Position, turn: Turn) -> str:
    probe.ask(seat, position, turn)
    return probe.ask(seat, position, turn)


def _ask_as_server(probe: BotProbe, seat: NewGame, position: regicide.Position, turn: Turn) -> str:
    members = {
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
    return probe.ask(seat, position, turn, members)
