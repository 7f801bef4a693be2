"""Slow bots for tests, in processes of their own: they burn a core for as long as the test wants."""

from __future__ import annotations

from pathlib import Path

BURNER = """
import os, random
from pathlib import Path

ENOUGH, BUSY = Path("enough"), Path("busy")

class Burner:
    "Burns a core until there is a file `enough`; its process can be read in `busy` meanwhile."

    def __init__(self, seed):
        self.seed, self.asked = seed, 0

    def __call__(self, view):
        self.asked += 1
        BUSY.with_suffix(".new").write_text(str(os.getpid()))
        BUSY.with_suffix(".new").rename(BUSY)
        while not ENOUGH.exists():
            sum(range(1000))
        BUSY.unlink(missing_ok=True)
        return view["legal_actions"][-1]
"""

HOUSE = """
import sys
from regicide_arena.bots.registry import BUILTIN_BOTS, BuiltinBot
from regicide_arena.cli import main

if __name__ == "__main__":
    BUILTIN_BOTS["random"] = BuiltinBot("burner:Burner", house=True, slow=True)
    sys.exit(main(["house-bots", *sys.argv[1:]]))
"""
"""The house bots, `random` being the one above."""


class Burning:
    """A directory with that bot in it, as `burner:Burner`."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        (directory / "burner.py").write_text(BURNER)
        (directory / "house.py").write_text(HOUSE)

    @property
    def process(self) -> int | None:
        """The process in which the bot is thinking now."""
        try:
            return int((self.directory / "busy").read_text())
        except FileNotFoundError:
            return None

    def let_go(self) -> None:
        """It has thought enough, now and later."""
        (self.directory / "enough").touch()


def has_ended(process: int) -> bool:
    """Whether a process is there no more, or only to be reaped by its parent."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
