"""Runs a tournament from typed options: configure, resume, play, export, print."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Final, NamedTuple

from regicide_arena.bots.registry import BotNotFound
from regicide_arena.commands.bots import BenchOptions
from regicide_arena.commands.options import MAX_CLOCK_S, worker_count
from regicide_arena.commands.tournaments import TournamentOptions
from regicide_arena.runtime.console import EXIT_INTERRUPTED, EXIT_UNUSABLE, print_error, print_note
from regicide_arena.runtime.executors import WorkersFailed
from regicide_arena.runtime.isolation import Isolation, IsolationUnavailable
from regicide_arena.runtime.journal import Journal
from regicide_arena.runtime.messages import CommandError
from regicide_arena.tournament.config import parse_config, read_toml, to_stored, with_chosen
from regicide_arena.tournament.directory import ResultsDirectory
from regicide_arena.tournament.engine import OnShard, TournamentEngine
from regicide_arena.tournament.errors import InvalidConfig, PlayFailed
from regicide_arena.tournament.export import REPORT, Export, LiveReport
from regicide_arena.tournament.games.game import ShardExecutor, ShardResult
from regicide_arena.tournament.games.workers import (
    dask_cluster,
    hash_entrants,
    in_process,
    process_pool,
    require_entrants,
)
from regicide_arena.tournament.model import Environment, Tournament
from regicide_arena.tournament.report.terminal import AttendanceNotes, print_result, progress, render_tables
from regicide_arena.tournament.schedule import SECRET_SEED_LENGTH, commitment, is_public
from regicide_arena.tournament.summary import Summary, deal_results, plain, summarize

PROGRAM: Final = "regicide-arena"
DEFAULT_FOLDER: Final = "tournament"
"""Results folder without a configuration file."""


class PreparedTournament(NamedTuple):
    """A checked tournament, its environment and its results folder."""

    tournament: Tournament
    environment: Environment
    directory: ResultsDirectory


def prepare(options: TournamentOptions) -> PreparedTournament:
    """Combine the results folder, the configuration file and the options. A seed in the folder is kept.

    Raises InvalidConfig, BotNotFound, and TournamentMismatch if the folder holds another tournament.
    """
    folder = _results_folder(options)
    directory = ResultsDirectory(folder, resume_command(folder, options.execution))
    stored = directory.read_definition()
    if options.live and options.live.resolve() == folder.resolve():
        raise InvalidConfig(
            f"--live {options.live} is the results folder, which holds the secret seed: expected another"
        )
    if _names_folder(options) and not stored:
        raise InvalidConfig(f"no tournament in the folder {folder}")
    file = None if _names_folder(options) else options.source
    if stored and (_names_folder(options) or not (file or options.entrant)):
        home, members = stored.folder, to_stored(stored.cup)
    else:
        home = str((file.parent if file else Path()).resolve())
        members = {"name": folder.resolve().name or DEFAULT_FOLDER} | ({"seed": stored.cup.seed} if stored else {})
        members |= read_toml(file) if file else {}
    if options.enter and file and options.enter[0] in members.get("entrants", {}):
        raise InvalidConfig(f"{file} has an entrant {options.enter[0]} already: give yours another name with NAME=BOT")
    tournament = parse_config(with_chosen(options.applied_to(members, Path(home))), file)
    environment = Environment(
        home,
        hash_entrants(tournament.entrants, home),
        options.server,
        options.isolation or Isolation.LIMITS,
        hidden=(str(folder.resolve()),),
    )
    directory.holds(tournament, environment)
    _check_server(tournament, environment)
    return PreparedTournament(tournament, environment, directory)


def check_environment(prepared: PreparedTournament, options: TournamentOptions) -> None:
    """Check what the games need before the results folder is created; print a warning for each agent that seems absent.

    Raises BotNotFound, IsolationUnavailable, PlayFailed and InvalidConfig, and ModuleNotFoundError for a missing
    optional package.
    """
    if options.scheduler:
        import_module("distributed")
    else:
        require_entrants(prepared.tournament, prepared.environment)
    if prepared.environment.server is None or options.commitment:
        return
    from regicide_arena.tournament.games.server import check_server  # noqa: PLC0415 - needs the HTTP client

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


def _check_server(tournament: Tournament, environment: Environment) -> None:
    """Raises InvalidConfig for an agent without a server, and for a bank with one."""
    if tournament.agents and environment.server is None:
        name = next(iter(tournament.agents))
        raise InvalidConfig(f"the entrant {name} is an agent, which needs a server: add --server URL")
    if tournament.bank and environment.server is not None:
        raise InvalidConfig(
            f"bank: {tournament.bank:g}, but a server has a clock for each action alone: expected no bank with --server"
        )


def run_tournament(options: TournamentOptions) -> int:
    """Play or resume a tournament; return the exit code: 2 on an error, 130 after an interrupt."""
    try:
        prepared = prepare(options)
        check_environment(prepared, options)
        prepared.directory.initialize(prepared.tournament, prepared.environment)
        if options.commitment:
            _print_commitment(prepared.tournament.seed)
            return 0
        return _play_or_discard(prepared, options)
    except (CommandError, OSError) as error:
        print_error(str(error))
        return EXIT_UNUSABLE


def _print_commitment(seed: str) -> None:
    """Print the commitment to a seed, with a warning if the seed is short enough to be guessed."""
    if is_public(seed):
        print_note(
            f"warning: a seed of {len(seed)} characters can be guessed from its commitment: expected "
            f"{SECRET_SEED_LENGTH} random characters or more, or no seed, for a random one"
        )
    print_result(commitment(seed))


def _play_or_discard(prepared: PreparedTournament, options: TournamentOptions) -> int:
    """Play; a tournament that cannot begin leaves no results folder.

    Raises what `_play_and_export` raises; an error after the first game names the command that resumes the tournament.
    """
    try:
        return _play_and_export(prepared, options)
    except (PlayFailed, WorkersFailed) as error:
        if prepared.directory.discard():
            raise
        raise type(error)(f"{error}\nto resume the tournament: {prepared.directory.resume_command}") from error
    except (BotNotFound, IsolationUnavailable):
        prepared.directory.discard()
        raise


def _play_and_export(prepared: PreparedTournament, options: TournamentOptions) -> int:
    folder = prepared.directory.path
    with Journal(prepared.directory.journal, ShardResult) as journal:
        engine = TournamentEngine(prepared.tournament, journal)
        print_note(f"results folder: {folder}")
        code = 0
        if not engine.is_over:
            live = [LiveReport(options.live, options.linked_client)] if options.live else []
            is_local = not options.scheduler
            code = _play(engine, prepared.environment, _executor(prepared, options), live, is_local=is_local)
        results = Export(engine, options.linked_client)
        if engine.is_over:
            results.write_games(folder)
        results.write(folder)
        if options.live:
            results.write(options.live, is_live=not engine.is_over)
    print_result(results.summary.as_json() if options.json else render_tables(results.summary))
    print_note(f"report: {folder / REPORT}")
    if not engine.is_over:
        print_error(f"the tournament is not over; to resume it: {prepared.directory.resume_command}")
    return code


def run_benchmark(options: BenchOptions) -> int:
    """Measure bots in a tournament of pure lineups without a results folder.

    Return the exit code: 1 if a bot has failed, 2 if one cannot be loaded, 130 after an interrupt.
    """
    members = {"name": "bench", "entrants": dict(options.bots), "players": [*options.players], "deals": options.deals}
    rules = {"seed": options.deal_seed, "clock": MAX_CLOCK_S, "disqualify_after": 0}
    try:
        tournament, home = parse_config(members | rules), str(Path.cwd())
        environment = Environment(home, hash_entrants(tournament.entrants, home))
        require_entrants(tournament, environment)
        with TemporaryDirectory() as folder, Journal(Path(folder, "journal.jsonl"), ShardResult) as journal:
            engine = TournamentEngine(tournament, journal)
            code = _play(engine, environment, process_pool(tournament, environment, options.workers), is_local=True)
    except CommandError as error:
        print_error(str(error))
        return EXIT_UNUSABLE
    summary = summarize(engine)
    print_result(_benchmark_json(summary, tournament) if options.json else render_tables(summary))
    return code or int(bool(summary.failures))


def _benchmark_json(summary: Summary, tournament: Tournament) -> str:
    return summary.as_json(times=plain(summary.times), deals=deal_results(summary, tournament))


def _play(
    engine: TournamentEngine,
    environment: Environment,
    executor: AbstractContextManager[ShardExecutor],
    watchers: Sequence[OnShard] = (),
    *,
    is_local: bool,
) -> int:
    """Play until the end or an interrupt; return the exit code."""
    try:
        with (
            _interrupts(once=is_local),
            progress(engine) as show,
            _server_watch(environment.server),
            executor as execute,
        ):
            notes = AttendanceNotes()

            def on_shard(engine: TournamentEngine) -> None:
                for watch in (show, notes.print_new, *watchers):
                    watch(engine)

            engine.play(execute, on_shard)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return 0


def _server_watch(url: str | None) -> AbstractContextManager[object]:
    if url is None:
        return nullcontext()
    from regicide_arena.tournament.games.server import ServerWatch  # noqa: PLC0415 - needs the HTTP client

    return ServerWatch(url, print_note)


def _executor(prepared: PreparedTournament, options: TournamentOptions) -> AbstractContextManager[ShardExecutor]:
    if options.scheduler:
        return dask_cluster(prepared.tournament, prepared.environment, options.scheduler)
    if options.workers == 0:
        return in_process(prepared.tournament, prepared.environment)
    workers = worker_count("auto") if options.workers is None else options.workers
    return process_pool(prepared.tournament, prepared.environment, workers)


@contextmanager
def _interrupts(*, once: bool) -> Iterator[None]:
    """Raise KeyboardInterrupt on SIGTERM as on SIGINT.

    With `once`, further signals are ignored from the first one until the block has ended, so that an impatient second
    Ctrl-C does not interrupt the cleanup of processes.
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
