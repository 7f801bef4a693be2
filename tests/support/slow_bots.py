"""A slow bot for tests: it chooses until the test releases it."""

from __future__ import annotations

from pathlib import Path

BURNER = """
import os, time
from pathlib import Path

ENOUGH, BUSY = Path("enough"), Path("busy")

class Burner:
    "Chooses until the file `enough` exists; the file `busy` has its process id meanwhile."

    def __init__(self, seed):
        self.seed, self.asked = seed, 0

    def __call__(self, view):
        self.asked += 1
        BUSY.with_suffix(".new").write_text(str(os.getpid()))
        BUSY.with_suffix(".new").rename(BUSY)
        while not ENOUGH.exists():
            sum(range(1000))
            time.sleep(0.005)  # the core is for other tests
        BUSY.unlink(missing_ok=True)
        return view["legal_actions"][-1]
"""

HOUSE = """
import sys
from regicide_arena.bots.registry import BUILTIN_BOTS, BuiltinBot
from regicide_arena.cli import main

if __name__ == "__main__":
    BUILTIN_BOTS["random"] = BuiltinBot("burner:Burner", house=True)
    sys.exit(main(["house-bots", *sys.argv[1:]]))
"""
"""A program that runs house bots, with the bot above as `random`."""


class Burning:
    """A directory with the bot `burner:Burner`."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        (directory / "burner.py").write_text(BURNER)
        (directory / "house.py").write_text(HOUSE)

    @property
    def process(self) -> int | None:
        """The id of the process in which the bot is choosing; None if it is not."""
        try:
            return int((self.directory / "busy").read_text())
        except FileNotFoundError:
            return None

    def release(self) -> None:
        """Release the bot, for this choice and later ones."""
        (self.directory / "enough").touch()


def has_ended(process: int) -> bool:
    """Whether a process has ended; it may still be a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):  # the second one if it ends between opening and reading
        return True
