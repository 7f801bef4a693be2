"""The results folder of a tournament: `cup.json` with the definition, the journal and the results."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NoReturn

from regicide import validate_seed
from regicide_arena.runtime.json_files import read_json
from regicide_arena.tournament.config import from_stored, to_stored
from regicide_arena.tournament.errors import InvalidConfig, TournamentMismatch
from regicide_arena.tournament.model import Environment, Tournament

DEFINITION: Final = "cup.json"
JOURNAL: Final = "journal.jsonl"
MEMBERS: Final = {"cup": dict, "codes": dict, "folder": str, "version": str}
OPTIONS_TO_RESUME: Final = (
    "its configuration is fixed; a resume accepts --workers, --scheduler, --server, --isolation, --live and --json"
)
BEGIN_ANOTHER: Final = "to begin another one: choose another folder with --results FOLDER"
OWNER_ONLY: Final = 0o600
"""File mode: the definition holds the secret seed."""


class ResultsDirectory:
    """The folder that holds the results of one tournament."""

    def __init__(self, path: Path, resume_command: str = "") -> None:
        """The command is for messages: it resumes the tournament in the folder."""
        self.path, self.resume_command = path, resume_command
        self._created = list[Path]()

    @property
    def definition(self) -> Path:
        """Path of `cup.json`."""
        return self.path / DEFINITION

    @property
    def journal(self) -> Path:
        """Path of the journal."""
        return self.path / JOURNAL

    def read_definition(self) -> dict[str, Any]:
        """Return the members of `cup.json`; empty without that file.

        Raises InvalidConfig.
        """
        file = self.definition
        if not file.exists():
            return {}
        try:
            members: dict[str, Any] = read_json(file)
            if {name: type(value) for name, value in members.items()} != MEMBERS:
                raise TypeError("unexpected members")  # noqa: TRY301 - as below
            validate_seed(members["cup"]["seed"])
            return members
        except (OSError, ValueError, AttributeError, TypeError, KeyError) as error:
            raise InvalidConfig(f"cannot read {file}: {error!r}") from error

    def initialize(self, tournament: Tournament, environment: Environment) -> None:
        """Create the folder for this tournament, or check that it was created for it.

        Raises TournamentMismatch, InvalidConfig, and OSError if the folder cannot be written.
        """
        definition = {
            "cup": to_stored(tournament),
            "codes": environment.code_hashes,
            "folder": environment.bot_folder,
            "version": version("regicide-server"),
        }
        if not self._holds(definition):
            self._created = [path for path in (self.path, *self.path.parents) if not path.exists()]
            self.path.mkdir(parents=True, exist_ok=True)
            self._created.insert(0, self.path / DEFINITION)
            self._write(definition)

    def require_config(self, stored: Mapping[str, Any], config: Mapping[str, Any]) -> None:
        """Check that a configuration is the one in `stored`, the members of `cup.json`; those it lacks have defaults.

        Raises TournamentMismatch, and InvalidConfig for stored members that are invalid.
        """
        cup = to_stored(from_stored(stored["cup"], self.definition))
        if differences := [*_config_differences(cup, config)]:
            self._refuse("another configuration", differences, self.resume_command, OPTIONS_TO_RESUME)

    def discard(self) -> bool:
        """Remove what `initialize` has created, unless a shard was played; return whether it is removed."""
        with suppress(OSError):
            if self._created and not self.journal.stat().st_size:
                self.journal.unlink()
                self._created.pop(0).unlink()
                for folder in self._created:
                    folder.rmdir()
                return True
        return False

    def _holds(self, definition: Mapping[str, Any]) -> bool:
        """Return whether the folder holds this tournament; False for a folder without any.

        Raises TournamentMismatch if it holds another one.
        """
        stored = self.read_definition()
        if stored:
            self.require_config(stored, definition["cup"])
            if differences := [*_program_differences(stored, definition)]:
                self._refuse("another program", differences, "restore what it was played with")
        return bool(stored)

    def _refuse(self, what: str, differences: Sequence[str], *resume: str) -> NoReturn:
        """Raises TournamentMismatch; `resume` is how to resume the tournament in the folder, in one or two lines."""
        lines = [f"{self.path} holds a tournament already, with {what}:", *differences]
        way, *notes = resume
        raise TournamentMismatch("\n".join([*lines, f"to resume it: {way}", *notes, BEGIN_ANOTHER]))

    def _write(self, definition: Mapping[str, Any]) -> None:
        """Write `cup.json` atomically. Of concurrent processes, the first writes; the others check what it wrote."""
        new = self.path / f".{DEFINITION}.new"
        if any(path != new for path in self.path.iterdir()) and not self.read_definition():
            raise TournamentMismatch(
                f"{self.path} is not empty and holds no tournament; choose another folder with --results FOLDER"
            )
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT, OWNER_ONLY), "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if self._holds(definition):
                with suppress(FileNotFoundError):
                    new.unlink()
                return
            file.truncate()
            file.write(json.dumps(definition, indent=2, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
            new.replace(self.path / DEFINITION)


def _config_differences(stored: Mapping[str, Any], config: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each member that differs. Seeds stay hidden."""
    for member, value in config.items():
        if stored.get(member) != value:
            there, here = ("hidden", "another") if member == "seed" else map(_plain, (stored.get(member), value))
            yield f"  {member}: there {there}, here {here}"


def _program_differences(stored: Mapping[str, Any], definition: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each bot whose code differs, and for the version."""
    for name, code_hash in definition["codes"].items():
        if name in stored["codes"] and stored["codes"][name] != code_hash:
            yield f"  the code of {name} has changed since the tournament began"
    if stored["version"] != definition["version"]:
        yield f"  version of regicide-arena: there {stored['version']}, here {definition['version']}"


def _plain(value: object) -> str:
    """Return a member of the configuration in words: `a=random, b=greedy` for entrants, `1, 2` for players."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={bot}" for name, bot in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)
