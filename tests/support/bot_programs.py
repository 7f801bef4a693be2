"""Programs that speak the bot protocol, written by tests."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from regicide_arena.protocol.bot_process import Program
from regicide_arena.protocol.messages import NewGame
from regicide_arena.runtime.guarded import Options

_BOT: Final = """
import json, os, resource, signal, sys, time

def write(type, **members):
    print(json.dumps({"type": type, **members}), flush=True)

def hello(message):
    write("greeting", version=1)

def new_game(message):
    write("ready")

def choose(message):
    write("chosen", action=message["view"]["legal_actions"][0])

def over(message):
    pass

def stop(message):
    sys.exit()
"""
_MAIN: Final = """
with open("messages", "a") as messages:
    for line in sys.stdin:
        print(line, end="", file=messages, flush=True)
        message = json.loads(line)
        globals()[message["type"]](message)
"""
SEAT: Final = NewGame("g", 0, 2, "north")
VIEW: Final[dict[str, Any]] = {"legal_actions": ["yield", "5C"]}


def bot_program(folder: Path, text: str = "", options: Options = Options()) -> Program:  # noqa: B008 - immutable
    """A program in a folder that takes the first action; the text redefines how it answers messages."""
    (folder / "program.py").write_text(_BOT + text + _MAIN)
    return Program((sys.executable, "-I", "-S", "program.py"), options._replace(folder=folder))
