"""Runs a tournament from typed options: configure, resume, play, export, print."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from shlex import quote
from types import FrameType
from typing import Any, Final, NamedTuple

from regicide_arena.bots.registry import BotNotFound
from regicide_arena.runtime.console import EXIT_INTERRUPTED, EXIT_UNUSABLE, output_to_stderr, print_error, print_note
from regicide_arena.runtime.isolation import Isolation, IsolationUnavailable, require_sandbox
from regicide_arena.runtime.messages import missing_package
from regicide_arena.tournament.config import from_stored, parse_config, read_toml
from regicide_arena.tournament.directory import ResultsDirectory
from regicide_arena.tournament.engine import TournamentEngine
from regicide_arena.tournament.errors import InvalidConfig, PlayFailed, TournamentError
from regicide_arena.tournament.executors import ShardExecutor, in_process, process_pool
from regicide_arena.tournament.export import REPORT, export
from regicide_arena.tournament.games.runner import hash_entrants
from regicide_arena.tournament.journal import Journal
from regicide_arena.tournament.model import Environment, Tournament, agent_name
from regicide_arena.tournament.report.notes import AttendanceNotes
from regicide_arena.tournament.report.terminal import print_result, progress, render_tables
from regicide_arena.tournament.schedule import commitment

DEFAULT_FOLDER: Final = "tournament"
"""Results folder without a configuration file."""
SECRET_SEED_LENGTH: Final = 22
"""Characters of a seed of 128 random bits in Base64; a shorter one is not secret beside its commitment."""
DASK_PACKAGES: Final = {"dask", "distributed"}


class TournamentOptions(NamedTuple):
    """Options of `regicide-arena tournament`."""

    source: Path | None
    """A TOML file, or the results folder of a tournament to resume."""
    overrides: Mapping[str, Any]
    """Members of the configuration; they take precedence over the file's."""
    results: Path | None
    workers: int
    """Worker processes; 0 plays in this process."""
    scheduler: str | None
    """Address of a Dask scheduler."""
    server: str | None
    isolation: Isolation
    """Of the worker processes."""
    only_commitment: bool
    as_json: bool


class PreparedTournament(NamedTuple):
    """A checked tournament, its environment and its results folder."""

    tournament: Tournament
    environment: Environment
    directory: ResultsDirectory


def run_tournament(options: TournamentOptions) -> int:
    """Play or resume a tournament; return the exit code: 2 on an error, 130 after an interrupt."""
    try:
        with output_to_stderr():  # bots are loaded
            prepared = _prepare(options)
        if not options.only_commitment:
            _check_environment(prepared, options)
        prepared.directory.initialize(prepared.tournament, prepared.environment)
        if options.only_commitment:
            _print_commitment(prepared.tournament.seed)
            return 0
        return _play_or_discard(prepared, options)
    except (TournamentError, BotNotFound, IsolationUnavailable, OSError) as error:
        print_error(str(error))
        return EXIT_UNUSABLE


def _print_commitment(seed: str) -> None:
    """Print the commitment to a seed, with a warning if the seed is short enough to be guessed."""
    if len(seed) < SECRET_SEED_LENGTH:
        print_note(
            f"warning: a seed of {len(seed)} characters can be guessed from its commitment: expected "
            f"{SECRET_SEED_LENGTH} random characters or more, or no seed, for a random one"
        )
    print_result(commitment(seed))


def _prepare(options: TournamentOptions) -> PreparedTournament:
    """Combine the results folder, the configuration file and the options.

    Raises InvalidConfig, BotNotFound.
    """
    source = options.source
    is_folder = source is not None and source.is_dir()
    from_file = read_toml(source) if source and not is_folder else {}
    directory = ResultsDirectory(_results_folder(options))
    stored = directory.read_definition()
    if is_folder and not stored:
        raise InvalidConfig(f"no tournament in the folder {source}")
    given = from_file | {**options.overrides}
    resumes = bool(stored) and not given
    if resumes:
        tournament = from_stored(stored["cup"], directory.definition)
    else:
        tournament = parse_config(_defaults(stored, directory) | given, source if from_file else None)
    home = stored["folder"] if resumes else str((source.parent if from_file and source else Path()).resolve())
    environment = Environment(home, hash_entrants(tournament.entrants, home), options.server, options.isolation)
    _check_agents(tournament, environment)
    return PreparedTournament(tournament, environment, directory)


def _defaults(stored: Mapping[str, Any], directory: ResultsDirectory) -> dict[str, Any]:
    """Default the name to that of the folder, and the seed to the stored one."""
    name = directory.path.resolve().name or DEFAULT_FOLDER
    return {"name": name} | ({"seed": stored["cup"]["seed"]} if stored else {})


def _results_folder(options: TournamentOptions) -> Path:
    if options.results:
        return options.results
    if options.source is None:
        return Path(DEFAULT_FOLDER)
    return options.source if options.source.is_dir() else Path(options.source.stem)


def _check_agents(tournament: Tournament, environment: Environment) -> None:
    agents = [name for name, bot in tournament.entrants.items() if agent_name(bot)]
    if agents and environment.server is None:
        raise InvalidConfig(f"the entrant {agents[0]} is an agent, which needs a server: add --server URL")


def _check_environment(prepared: PreparedTournament, options: TournamentOptions) -> None:
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


def _play_or_discard(prepared: PreparedTournament, options: TournamentOptions) -> int:
    """Play; a tournament that cannot begin leaves no results folder. Raises what `_play_and_export` raises."""
    try:
        return _play_and_export(prepared, options)
    except (PlayFailed, BotNotFound):
        prepared.directory.discard()
        raise


def _play_and_export(prepared: PreparedTournament, options: TournamentOptions) -> int:
    folder = prepared.directory.path
    with Journal(prepared.directory.journal) as journal:
        engine = TournamentEngine(prepared.tournament, journal)
        print_note(f"results folder: {folder}")
        code = 0 if engine.is_over else _play(engine, prepared, options)
        summary = export(engine, journal, folder)
    print_result(summary.as_json() if options.as_json else render_tables(summary))
    print_note(f"report: {folder / REPORT}")
    if not engine.is_over:
        print_error(f"the tournament is not over; to resume it: regicide-arena tournament {quote(str(folder))}")
    return code


def _play(engine: TournamentEngine, prepared: PreparedTournament, options: TournamentOptions) -> int:
    """Play until the end or an interrupt; return the exit code."""
    try:
        with (
            output_to_stderr(),
            _interrupts(once=_has_pool(options)),
            progress(engine) as show,
            _executor(prepared, options) as execute,
        ):
            notes = AttendanceNotes()

            def on_shard(engine: TournamentEngine) -> None:
                show(engine)
                notes.print_new(engine)

            engine.play(execute, on_shard)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return 0


def _has_pool(options: TournamentOptions) -> bool:
    return options.workers > 0 and not options.scheduler


def _executor(prepared: PreparedTournament, options: TournamentOptions) -> AbstractContextManager[ShardExecutor]:
    if options.scheduler:
        return _dask_executor(prepared, options.scheduler)
    if options.workers == 0:
        return in_process(prepared.tournament, prepared.environment)
    return process_pool(prepared.tournament, prepared.environment, options.workers)


def _dask_executor(prepared: PreparedTournament, scheduler: str) -> AbstractContextManager[ShardExecutor]:
    """Raises PlayFailed if Dask is not installed."""
    try:
        from regicide_arena.tournament.dask_executor import dask_cluster  # noqa: PLC0415 - an optional dependency
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in DASK_PACKAGES:
            raise
        raise PlayFailed(missing_package("--scheduler", missing, "tournament,cluster")) from error
    return dask_cluster(prepared.tournament, prepared.environment, scheduler)


@contextmanager
def _interrupts(*, once: bool) -> Iterator[None]:
    """Raise KeyboardInterrupt on SIGTERM as on SIGINT.

    With `once`, further signals are ignored from the first one until the block has ended, so that an impatient second
    Ctrl-C does not interrupt the cleanup of worker processes.
    """
    numbers = [number for number in (signal.SIGTERM, signal.SIGINT) if signal.getsignal(number) is not signal.SIG_IGN]

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        if once:
            for number in numbers:
                signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
