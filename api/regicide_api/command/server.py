"""`regicide-server`: the whole server in one command, with an embedded store where no other is named."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from threading import Event, Thread
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from regicide_api.command.embedded import EmbeddedStore, kept_key
from regicide_api.command.house import house_bots
from regicide_api.config import BadSetting, LogFormat, Settings

BACKLOG: Final = 2048
LOG_FORMAT: Final = LogFormat.QUIET
"""How the log is written unless somebody says otherwise: whoever types this command looks at a screen."""
GLANCE: Final = 1.0
GLIMPSE: Final = 0.01


def main() -> int:
    """Serve until told to stop; the exit code.

    What keeps the server from starting (a port taken, no store there, a data directory that cannot be written) is said
    in one line, with exit code 1.
    """
    if sys.argv[1:]:
        from regicide_api.command import arguments  # noqa: PLC0415 - it takes long to load, and is seldom needed

        arguments.heed()
    try:
        settings = Settings.of(os.environ)
        with _listener(settings) as listener:
            return _serve(settings, listener)
    except BadSetting as error:
        print(f"regicide-server: {error}", file=sys.stderr)  # noqa: T201 - a command speaks to its user
        return 1


@contextmanager
def _listener(settings: Settings) -> Iterator[socket.socket]:
    """The socket to serve on, bound before anything else is started."""
    try:
        listener = socket.create_server((settings.host, settings.port), family=_family(settings.host), backlog=BACKLOG)
    except OSError as error:
        where = f"HOST={settings.host} PORT={settings.port}"
        raise BadSetting(f"{where}: cannot listen there: {_cause(error)}") from error
    with listener:
        yield listener


def _cause(error: OSError) -> str:
    """What the system says, without the address that Python adds to it."""
    return str(error.strerror).partition(" (while ")[0]


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _check(redis_url: str) -> None:
    """Ask a store for a sign of life. Raises BadSetting."""
    from redis.exceptions import RedisError  # noqa: PLC0415 - it takes long to load, and the embedded store needs none

    from regicide_api.store import Store  # noqa: PLC0415 - as above

    try:
        Store(redis_url).ping()
    except (RedisError, ValueError) as error:
        raise BadSetting(f"REDIS_URL={_without_password(redis_url)}: {error}") from error


def _without_password(redis_url: str) -> str:
    parts = urlsplit(redis_url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _serve(settings: Settings, listener: socket.socket) -> int:
    """Run gunicorn on the listener, on the store of the settings or an embedded one; gunicorn's exit code.

    An embedded store starts while gunicorn loads the application. The key of the house bots is kept beside it; another
    store has no place for secrets.
    """
    if settings.redis_url:
        _check(settings.redis_url)
        with _gunicorn(listener, settings.redis_url, settings.bots_key) as web:
            return _run(web, settings, listener)
    store = EmbeddedStore(settings.data_dir)
    own = replace(settings, bots_key=settings.bots_key or kept_key(settings.data_dir))
    with _gunicorn(listener, store.url, own.bots_key) as web, store.running():
        return _run(web, own, listener)


@contextmanager
def _gunicorn(listener: socket.socket, redis_url: str, bots_key: str | None) -> Iterator[Web]:
    """A gunicorn on the listener, which is told to stop when we are, or when something goes wrong."""
    command = [sys.executable, "-m", "gunicorn", "--config", "python:regicide_api.gunicorn_conf"]
    command += ["--bind", f"fd://{listener.fileno()}", "regicide_api.wsgi:app"]
    environment = os.environ | {"REDIS_URL": redis_url, "LOG_FORMAT": os.environ.get("LOG_FORMAT") or LOG_FORMAT}
    environment |= {"BOTS_KEY": bots_key} if bots_key else {}
    process = subprocess.Popen(command, env=environment, pass_fds=[listener.fileno()])  # noqa: S603 - our own words
    web = Web(process, environment, Event())
    signal.signal(signal.SIGTERM, web.stop)
    signal.signal(signal.SIGINT, web.stop)
    try:
        yield web
    finally:
        web.stop()
        _ended(process)


class Web(NamedTuple):
    """A gunicorn, what it was started with, and whether it has been told to stop."""

    process: subprocess.Popen[bytes]
    environment: dict[str, str]
    stopping: Event

    def stop(self, *_: object) -> None:
        """Tell it to stop, and whoever waits for that: in a thread, for a signal may come amid anything."""
        self.process.terminate()
        Thread(target=self.stopping.set).start()


def _run(web: Web, settings: Settings, listener: socket.socket) -> int:
    """Say when gunicorn answers, and run the house bots, until one of us is told to stop; gunicorn's exit code."""
    url = _url(settings.host, listener.getsockname()[1])
    if not _answers(url, web.process):
        return _ended(web.process)
    kept = _without_password(settings.redis_url) if settings.redis_url else settings.data_dir.resolve()
    print(_WELCOME.format(url=url, kept=kept, example=_WITH_BOT if settings.bots_key else _WITHOUT_BOT), flush=True)  # noqa: T201 - a command speaks to its user
    with house_bots(url, web.environment, web.stopping) if settings.bots_key else nullcontext():
        return _ended(web.process)


def _ended(web: subprocess.Popen[bytes]) -> int:
    """Wait until a process ends; its exit code.

    Not in one go: a signal that comes just before a process begins to wait would be heeded only after that.
    """
    while True:
        with suppress(subprocess.TimeoutExpired):
            return web.wait(timeout=GLANCE)


def _url(host: str, port: int) -> str:
    """Where a client on this machine finds the server."""
    reached = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - a look at it, no bind
    return f"http://{reached}:{port}"


def _answers(url: str, web: subprocess.Popen[bytes]) -> bool:
    """Wait for the first answer; False if the process ends before it comes."""
    while web.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/readyz", timeout=5):  # noqa: S310 - our own URL
                return True
        except OSError:
            time.sleep(GLIMPSE)
    return False


_WITHOUT_BOT: Final = '{"players": 2}'
_WITH_BOT: Final = '{"players": 2, "seats": [{"name": "me"}, {"agent": "greedy"}]}'
_WELCOME: Final = """\
Play: {url}
API: {url}/docs

Games are kept in {kept}
Create a game from the command line:

  curl {url}/v1/games -H 'Content-Type: application/json' -d '{example}'

Ctrl-C stops the server.\
"""
