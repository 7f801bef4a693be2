"""The terminal screen: output that fits its width and height, with or without colours, or plain lines in a pipe."""

from __future__ import annotations

import codecs
import io
import sys
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from rich.console import Console, RenderableType
from rich.text import Text

from regicide_client import GameView
from regicide_terminal.action_menu import MenuItem
from regicide_terminal.phrases import SYMBOL_LETTERS
from regicide_terminal.render.game_view import render_menu, render_result, render_task, render_title, render_view

PROMPT: Final = "> "

SAVE_CURSOR_AND_GO_HOME: Final = "\x1b7\x1b[H"
RESTORE_CURSOR: Final = "\x1b8"

ASCII_FALLBACK: Final = "regicide-ascii-fallback"
"""The error handler for characters that the terminal's encoding lacks."""

_ASCII: Final = SYMBOL_LETTERS | str.maketrans("█░·…─→▁▂▃▄▅▆▇", "#--~->_.,-=+*")


def _ascii_fallback(error: UnicodeError) -> tuple[str, int]:
    """Return an ASCII character for each character that cannot be encoded."""
    assert isinstance(error, UnicodeEncodeError)  # noqa: S101 - the handler is only set for output
    missing = error.object[error.start : error.end]
    return "".join(c if c.isascii() else "?" for c in missing.translate(_ASCII)), error.end


codecs.register_error(ASCII_FALLBACK, _ascii_fallback)


class Screen:
    """Standard output as a screen; respects NO_COLOR, TERM and the size of the terminal."""

    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors=ASCII_FALLBACK)
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._can_clear = sys.stdout.isatty() and not self._console.is_dumb_terminal
        self._title_is_on_top = False
        self._view: GameView | None = None
        self._received_at = 0.0

    @property
    def is_interactive(self) -> bool:
        """Whether input and output are a terminal, so that the screen can be updated at any time."""
        return self._can_clear and sys.stdin.isatty()

    @property
    def width(self) -> int:
        """The number of its columns."""
        return self._console.width

    def show(self, view: GameView, log: Sequence[Text], menu: Sequence[MenuItem]) -> None:
        """Show the view and the menu, with as many of the last sentences of the log as fit."""
        below = [render_result(view) if view.result else render_task(view), *([render_menu(menu)] if menu else [])]
        if self._can_clear:
            self._console.clear()
            height = self._console.height - 1 - sum(map(self._height, below))
            above, fits = self._fit(view, log, height)
            self._print(above, *below)
            self._title_is_on_top = fits
        else:
            self._print(render_view(view, log, age=self._age(view)), *below)

    def refresh_title(self, view: GameView) -> None:
        """Update the time left in the title, if it is still on top; the line being typed is kept."""
        if self._title_is_on_top:
            self._console.file.write(SAVE_CURSOR_AND_GO_HOME)
            self._console.print(render_title(view, self._age(view)))
            self._console.file.write(RESTORE_CURSOR)
            self._console.file.flush()

    def print(self, *parts: RenderableType) -> None:
        """Print parts below the view, each on lines of its own."""
        self._title_is_on_top = False  # it may scroll away
        self._print(*parts)

    def print_unwrapped(self, line: str) -> None:
        """Print a line to be copied: without line breaks, which only the terminal adds."""
        self._console.print(Text(line), soft_wrap=True)

    def prompt(self, question: str = PROMPT) -> None:
        """Print a prompt; in a terminal the input follows on the same line."""
        self._console.print(Text(question, "bold"), end="" if sys.stdin.isatty() else "\n")
        self._console.file.flush()

    def end_line(self) -> None:
        """Start a new line after a prompt without an answer."""
        if sys.stdin.isatty():
            self._print(Text())

    def _age(self, view: GameView) -> timedelta:
        """Return the time since the view was shown first. `now` in the view is the clock of the server then."""
        if view is not self._view:
            self._view, self._received_at = view, time.monotonic()
        return timedelta(seconds=time.monotonic() - self._received_at)

    def _print(self, *parts: RenderableType) -> None:
        for part in parts:
            self._console.print(part)

    def _fit(self, view: GameView, log: Sequence[Text], height: int) -> tuple[RenderableType, bool]:
        """Return the view with the most sentences that fit into the height, at least one, and whether it fits."""
        age = self._age(view)
        rendered = render_view(view, log, age=age)
        for omitted in range(len(log)):
            rendered = render_view(view, log[omitted:], omitted, age)
            if self._height(rendered) <= height:
                return rendered, True
        return rendered, self._height(rendered) <= height

    def _height(self, part: RenderableType) -> int:
        return len(self._console.render_lines(part, pad=False))
