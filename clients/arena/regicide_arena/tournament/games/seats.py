"""The bots of one game: each asked for its actions, under the clock, with its failures and timings recorded."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from time import perf_counter
from typing import Any, Final, NamedTuple, Protocol

import regicide
from regicide_arena.bots.failures import BotEnded, BotLate, BotRaised, NoLegalAction, error_location, format_exception
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import Bot, View
from regicide_arena.protocol.bot_process import BOT_ERRORS
from regicide_arena.protocol.messages import NewGame
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.runtime.messages import seconds
from regicide_arena.tournament.games.game import Failure, FailureKind
from regicide_arena.tournament.games.histogram import Histogram, bucket_of
from regicide_arena.tournament.model import Deal, Lineup, OnFailure, Tournament

FAILURES: Final = (*BOT_ERRORS, NoLegalAction, regicide.MalformedAction)
"""What bots raise instead of a legal action."""


class GameSpec(NamedTuple):
    """The game to play."""

    lineup: Lineup
    number: int
    """Number of the deal."""
    deal: Deal

    @property
    def beginning(self) -> tuple[Lineup, int, str, int]:
        """The first members of its `Game`."""
        return self.lineup, self.number, self.deal.seed, self.deal.first_player


class SeatedBot(Protocol):
    """The bot of a seat. Its methods raise the errors in `BOT_ERRORS`."""

    def begin(self) -> None:
        """Get ready; called before each choice, without a clock."""

    def choose(self, view: View, limit_s: float) -> str:
        """Return an action, for which the bot has this time."""

    @property
    def observes(self) -> bool:
        """Whether it wants to know what happens between its turns."""

    def observe(self, event: dict[str, Any]) -> None:
        """Called with each event, as its seat sees it."""

    def over(self, outcome: regicide.Outcome | None) -> None:
        """Called after the game; without an outcome if it is forfeited."""


class OwnBot:
    """A bot of this package, in this process."""

    observes = False

    def __init__(self, factory: BotFactory, seed: str) -> None:
        self._factory, self._seed = factory, seed
        self._bot: Bot | None = None

    def begin(self) -> None:
        """Make the bot."""
        if self._bot is None:
            self._bot = self._factory.make(self._seed)

    def choose(self, view: View, limit_s: float) -> str:  # noqa: ARG002 - as the protocol has it
        """Ask the bot, which is not interrupted."""
        assert self._bot  # noqa: S101 - it has begun
        try:
            return self._bot(view)
        except Exception as error:
            raise BotRaised(format_exception(error), where=error_location(error) or "") from error

    def observe(self, event: dict[str, Any]) -> None:
        """Do nothing."""

    def over(self, outcome: regicide.Outcome | None) -> None:
        """Do nothing."""


class ForeignBot:
    """A bot in a process of its own, in a seat of a game."""

    def __init__(self, player: BotPlayer, seat: NewGame) -> None:
        self._player, self._seat = player, seat

    def begin(self) -> None:
        """Begin the game where the process does not know it: also in a process that has replaced an ended one."""
        self._player.begin(self._seat)

    def choose(self, view: View, limit_s: float) -> str:
        """Ask the process, which is ended when it is late."""
        return self._player.choose(self._seat, view, limit_s)

    @property
    def observes(self) -> bool:
        """Whether the process says so."""
        return self._player.observes

    def observe(self, event: dict[str, Any]) -> None:
        """Tell the process."""
        self._player.observe(self._seat, event)

    def over(self, outcome: regicide.Outcome | None) -> None:
        """Tell the process."""
        self._player.over(self._seat.game, outcome and outcome.to_json())


class SeatedBots:
    """The bots of one game, with their failures and timings."""

    def __init__(self, spec: GameSpec, bots: Mapping[int, SeatedBot], tournament: Tournament) -> None:
        """The bots are by seat; seats of remote agents have none."""
        self._spec, self._bots = spec, bots
        self._clock_s, self._on_failure = tournament.clock, tournament.on_failure
        self._banks_s = dict.fromkeys(bots, tournament.bank)
        self.failures: list[Failure] = []
        self.timings = {name: Histogram() for name in spec.lineup}

    @property
    def has_forfeited(self) -> bool:
        """Whether a failure has ended the game."""
        return bool(self.failures) and self._on_failure is OnFailure.FORFEIT

    def choose(self, seat: int, step: int, view: View) -> str:
        """Return the action of the bot in this seat after `step` actions; a random legal action if the bot fails."""
        actions = view["legal_actions"]
        try:
            return match_legal_action(self._timed_choice(seat, view), actions)
        except FAILURES as error:
            self.failures.append(Failure(_kind(error), seat, step, _what(error)))
            return random.Random(f"{self._spec.deal.seed}/{step}").choice(actions)  # noqa: S311 - a game

    def add_time(self, seat: int, took_s: float) -> None:
        """Add the time of an action of this seat to the timings."""
        self.timings[self._spec.lineup[seat]][bucket_of(took_s)] += 1

    def observe(self, position: regicide.Position, action: regicide.Action) -> None:
        """Tell the bots that want to know of an action in a position."""
        observers = {seat: bot for seat, bot in self._bots.items() if bot.observes}
        effects = regicide.step(position, action)[1] if observers else ()
        event = {"type": "action", "seat": position.turn, "action": str(action)}
        for seat, bot in observers.items():
            bot.observe({**event, "effects": [effect.to_json(seat) for effect in effects]})

    def over(self, outcome: regicide.Outcome | None) -> None:
        """Tell the bots that the game is over."""
        for bot in self._bots.values():
            bot.over(outcome)

    def _timed_choice(self, seat: int, view: View) -> str:
        """Ask a bot; add the time of an answer, and that until a late one is given up, to the timings.

        What any answer takes beyond the clock is taken from the bank of the seat.
        """
        bot = self._bots[seat]
        bot.begin()
        limit_s, started = self._clock_s + self._banks_s[seat], perf_counter()
        try:
            action = bot.choose(view, limit_s)
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


def _kind(error: Exception) -> FailureKind:
    match error:
        case BotLate():
            return FailureKind.LATE
        case BotEnded():
            return FailureKind.ENDED
        case BotRaised():
            return FailureKind.ERROR
    return FailureKind.ILLEGAL


def _what(error: Exception) -> str:
    """Return what happened, on one line. The folder of a file is left out: it differs between machines."""
    if isinstance(error, BotRaised):
        return f"{error.what} ({error.where.rpartition(os.sep)[2]})" if error.where else error.what
    return str(error) if isinstance(error, (BotLate, BotEnded)) else format_exception(error)
