"""The folder of a cup: what is played, the journal, and, when it is over, all that came out."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from regicide_arena.cup.plan import Cup, Setting
from regicide_arena.cup.reading import CannotRead, described

CUP: Final = "cup.json"
JOURNAL: Final = "journal.jsonl"
MEMBERS: Final = {"cup": dict, "codes": dict, "folder": str, "version": str}
SECRET: Final = 0o600


class AnotherCup(Exception):
    """The folder is that of another cup, or none at all; the message says what is different."""


class Folder:
    """The folder in which the results of a cup are."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def journal(self) -> Path:
        """The file of the journal."""
        return self.path / JOURNAL

    def said(self) -> dict[str, Any]:
        """What is known of the cup that is played here; nothing where none is.

        Raises CannotRead.
        """
        if not (self.path / CUP).exists():
            return {}
        try:
            known: dict[str, Any] = json.loads((self.path / CUP).read_bytes())
            if {member: type(value) for member, value in known.items()} != MEMBERS or "seed" not in known["cup"]:
                raise TypeError("its members are not those of a cup")  # noqa: TRY301 - as below
            return known
        except (OSError, ValueError, AttributeError, TypeError, RecursionError) as error:
            raise CannotRead(f"{self.path / CUP} cannot be read: {error!r}") from error

    def begin(self, cup: Cup, setting: Setting) -> None:
        """See that this cup is played here, and no other; nobody else may read what is written of it, for its seed.

        Raises AnotherCup, CannotRead, and OSError where nothing can be written.
        """
        now = {"cup": described(cup), "codes": setting.codes, "folder": setting.folder, "version": version("regicide")}
        if not self._is_same(now):
            self.path.mkdir(parents=True, exist_ok=True)
            self._write(now)

    def _is_same(self, now: Mapping[str, Any]) -> bool:
        """Whether this cup is played here; False where none is."""
        known = self.said()
        if known and (differences := [*_differences(known, now)]):
            there = f"another cup is played in {self.path}; another folder is needed for this one"
            raise AnotherCup("\n".join([there, *differences]))
        return bool(known)

    def _write(self, now: Mapping[str, Any]) -> None:
        """Write down what is played; of all who begin a cup here at the same time, only the first does it."""
        new = self.path / f".{CUP}.new"
        if any(path != new for path in self.path.iterdir()) and not self.said():
            raise AnotherCup(f"{self.path} is not empty, and no cup is played there: name another folder")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT, SECRET), "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if self._is_same(now):
                with suppress(FileNotFoundError):
                    new.unlink()
                return
            file.truncate()
            file.write(json.dumps(now, indent=2, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
            new.replace(self.path / CUP)


def _differences(known: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for member, value in now["cup"].items():
        if known["cup"].get(member) != value:
            there, here = ("hidden", "another") if member == "seed" else (known["cup"].get(member), value)
            yield f"  {member}: there {there}, here {here}"
    for name, code in now["codes"].items():
        if name in known["codes"] and known["codes"][name] != code:
            yield f"  the code of {name} has changed since the cup began"
    if known["version"] != now["version"]:
        yield f"  the cup began with version {known['version']} of regicide-arena; this is {now['version']}"
