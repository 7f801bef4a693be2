"""Main module of the process of a bot in Python: speaks the protocol for a function of a view.

The bot makes its own use of the standard streams: its input is empty, and its output goes to standard error.
"""

from __future__ import annotations

import os
import reprlib
import signal
import sys
from collections.abc import Callable
from functools import cached_property
from inspect import Parameter
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from regicide_arena.bots.advice import ADVISER_SEED
from regicide_arena.bots.failures import bot_traceback, error_location, format_exception
from regicide_arena.bots.loader import SECONDS, BotFactory, parameters_of
from regicide_arena.bots.registry import BotNotFound, load_bot
from regicide_arena.bots.view_types import Bot, View
from regicide_arena.protocol.advice import advice_of, rating_of
from regicide_arena.protocol.messages import (
    MAX_NAME_CHARACTERS,
    VERSION,
    Advice,
    Advise,
    Choose,
    Chosen,
    Failed,
    Greeting,
    Hello,
    NewGame,
    Option,
    OptionValue,
    Over,
    Rating,
    Ready,
    Review,
    SetOptions,
    Stop,
    decode_question,
    encode,
)


class PythonBot:
    """Answers the messages of an organiser with a bot that is a function, or is made for each seat of each game."""

    def __init__(self, location: str) -> None:
        self._location = location
        self._options: dict[str, OptionValue] = {}
        self._bots: dict[str, Callable[[View, float | None], object]] = {}

    def answer(self, question: Any) -> msgspec.Struct | None:
        """Return the answer to a message; None for a message without one. Raises whatever the bot raises."""
        answer = self._answers.get(type(question))
        return answer(self, question) if answer else None

    def greet(self, hello: Hello) -> Greeting:
        """Load the bot, and what it says about itself."""
        target = self._factory.target
        module = sys.modules.get(target.__module__)
        asked = (target if isinstance(target, type) else self._asked) if {*hello.asks} & {"advice", "review"} else None
        return Greeting(
            VERSION,
            name=self._location[-MAX_NAME_CHARACTERS:],
            release=str(getattr(module, "__version__", ""))[:MAX_NAME_CHARACTERS],
            author=str(getattr(module, "__author__", ""))[:MAX_NAME_CHARACTERS],
            deterministic=bool(getattr(target, "deterministic", False)),
            advises=callable(getattr(asked, "consider", None)),
            reviews=callable(getattr(asked, "review", None)),
            options=[Option(each.name, each.default, _about(each)) for each in self._factory.options],
        )

    def set_options(self, asked: SetOptions) -> Ready:
        """Set the options, and make the bot that answers questions: a value that the bot refuses raises here."""
        self._options = asked.options
        self._asked = self._made(ADVISER_SEED)
        return Ready()

    def begin(self, seat: NewGame) -> Ready:
        """Make the bot of a seat."""
        bot: Callable[..., object] = self._made(seat.seed)
        takes_seconds = SECONDS in parameters_of(bot)
        self._bots[seat.game] = lambda view, seconds: bot(view, seconds=seconds) if takes_seconds else bot(view)
        return Ready()

    def choose(self, turn: Choose) -> Chosen:
        """Ask the bot of a seat. Raises TypeError for an answer that is not text."""
        action = self._bots[turn.game](turn.view, turn.seconds)
        if not isinstance(action, str):
            raise TypeError(f"the bot returned {reprlib.repr(action)}: expected a text, one of the legal actions")
        return Chosen(str.__str__(action).encode(errors="backslashreplace").decode())

    def forget(self, over: Over) -> None:
        """Drop the bot of a seat."""
        self._bots.pop(over.game, None)

    def advise(self, asked: Advise) -> Advice:
        """Ask for advice."""
        return advice_of(self._asked, asked.view)

    def review(self, asked: Review) -> Rating:
        """Ask what an action cost."""
        return rating_of(self._asked, asked.view, asked.action)

    @cached_property
    def _factory(self) -> BotFactory:
        return load_bot(self._location)

    @cached_property
    def _asked(self) -> Any:
        """The bot that answers all questions: a question has its whole view."""
        return self._made(ADVISER_SEED)

    def _made(self, seed: str) -> Bot:
        return self._factory.make(seed, **self._options)

    _answers: Final[dict[type, Callable[[PythonBot, Any], Any]]] = {
        Hello: greet,
        SetOptions: set_options,
        NewGame: begin,
        Choose: choose,
        Over: forget,
        Advise: advise,
        Review: review,
    }


def main() -> None:
    """Answer messages until `stop`, or the end of the input. Signals to all processes of a service do not end it."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    questions, answers = _take_streams()
    bot, own = PythonBot(sys.argv[1]), os.getpid()
    for line in questions:
        try:
            question = decode_question(line)
        except msgspec.ValidationError:  # of a later version
            continue
        if isinstance(question, Stop):
            break
        answer = _answer(bot, question)
        if os.getpid() != own:  # the bot has forked, and the copy returns here
            os._exit(0)
        if answer:
            answers.write(encode(answer) + b"\n")
            answers.flush()


def _about(parameter: Parameter) -> str:
    """Return the first text in the annotation of a parameter, such as `Annotated[int, "rollouts for each choice"]`."""
    metadata = getattr(parameter.annotation, "__metadata__", ())
    return next((each[:MAX_NAME_CHARACTERS] for each in metadata if isinstance(each, str)), "")


def _answer(bot: PythonBot, question: Any) -> msgspec.Struct | None:
    try:
        return bot.answer(question)
    except BotNotFound as error:
        what, _, trace = str(error).partition("\n")
        return Failed(what, traceback=trace)
    except BaseException as error:  # noqa: BLE001 - SystemExit and the like are failures of the bot, too
        where = error_location(error) or ""
        return Failed(format_exception(error), where, bot_traceback(error) if where else "")


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the streams of the protocol, which the bot's own processes do not inherit."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as null:
        os.dup2(null.fileno(), 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr] # a text file
    return questions, answers


if __name__ == "__main__":
    main()
