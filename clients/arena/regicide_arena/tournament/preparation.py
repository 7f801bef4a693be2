"""Preparation of a tournament: from typed options to a checked tournament, its environment and its results folder."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import which
from typing import Any, Final, NamedTuple

from regicide_arena.commands.tournaments import TournamentOptions
from regicide_arena.runtime.console import print_note
from regicide_arena.runtime.isolation import Isolation, require_sandbox
from regicide_arena.tournament.config import as_stored, from_stored, parse_config, read_toml
from regicide_arena.tournament.directory import ResultsDirectory
from regicide_arena.tournament.errors import InvalidConfig
from regicide_arena.tournament.games.runner import hash_entrants
from regicide_arena.tournament.model import Environment, Tournament, agent_name

PROGRAM: Final = "regicide-arena"
DEFAULT_FOLDER: Final = "tournament"
"""Results folder without a configuration file."""


class PreparedTournament(NamedTuple):
    """A checked tournament, its environment and its results folder."""

    tournament: Tournament
    environment: Environment
    directory: ResultsDirectory


def prepare(options: TournamentOptions) -> PreparedTournament:
    """Combine the results folder, the configuration file and the options.

    Raises InvalidConfig, BotNotFound, and TournamentMismatch if the folder holds another tournament.
    """
    folder = _results_folder(options)
    directory = ResultsDirectory(folder, resume_command(folder, options.execution))
    stored = directory.read_definition()
    if _names_folder(options) and not stored:
        raise InvalidConfig(f"no tournament in the folder {folder}")
    redefines = "entrants" in options.overrides if options.source is None else not _names_folder(options)
    resumes = stored and not redefines
    tournament, home = _resumed(directory, stored, options) if resumes else _configured(directory, stored, options)
    environment = Environment(
        home, hash_entrants(tournament.entrants, home), options.server, options.isolation or Isolation.LIMITS
    )
    _check_agents(tournament, environment)
    return PreparedTournament(tournament, environment, directory)


def check_environment(prepared: PreparedTournament, options: TournamentOptions) -> None:
    """Check what the games need before the results folder is created; print a warning for each agent that seems absent.

    Raises IsolationUnavailable, PlayFailed and InvalidConfig.
    """
    if options.isolation is Isolation.SANDBOX and not options.scheduler:
        require_sandbox()
    if prepared.environment.server is None:
        return
    from regicide_arena.tournament.games.server_check import check_server  # noqa: PLC0415 - needs the HTTP client

    for warning in check_server(prepared.tournament, prepared.environment.server):
        print_note(f"warning: {warning}")


def resume_command(folder: Path, execution: Sequence[str]) -> str:
    """Return the command that resumes the tournament in a folder, quoted for a shell."""
    place = f"./{folder}" if str(folder).startswith("-") else str(folder)
    return shlex.join([_program(), "tournament", place, *execution])


def _program() -> str:
    """Return the program as it can be typed: its name, or the path by which it was started if the name is not found."""
    started = Path(sys.argv[0])
    found = which(PROGRAM)
    is_found = found is not None and Path(found).resolve() == started.resolve()
    return PROGRAM if started.name != PROGRAM or is_found else sys.argv[0]


def _names_folder(options: TournamentOptions) -> bool:
    """Return whether the source is a results folder, not a file."""
    return options.source is not None and options.source.is_dir()


def _results_folder(options: TournamentOptions) -> Path:
    """Raises InvalidConfig if two folders are given."""
    if options.source is None:
        return options.results or Path(DEFAULT_FOLDER)
    if not _names_folder(options):
        return options.results or Path(options.source.stem)
    if options.results and options.results.resolve() != options.source.resolve():
        raise InvalidConfig(f"--results {options.results} excludes {options.source}: expected one results folder")
    return options.source


def _resumed(
    directory: ResultsDirectory, stored: Mapping[str, Any], options: TournamentOptions
) -> tuple[Tournament, str]:
    """Return the tournament that a folder holds and the directory of its bots; options may repeat its configuration."""
    directory.require_config(stored, stored["cup"] | as_stored(options.overrides))
    return from_stored(stored["cup"], directory.definition), stored["folder"]


def _configured(
    directory: ResultsDirectory, stored: Mapping[str, Any], options: TournamentOptions
) -> tuple[Tournament, str]:
    """Return the tournament that a file and options define and the directory of its bots; a stored seed is kept."""
    name = directory.path.resolve().name or DEFAULT_FOLDER
    defaults = {"name": name} | ({"seed": stored["cup"]["seed"]} if stored else {})
    from_file = read_toml(options.source) if options.source else {}
    tournament = parse_config(defaults | from_file | {**options.overrides}, options.source)
    return tournament, str((options.source.parent if options.source else Path()).resolve())


def _check_agents(tournament: Tournament, environment: Environment) -> None:
    agents = [name for name, bot in tournament.entrants.items() if agent_name(bot)]
    if agents and environment.server is None:
        raise InvalidConfig(f"the entrant {agents[0]} is an agent, which needs a server: add --server URL")
