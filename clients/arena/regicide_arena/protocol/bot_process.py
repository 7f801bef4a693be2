"""A running bot: a process that speaks the protocol, under a guard."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from regicide_arena.bots.failures import BotEnded, BotLate, BotRaised, InvalidAnswer
from regicide_arena.protocol.messages import (
    MAX_ANSWER_BYTES,
    OTHER_OUTPUT,
    VERSION,
    AnswerT,
    Failed,
    Greeting,
    Hello,
    Option,
    OptionValue,
    Ready,
    SetOptions,
    Stop,
    encode,
    has_unknown_type,
    parse_answer,
    quoted,
)
from regicide_arena.runtime.guarded import GuardedProgram, LineTooLong, Options, ProgramEnded, ProgramNotStarted
from regicide_arena.runtime.messages import closest, one_line, printable, seconds

LOAD_TIMEOUT_S: Final = 10.0
"""The time to get ready for a game, unless the clock allows more."""
START_TIMEOUT_S: Final = 120.0
"""The time to start, also on a busy machine."""
TELL_TIMEOUT_S: Final = 10.0
"""The time in which a bot reads a message that it does not answer."""
MAX_FAILURE_CHARACTERS: Final = 500
"""The length of the text of a failure; the rest is cut."""
STOP_GRACE_S: Final = 1.0
"""The time that a bot has to end when it is told to."""


BOT_ERRORS: Final = (BotLate, BotEnded, BotRaised, InvalidAnswer)
"""What a bot may do instead of an answer. After `BotLate`, `BotEnded` and `InvalidAnswer` its process has ended."""


class BotProcess:
    """A process of a bot that has answered `hello`. It is used by one thread at a time, except for `kill`."""

    def __init__(
        self, command: Sequence[str], hello: Hello, options: Options, values: Mapping[str, str] | None
    ) -> None:
        """The values are as in `Program`. Raises the errors in `BOT_ERRORS`; then the process has ended."""
        try:
            self._program = GuardedProgram(command, options)
        except OSError as error:
            raise BotEnded(f"cannot be started: {error.strerror}") from error
        try:
            self.greeting = self.ask(hello, Greeting, START_TIMEOUT_S)
            _require_version(self.greeting)
            if values or (values is not None and self.greeting.options):
                self.ask(SetOptions(option_values(values, self.greeting.options)), Ready, START_TIMEOUT_S)
            self._own_processes = Counter(self._processes())
        except BaseException:
            self.close()
            raise

    def ask(self, message: msgspec.Struct, expected: type[AnswerT], limit_s: float | None) -> AnswerT:
        """Send a message, and return the answer. Raises the errors in `BOT_ERRORS`: BotLate after the limit."""
        until, ignored = time.monotonic() + (math.inf if limit_s is None else limit_s), b""
        advice = _advice(message, expected)
        try:
            self._require_silence(until)
            self._program.write_line(encode(message), until)
            while (answer := parse_answer(line := self._program.read_line(until, MAX_ANSWER_BYTES), expected)) is None:
                ignored = line
        except TimeoutError:
            self.close()
            hint = f"; wrote {quoted(ignored)}, a message of an unknown type" if ignored else ""
            late = "was not ready" if advice else "gave no answer"
            raise BotLate(f"{late} in {seconds(limit_s or 0)}{advice}{hint}") from None
        except ProgramEnded as error:
            self.close()
            is_early = advice and not isinstance(error, ProgramNotStarted)
            raise BotEnded(f"{error}, before it was ready{advice}" if is_early else str(error)) from None
        except (InvalidAnswer, LineTooLong) as error:
            self.close()
            raise InvalidAnswer(str(error)) from None
        if isinstance(answer, Failed):
            what, where = (one_line(text, MAX_FAILURE_CHARACTERS) for text in (answer.what, answer.where))
            raise BotRaised(what, printable(answer.traceback), where)
        return answer

    def _require_silence(self, until: float) -> None:
        while self._program.has_unread:
            line = self._program.read_line(until, MAX_ANSWER_BYTES)
            if not has_unknown_type(line):
                what = f"wrote {quoted(line)} without being asked"
                raise InvalidAnswer(f"{what}: expected one answer to each question, {OTHER_OUTPUT}")

    def tell(self, message: msgspec.Struct) -> None:
        """Send a message that has no answer. A bot that has ended is found when it is asked."""
        with suppress(TimeoutError, ProgramEnded):
            self._program.write_line(encode(message), time.monotonic() + TELL_TIMEOUT_S)

    def left_processes(self) -> list[str]:
        """Return the names of the processes that the bot has started since its greeting, and not ended.

        Raises BotEnded.
        """
        return [*(Counter(self._processes()) - self._own_processes).elements()]

    def _processes(self) -> list[str]:
        try:
            return self._program.left_processes()
        except ProgramEnded as error:
            raise BotEnded(str(error)) from None

    def stop(self) -> None:
        """Tell the bot to end, and end it."""
        self.tell(Stop())
        self._program.stop(STOP_GRACE_S)

    def kill(self) -> None:
        """End the bot at once, even during an answer. May be called by any thread, more than once."""
        self._program.kill()

    def close(self) -> None:
        """End the bot at once, and release its resources."""
        self._program.close()


def _advice(message: msgspec.Struct, expected: type[msgspec.Struct]) -> str:
    """Return what a bot has to write to be ready; empty for a later answer, as its output arrives."""
    question, answer = (each.__struct_config__.tag for each in (type(message), expected))
    expectation = f": expected a message {answer!r} in answer to {question!r}, on standard output"
    return f"{expectation}, which is flushed after each line" if expected in {Greeting, Ready} else ""


def _require_version(greeting: Greeting) -> None:
    if greeting.version != VERSION:
        raise InvalidAnswer(f"speaks version {greeting.version} of the protocol: expected {VERSION}")


def option_values(texts: Mapping[str, str], taken: Sequence[Option]) -> dict[str, OptionValue]:
    """Return the values of options that a user has given as texts. Raises InvalidAnswer if the bot takes others."""
    known = {each.name: each for each in taken}
    for name in (each for each in texts if each not in known):
        expected = one_line(", ".join(map(str, taken)), MAX_FAILURE_CHARACTERS) or "none"
        hint = f"; {suggestion}" if (suggestion := closest(name, known)) else ""
        raise InvalidAnswer(f"takes no option {name!r}: expected {expected}{hint}")
    return {name: _value(text, known[name]) for name, text in texts.items()}


def _value(text: str, option: Option) -> OptionValue:
    """Raises InvalidAnswer."""
    kind = type(option.default)
    try:
        return msgspec.json.decode(encode(text) if kind is str else text, type=kind)
    except (msgspec.MsgspecError, UnicodeError):
        expected = {bool: "true or false", int: "an integer", float: "a number", str: "a text"}[kind]
        raise InvalidAnswer(f"takes no {option.name}={text}: expected {expected}, such as {option}") from None


class Program(NamedTuple):
    """The command of a bot, and how it runs."""

    command: tuple[str, ...]
    options: Options
    values: Mapping[str, str] | None = None
    """Of the bot's own options, as texts; none makes a bot with options to try its defaults, and None does not."""

    def with_variables(self, **variables: str) -> Program:
        """Return a program with further variables in its environment."""
        return self._replace(options=self.options._replace(variables={**self.options.variables, **variables}))

    def start(self, hello: Hello) -> BotProcess:
        """Start a process. Raises the errors in `BOT_ERRORS`."""
        return BotProcess(self.command, hello, self.options, self.values)
