"""Makes bots from seeds: one for each seat of each game, so that chance is reproducible and a bot may keep state."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, signature
from typing import Any, Final

from regicide_arena.bots.view_types import Bot, View

MAX_REMEMBERED_GAMES: Final = 1024
"""Games whose bots are kept; beyond that, the bots of the least recently played game are dropped."""

_VARIADIC: Final = {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}


@dataclass(frozen=True)
class BotFactory:
    """Makes bots from a callable: either a bot itself, or a function or class that makes one from a seed.

    A callable makes bots if its only parameter without a default is `seed`.
    """

    location: str
    """`file.py:function` or `package.module:function`."""
    target: Callable[..., Any]

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return (self.target.__doc__ or "no description").strip().partition("\n")[0]

    def make(self, seed: str) -> Bot:
        """Make a bot for one seat of one game; a target that is a bot itself is returned as it is.

        Raises whatever the target raises, and TypeError if it makes something that is not callable.
        """
        bot: Bot = self.target(seed=seed) if self._takes_seed else self.target
        if not callable(bot):
            raise TypeError(f"{self.location} made a {type(bot).__name__}: expected a function of a view")
        return bot

    @cached_property
    def _takes_seed(self) -> bool:
        return takes_seed(self.target)


def takes_seed(target: Callable[..., Any]) -> bool:
    """Whether a callable makes bots from seeds, by its signature alone."""
    try:
        parameters = signature(target).parameters.values()
    except (TypeError, ValueError):  # written in C, without a signature
        return False
    return {each.name for each in parameters if each.name == "seed" or _is_required(each)} == {"seed"}


def _is_required(parameter: Parameter) -> bool:
    return parameter.default is Parameter.empty and parameter.kind not in _VARIADIC


class PerSeatBot:
    """A bot that delegates to a separate bot for each seat of each game on a server, made on its first turn."""

    def __init__(self, factory: BotFactory, seed: str) -> None:
        self._factory, self._seed = factory, seed
        self._games: OrderedDict[str, dict[int | None, Bot]] = OrderedDict()

    def __call__(self, view: View) -> str:
        """Return the choice of the bot of this game and seat."""
        return self._bot(view["id"], view["you"])(view)

    def forget(self, game: str) -> None:
        """Drop the bots of a game that is over."""
        self._games.pop(game, None)

    def _bot(self, game: str, seat: int | None) -> Bot:
        bots = self._games.setdefault(game, {})
        self._games.move_to_end(game)
        if len(self._games) > MAX_REMEMBERED_GAMES:
            self._games.popitem(last=False)
        if seat not in bots:
            bots[seat] = self._factory.make(f"{self._seed}/{game}/{seat}")
        return bots[seat]
