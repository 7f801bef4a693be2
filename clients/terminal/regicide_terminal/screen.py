"""The terminal: what is printed there fits it, in colour or without, and as plain lines where it is no terminal."""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Console, RenderableType
from rich.text import Text

from regicide_client import GameView
from regicide_terminal.choices import Choice
from regicide_terminal.table import page, result, table, task, title
from regicide_terminal.words import LETTERS

PROMPT: Final = "> "

TO_THE_TOP: Final = "\x1b7\x1b[H"
BACK: Final = "\x1b8"
"""The cursor goes to the first line, and back to where it was."""

STAND_INS: Final = "regicide-stand-ins"
_STAND_INS: Final = LETTERS | str.maketrans("█░·…─", "#--~-")


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """One character that every terminal has, for each that this one has not."""
    assert isinstance(error, UnicodeEncodeError)  # noqa: S101 - nothing is read so
    missing = error.object[error.start : error.end]
    return "".join(c if c.isascii() else "?" for c in missing.translate(_STAND_INS)), error.end


codecs.register_error(STAND_INS, _stand_in)


class Screen:
    """Where the table is shown. NO_COLOR and TERM are honoured, and so is the width of the terminal."""

    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors=STAND_INS)  # what cannot be written is no reason to stop
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._can_clear = sys.stdout.isatty() and not self._console.is_dumb_terminal
        self._begins_with_title = False

    @property
    def is_live(self) -> bool:
        """Whether somebody looks at it and types, so that what is out of date can be shown anew."""
        return self._can_clear and sys.stdin.isatty()

    def show(self, view: GameView, story: Sequence[Text], choices: Sequence[Choice]) -> None:
        """Show the table and what is to be done, with as much of the story as there is room for."""
        below = [result(view) if view.result else task(view), *([page(choices)] if choices else [])]
        if self._can_clear:
            self._console.clear()
            room = self._console.height - 1 - sum(map(self._lines, below))
            above, fits = self._fitting(view, story, room)
            self._print(above, *below)
            self._begins_with_title = fits
        else:
            self._print(table(view, story), *below)

    def refresh(self, view: GameView) -> None:
        """Show the time that is left, if the title is where it was. What is being typed stays as it is."""
        if self._begins_with_title:
            self._console.file.write(TO_THE_TOP)
            self._console.print(title(view))
            self._console.file.write(BACK)
            self._console.file.flush()

    def say(self, *parts: RenderableType) -> None:
        """Print something, each part on lines of its own."""
        self._begins_with_title = False  # it may scroll away
        self._print(*parts)

    def quote(self, line: str) -> None:
        """Print a line to be copied: where it is too long the terminal breaks it, and not we."""
        self._console.print(Text(line), soft_wrap=True)

    def ask(self, question: str = PROMPT) -> None:
        """Print what stands before the place to type."""
        self._console.print(Text(question, "bold"), end="" if sys.stdin.isatty() else "\n")
        self._console.file.flush()

    def end_line(self) -> None:
        """Go to a new line after a question that was not answered."""
        if sys.stdin.isatty():
            self._print(Text())

    def _print(self, *parts: RenderableType) -> None:
        for part in parts:
            self._console.print(part)

    def _fitting(self, view: GameView, story: Sequence[Text], room: int) -> tuple[RenderableType, bool]:
        """The table with as many of the last sentences as fit into so many lines, one at least; whether it fits."""
        shown = table(view, story)
        for left_out in range(len(story)):
            shown = table(view, story[left_out:], left_out)
            if self._lines(shown) <= room:
                return shown, True
        return shown, self._lines(shown) <= room

    def _lines(self, part: RenderableType) -> int:
        return len(self._console.render_lines(part, pad=False))
