"""The bots of one game: each asked for its actions, under the clock, with its failures and timings recorded."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from time import perf_counter
from typing import NamedTuple, Protocol

import regicide
from regicide_arena.bots.failures import NoLegalAction, error_location, format_exception
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import Bot, View
from regicide_arena.runtime.guard import end_forked_copies
from regicide_arena.runtime.timeouts import LOAD_TIMEOUT_S, TIME_LIMIT, TimeLimitExceeded
from regicide_arena.tournament.games.call_record import CallFailure, late
from regicide_arena.tournament.games.game import Failure, FailureKind
from regicide_arena.tournament.games.histogram import Histogram, bucket_of
from regicide_arena.tournament.model import Lineup, OnFailure, Tournament
from regicide_arena.tournament.schedule import Deal


class AskWatch(Protocol):
    """Watches the calls of bots."""

    def before_ask(self, step: int) -> None:
        """Called with the number of actions so far, before a bot is asked."""

    def before_call(self, limit_s: float, *, is_creation: bool) -> None:
        """Called with the limit of each call: the bot is made, or chooses."""

    def after_ask(self) -> None:
        """Called after a bot was asked."""


class GameSpec(NamedTuple):
    """The game to play."""

    lineup: Lineup
    number: int
    """Number of the deal."""
    deal: Deal
    crashes: Mapping[int, CallFailure]
    """The failures of bots that have ended their process before, by step: they are not asked there again."""


class BotFailed(Exception):
    """A bot failed; `what` is one line."""

    def __init__(self, kind: FailureKind, what: str) -> None:
        super().__init__(kind, what)
        self.kind, self.what = kind, what


class _NoWatch:
    """Watches nothing."""

    def before_ask(self, step: int) -> None:
        pass

    def before_call(self, limit_s: float, *, is_creation: bool) -> None:
        pass

    def after_ask(self) -> None:
        pass


class BotSeat:
    """A seat and its bot. Whatever the bot raises is its failure, except for KeyboardInterrupt."""

    def __init__(self, factory: BotFactory, seed: str, clock: float, timings: Histogram, watch: AskWatch) -> None:
        """The bot is created from this seed when it is first asked; `timings` collects the durations of its answers."""
        self._factory, self._seed, self._clock, self._timings = factory, seed, clock, timings
        self._watch = watch
        self._bot: Bot | None = None

    def choose(self, view: View, actions: list[str]) -> str:
        """Return one of these legal actions. They are passed apart from the view, which the bot may change.

        Raises BotFailed.
        """
        if self._bot is None:
            self._bot = self._create()
        return _check_legal(self._ask(self._bot, view), actions)

    def _create(self) -> Bot:
        limit = max(LOAD_TIMEOUT_S, self._clock)
        if self._factory.is_maker:
            self._watch.before_call(limit, is_creation=True)
        try:
            with TIME_LIMIT.after(limit), end_forked_copies():
                return self._factory.make(self._seed)
        except TimeLimitExceeded:
            raise BotFailed(*late(limit, is_creation=True)) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit and the like are failures of the bot, too
            raise BotFailed(FailureKind.ERROR, _error_line(error)) from error

    def _ask(self, bot: Bot, view: View) -> object:
        self._watch.before_call(self._clock, is_creation=False)
        started = perf_counter()
        try:
            with TIME_LIMIT.after(self._clock), end_forked_copies():
                answer: object = bot(view)
        except TimeLimitExceeded:
            self._timings[bucket_of(perf_counter() - started)] += 1
            raise BotFailed(*late(self._clock, is_creation=False)) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # as above
            raise BotFailed(FailureKind.ERROR, _error_line(error)) from error
        took = perf_counter() - started
        self._timings[bucket_of(took)] += 1
        if took > self._clock:
            raise BotFailed(FailureKind.LATE, f"took longer than {self._clock:g} s")
        return answer


class SeatedBots:
    """The bots of one game, with their failures and timings.

    A bot's seed consists of the deal's seed, the seat and the entrant's name.
    """

    def __init__(
        self, spec: GameSpec, factories: Mapping[str, BotFactory], tournament: Tournament, watch: AskWatch | None
    ) -> None:
        TIME_LIMIT.install()  # a bot of the game before may have replaced the signal handler
        self._spec, self._on_failure, self._watch = spec, tournament.on_failure, watch or _NoWatch()
        self.failures: list[Failure] = []
        self.timings = {name: Histogram() for name in spec.lineup if name in factories}
        self._seats = {
            seat: self._seat(seat, factories[name], name, tournament.clock)
            for seat, name in enumerate(spec.lineup)
            if name in factories
        }

    @property
    def has_forfeited(self) -> bool:
        """Whether a failure has ended the game."""
        return bool(self.failures) and self._on_failure is OnFailure.FORFEIT

    def choose(self, seat: int, step: int, view: View) -> str:
        """Return the action of the bot in this seat after `step` actions; a random legal action if the bot fails."""
        self._watch.before_ask(step)
        actions = [*view["legal_actions"]]
        try:
            if crash := self._spec.crashes.get(step):
                raise BotFailed(*crash)  # noqa: TRY301 - like a fresh failure
            return self._seats[seat].choose(view, actions)
        except BotFailed as failed:
            self.failures.append(Failure(failed.kind, seat, step, failed.what))
            return random.Random(f"{self._spec.deal.seed}/{step}").choice(actions)  # noqa: S311 - a game
        finally:
            self._watch.after_ask()

    def _seat(self, seat: int, factory: BotFactory, name: str, clock: float) -> BotSeat:
        return BotSeat(factory, f"{self._spec.deal.seed}/{seat}/{name}", clock, self.timings[name], self._watch)


def _check_legal(answer: object, actions: list[str]) -> str:
    try:
        return match_legal_action(answer, actions)
    except (NoLegalAction, regicide.MalformedAction) as error:
        raise BotFailed(FailureKind.ILLEGAL, format_exception(error)) from error
    except Exception as error:  # a bot's object may raise anything when it is compared
        raise BotFailed(FailureKind.ILLEGAL, format_exception(error)) from error


def _error_line(error: BaseException) -> str:
    """Format the error with file name and line. The folder is left out: it differs between machines."""
    line = error_location(error)
    return f"{format_exception(error)} ({line.rpartition(os.sep)[2]})" if line else format_exception(error)
