"""The results folder of a tournament: `cup.json` with the definition, the journal and the results."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from regicide_arena.commands.tournaments import EXECUTION_OPTIONS
from regicide_arena.runtime.json_files import read_json
from regicide_arena.tournament.config import parse_config, to_stored
from regicide_arena.tournament.errors import InvalidConfig, TournamentMismatch
from regicide_arena.tournament.model import Environment, Tournament

OPTIONS_TO_RESUME: Final = f"its configuration is fixed; a resume accepts {', '.join(EXECUTION_OPTIONS)} and --json"
BEGIN_ANOTHER: Final = "to begin another one: choose another folder with --results FOLDER"
OWNER_ONLY: Final = 0o600
"""File mode: the definition holds the secret seed."""


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a results folder is for: the members of `cup.json`."""

    cup: Tournament
    codes: dict[str, str | None]
    """As in `Environment`."""
    folder: str
    """As in `Environment`."""
    version: str
    """Of this program."""


class ResultsDirectory:
    """The folder that holds the results of one tournament."""

    def __init__(self, path: Path, resume_command: str = "") -> None:
        """The command is for messages: it resumes the tournament in the folder."""
        self.path, self.resume_command = path, resume_command
        self.definition, self.journal = path / "cup.json", path / "journal.jsonl"
        self._created = list[Path]()

    def read_definition(self) -> Definition | None:
        """Return the definition; None without that file. Raises InvalidConfig."""
        try:
            members = read_json(self.definition)
            return msgspec.convert(members | {"cup": parse_config(members["cup"])}, Definition)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except InvalidConfig as error:
            raise InvalidConfig(f"cannot read {self.definition}: {error}") from error
        except (OSError, ValueError, AttributeError, TypeError, KeyError) as error:
            raise InvalidConfig(f"cannot read {self.definition}: {error!r}") from error

    def holds(self, tournament: Tournament, environment: Environment) -> bool:
        """Return whether the folder holds this tournament; False for a folder without any.

        Raises InvalidConfig, and TournamentMismatch if it holds another one.
        """
        if stored := self.read_definition():
            if differences := [*_config_differences(stored.cup, tournament)]:
                self._refuse("another configuration", differences, self.resume_command, OPTIONS_TO_RESUME)
            if differences := [*_program_differences(stored, environment)]:
                self._refuse("another program", differences, "restore what it was played with")
        return stored is not None

    def initialize(self, tournament: Tournament, environment: Environment) -> None:
        """Create the folder for this tournament, or check that it was created for it.

        Raises what `holds` raises, and OSError if the folder cannot be written.
        """
        if not self.holds(tournament, environment):
            self._created = [path for path in (self.path, *self.path.parents) if not path.exists()]
            self.path.mkdir(parents=True, exist_ok=True)
            self._created.insert(0, self.definition)
            self._write(tournament, environment)

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

    def _refuse(self, what: str, differences: Sequence[str], *resume: str) -> NoReturn:
        """Raises TournamentMismatch; `resume` is how to resume the tournament in the folder, in one or two lines."""
        lines = [f"{self.path} holds a tournament already, with {what}:", *differences]
        way, *notes = resume
        raise TournamentMismatch("\n".join([*lines, f"to resume it: {way}", *notes, BEGIN_ANOTHER]))

    def _write(self, tournament: Tournament, environment: Environment) -> None:
        """Write `cup.json` atomically. Of concurrent processes, the first writes; the others check what it wrote."""
        new = self.definition.with_name(f".{self.definition.name}.new")
        if any(path != new for path in self.path.iterdir()) and not self.definition.exists():
            raise TournamentMismatch(
                f"{self.path} is not empty and holds no tournament; choose another folder with --results FOLDER"
            )
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT, OWNER_ONLY), "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if self.holds(tournament, environment):
                with suppress(FileNotFoundError):
                    new.unlink()
                return
            folder, codes = environment.bot_folder, environment.code_hashes
            members = {"cup": to_stored(tournament), "codes": codes, "folder": folder, "version": _version()}
            file.truncate()
            file.write(json.dumps(members, indent=2, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
            new.replace(self.definition)


def _version() -> str:
    return version("regicide-server")


def _config_differences(stored: Tournament, tournament: Tournament) -> Iterator[str]:
    """Yield a line for each member that differs. Seeds stay hidden."""
    there, here = to_stored(stored), to_stored(tournament)
    for name in there:
        if there[name] != here[name]:
            values = ("hidden", "another") if name == "seed" else (_plain(there[name]), _plain(here[name]))
            yield f"  {name}: there {values[0]}, here {values[1]}"


def _program_differences(stored: Definition, environment: Environment) -> Iterator[str]:
    """Yield a line for each bot whose code differs, and for the version."""
    for name, code_hash in environment.code_hashes.items():
        if stored.codes.get(name, code_hash) != code_hash:
            yield f"  the code of {name} has changed since the tournament began"
    if stored.version != _version():
        yield f"  version of regicide-arena: there {stored.version}, here {_version()}"


def _plain(value: object) -> str:
    """Return a member of the configuration in words: `a=random, b=greedy` for entrants, `1, 2` for players."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={bot}" for name, bot in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)
