"""Bots are made for a seed: one for each seat of each game, so that chance repeats itself and a bot may remember."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, signature
from typing import Any, Final

from regicide_arena.views import Bot, View

MOST_GAMES: Final = 1024
"""So many games are remembered; beyond that, the one whose bots have not been asked for the longest is forgotten."""

_ANY_NUMBER: Final = {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}


@dataclass(frozen=True)
class Entry:
    """What bots are made from: a function from a view to an action, or a maker, which makes such a thing for a seed.

    A maker is whatever can be called and has no parameter that must be given but `seed`: a function, or a class.
    """

    place: str
    """Where it is: `file.py:function` or `package.module:function`."""
    found: Callable[..., Any]

    @property
    def about(self) -> str:
        """The first line of what it says of itself."""
        return (self.found.__doc__ or "says nothing of itself").strip().partition("\n")[0]

    def make(self, seed: str) -> Bot:
        """A bot for one seat of one game; a function from a view to an action is one as it is.

        Raises whatever a maker raises, and TypeError where it makes no bot.
        """
        bot: Bot = self.found(seed=seed) if self._takes_seed else self.found
        if not callable(bot):
            raise TypeError(f"{self.place} makes no bot: something of the type {type(bot).__name__} cannot be called")
        return bot

    @cached_property
    def _takes_seed(self) -> bool:
        return takes_seed(self.found)


def takes_seed(found: Callable[..., Any]) -> bool:
    """Whether this is a maker, by its signature alone."""
    try:
        parameters = signature(found).parameters.values()
    except (TypeError, ValueError):  # written in C, without a signature
        return False
    return {each.name for each in parameters if each.name == "seed" or _must_be_given(each)} == {"seed"}


def _must_be_given(parameter: Parameter) -> bool:
    return parameter.default is Parameter.empty and parameter.kind not in _ANY_NUMBER


class Seated:
    """A bot that is another one in each seat of each game on a server, made when it is first asked there."""

    def __init__(self, entry: Entry, seed: str) -> None:
        self._entry, self._seed = entry, seed
        self._games: OrderedDict[str, dict[int | None, Bot]] = OrderedDict()

    def __call__(self, view: View) -> str:
        """What the bot of this game and seat chooses."""
        return self._bot_of(view["id"], view["you"])(view)

    def forget(self, game: str) -> None:
        """Forget the bots of a game: it is over."""
        self._games.pop(game, None)

    def _bot_of(self, game: str, seat: int | None) -> Bot:
        bots = self._games.setdefault(game, {})
        self._games.move_to_end(game)
        if len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)
        if seat not in bots:
            bots[seat] = self._entry.make(f"{self._seed}/{game}/{seat}")
        return bots[seat]
