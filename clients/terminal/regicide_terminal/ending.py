"""What is left to do when a game is over: the record, and the question whether there is another."""

from __future__ import annotations

import json
from pathlib import Path

from rich.text import Text

from regicide_client import Session
from regicide_terminal.hearing import Lines, hear
from regicide_terminal.screen import Screen


def save_record(seat: Session, game_id: str, name: str | None, screen: Screen) -> None:
    """Save the record if a file was named for it, and say how to check it. Raises OSError."""
    if name is None:
        screen.say(Text("With --record FILE the record is saved, and regicide verify FILE checks that it is fair."))
        return
    file = unused(Path(name))
    with file.open("x", encoding="utf-8") as open_file:
        json.dump(seat.record(game_id).to_dict(), open_file, indent=1)
    screen.say(Text(f"The record is saved; to check that the game was fair: regicide verify {file}"))


def unused(file: Path) -> Path:
    """The file, with a number if there is one of this name already: no record is written over."""
    number, free = 1, file
    while free.exists():
        number += 1
        free = file.with_stem(f"{file.stem}-{number}")
    return free


def again(screen: Screen, lines: Lines) -> bool:
    """Whether the person wants a rematch."""
    screen.ask("Again? y/N ")
    answer = hear(lines, None)
    if not isinstance(answer, str):
        screen.end_line()
    return isinstance(answer, str) and answer.strip().lower() in {"y", "yes"}
