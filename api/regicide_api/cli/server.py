"""`regicide-server`: gunicorn, the house bots and, without REDIS_URL, an embedded store."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from importlib.util import find_spec
from threading import Event, Thread
from typing import Final, NamedTuple, NoReturn

from regicide_api.cli.embedded import EmbeddedStore, data_directory
from regicide_api.cli.guardian import Guardian, guardian
from regicide_api.config import COMMAND_LOG_FORMAT, ConfigError, Settings, Variable, without_password

BACKLOG: Final = 2048
WAIT_SLICE_S: Final = 1.0
POLL_INTERVAL_S: Final = 0.01

HOUSE_BOTS: Final = "regicide_arena"
"""The package of the house bots."""
BOTS_EXTRA: Final = ("regicide_client", "msgspec")
"""Packages of the extra `bots`; without them, the server has no house bots."""

BOTS_RESTART_DELAY_S: Final = 5.0
BOTS_POLL_INTERVAL_S: Final = 0.2

_log = logging.getLogger(__name__)


def main() -> int:
    """Serve until a signal. Returns the exit code.

    An error at start (a port in use, an unreachable store, a read-only data directory, a system without processes left)
    is one line on standard error, with exit code 1.
    """
    if sys.argv[1:]:
        _parse_arguments()
    try:
        settings = Settings.from_env(os.environ)
        with guardian() as guard, _listener(settings) as listener:
            return _serve(settings, listener, guard)
    except (ConfigError, OSError) as error:
        print(f"regicide-server: {error}", file=sys.stderr)  # noqa: T201 - output of a command
        return 1


def _parse_arguments() -> NoReturn:
    """Parse the command line and exit: with 0 after `--help` and `--version`, else with 2."""
    import argparse  # noqa: PLC0415 - slow imports, rarely needed
    import textwrap  # noqa: PLC0415

    def described(variable: Variable) -> str:
        default = COMMAND_LOG_FORMAT if variable.name == "LOG_FORMAT" else variable.default
        text = variable.summary if default is None else f"{variable.summary} ({default})"
        return textwrap.fill(f"  {variable.name:24}{text}", 80, subsequent_indent=" " * 26, break_on_hyphens=False)

    parser = argparse.ArgumentParser(
        prog="regicide-server",
        description="Serve Regicide over HTTP. All settings are environment variables.",
        epilog="\n".join(["settings:", *map(described, Settings.variables())]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="show program's version number and exit")
    if parser.parse_args().version:
        from importlib.metadata import version  # noqa: PLC0415 - a slow import, rarely needed

        print(f"regicide {version('regicide-server')}")  # noqa: T201 - output of a command
    parser.exit()


@contextmanager
def _listener(settings: Settings) -> Iterator[socket.socket]:
    """The listening socket, bound before any process starts."""
    try:
        listener = socket.create_server((settings.host, settings.port), family=_family(settings.host), backlog=BACKLOG)
    except OSError as error:
        address = f"HOST={settings.host} PORT={settings.port}"
        raise ConfigError(f"{address}: cannot listen on this address: {_cause(error)}") from error
    with listener:
        yield listener


def _cause(error: OSError) -> str:
    """The message of the operating system, without the address that Python adds."""
    return str(error.strerror).partition(" (while ")[0]


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _check(redis_url: str) -> None:
    """Check that a store responds. Raises ConfigError."""
    from redis.exceptions import RedisError  # noqa: PLC0415 - a slow import, which the embedded store does not need

    from regicide_api.storage.game_store import Store  # noqa: PLC0415 - as above

    logging.disable(logging.WARNING)  # the message of ConfigError has the error
    try:
        Store(redis_url).ping()
    except (RedisError, ValueError) as error:
        raise ConfigError(f"REDIS_URL={without_password(redis_url)}: {error}") from error
    finally:
        logging.disable(logging.NOTSET)


def _serve(settings: Settings, listener: socket.socket, guard: Guardian) -> int:
    """Run gunicorn on the listener, with the configured or an embedded store. Returns the exit code.

    An embedded store starts while gunicorn loads the application. Its directory also holds the house key; with another
    store, the key is a setting.
    """
    if settings.redis_url:
        _check(settings.redis_url)
        with _gunicorn(listener, settings.redis_url, settings.bots_key, guard) as web:
            return _run(web, settings, listener)
    with data_directory(settings.data_dir) as directory:
        store = EmbeddedStore(directory, guard)
        key = settings.bots_key or (directory.load_or_create_key() if _has_bots() else None)
        with_key = replace(settings, bots_key=key)
        with (
            _gunicorn(listener, store.url, with_key.bots_key, guard) as web,
            store.running(web.stop, web.stopping.is_set),
        ):
            return _run(web, with_key, listener) or int(store.failed)


@contextmanager
def _gunicorn(listener: socket.socket, redis_url: str, bots_key: str | None, guard: Guardian) -> Iterator[Web]:
    """Start gunicorn on the listener; signals and errors stop it, and requests in flight are answered."""
    command = [sys.executable, "-m", "gunicorn", "--config", "python:regicide_api.gunicorn_conf"]
    command += ["--bind", f"fd://{listener.fileno()}"]
    log_format = os.environ.get("LOG_FORMAT") or COMMAND_LOG_FORMAT
    environment = os.environ | {"REDIS_URL": redis_url, "LOG_FORMAT": log_format}
    environment |= {"BOTS_KEY": bots_key} if bots_key else {}
    process = guard.start(command, environment, pass_fds=[listener.fileno()])
    web = Web(process, environment, guard, Event())
    signal.signal(signal.SIGTERM, web.stop)
    signal.signal(signal.SIGINT, web.stop)
    try:
        yield web
    finally:
        web.stop()
        _wait(process)
        guard.remove(process)


class Web(NamedTuple):
    """The gunicorn process, its environment, the guardian of all child processes, and whether it is stopping."""

    process: subprocess.Popen[bytes]
    environment: dict[str, str]
    guard: Guardian
    stopping: Event

    def stop(self, *_: object) -> None:
        """Terminate gunicorn, and set `stopping` in a thread: a signal handler must not acquire its lock."""
        Thread(target=self.stopping.set).start()
        self.process.terminate()


def _run(web: Web, settings: Settings, listener: socket.socket) -> int:
    """Print the banner when gunicorn responds, and run the house bots. Returns gunicorn's exit code."""
    url = _url(settings.host, listener.getsockname()[1])
    if not _is_ready(url, web.process):
        code = _wait(web.process)
        return 0 if web.stopping.is_set() else code
    location = without_password(settings.redis_url) if settings.redis_url else settings.data_dir.resolve()
    example = _WITH_BOT if settings.bots_key else _WITHOUT_BOT
    print(_WELCOME.format(url=url, location=location, example=example), flush=True)  # noqa: T201 - output of a command
    with _house_bots(url, web) if settings.bots_key and _has_bots() else nullcontext():
        return _wait(web.process)


def _has_bots() -> bool:
    """Whether the packages of the house bots are installed."""
    return all(map(find_spec, (HOUSE_BOTS, *BOTS_EXTRA)))


@contextmanager
def _house_bots(url: str, web: Web) -> Iterator[None]:
    """Run the house bots, which play over HTTP like every other client, until gunicorn stops."""
    supervisor = Thread(target=_supervise_house_bots, args=[url, web], name="house bots")
    supervisor.start()
    try:
        yield
    finally:
        web.stopping.set()
        supervisor.join()


def _supervise_house_bots(url: str, web: Web) -> None:
    """Restart the house bots whenever they exit."""
    command = [sys.executable, "-m", HOUSE_BOTS, "house-bots", "--server", url]
    while not web.stopping.is_set():
        try:
            bots = web.guard.start(command, web.environment, stdin=subprocess.DEVNULL)
        except OSError as error:
            _log.warning("house bots cannot be started: %s; trying again", error.strerror)
            web.stopping.wait(BOTS_RESTART_DELAY_S)
        else:
            while bots.poll() is None and not web.stopping.wait(BOTS_POLL_INTERVAL_S):
                pass
            web.guard.end(bots)
            # Ctrl-C ends bots, too, that have no session of their own yet, perhaps before it stops the server.
            if not web.stopping.wait(BOTS_RESTART_DELAY_S):
                _log.warning("house bots exited with %s; restarting them", bots.returncode)


def _wait(web: subprocess.Popen[bytes]) -> int:
    """Wait for a process in slices. Returns its exit code.

    A signal that arrives just before an unlimited wait would be handled only after it.
    """
    while True:
        with suppress(subprocess.TimeoutExpired):
            return web.wait(timeout=WAIT_SLICE_S)


def _url(host: str, port: int) -> str:
    """The URL of the server for a client on this machine."""
    loopback = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - a comparison, not a bind
    return f"http://{loopback.get(host, f'[{host}]' if ':' in host else host)}:{port}"


def _is_ready(url: str, web: subprocess.Popen[bytes]) -> bool:
    """Wait for the first response. Returns False if the process exits before it."""
    import urllib.request  # noqa: PLC0415 - a slow import, which --help does not need

    while web.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/readyz", timeout=5):  # noqa: S310 - an http URL
                return True
        except OSError:
            time.sleep(POLL_INTERVAL_S)
    return False


_WITHOUT_BOT: Final = '{"players": 1}'
_WITH_BOT: Final = '{"players": 2, "seats": [{"name": "me"}, {"agent": "greedy"}]}'
_WELCOME: Final = """\
Play: {url}
API: {url}/docs

Games are kept in {location}
Create a game from the command line:

  curl {url}/v1/games -H 'Content-Type: application/json' -d '{example}'

Ctrl-C stops the server.\
"""
