"""The bots of one game: each asked for its actions, under the clock, with its failures and the times of its actions.

The rules and the bots of this package run in this process, the bots of others in processes of their own.
"""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from hashlib import sha256
from time import perf_counter
from typing import Final

import regicide
from regicide_arena.bots.failures import BotEnded, BotLate, BotRaised, NoLegalAction, error_location, format_exception
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import Bot, View, seat_view
from regicide_arena.protocol.bot_process import BOT_ERRORS
from regicide_arena.protocol.messages import NewGame
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.runtime.messages import seconds
from regicide_arena.tournament.games.game import Failure, FailureKind, Game, Histogram, bucket_of
from regicide_arena.tournament.model import OnFailure, Tournament

FAILURES: Final = (*BOT_ERRORS, NoLegalAction, regicide.MalformedAction)
"""What bots raise instead of a legal action."""
KINDS: Final = {BotLate: FailureKind.LATE, BotEnded: FailureKind.ENDED, BotRaised: FailureKind.ERROR}
"""The kinds of failures; an illegal action otherwise."""


class SeatedBots:
    """The bots of one game, which fill its failures. A seat of a remote agent has no bot here."""

    def __init__(
        self,
        game: Game,
        tournament: Tournament,
        own: Mapping[str, BotFactory],
        foreign: Mapping[tuple[str, int], BotPlayer],
        times: Mapping[str, Histogram],
    ) -> None:
        """The bots of this package are by entrant, as the times, and the processes by entrant and seat."""
        self._game, self._times = game, times
        self._clock_s, self._banks_s = tournament.clock, [tournament.bank] * game.players
        self._ends_by_failure = tournament.on_failure is OnFailure.FORFEIT
        self._own, self._foreign = dict[int, Bot](), dict[int, tuple[BotPlayer, NewGame]]()
        for seat, name in enumerate(game.lineup):
            seed = _bot_seed(game.seed, seat, name)
            if name in own:
                self._own[seat] = own[name].make(seed)
            elif (name, seat) in foreign:
                self._foreign[seat] = foreign[name, seat], NewGame(seed, seat, game.players, seed)

    @property
    def has_forfeited(self) -> bool:
        """Whether a failure has ended the game."""
        return self._ends_by_failure and bool(self._game.failures)

    def choose(self, seat: int, view: View) -> str:
        """Return the next action of the game, by the bot in this seat; a random legal action if the bot fails."""
        actions, step = view["legal_actions"], len(self._game.actions)
        try:
            return match_legal_action(self._timed_choice(seat, view), actions)
        except FAILURES as error:
            kind = KINDS.get(type(error), FailureKind.ILLEGAL)
            self._game.failures.append(Failure(kind, seat, step, _what(error)))
            return random.Random(f"{self._game.seed}/{step}").choice(actions)  # noqa: S311 - a game

    def add_time(self, seat: int, took_s: float) -> None:
        """Add the time of an action of this seat."""
        self._times[self._game.lineup[seat]][bucket_of(took_s)] += 1

    def play_on_engine(self) -> None:
        """Play the game to its end."""
        position = self._game.position()
        while position.outcome is None:
            action = self.choose(position.turn, seat_view(position, position.turn))
            if self.has_forfeited:
                break
            taken = regicide.Action.parse(action)
            self._observe(position, taken)
            position = regicide.apply(position, taken)
            self._game.actions.append(action)
        self._game.end(position)

    def over(self) -> None:
        """Tell the bots that the game is over."""
        for player, seat in self._foreign.values():
            player.over(seat.game, self._game.result)

    def _timed_choice(self, seat: int, view: View) -> str:
        """Ask a bot; add the time of an answer, and that until a late one is given up, to the times.

        What any answer takes beyond the clock is taken from the bank of the seat.
        """
        if seat in self._foreign:
            player, game = self._foreign[seat]
            player.begin(game)
        limit_s, started = self._clock_s + self._banks_s[seat], perf_counter()
        try:
            action = self._ask(seat, view, limit_s)
        except BotLate:
            self.add_time(seat, perf_counter() - started)
            raise
        finally:
            took_s = perf_counter() - started
            self._banks_s[seat] = min(self._banks_s[seat], max(0.0, limit_s - took_s))
        self.add_time(seat, took_s)
        if took_s > limit_s:
            raise BotLate(f"gave no answer in {seconds(limit_s)}")
        return action

    def _ask(self, seat: int, view: View, limit_s: float) -> str:
        """Ask a bot. One of this package is not interrupted."""
        if seat in self._foreign:
            player, game = self._foreign[seat]
            return player.choose(game, view, limit_s)
        try:
            return self._own[seat](view)
        except Exception as error:
            raise BotRaised(format_exception(error), where=error_location(error) or "") from error

    def _observe(self, position: regicide.Position, action: regicide.Action) -> None:
        """Tell the bots that want to know of an action in a position."""
        observers = [(player, seat) for player, seat in self._foreign.values() if player.observes]
        effects = regicide.step(position, action)[1] if observers else ()
        event = {"type": "action", "seat": position.turn, "action": str(action)}
        for player, seat in observers:
            player.observe(seat, {**event, "effects": [effect.to_json(seat.seat) for effect in effects]})


def _bot_seed(deal_seed: str, seat: int, name: str) -> str:
    """Return the seed of a bot, from which the seed of the deal cannot be computed."""
    return sha256(f"{deal_seed}/{seat}/{name}".encode()).hexdigest()


def _what(error: Exception) -> str:
    """Return what happened, on one line. The folder of a file is left out: it differs between machines."""
    if isinstance(error, BotRaised):
        return f"{error.what} ({error.where.rpartition(os.sep)[2]})" if error.where else error.what
    return str(error) if isinstance(error, (BotLate, BotEnded)) else format_exception(error)
