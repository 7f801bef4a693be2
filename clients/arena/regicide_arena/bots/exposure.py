"""What the sandbox shows to the process of bots: the folders of their files, and the kernel's compiled code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from regicide_arena.bots.registry import bot_file
from regicide_arena.kernel.cache import VARIABLE, complete_folder
from regicide_arena.runtime.isolation import Exposure


def exposure_for(bots: Iterable[str], folder: Path = Path()) -> Exposure:
    """Return what a sandboxed process needs for these bots; paths of files are relative to the folder.

    The variable names the parent of the compiled code, because the home folder is another one in the sandbox.
    """
    folders = [each for bot in bots for each in _folders(bot, folder)]
    if compiled := complete_folder():
        return Exposure([*folders, compiled], {VARIABLE: str(compiled.parent.resolve())})
    return Exposure(folders)


def _folders(bot: str, folder: Path) -> Iterator[Path]:
    """Yield the folder of a bot's file, and the folder of the target of a symbolic link."""
    if file := bot_file(bot):
        yield (folder / file).parent
        yield (folder / file).resolve().parent
