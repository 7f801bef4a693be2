"""What is left to do when a game is over: the record, and the question whether there is another."""

from __future__ import annotations

import json
from gettext import gettext as _
from pathlib import Path

from rich.text import Text

from regicide_client import Session
from regicide_terminal.hearing import Lines, hear
from regicide_terminal.screen import Screen
from regicide_terminal.texts import text


def save_record(seat: Session, game_id: str, name: str | None, screen: Screen) -> None:
    """Save the record if a file was named for it, and say how to check it. Raises OSError."""
    if name is None:
        screen.say(Text(_("With --record FILE the record is saved, and regicide verify FILE checks that it is fair.")))
        return
    file = unused(Path(name))
    with file.open("x", encoding="utf-8") as open_file:
        json.dump(seat.record(game_id).to_dict(), open_file, indent=1)
    saved = _("The record is saved; to check that the game was fair: {command}")
    screen.say(Text(saved.format(command=f"regicide verify {file}")))


def unused(file: Path) -> Path:
    """The file, with a number if there is one of this name already: no record is written over."""
    number, free = 1, file
    while free.exists():
        number += 1
        free = file.with_stem(f"{file.stem}-{number}")
    return free


def again(screen: Screen, lines: Lines) -> bool:
    """Whether the person wants a rematch."""
    question = _("Again? y/N")
    screen.ask(f"{question} ")
    answer = hear(lines, None)
    if not isinstance(answer, str):
        screen.end_line()
    return isinstance(answer, str) and answer.strip().lower() in {"y", "yes", text("answer.y"), text("answer.yes")}
